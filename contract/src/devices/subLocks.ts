import { z } from 'zod';
import { call, Id, Time } from '../kit/call.ts';

/** The smaller locks and sensors that a lock speaks for, as it told of each last. */
export const deviceSubLocks = {
  list: call({
    path: '/device/subLocks',
    title: { zh: '查询子锁', en: 'Search sub-locks' },
    permit: 'device:list',
    business: null,
    input: z.object({ id: Id }),
    output: z.object({
      rows: z.array(
        z.object({
          /** as its maker prints it */
          id: z.string(),
          /** null: it does not say */
          locked: z.boolean().nullable(),
          voltage: z.number().nullable(),
          /** battery % */
          electric: z.int().nullable(),
          /** dBm */
          rssi: z.int().nullable(),
          temperature: z.number().nullable(),
          /** % */
          humidity: z.int().nullable(),
          /** when it was so, on our clock */
          told_time: Time,
        }),
      ),
    }),
  }),
};
export type SubLock = z.output<typeof deviceSubLocks.list.output>['rows'][number];
