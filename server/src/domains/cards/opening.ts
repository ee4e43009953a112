import type { CardOpens, CellStanding } from '@plomb/contract/cards/matrix';
import { edgesOfHours } from '../../ingest/swipe.ts';
import { type Frozen, frozenAt } from '../../lock/frozen.ts';
import { cardOpens, isInHours } from './cell.ts';

export interface RuleFacts {
  id: number;
  in_force: boolean;
  from_time: string | null;
  until_time: string | null;
  hours: { from: string; until: string; time_zone: string } | null;
  card_ids: ReadonlySet<number>;
  /** the lock is inside one of its areas */
  here: boolean;
}
export interface LockFacts {
  now: number;
  confined: boolean;
  drift: boolean;
  /** it can be told of no cards */
  unable: boolean;
  inLock: boolean | null;
  /** times in which nothing of its organisation is to open */
  frozen: readonly Frozen[];
  /** enabled ones that are for this lock, also those that begin later */
  rules: readonly RuleFacts[];
}
export interface CardFacts {
  id: number;
  /** null: it is not in the lock, and is not to be yet */
  standing: CellStanding | null;
  mayHold: boolean;
  /** rules want it there now */
  ruled: boolean;
  /** it may be given */
  usable: boolean;
}

/** Now as its locks were told, later by its period. */
export const isInForce = (rule: RuleFacts, at: number, now: number): boolean => {
  if (at <= now) return rule.in_force;
  const [from, until] = [rule.from_time, rule.until_time].map((time) => (time === null ? null : Date.parse(time)));
  return (from == null || from <= at) && (until == null || until > at);
};

/** What rules say at a moment. */
interface Then {
  rules: ReadonlySet<RuleFacts>;
  /** within their hours */
  open: ReadonlySet<RuleFacts>;
  /** in the same areas as now: none came or went meanwhile */
  isSame: boolean;
}

/** Remembers what has been asked of it. */
const remembered = <K, V>(find: (key: K) => V): ((key: K) => V) => {
  const known = new Map<K, V>();
  return (key) => {
    const value = known.get(key) ?? find(key);
    known.set(key, value);
    return value;
  };
};

export interface CardJudge {
  /** what the lock does with a card at a moment; `untold`: by then the rules are others, and whether it was told of that nobody knows */
  opens(card: CardFacts, at: number): CardOpens | 'untold';
  /** when the rules of a card may let it open, or no more, after a moment */
  times(card: CardFacts, after: number): readonly number[];
  /** when the answer of a moment becomes another; null: by itself it does not */
  change(card: CardFacts, at: number): number | null;
}

/** Of a lock and all cards: what its rules say at a moment is the same for each of them, and read once. */
export const judgeOf = (lock: LockFacts): CardJudge => {
  const { now, rules, confined, drift } = lock;
  const isHere = (some: readonly RuleFacts[]): boolean => some.some(({ here }) => here);
  const hoursOf = remembered((at: number) =>
    remembered((said: string): boolean => isInHours(JSON.parse(said) as RuleFacts['hours'], at)),
  );
  const edgesAfter = remembered((after: number) =>
    remembered((said: string): number[] => edgesOfHours(JSON.parse(said) as RuleFacts['hours'], after)),
  );
  const hours = new Map(rules.map((rule) => [rule, JSON.stringify(rule.hours)]));
  const inForce = remembered((at: number) => rules.filter((rule) => isInForce(rule, at, now)));
  const then = remembered((at: number): Then => {
    const held = inForce(at);
    const isOpen = hoursOf(at);
    return {
      rules: new Set(held),
      open: new Set(held.filter((rule) => isOpen(hours.get(rule)!))),
      isSame: isHere(held) === isHere(inForce(now)),
    };
  });
  const freezes = lock.frozen.flatMap(({ from_time, until_time }) => [Date.parse(from_time), Date.parse(until_time)]);
  const itsOwn = remembered((id: number) => rules.filter(({ card_ids }) => card_ids.has(id)));

  const opens = (card: CardFacts, at: number): CardOpens | 'untold' => {
    const { rules: held, open, isSame } = then(at);
    const its = itsOwn(card.id).filter((rule) => held.has(rule));
    const ruled = at <= now ? card.ruled : card.usable && its.length > 0;
    if (ruled !== card.ruled && !(lock.unable && card.standing === null)) return 'untold';
    if (card.standing === null) return 'no';
    const inside = its.filter(({ here }) => here);
    return cardOpens({
      ...{ standing: card.standing, mayHold: card.mayHold, confined, drift, ruled },
      inLock: isSame ? lock.inLock : null,
      inRule: inside.length > 0,
      inHours: inside.some((rule) => open.has(rule)),
      frozen: frozenAt(lock.frozen, at) !== null,
    });
  };
  const times = (card: CardFacts, after: number): readonly number[] => {
    const edges = edgesAfter(after);
    const all = itsOwn(card.id).flatMap((rule) => [
      ...[rule.from_time, rule.until_time].flatMap((time) => (time === null ? [] : [Date.parse(time)])),
      ...edges(hours.get(rule)!),
    ]);
    return [...new Set([...all, ...freezes])].filter((time) => time > after).sort((one, other) => one - other);
  };
  return {
    opens,
    times,
    change(card, at) {
      const before = opens(card, at);
      return times(card, at).find((time) => opens(card, time) !== before) ?? null;
    },
  };
};
