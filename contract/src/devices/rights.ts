import { z } from 'zod';
import { call, Id, Time } from '../kit/call.ts';
import { unsealPasswords } from '../lock/identity.ts';

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
      /** more than are told of */
      more: z.boolean(),
      /** API keys that unseal it from afar */
      keys: z.int(),
      /** an organisation above those the caller sees reaches it too */
      above: z.boolean(),
      /** which password an unseal order carries */
      unseal_password: z.enum(unsealPasswords),
      /** its one-time password, when the lock told the one in force; null: none is known */
      password: z.object({ told_time: Time, disclosed: z.boolean() }).nullable(),
      /** cards it was told of, or told of; whole for those only who may give the order */
      cards: z.array(z.object({ number: z.string(), time: Time, told: z.boolean() })),
    }),
  }),
};
