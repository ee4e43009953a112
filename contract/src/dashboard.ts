import { z } from 'zod';
import { call, Nothing } from './call.ts';

const Count = z.int().min(0);

/** The first page after signing in: what needs somebody now, and the state of the fleet in numbers. */
export const dashboard = {
  summary: call({
    path: '/dashboard/summary',
    title: { zh: '首页概览', en: 'Dashboard summary' },
    permit: 'session',
    business: null,
    input: Nothing,
    output: z.object({
      devices: Count,
      /** ms since the fleet was counted: a large one is counted from time to time, for all who look */
      countedMsAgo: Count,
      /** by lock status */
      lock: z.object({
        unsealedLocked: Count,
        unsealedOpen: Count,
        sealedLocked: Count,
        abnormal: Count,
        initial: Count,
      }),
      connection: z.object({ online: Count, sleeping: Count, late: Count, offline: Count }),
      alarms: z.object({ unprocessed: Count, critical: Count }),
      commands: z.object({ open: Count, uncertain: Count }),
    }),
  }),
};
