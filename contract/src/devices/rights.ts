import { z } from 'zod';
import { call, Id, Time } from '../kit/call.ts';
import { unsealPasswords } from '../lock/identity.ts';

/**
 * How a card is known to be held. `told`: the lock itself told of it. `taken`: it answered yes to the order to add it.
 * `perhaps`: it was sent that order, and no answer says whether it has taken it; its time is that of the order.
 */
export const cardsKnown = ['told', 'taken', 'perhaps'] as const;

/** What opens a device besides people, as far as it is known: the cards in it and its passwords. Who may is told by `openers`. */
export const deviceRights = {
  detail: call({
    path: '/device/rights',
    title: { zh: '查看锁中的卡与密码', en: 'View the cards and passwords in a device' },
    permit: 'whoCanOpen:list',
    business: null,
    input: z.object({ id: Id }),
    output: z.object({
      /** which password an unseal order carries */
      unseal_password: z.enum(unsealPasswords),
      /** its one-time password, when the lock told the one in force; null: none is known */
      password: z
        .object({
          told_time: Time,
          /** its lock was silent for a day and may have another by now: nobody is shown it */
          stale: z.boolean(),
          /** it was shown and not used in its time: it opens the lock still */
          exposed: z.boolean(),
        })
        .nullable(),
      /** cards that may open it; whole for those only who may give the order */
      cards: z.array(z.object({ number: z.string(), time: Time, known: z.enum(cardsKnown) })),
      /** how many more the lock held by its own count, when it told of its cards last; null: it held no more, or never told */
      unlisted: z.object({ count: z.int().positive(), time: Time }).nullable(),
      /** what whoever had the lock before left in it, and whose the caller does not see: told without numbers and names */
      before: z.object({
        /** cards that may open it */ cards: z.int(),
        /** a password that stays was set */ password: z.boolean(),
      }),
    }),
  }),
};
export type DeviceRights = z.output<typeof deviceRights.detail.output>;
