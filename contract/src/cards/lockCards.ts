import { z } from 'zod';
import { call, Id, Line, Time } from '../kit/call.ts';
import { cardOpenings, cellStandings } from './matrix.ts';

/** What one lock would do with each of its cards at this moment, and by which rules. */
export const lockCards = {
  list: call({
    path: '/lockCard/list',
    title: { zh: '查看锁可用的卡', en: 'View which cards open a lock' },
    permit: 'cardMatrix:list',
    business: null,
    input: z.object({
      device_id: Id,
      /** name, printed number, or (who may read it) number of a card */
      keyword: Line(60).optional(),
      page: z.int().min(1).default(1),
      size: z.int().min(1).max(100).default(20),
    }),
    output: z.object({
      /** those that open in front */
      rows: z.array(
        z.object({
          card_id: Id,
          /** whole for those only who may give cards */
          ic_no: z.string(),
          ic_name: z.string(),
          card_no: z.string(),
          standing: z.enum(cellStandings),
          opens: z.enum(cardOpenings),
          /** rules in force that give it to this lock; none: it was given by hand, or is to go */
          rules: z.array(
            z.object({
              id: Id,
              rule_name: z.string(),
              /** null: without end */
              until_time: Time.nullable(),
              hours: z.object({ from: z.string(), until: z.string(), time_zone: z.string() }).nullable(),
              /** the lock is inside one of its areas; null: nobody knows where it is now */
              inside: z.boolean().nullable(),
            }),
          ),
        }),
      ),
      total: z.int(),
      /** of all that the keyword leaves, those that open it now */
      open: z.int(),
      /** of the same, those of which it cannot be said */
      uncertain: z.int(),
      /** when the place was told that this goes by; null: none is of now */
      place_time: Time.nullable(),
    }),
  }),
};
