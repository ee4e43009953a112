import { z } from 'zod';
import { call, Id, Line, Time } from '../kit/call.ts';
import { exportCall } from '../kit/exporting.ts';
import { LockStatusCode } from '../lock/codes.ts';
import { Connection } from '../lock/connection.ts';
import { Opener, openedBy, openerAnswers, openerKinds, openers } from './openers.ts';

/** Of whom is asked what it can open. */
export const openersAsked = ['operator', 'key', 'card'] as const;
export type OpenerAsked = (typeof openersAsked)[number];

/** Of more locks than these that one reaches, no answers are counted: whoever asks narrows them first. */
export const MOST_JUDGED = 10_000;

/** One lock, and by what right whoever is asked of can open it, or cannot. */
const Openable = Opener.extend({
  lock: z.object({
    id: Id,
    sn: z.string(),
    device_name: z.string(),
    subject: z.string(),
    org_name: z.string(),
    lock_status: LockStatusCode,
    connection: Connection,
    /** the caller may look at it; if not, it was only given to whoever is asked of */
    seen: z.boolean(),
  }),
});
export type Openable = z.output<typeof Openable>;

const filter = {
  of: z.enum(openersAsked),
  /** the id of that one */
  who: Id,
  operation: z.enum(openedBy).default('unseal'),
  /** of the next seven days; not said: now */
  at: Time.optional(),
  answer: z.enum(openerAnswers).optional(),
  what: z.enum(openerKinds).optional(),
  /** number, name or plate of a lock */
  keyword: Line(60).optional(),
};

/** What a person, an API key or a card can open: `openers`, asked from the other side. */
export const openable = {
  list: call({
    path: '/whatCanOpen/list',
    title: { zh: '查询能开哪些锁', en: 'Search what somebody can open' },
    permit: 'whoCanOpen:list',
    business: null,
    input: z.object({
      ...filter,
      page: z.int().min(1).default(1),
      size: z.int().min(1).max(100).default(20),
    }),
    output: z.object({
      asked: z.object({
        name: z.string(),
        login_name: z.string(),
        /** of a card: its numbers as the caller may read them */
        org_name: z.string(),
        roleName: z.string(),
        /** the owner of a key; null: of anything else */
        owner: z.object({ id: Id, name: z.string() }).nullable(),
        /** its organisation is in sight; what one of another reaches by its own role is not told */
        seen: z.boolean(),
        /** it is disabled, or of an organisation that is; a key: it has ended by then */
        ended: z.boolean(),
      }),
      /** rights of their own first, locks that a role reaches behind them; of one kind those that may, and by their numbers */
      rows: z.array(Openable),
      total: z.int(),
      totalIsAtLeast: z.literal(true).optional(),
      /** of all that the keyword leaves; null: there are more than are judged, and they stand as the list of devices has them */
      counts: openers.list.output.shape.counts.nullable(),
      /** of these kinds there are more than are told of */
      cut: z.array(z.enum(openerKinds)),
      /** keys of that person: what they can open is asked of them */
      keys: z.array(z.object({ id: Id, name: z.string(), until_time: Time })),
      judge_time: Time,
    }),
  }),
  /** Why in the words of who asks for it. */
  export: exportCall({
    path: 'whatCanOpen',
    menu: 'whoCanOpen',
    title: { zh: '能开哪些锁', en: 'what somebody can open' },
    filter,
    fields: [
      ...['what', 'sn', 'device_name', 'subject', 'org_name'],
      ...['answer', 'why', 'change', 'from_time', 'until_time', 'by', 'roleName'],
    ],
  }),
};
