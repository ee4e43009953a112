import { z } from 'zod';
import { call, Id, Line, Time } from '../kit/call.ts';
import { exportCall } from '../kit/exporting.ts';
import { operationClauses } from '../lock/operationClauses.ts';
import { messageChannels } from '../messages/channels.ts';
import { messageStates } from '../messages/messages.ts';

/** What opens a lock: somebody's role, a key of theirs, a distribution, an authorisation, a one-time password that was disclosed. */
export const openerKinds = ['person', 'key', 'assigned', 'authorised', 'code'] as const;
export type OpenerKind = (typeof openerKinds)[number];

/** `uncertain`: it was told a password, and the lock may have another by now. */
export const openerAnswers = ['may', 'approval', 'uncertain', 'refused'] as const;
export type OpenerAnswer = (typeof openerAnswers)[number];

export const openedBy = ['unseal', 'seal'] as const;
export type OpenedBy = (typeof openedBy)[number];
/** How far ahead may be asked; of what has been the opening log tells. */
export const DAYS_AHEAD = 7;

const counts = z.object({ may: z.int(), approval: z.int(), uncertain: z.int(), refused: z.int() });
export type OpenerCounts = z.output<typeof counts>;

export const Opener = z.object({
  what: z.enum(openerKinds),
  /** of what it is: an operator, a key, a distribution, an authorisation, a disclosure; of a password that nobody was shown the device */
  id: Id,
  /** of the person; null: of no one person, or of one the caller does not see */
  operator_id: Id.nullable(),
  name: z.string(),
  login_name: z.string(),
  org_name: z.string(),
  /** '' where the caller does not see the role */
  roleName: z.string(),
  answer: z.enum(openerAnswers),
  /** what refuses; null: nothing does, or it is no order that would be given */
  clause: z.enum(operationClauses).nullable(),
  why: z.object({ zh: z.string(), en: z.string() }).nullable(),
  /** when the answer becomes another, or may; null: nobody knows, or it does not */
  change: Time.nullable(),
  /** of a distribution or an authorisation */
  orders: z.enum(openedBy).nullable(),
  /** people there who hold the buttons */
  people: z.int().nullable(),
  /** since when the right is given, or when the password was told or shown */
  from_time: Time.nullable(),
  /** null: without end */
  until_time: Time.nullable(),
  /** openings it is good for, and those proved; null: any number */
  uses: z.object({ max: z.int(), used: z.int() }).nullable(),
  /** who gave it, agreed to it, or sent it */
  by: z.string(),
  sent: z
    .object({
      channel: z.enum(messageChannels),
      /** covered */
      recipient: z.string(),
      state: z.enum(messageStates).nullable(),
    })
    .nullable(),
});
export type Opener = z.output<typeof Opener>;

const filter = {
  device_id: Id,
  operation: z.enum(openedBy).default('unseal'),
  /** of the next seven days; not said: now */
  at: Time.optional(),
  answer: z.enum(openerAnswers).optional(),
  /** a person, a key, an organisation, a role, or the reason */
  keyword: Line(60).optional(),
  operator_id: Id.optional(),
};

/** Who can open a lock, each with the verdict of the one decision that an order meets (decision 0056). */
export const openers = {
  list: call({
    path: '/whoCanOpen/list',
    title: { zh: '查询谁能开锁', en: 'Search who can open a lock' },
    permit: 'whoCanOpen:list',
    business: null,
    input: z.object({
      ...filter,
      page: z.int().min(1).default(1),
      size: z.int().min(1).max(100).default(20),
    }),
    output: z.object({
      /** kind by kind; of one kind, those who may first */
      rows: z.array(Opener),
      total: z.int(),
      /** of all that the keyword leaves, whatever their answer */
      counts: z.object({ person: counts, key: counts, assigned: counts, authorised: counts, code: counts }),
      /** what changes by itself in the day after, as far as it is known */
      changes: z.array(
        z.object({
          time: Time,
          what: z.enum(openerKinds),
          name: z.string(),
          /** whether it may afterwards */
          begins: z.boolean(),
        }),
      ),
      /** an organisation above those the caller sees reaches it too */
      above: z.boolean(),
    }),
  }),
  /** Why in the words of who asks for it. */
  export: exportCall({
    path: 'whoCanOpen',
    menu: 'whoCanOpen',
    title: { zh: '谁能开锁', en: 'who can open a lock' },
    filter,
    fields: [
      'what',
      'name',
      'login_name',
      'org_name',
      'roleName',
      'answer',
      'why',
      'change',
      'from_time',
      'until_time',
      'by',
    ],
  }),
};
