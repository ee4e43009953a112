import { z } from 'zod';
import { call, fileCall, Id, Latitude, Line, Longitude, Nothing, Time } from '../kit/call.ts';
import { exportOptions, FileTicket } from '../kit/exporting.ts';
import { LockStatusCode, lockFamilies } from '../lock/codes.ts';
import { Connection } from '../lock/connection.ts';
import { RuleArea } from './rules.ts';

/** How a lock stands to what the rules want of it. */
export const syncStates = ['desired', 'pushing', 'synced', 'drift', 'unable'] as const;
export type SyncState = (typeof syncStates)[number];

/** Why a lock is in drift, or takes no part at all (`unable`). */
export const syncCauses = [
  /** its own list has other cards than ours, or another count */
  'otherCards',
  /** it said no, or nothing, three times */
  'refused',
  /** its family has no word for cards, or for cards inside areas */
  'unsupported',
  /** it keeps corners in the north and east alone */
  'northEastOnly',
  /** rules draw more areas than it has room for */
  'tooManyAreas',
  'tooManyCards',
  /** nobody gave its rule who may still give cards */
  'right',
  /** a frozen period lets nothing be given; it goes on when that is over */
  'frozen',
  /** it is disabled, lost, scrapped or out of service */
  'unusable',
] as const;
export type SyncCause = (typeof syncCauses)[number];

/**
 * How a card stands to a lock. `area`: in the lock, which opens for it inside its areas alone. `waits`: to be given, and the lock
 * sleeps. `removing`: it opens it until it has gone, also while it sleeps. `unable`: a rule wants it there, and the lock cannot be
 * told. `doubt`: it was sent the order, and no answer says whether it took it.
 */
export const cellStandings = ['synced', 'area', 'pushing', 'waits', 'removing', 'drift', 'doubt', 'unable'] as const;
export type CellStanding = (typeof cellStandings)[number];

/**
 * What a lock does with a card at this moment, by where it was last and what it holds. `everywhere`: it keeps no areas. `uncertain`: in drift or
 * doubt, or nobody knows where it is now. `hours`, `elsewhere`: it would open, for a lock knows no hours and has its areas for all cards alike.
 * `frozen`: it would open, for a lock knows no frozen periods, and that rings.
 */
export const cardOpenings = [
  'opens',
  'everywhere',
  'uncertain',
  'outside',
  'hours',
  'elsewhere',
  'frozen',
  'no',
] as const;
export type CardOpens = (typeof cardOpenings)[number];

const filter = {
  /** number, name or plate of a lock; name, printed number or (who may read it) number of a card */
  keyword: Line(60).optional(),
  org_id: Id.optional(),
  card_id: Id.optional(),
  rule_id: Id.optional(),
  device_id: Id.optional(),
  state: z.enum(syncStates).optional(),
};
const card = {
  id: Id,
  /** whole for those only who may give cards */
  ic_no: z.string(),
  ic_name: z.string(),
  card_no: z.string(),
  card_type: z.enum(['single', 'group']),
  /** it may be given */
  usable: z.boolean(),
};
export const MatrixCard = z.object({ ...card, /** one of its locks is in drift for it */ drift: z.boolean() });
export const MatrixLock = z.object({
  device_id: Id,
  sn: z.string(),
  device_name: z.string(),
  subject: z.string(),
  family: z.enum(lockFamilies),
  lock_status: LockStatusCode,
  connection: Connection,
  /** when it is expected to wake; null: it is awake, or nobody knows */
  wake_time: Time.nullable(),
  /** null: no rule is for it */
  state: z.enum(syncStates).nullable(),
  cause: z.enum(syncCauses).nullable(),
  /** cards it holds, as far as is known */
  cards: z.int(),
  /** of what it may hold: numbers that no record in sight has, which stand in no cell */
  strays: z.int(),
  /** cards that whoever had it before left in it: counted, and told to nobody */
  before: z.int(),
});
const cellTotals = {
  synced: z.int(),
  pushing: z.int(),
  waits: z.int(),
  removing: z.int(),
  drift: z.int(),
  doubt: z.int(),
  unable: z.int(),
};
const totals = { cards: z.int(), locks: z.int(), ...cellTotals, /** see `strays` of a lock */ strays: z.int() };

/** Which card opens which lock, and how far the locks know. */
export const cardMatrix = {
  /** A page of locks and a page of cards, and what stands where they cross; what is nowhere there is left out. */
  list: call({
    path: '/cardMatrix/list',
    title: { zh: '查询卡与锁', en: 'View cards and locks' },
    permit: 'cardMatrix:list',
    business: null,
    input: z.object({
      ...filter,
      page: z.int().min(1).default(1),
      size: z.int().min(1).max(50).default(20),
      card_page: z.int().min(1).default(1),
      card_size: z.int().min(1).max(50).default(10),
    }),
    output: z.object({
      locks: z.array(MatrixLock),
      total: z.int(),
      cards: z.array(MatrixCard),
      card_total: z.int(),
      cells: z.array(z.object({ device_id: Id, card_id: Id, standing: z.enum(cellStandings) })),
    }),
  }),
  /** Of all that the filter finds; cells, not locks. A lock that holds cards of nobody's is in drift once, in none of its cells. */
  totals: call({
    path: '/cardMatrix/totals',
    title: { zh: '查看卡与锁总数', en: 'View totals of cards and locks' },
    permit: 'cardMatrix:list',
    business: null,
    input: z.object(filter),
    output: z.object(totals),
  }),
  /** What one lock holds beside what it is to hold. */
  lock: call({
    path: '/cardMatrix/lock',
    title: { zh: '查看锁中的卡与区域', en: 'View cards and areas of a lock' },
    permit: 'cardMatrix:list',
    business: null,
    input: z.object({ device_id: Id }),
    output: z.object({
      lock: MatrixLock,
      /** cards in our list: wanted by rules, or given by hand */
      listed: z.int(),
      /** as the lock counted them last; null: it never did */
      told: z.int().nullable(),
      told_time: Time.nullable(),
      /** pushed in vain since it last agreed */
      pushes: z.int(),
      /** a rule has it open for cards inside its areas alone, for all cards it holds, also those given by hand */
      confined: z.boolean(),
      cards: z.array(
        z.object({ card_id: Id.nullable(), ic_no: z.string(), ic_name: z.string(), standing: z.enum(cellStandings) }),
      ),
      /** numbers it told of that no record has and nobody gave */
      unknown: z.array(z.string()),
      areas: z.array(
        z.object({
          rule_id: Id,
          rule_name: z.string(),
          name: z.string(),
          /** as the lock keeps it: a circle is corners there */
          points: z.array(z.tuple([Longitude, Latitude])),
          /** the lock said yes to it */
          confirmed: z.boolean(),
          /** no rule wants it any more */
          removing: z.boolean(),
        }),
      ),
    }),
  }),
  /** Where and when a card opens: by rules, and what its locks would do at this moment. */
  card: call({
    path: '/cardMatrix/card',
    title: { zh: '查看卡可开的锁', en: 'View where a card opens' },
    permit: 'cardMatrix:list',
    business: null,
    input: z.object({ id: Id }),
    output: z.object({
      card: MatrixCard,
      rules: z.array(
        z.object({
          id: Id,
          rule_name: z.string(),
          in_force: z.boolean(),
          areas: z.array(RuleArea),
          until_time: Time.nullable(),
          hours: z.object({ from: z.string(), until: z.string(), time_zone: z.string() }).nullable(),
        }),
      ),
      ...cellTotals,
      /** locks it stands to in any way */
      lock_count: z.int(),
      /** of these, whose own list is not ours; and the first hundred of them */
      drifting: z.int(),
      in_drift: z.array(Id),
      /** its last deed; null: none is known */
      last: z.object({ device_id: Id, sn: z.string(), subject: z.string(), time: Time }).nullable(),
      /** the first hundred of its locks, those that open in front */
      locks: z.array(
        z.object({
          device_id: Id,
          sn: z.string(),
          device_name: z.string(),
          subject: z.string(),
          lock_status: LockStatusCode,
          connection: Connection,
          lon: Longitude.nullable(),
          lat: Latitude.nullable(),
          standing: z.enum(cellStandings),
          opens: z.enum(cardOpenings),
          /** the area it is in, or the nearest; '' = none */
          area: z.string(),
          /** metres inside its edge, or outside of it (negative); null: not known */
          metres: z.int().nullable(),
        }),
      ),
      more: z.boolean(),
    }),
  }),
  /** Asks locks for all their cards again. */
  read: call({
    path: '/cardMatrix/read',
    title: { zh: '重新读取锁中的卡', en: 'Read the cards of locks again' },
    permit: 'cardMatrix:read',
    business: 'command',
    input: z.object({ device_ids: z.array(Id).min(1, { error: 'selectOne' }).max(100) }),
    output: Nothing,
  }),
  /** Begins anew with locks in drift. */
  push: call({
    path: '/cardMatrix/push',
    title: { zh: '重新推送卡与区域', en: 'Push cards and areas again' },
    permit: 'cardMatrix:push',
    business: 'command',
    input: z.object({ device_ids: z.array(Id).min(1, { error: 'selectOne' }).max(100) }),
    output: Nothing,
  }),
  /** A row a cell that is not empty. */
  export: fileCall({
    path: '/cardMatrix/export',
    title: { zh: '导出卡与锁', en: 'Export cards and locks' },
    permit: 'cardMatrix:export',
    business: 'export',
    input: z.object({
      ...filter,
      ...exportOptions(['sn', 'device_name', 'subject', 'ic_no', 'ic_name', 'card_no', 'standing']),
    }),
    output: FileTicket,
  }),
};
