import { z } from 'zod';
import { call, Line, Time } from '../kit/call.ts';
import { lockFamilies } from '../lock/codes.ts';

/** Identities that knocked at the gateway without being registered. */
export const unregistered = {
  list: call({
    path: '/unregistered/list',
    title: { zh: '查询未登记设备', en: 'Search unregistered devices' },
    permit: 'unregistered:list',
    business: null,
    input: z.object({ keyword: Line(40).optional() }),
    output: z.object({
      rows: z.array(
        z.object({
          sn: z.string(),
          family: z.enum(lockFamilies),
          address: z.string(),
          tries: z.int(),
          first_time: Time,
          last_time: Time,
        }),
      ),
    }),
  }),
};
