import type { CardOpens, CellStanding } from '@plomb/contract/cards/matrix';
import { edgesOfHours } from '../../ingest/swipe.ts';
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

/** What a lock does with a card at a moment; `untold`: by then the rules are others, and whether it was told of that nobody knows. */
export const openingAt = (card: CardFacts, lock: LockFacts, at: number): CardOpens | 'untold' => {
  const { now, rules, confined, drift } = lock;
  const then = rules.filter((rule) => isInForce(rule, at, now));
  const its = then.filter(({ card_ids }) => card_ids.has(card.id));
  const ruled = at <= now ? card.ruled : card.usable && its.length > 0;
  if (ruled !== card.ruled && !(lock.unable && card.standing === null)) return 'untold';
  if (card.standing === null) return 'no';
  const isHere = (some: readonly RuleFacts[]): boolean => some.some(({ here }) => here);
  // an area that comes or goes meanwhile
  const isSame = isHere(then) === isHere(rules.filter((rule) => isInForce(rule, now, now)));
  const inside = its.filter(({ here }) => here);
  return cardOpens({
    ...{ standing: card.standing, mayHold: card.mayHold, confined, drift, ruled },
    inLock: isSame ? lock.inLock : null,
    inRule: inside.length > 0,
    inHours: inside.some(({ hours }) => isInHours(hours, at)),
  });
};

/** When a rule may let other cards open, after a moment. */
export const timesOf = ({ from_time, until_time, hours }: RuleFacts, after: number): number[] =>
  [
    ...[from_time, until_time].flatMap((time) => (time === null ? [] : [Date.parse(time)])),
    ...edgesOfHours(hours, after),
  ]
    .filter((time) => time > after)
    .sort((one, other) => one - other);
