import { z } from 'zod';
import { call, Id, Time } from '../kit/call.ts';
import { unsealPasswords } from '../lock/identity.ts';
import { messageChannels } from '../messages/channels.ts';
import { messageStates } from '../messages/messages.ts';

/**
 * How a card is known to be held. `told`: the lock itself told of it. `taken`: it answered yes to the order to add it.
 * `perhaps`: it was sent that order, and no answer says whether it has taken it; its time is that of the order.
 */
export const cardsKnown = ['told', 'taken', 'perhaps'] as const;

/** Whether it may be done at this moment by whoever holds the right: the decision that an order meets. */
const Verdict = z.object({
  answer: z.enum(['may', 'approval', 'refused']),
  /** null: it may */
  why: z.object({ zh: z.string(), en: z.string() }).nullable(),
  /** when that changes at the latest; null: nobody knows */
  until: Time.nullable(),
});

/** Who and what can open a device, and by what right. */
export const deviceRights = {
  detail: call({
    path: '/device/rights',
    title: { zh: '查看谁能开锁', en: 'View who can open a device' },
    permit: 'operator:list',
    business: null,
    input: z.object({ id: Id }),
    output: z.object({
      /** who is enabled, in an organisation that reaches it, and has one of the buttons; as far as the caller sees them */
      operators: z.array(
        z.object({
          id: Id,
          oper_name: z.string(),
          login_name: z.string(),
          /** '' where the caller does not see the role: it is of an organisation above */
          roleName: z.string(),
          org_name: z.string(),
          /** unseals it from afar */
          unseal: z.boolean(),
          /** is shown its one-time password */
          password: z.boolean(),
          /** gives it cards */
          cards: z.boolean(),
        }),
      ),
      /** whether those may who hold the button */
      now: z.object({ unseal: Verdict, password: Verdict, cards: Verdict }),
      /** more than are told of */
      more: z.boolean(),
      /** API keys that unseal it from afar, of those whose owner may */
      keys: z.int(),
      /** an organisation above those the caller sees reaches it too */
      above: z.boolean(),
      /** organisations that do not see it and were given orders of it (decision 0059) */
      assigned: z.array(
        z.object({
          org_name: z.string(),
          orders: z.enum(['seal', 'unseal']),
          sending: z.boolean(),
          oper_name: z.string(),
          create_time: Time,
          /** people there who may unseal it from afar by that */
          people: z.int(),
          /** whether they may at this moment */
          now: Verdict,
        }),
      ),
      /** people who do not see it and were authorised to order it, now or from a time on (decision 0058) */
      authorised: z.array(
        z.object({
          id: Id,
          oper_name: z.string(),
          login_name: z.string(),
          org_name: z.string(),
          orders: z.enum(['seal', 'unseal']),
          from_time: Time,
          /** null: permanent */
          until_time: Time.nullable(),
          /** openings it is good for, and those proved; null: any number */
          max_uses: z.int().nullable(),
          used: z.int(),
          /** who agreed */
          first_name: z.string(),
          second_name: z.string(),
          /** whether that person may open it at this moment, holding the buttons */
          now: Verdict,
        }),
      ),
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
          /** to whom it was shown, or by whom sent, the last first */
          shown: z.array(
            z.object({
              oper_name: z.string(),
              time: Time,
              /** null: shown on a screen */
              sent: z
                .object({
                  name: z.string(),
                  channel: z.enum(messageChannels),
                  /** covered */
                  recipient: z.string(),
                  /** of the message, as far as that is kept */
                  state: z.enum(messageStates).nullable(),
                  until_time: Time,
                })
                .nullable(),
            }),
          ),
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
