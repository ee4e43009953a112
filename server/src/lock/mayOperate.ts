import type { ApprovalRuleKind } from '@plomb/contract/approvals/approvals';
import { frozenPeriods } from '@plomb/contract/approvals/frozenPeriods';
import { type AssignedOrders, assignments } from '@plomb/contract/batches/assignments';
import type { ErrorCode } from '@plomb/contract/errors';
import { authorisations } from '@plomb/contract/friends/authorisations';
import type { Text } from '@plomb/contract/kit/text';
import { type LockFacts, refusalByBattery, refusalByUse, refusalByWord } from '@plomb/contract/lock/operable';
import type { OperationClause } from '@plomb/contract/lock/operationClauses';
import { abilities, type CommandKind, movesMetal, orderKinds } from '@plomb/contract/lock/orderKinds';
import { orders } from '@plomb/contract/orders/orders';
import { type Frozen, frozenAt } from './frozen.ts';

/** What somebody wants of a lock: an order of a kind, or to be shown its one-time password. */
export type Operation = CommandKind | 'unlockPassword';

/** By what right somebody reaches a lock. */
export type Right =
  /** its organisation is the person's own, or below that */
  | {
      by: 'organisation';
      sees: boolean;
      /** where the person stands, this period is theirs to end, given the button to; not said: none is */
      ends?: (period: Frozen) => boolean;
    }
  /** it was distributed to the person's organisation, which does not see it (decision 0059) */
  | { by: 'assignment'; ended: boolean; sending: boolean; orders: AssignedOrders }
  /** it was authorised to the person, who does not see it (decision 0058); null: it is not, or not now */
  | { by: 'authorisation'; orders: AssignedOrders | null; openings: Openings; place: PlaceInAreas | null };

/** Of a right that is good for so many openings: whether one is left, or an order that is not over may yet be the last. */
export type Openings = 'left' | 'onItsWay' | 'usedUp';
export const openingsOf = (of: { max_uses: number | null; proved: number; open: number }): Openings => {
  const { max_uses, proved, open } = of;
  if (max_uses === null || proved + open < max_uses) return 'left';
  return proved < max_uses ? 'onItsWay' : 'usedUp';
};

/** Of a right that holds inside areas alone: whether the lock was inside by its last valid fix, and how many seconds ago; null: it never had one. */
export interface PlaceInAreas {
  inside: boolean;
  age: number | null;
}
/** Seconds for which a place counts: a lock moves. */
export const PLACE_HOLDS = 30 * 60;

/** Of whoever stands in these organisations, to a lock of one. */
export const inOrganisation = (orgIds: readonly number[], orgId: number): Extract<Right, { by: 'organisation' }> => ({
  by: 'organisation',
  sees: orgIds.includes(orgId),
  ends: ({ org_id }) => orgIds.includes(org_id),
});

export interface Operable extends LockFacts {
  status: 1 | 2;
  /** it told its one-time password within a day, and no deed has used that up */
  password_known: boolean;
  /** what a second person has to approve, by the word of its organisation and of those above */
  approval_kinds: readonly (CommandKind | ApprovalRuleKind)[];
  /** to the areas in which one person alone unseals it, by the word of the same; null: they name none */
  unseal_place: PlaceInAreas | null;
  /** times that are not over, in which its organisation or one above lets nothing open */
  frozen: readonly Frozen[];
}

/** What moves the metal of a lock already and does not give way: an order that has left, or one of others that waits. */
export type UnderWay = { what: 'sent'; until: string } | { what: 'ofOthers' };

export interface Facts {
  right: Right;
  /** of whoever wants it, as `menu:button` */
  grants: ReadonlySet<string>;
  lock: Operable;
  underWay: UnderWay | null;
  /** the moment that is asked about, ms since 1970 */
  at: number;
  /** a second person has approved this very order */
  approved: boolean;
}

const opens = (operation: Operation): boolean => operation === 'unlockPassword' || orderKinds[operation].opens;
const moves = (operation: Operation): boolean => operation !== 'unlockPassword' && movesMetal(operation);

/** Why a device takes nothing of such a kind, whatever its lock says; null = it does. */
export const refusalOfDevice = (
  { status, out_of_use }: Pick<Operable, 'status' | 'out_of_use'>,
  kind: { moves: boolean; opens: boolean },
): ErrorCode | null => (status === 1 ? refusalByUse(out_of_use, kind) : 'deviceDisabled');

/** Why the right is none for it; null = it is one. Whatever is out of sight is as what is not there. */
export const refusalByRight = (operation: Operation, right: Right): ErrorCode | null => {
  if (right.by === 'organisation') return right.sees ? null : 'notFound';
  if (operation !== 'seal' && operation !== 'unseal') return 'notFound';
  if (right.by === 'authorisation') {
    if (right.orders === null) return 'authorisationEnded';
    if (right.orders !== 'unseal' && right.orders !== operation) return 'authorisationSealOnly';
    // sealing is counted by nothing
    if (operation === 'seal' || right.openings === 'left') return null;
    return right.openings === 'onItsWay' ? 'authorisationOnItsWay' : 'authorisationUsedUp';
  }
  if (right.ended) return 'assignmentEnded';
  if (!right.sending) return 'sendingForbidden';
  // sealing is the safe direction: whoever may unseal may seal
  return right.orders === 'unseal' || right.orders === operation ? null : 'sealOnly';
};

/** The button it takes besides that of the order. */
const byRight = { assignment: assignments.order.permit, authorisation: authorisations.order.permit };

/** What opens the lock, or tells somebody how. */
const opensNow = (operation: Operation): boolean => operation === 'unseal' || operation === 'unlockPassword';
/** The same, and what lets somebody open it from then on. */
const letsOpen = (operation: Operation): boolean => operation === 'unlockPassword' || orderKinds[operation].letsOpen;
/**
 * The frozen periods that keep somebody from it while they hold. Whoever sees the lock and may end one unseals in it; of a password or
 * a card nobody knows when it is used, whoever gives it.
 */
export const bindingPeriods = (
  operation: Operation,
  { right, grants, lock }: Pick<Facts, 'right' | 'grants'> & { lock: Pick<Operable, 'frozen'> },
): readonly Frozen[] => {
  if (!letsOpen(operation)) return [];
  const mayEnd = operation === 'unseal' && right.by === 'organisation' && grants.has(frozenPeriods.end.permit);
  return mayEnd ? lock.frozen.filter((period) => !right.ends?.(period)) : lock.frozen;
};
/** Named to whoever sees the lock; what another organisation calls its period is not the business of the others. */
const frozenCode = (operation: Operation, { by }: Right): ErrorCode => {
  if (by !== 'organisation') return 'frozenByOwner';
  if (operation === 'unseal') return 'frozen';
  return operation === 'unlockPassword' ? 'passwordFrozen' : 'frozenNewly';
};

/** Why not, with values for the words, and when that ends where it is known; null = it may be done. */
type No = ErrorCode | { code: ErrorCode; values?: Record<string, string>; until?: string } | null;
type Judge = (operation: Operation, facts: Facts) => No;

const hours = (seconds: number): string =>
  `${Math.floor(seconds / 3600)}:${String(Math.floor((seconds % 3600) / 60)).padStart(2, '0')}`;

/** Whether a lock counts as inside, and why not; null: the right or the rule names no areas. */
const standsIn = (place: PlaceInAreas | null): 'inside' | 'outside' | 'old' | 'unknown' | null => {
  if (place === null) return null;
  if (place.age === null) return 'unknown';
  if (place.age > PLACE_HOLDS) return 'old';
  return place.inside ? 'inside' : 'outside';
};
const isBarred = (place: PlaceInAreas | null): boolean => place !== null && standsIn(place) !== 'inside';
const placeCodes = {
  authorisation: {
    outside: 'authorisationOutside',
    old: 'authorisationPlaceOld',
    unknown: 'authorisationPlaceUnknown',
  },
  organisation: { outside: 'approvalOutside', old: 'approvalPlaceOld', unknown: 'approvalPlaceUnknown' },
} as const satisfies Record<string, Record<string, ErrorCode>>;
const refusalByPlace = (place: PlaceInAreas | null, of: keyof typeof placeCodes): ErrorCode | null => {
  const stands = standsIn(place);
  return stands === null || stands === 'inside' ? null : placeCodes[of][stands];
};

/** Each refuses by itself; of several the first is told. */
const clauses = {
  right: { words: { zh: '权利', en: 'right' }, refusal: (operation, { right }) => refusalByRight(operation, right) },
  button: {
    words: { zh: '按钮', en: 'button' },
    refusal: (operation, { right, grants }) =>
      grants.has(orders[operation].permit) && (right.by === 'organisation' || grants.has(byRight[right.by]))
        ? null
        : 'noPermission',
  },
  ability: {
    words: { zh: '锁的能力', en: 'what the lock can do' },
    refusal: (operation, { lock }) =>
      operation !== 'unlockPassword' && abilities[lock.family][operation] === 'no' ? 'commandUnsupported' : null,
  },
  use: {
    words: { zh: '设备使用状态', en: 'use of the device' },
    refusal: (operation, { lock }) => refusalOfDevice(lock, { moves: moves(operation), opens: opens(operation) }),
  },
  frozen: {
    words: { zh: '封控期', en: 'frozen period' },
    // no second person makes it possible
    refusal(operation, facts) {
      const period = frozenAt(bindingPeriods(operation, facts), facts.at);
      if (period === null) return null;
      return { code: frozenCode(operation, facts.right), values: { what: period.name }, until: period.until };
    },
  },
  place: {
    words: { zh: '锁的位置', en: 'where the lock is' },
    // sealing is the safe direction
    refusal(operation, { right, lock: { unseal_place } }) {
      const outside = isBarred(unseal_place);
      if (operation === 'unlockPassword') return outside ? 'passwordOutside' : null;
      if (operation !== 'unseal' || right.by === 'organisation') return null; // whoever sees it asks a second person, below
      const place = right.by === 'authorisation' ? right.place : null;
      const code = refusalByPlace(place, 'authorisation');
      if (code !== null) return { code, values: { age: hours(place?.age ?? 0) } };
      return outside ? 'approvalOutsideByOwner' : null;
    },
  },
  battery: {
    words: { zh: '电量', en: 'battery' },
    // a password is one way to unseal
    refusal: (operation, { lock }) => (opensNow(operation) ? refusalByBattery(lock) : null),
  },
  state: {
    words: { zh: '锁的状态', en: 'state of the lock' },
    refusal(operation, { lock }) {
      if (operation === 'unlockPassword') return lock.password_known ? null : 'passwordUnknown';
      return refusalByWord(operation, lock);
    },
  },
  underWay: {
    words: { zh: '未完成的指令', en: 'order under way' },
    refusal(operation, { underWay }) {
      if (!moves(operation) || underWay === null) return null;
      return underWay.what === 'sent' ? 'oneLivePhysicalCommand' : 'orderOfOthers';
    },
  },
  approval: {
    words: { zh: '批准', en: 'approval' },
    refusal(operation, { right, lock }) {
      // what two people unseal, one who is shown the password does not
      if (operation === 'unlockPassword') return lock.approval_kinds.includes('unseal') ? 'passwordNotAlone' : null;
      // whoever does not see the lock has nobody to ask (decision 0057)
      return right.by !== 'organisation' && lock.approval_kinds.includes(operation) ? 'approvalByOwner' : null;
    },
  },
} as const satisfies Record<OperationClause, { words: Text; refusal: Judge }>;

export type Clause = keyof typeof clauses;
export const clauseNames = Object.keys(clauses) as Clause[];
/** What was tried, as the operation log says it, with the clause by which it was refused. */
export const saidWithClause = (said: Text, clause: Clause): Text => ({
  zh: `${said.zh}（未通过：${clauses[clause].words.zh}）`,
  en: `${said.en} (refused by: ${clauses[clause].words.en})`,
});

export type Verdict =
  | { answer: 'may' }
  /** all is well, and a second person has to approve it first */
  | { answer: 'approval'; code: ErrorCode }
  | {
      answer: 'refused';
      clause: Clause;
      code: ErrorCode;
      /** for its words */
      values: Record<string, string>;
      /** when that changes at the latest; null = nobody knows */
      until: string | null;
    };

/** Why a second person has to approve it; null = nobody asks for one. */
const refusalAlone = (operation: Operation, { approval_kinds, unseal_place }: Operable): ErrorCode | null => {
  if (operation === 'unlockPassword') return null;
  if (approval_kinds.includes(operation)) return 'approvalNeeded';
  return operation === 'unseal' ? refusalByPlace(unseal_place, 'organisation') : null;
};

/**
 * Whether somebody may do something to a lock now. The one decision: an order, many orders, a password that is shown, an
 * order by an assignment, and the list of who can open a lock go by it.
 */
export const mayOperate = (operation: Operation, facts: Facts): Verdict => {
  for (const clause of clauseNames) {
    const judge: Judge = clauses[clause].refusal;
    const no = judge(operation, facts);
    if (no === null) continue;
    const { code, values = {}, until: ends } = typeof no === 'string' ? { code: no } : no;
    const { underWay } = facts;
    const until = ends ?? (clause === 'underWay' && underWay?.what === 'sent' ? underWay.until : null);
    return { answer: 'refused', clause, code, values, until };
  }
  const asks = refusalAlone(operation, facts.lock);
  return asks && !facts.approved ? { answer: 'approval', code: asks } : { answer: 'may' };
};
