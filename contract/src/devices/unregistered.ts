import { z } from 'zod';
import { call, Id, Line, Time } from '../kit/call.ts';
import { lockFamilies } from '../lock/codes.ts';

/** An identity that knocked at the gateway without being registered. */
export const Knock = z.object({
  /** made of the serial number, which is all there is of it */
  id: Id,
  sn: z.string(),
  family: z.enum(lockFamilies),
  address: z.string(),
  tries: z.int(),
  first_time: Time,
  last_time: Time,
});
export type Knock = z.output<typeof Knock>;

export const unregistered = {
  /** who knocked last first */
  list: call({
    path: '/unregistered/list',
    title: { zh: '查询未登记设备', en: 'Search unregistered devices' },
    permit: 'unregistered:list',
    business: null,
    input: z.object({
      keyword: Line(40).optional(),
      page: z.int().min(1).default(1),
      size: z.int().min(1).max(100).default(20),
    }),
    output: z.object({ rows: z.array(Knock), total: z.int() }),
  }),
};
