import { z } from 'zod';
import { cardOpenings, cellStandings } from '../cards/matrix.ts';
import { Hours } from '../cards/rules.ts';
import { call, Id, Latitude, Line, Longitude, Time } from '../kit/call.ts';
import { exportCall } from '../kit/exporting.ts';
import { operationClauses } from '../lock/operationClauses.ts';
import { Area } from '../lock/orderKinds.ts';
import { messageChannels } from '../messages/channels.ts';
import { messageStates } from '../messages/messages.ts';

/** What opens a lock: somebody's role, a key of theirs, a distribution, an authorisation, a card, a one-time password that was disclosed, and one that stays. */
export const openerKinds = ['person', 'key', 'assigned', 'authorised', 'card', 'code', 'password'] as const;
export type OpenerKind = (typeof openerKinds)[number];

/**
 * `against`: the lock opens for a card that its rule does not let open then or there. `uncertain`: nobody knows whether it does: it has another
 * password by now, perhaps, or was not told of a card, or nobody knows where it is.
 */
export const openerAnswers = ['may', 'approval', 'against', 'uncertain', 'refused'] as const;
export type OpenerAnswer = (typeof openerAnswers)[number];

/** What is asked of: to unseal or seal it, and to let others open it, by its one-time password and by cards. */
export const openedBy = ['unseal', 'seal', 'unlockPassword', 'add_cards'] as const;
export type OpenedBy = (typeof openedBy)[number];
/** Of one kind, those that are told of beside people. */
export const MOST_OPENERS = 2000;
/** How far ahead may be asked; of what has been the opening log tells. */
export const DAYS_AHEAD = 7;

const counts = z.object({ may: z.int(), approval: z.int(), against: z.int(), uncertain: z.int(), refused: z.int() });
export type OpenerCounts = z.output<typeof counts>;

export const Opener = z.object({
  what: z.enum(openerKinds),
  /** of what it is: an operator, a key, a distribution, an authorisation, a card, a disclosure; the device: of a password that nobody in sight was shown, of the factory's, of a card that is nobody's in sight */
  id: Id,
  /** of the person; null: of no one person, or of one the caller does not see */
  operator_id: Id.nullable(),
  name: z.string(),
  login_name: z.string(),
  org_name: z.string(),
  /** '' where the caller does not see the role */
  roleName: z.string(),
  answer: z.enum(openerAnswers),
  /** what refuses, or asks for a second person; null: nothing does, or it is no order that would be given */
  clause: z.enum(operationClauses).nullable(),
  why: z.object({ zh: z.string(), en: z.string() }).nullable(),
  /** when the answer becomes another, or may; null: nobody knows, or it does not */
  change: Time.nullable(),
  /** of a distribution or an authorisation */
  orders: z.enum(['unseal', 'seal']).nullable(),
  /** people there who hold the buttons */
  people: z.int().nullable(),
  /** since when the right is given, or when the password was told, shown or set; null: it is the factory's */
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
  card: z
    .object({
      /** whole for those only who may give cards */
      ic_no: z.string(),
      card_no: z.string(),
      /** it is a record in sight; if not, `id` is that of the lock */
      registered: z.boolean(),
      /** more than one: cards that whoever had the lock before left in it, which have no numbers and names here */
      count: z.int(),
      /** null: it is not in the lock, and is to be later */
      standing: z.enum(cellStandings).nullable(),
      opens: z.enum(cardOpenings),
      /** in force at that moment, or from later on, and in sight; none: it was given by hand, or is to go */
      rules: z.array(
        z.object({
          id: Id,
          rule_name: z.string(),
          from_time: Time.nullable(),
          /** null: without end */
          until_time: Time.nullable(),
          hours: Hours.nullable(),
          /** the lock is inside one of its areas; null: nobody knows where it is now */
          inside: z.boolean().nullable(),
          /** the one it is inside of; '' = none */
          area: z.string(),
        }),
      ),
    })
    .nullable(),
});
export type Opener = z.output<typeof Opener>;

/** An area inside which somebody or some card opens a lock. */
const OpenerArea = z.object({
  name: z.string(),
  area: Area,
  /** the rule, whom it was authorised, or the organisation or the batch by which one person alone unseals there */
  of: z.string(),
  /** in force at that moment */
  open: z.boolean(),
});
export type OpenerArea = z.output<typeof OpenerArea>;

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
      counts: z.object({
        ...{ person: counts, key: counts, assigned: counts, authorised: counts, card: counts, code: counts },
        password: counts,
      }),
      /** of these kinds there are more than are told of */
      cut: z.array(z.enum(openerKinds)),
      /** cards are told to who may see them */
      cards: z.boolean(),
      /** what changes by itself in the day after, as far as it is known */
      changes: z.array(
        z.object({
          time: Time,
          what: z.enum(openerKinds),
          name: z.string(),
          /** what it is from then on */
          answer: z.enum(openerAnswers),
        }),
      ),
      /** the clock that this was judged by */
      judge_time: Time,
      /** where the lock was last; null: nobody knows */
      place: z.object({ lon: Longitude, lat: Latitude, time: Time, fresh: z.boolean() }).nullable(),
      /** areas inside which somebody, or one person alone, or some card opens, as far as they are in sight */
      areas: z.array(OpenerArea),
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
