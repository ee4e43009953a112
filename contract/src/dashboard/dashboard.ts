import { z } from 'zod';
import { call, Id, Nothing } from '../kit/call.ts';

/** So many locks an address can name. */
export const MOST_LOCKS = 100;
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
      /** of the sealed those that are merely held, and of each status those of which it is just the last that is known */
      held: Count,
      lastKnown: z.object({ unsealedLocked: Count, unsealedOpen: Count, sealedLocked: Count, abnormal: Count }),
      connection: z.object({ online: Count, sleeping: Count, late: Count, offline: Count }),
      alarms: z.object({
        unprocessed: Count,
        critical: Count,
        /** locks with a critical one that have told another status than abnormal since */
        toldSince: Count,
      }),
      commands: z.object({
        open: Count,
        uncertain: Count,
        /** the locks of the uncertain ones, the newest first; of very many the first */
        uncertainLocks: z.array(Id).max(MOST_LOCKS),
      }),
    }),
  }),
};
