import type { SyncCause, SyncState } from '@plomb/contract/cards/matrix';
import type { LockFamily } from '@plomb/contract/lock/codes';
import { type ArgsOf, abilities, argsMistake, type CommandKind } from '@plomb/contract/lock/orderKinds';

/** So often it is pushed in vain until a person has to look. */
export const MOST_PUSHES = 3;
/** Cards one order names, and a page of a lock's list holds. */
const CARDS_OF_ORDER = 20;
/** What a lock has room for. */
const ROOM = { areas: 10, cards: 500 } as const;

/** What rules ask of a lock beyond its cards. */
export const ruleOrders = [
  'add_cards',
  'delete_cards',
  'query_cards',
  'set_area',
  'delete_area',
  'confine_cards',
  'release_cards',
] as const satisfies readonly CommandKind[];

export interface Outline {
  name: string;
  points: [number, number][];
}

/** Why a lock takes no part in rules that want this of it; null = it does. */
export const unableFor = (
  family: LockFamily,
  { areas, cards }: { areas: readonly Outline[]; cards: number },
): SyncCause | null => {
  if (ruleOrders.some((kind) => abilities[family][kind] !== 'yes')) return 'unsupported';
  if (areas.length > ROOM.areas) return 'tooManyAreas';
  if (cards > ROOM.cards) return 'tooManyCards';
  const isRefused = areas.some(
    ({ name, points }) =>
      argsMistake(family, 'set_area', { number: 1, name, area: { shape: 'polygon', points } }) !== null,
  );
  return isRefused ? 'northEastOnly' : null;
};

export interface Kept extends Outline {
  number: number;
  wanted: boolean;
  confirmed: boolean;
}

/** What stands between a lock and its rules. */
export interface Facts {
  /** why it cannot be told what they want */
  unable: SyncCause | null;
  /** a frozen period holds: what lets somebody open it waits for its end, what takes away does not */
  frozen: boolean;
  /** an order of theirs is under way */
  busy: boolean;
  pushes: number;
  areas: readonly Kept[];
  /** null: it was told to release its cards, and no answer says whether it did */
  confined: boolean | null;
  /** of its cards: wanted and not held, and held and not wanted any more */
  missing: readonly string[];
  leaving: readonly string[];
  /** it said yes to losing some, and its list was not read since */
  unproved: boolean;
  /** any card is wanted */
  wants: boolean;
  /** its list has to be read; the page of it that comes next, null: it was not begun */
  unread: boolean;
  page: number | null;
  /** by its own count, and by our list; null: it never told */
  told: number | null;
  listed: number;
}

export type Order = { [K in (typeof ruleOrders)[number]]: { kind: K; args: ArgsOf<K> } }[(typeof ruleOrders)[number]];

export interface Next {
  state: SyncState;
  cause: SyncCause | null;
  order: Order | null;
}

const few = (numbers: readonly string[]): string[] => numbers.slice(0, CARDS_OF_ORDER);

/**
 * The next order of a lock, one at a time. Cards leave before areas do, and none comes before the lock keeps its areas: what is half
 * done never opens it elsewhere. A card that may have come is never given again before the lock has told what it holds.
 */
const orderFor = (facts: Facts): Order | null => {
  const { areas, confined, missing, leaving, unproved, wants, unread, page, frozen } = facts;
  const reads: Order = { kind: 'query_cards', args: { page: page ?? 1 } };
  if (unread && (facts.pushes > 0 || page !== null)) return reads;
  if (leaving.length > 0) return { kind: 'delete_cards', args: { cards: few(leaving) } };
  // a yes to twenty may be of some: until its list says so nothing opens it elsewhere
  if (unread && unproved) return reads;
  const unset = areas.find(({ wanted, confirmed }) => wanted && !confirmed);
  if (unset && !frozen) {
    const { number, name, points } = unset;
    return { kind: 'set_area', args: { number, name, area: { shape: 'polygon', points } } };
  }
  if (wants && !confined && !unset) return { kind: 'confine_cards', args: {} };
  // the last of its cards has gone: those given by hand open it anywhere again
  if (!wants && confined !== false && !frozen) return { kind: 'release_cards', args: {} };
  const past = areas.find(({ wanted }) => !wanted);
  if (past) return { kind: 'delete_area', args: { number: past.number, shape: 'polygon' } };
  if (missing.length > 0 && !frozen) return { kind: 'add_cards', args: { cards: few(missing) } };
  return unread && wants ? reads : null;
};
/** It gets no order now, and will get one once the frozen period is over. */
const waitsFor = (facts: Facts): boolean => facts.frozen && orderFor({ ...facts, frozen: false }) !== null;

/** Of a lock that cannot hold what rules want it is still taken what they do not want any more, where it can be told at all. */
const untold: ReadonlySet<SyncCause> = new Set(['unsupported', 'unusable']);

/** What becomes of a lock: desired, pushing, then synced, or in drift; and of one that cannot be told nothing. */
export const nextStep = (facts: Facts): Next => {
  const { unable, busy, pushes, page, told, listed } = facts;
  if (busy) return { state: 'pushing', cause: null, order: null };
  const order = orderFor(facts);
  if (unable) {
    const takes = order?.kind === 'delete_cards' || order?.kind === 'query_cards';
    const goesOn = takes && !untold.has(unable) && pushes < MOST_PUSHES;
    return { state: 'unable', cause: unable, order: goesOn ? order : null };
  }
  // somebody asked for its list
  const isAsked = order?.kind === 'query_cards' && page !== null;
  if (order && pushes >= MOST_PUSHES) return { state: 'drift', cause: 'refused', order: isAsked ? order : null };
  if (order) return { state: 'pushing', cause: null, order };
  if (waitsFor(facts)) return { state: 'desired', cause: 'frozen', order: null };
  if (told !== null && told !== listed) return { state: 'drift', cause: 'otherCards', order: null };
  return { state: 'synced', cause: null, order: null };
};
