import type { RuleArea } from '@plomb/contract/cards/rules';
import { LockSource } from '@plomb/contract/lock/codes';
import type { ReportEvent } from '@plomb/contract/lock/report';
import type { Swipe, SwipeDoubt, SwipeVerdict } from '@plomb/contract/lock/swipe';
import { LRUCache } from 'lru-cache';
import { type Area, areaOf, margin } from './fences.ts';

/** What a rule said of one lock for a time, ms since 1970. */
export interface RuleThen {
  ruleId: number;
  name: string;
  since: number;
  /** null: it says so still */
  until: number | null;
  enabled: boolean;
  /** numbers without leading zeros */
  cards: readonly string[];
  areas: readonly RuleArea[];
  from: number | null;
  to: number | null;
  hours: Swipe['hours'];
}

/** Whether a card was given by hand or by a rule, or taken by the lock's yes. */
export interface Gift {
  at: number;
  how: 'hand' | 'rule' | 'taken';
  cards: readonly string[];
}

/** An order that changed which areas a lock may keep, or whether it opens inside them alone; of `area_orders` in the database. */
export interface AreaOrder {
  kind: 'set_area' | 'delete_area' | 'confine_cards' | 'release_cards' | 'factory_reset';
  number: number | null;
  at: number;
  /** the lock said yes */
  sure: boolean;
  /** of a rule of whoever has the lock */
  own: boolean;
}

/** What a lock's swipes are judged by. */
export interface SwipeFacts {
  /** since when the lock is with whom it is with: what was before is not judged by their rules */
  owned: number;
  rules: readonly RuleThen[];
  gifts: readonly Gift[];
  /** what it told of its cards when it first told all; null: it never did */
  list: { at: number; cards: readonly string[] } | null;
  areaOrders: readonly AreaOrder[];
  /** it can be told to open inside its areas alone */
  confines: boolean;
}

export interface Swiped {
  card: string;
  at: number;
  /** it has a time of its own */
  timed: boolean;
  place: { lon: number; lat: number } | null;
}

/** The card that a lock says opened it, or was held to it in vain; null: it tells of none. */
export const cardOf = (event: ReportEvent | null): string | null =>
  event?.actor &&
  (event.lso === LockSource.cardUnseal ||
    event.alarms.includes('illegal_card') ||
    event.alarms.includes('card_outside_area'))
    ? event.actor
    : null;

/** Locks tell numbers with more or fewer zeros in front. */
export const bare = (number: string): string => number.replace(/^0+/, '');

/** Making a clock costs a hundred times what reading it does. */
const clocks = new LRUCache<string, Intl.DateTimeFormat>({ max: 500 });
const clockOf = (timeZone: string): Intl.DateTimeFormat => {
  const known = clocks.get(timeZone);
  if (known) return known;
  const made = new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
  clocks.set(timeZone, made);
  return made;
};
/** Minutes of the day in a time zone. */
const minuteIn = (timeZone: string, now: number): number => {
  const parts = clockOf(timeZone).format(now).split(':');
  return Number(parts[0]) * 60 + Number(parts[1]);
};
const minuteOf = (hour: string): number => Number(hour.slice(0, 2)) * 60 + Number(hour.slice(3));

/** Whether a moment is within hours of the day; null: of the whole day. From and until the same: the whole day. */
export const isInHours = (hours: Swipe['hours'], now: number): boolean => {
  if (hours === null || hours.from === hours.until) return true;
  const [at, from, until] = [minuteIn(hours.time_zone, now), minuteOf(hours.from), minuteOf(hours.until)];
  return from < until ? at >= from && at < until : at >= from || at < until;
};

const DAY = 86_400_000;
/** When hours of the day begin and end next after a moment. */
export const edgesOfHours = (hours: Swipe['hours'], after: number): number[] => {
  if (hours === null || hours.from === hours.until) return [];
  const zone = hours.time_zone;
  return [hours.from, hours.until].map((edge) => {
    const next = (time: number) => ((minuteOf(edge) - minuteIn(zone, time) + 1440) % 1440) * 60_000;
    const minute = after - (after % 60_000);
    const time = minute + (next(minute) || DAY);
    // a clock that was put forward or back on the way
    const off = next(time);
    return time + (off > DAY / 2 ? off - DAY : off);
  });
};

/** A rule's outline, as the platform judges fences. */
export const outlineOf = (area: RuleArea['area']): Area | null =>
  area.shape === 'circle'
    ? areaOf({ type: 'Point', coordinates: area.centre }, area.radius)
    : areaOf({ type: 'Polygon', coordinates: [[...area.points, area.points[0]!]] }, null);

/** Where a card stands to the rules that are about it. */
export interface Standing {
  /** one of them is within its hours */
  open: boolean;
  /** in an area of one that is within its hours, or of one that is not; on the edge of it; in none; nobody knows */
  here: 'open' | 'closed' | 'edge' | 'no' | 'unknown';
  /** in an area of other cards */
  inOthers: boolean;
  /** the lock may keep areas that no rule knows of */
  unseen: boolean;
}

/** Whether the rules that are about a card let it open: the one answer of the grid of cards, and of every swipe. */
export const byRules = ({
  open,
  here,
  inOthers,
  unseen,
}: Standing): { verdict: SwipeVerdict; doubt: SwipeDoubt | null } => {
  const sure = (verdict: SwipeVerdict) => ({ verdict, doubt: null });
  const unsure = (doubt: SwipeDoubt) => ({ verdict: 'unsure' as const, doubt });
  if (here === 'open') return sure('rule');
  // wherever it is
  if (!open || here === 'closed') return sure('hours');
  if (here === 'unknown') return unsure('place');
  if (here === 'edge') return unsure('edge');
  if (inOthers) return sure('elsewhere');
  return unseen ? unsure('areas') : sure('outside');
};

/** Whether a lock may keep areas at a time that were set by hand, or by whoever had it before. */
export const keepsUnseen = (orders: readonly AreaOrder[], at: number): boolean => {
  const unseen = new Set<number>();
  for (const order of [...orders].sort((a, b) => a.at - b.at)) {
    if (order.at > at) break;
    if (order.kind === 'factory_reset') {
      if (order.sure) unseen.clear();
    } else if (order.number !== null) {
      if (order.kind === 'set_area' && !order.own) unseen.add(order.number);
      else if (order.sure) unseen.delete(order.number);
    }
  }
  return unseen.size > 0;
};

/** Whether a lock had said by a time that it opens inside its areas alone, and was sent nothing else since. */
const isConfined = (orders: readonly AreaOrder[], at: number): boolean => {
  let confined = false;
  for (const order of [...orders].sort((a, b) => a.at - b.at)) {
    if (order.at > at) break;
    if (order.kind === 'confine_cards' && order.sure) confined = true;
    // it may have taken a release that it never answered
    else if (order.kind === 'release_cards' || (order.kind === 'factory_reset' && order.sure)) confined = false;
  }
  return confined;
};

const isInForce = ({ enabled, from, to }: RuleThen, at: number): boolean =>
  enabled && (from === null || from <= at) && (to === null || at < to);

const said = (rule: RuleThen | undefined, area = '', until = rule?.to ?? null) => ({
  rule_id: rule?.ruleId ?? null,
  rule_name: rule?.name ?? '',
  area,
  until_time: until === null ? null : new Date(until).toISOString(),
  hours: rule?.hours ?? null,
});

/** Since when the newest of rules that were about a card holds no more; it may not have begun. */
const endOf = (rule: RuleThen, at: number): number | null => {
  if (rule.to !== null && rule.to <= at && (rule.until === null || rule.to < rule.until)) return rule.to;
  return rule.until !== null && rule.until <= at ? rule.until : null;
};

/**
 * How a swipe stood to the rules of its time; null: no rule was about it or its lock, and nothing is to be said. Pure, and of nothing but
 * that moment: in whatever order words are told, each is judged the same.
 */
export const judgeSwipe = ({ card: told, at, timed, place }: Swiped, facts: SwipeFacts): Swipe | null => {
  const card = bare(told);
  const known = facts.rules.filter(({ since }) => since <= at);
  const now = known.filter((rule) => (rule.until === null || at < rule.until) && isInForce(rule, at));
  const own = now.filter(({ cards }) => cards.includes(card));
  if (!timed) {
    return now.length > 0 ? { verdict: 'unsure', doubt: 'time', ...said(own[0]) } : null;
  }
  if (own.length === 0) return ofNoRule(card, at, facts, known, now.length > 0);

  const metres = ({ area }: RuleArea): number =>
    place ? (outlineOf(area)?.(place.lon, place.lat) ?? Number.POSITIVE_INFINITY) : Number.POSITIVE_INFINITY;
  const within = (some: readonly RuleThen[]) => {
    for (const rule of some) {
      const area = rule.areas.find((one) => metres(one) === 0);
      if (area) return { rule, area: area.name };
    }
    return null;
  };
  const open = own.filter(({ hours }) => isInHours(hours, at));
  const inOpen = within(open);
  const inClosed = within(own);
  const inOthers = within(now.filter((rule) => !own.includes(rule)));
  const isEdge = open.some(({ areas }) => areas.some((area) => metres(area) <= margin));
  const outcome = byRules({
    open: open.length > 0,
    here: !place ? 'unknown' : inOpen ? 'open' : isEdge ? 'edge' : inClosed ? 'closed' : 'no',
    inOthers: inOthers !== null,
    unseen: keepsUnseen(facts.areaOrders, at),
  });
  const isElsewhere = outcome.verdict === 'outside' || outcome.verdict === 'elsewhere';
  /** where its rules let it open until they were changed, and no area was confirmed since */
  const isOfBefore = (): boolean =>
    known.some(
      ({ until, ...before }) =>
        until !== null &&
        until <= at &&
        before.enabled &&
        before.cards.includes(card) &&
        before.areas.some((area) => metres(area) === 0) &&
        !facts.areaOrders.some((one) => one.number !== null && one.own && one.sure && one.at > until && one.at <= at),
    );
  if (isElsewhere && facts.confines && (!isConfined(facts.areaOrders, at) || isOfBefore())) outcome.doubt = 'untold';
  const where = inOpen ?? inClosed;
  const rule = where?.rule ?? open[0] ?? own[0];
  return { ...outcome, ...said(rule, where?.area ?? (outcome.verdict === 'elsewhere' ? inOthers!.area : '')) };
};

/** Of a card that no rule in force lets open this lock. */
const ofNoRule = (
  card: string,
  at: number,
  { gifts, list }: SwipeFacts,
  known: readonly RuleThen[],
  isRuled: boolean,
): Swipe | null => {
  const gift = gifts.filter((one) => one.at <= at && one.cards.includes(card)).sort((a, b) => b.at - a.at)[0];
  const past = known
    .filter(({ cards, enabled }) => enabled && cards.includes(card))
    .sort((a, b) => b.since - a.since)[0];
  if (past) {
    const end = endOf(past, at);
    // given by hand since its rule let it go
    if (gift?.how === 'hand' && gift.at >= (end ?? past.since))
      return { verdict: 'hand', doubt: null, ...said(undefined) };
    return { verdict: 'period', doubt: null, ...said(past, '', end) };
  }
  if (!isRuled) return null;
  if (gift?.how === 'hand') return { verdict: 'hand', doubt: null, ...said(undefined) };
  // by a rule that is not of those above any more
  if (gift?.how === 'rule') return { verdict: 'period', doubt: null, ...said(undefined) };
  if (!gift && list?.cards.includes(card)) return { verdict: 'hand', doubt: null, ...said(undefined) };
  if (!gift && !(list && list.at <= at)) return { verdict: 'unsure', doubt: 'list', ...said(undefined) };
  return { verdict: 'nobody', doubt: null, ...said(undefined) };
};

export const isSameSwipe = (a: Swipe | null, b: Swipe | null): boolean =>
  a === b ||
  (a !== null &&
    b !== null &&
    a.verdict === b.verdict &&
    a.doubt === b.doubt &&
    a.rule_id === b.rule_id &&
    a.rule_name === b.rule_name &&
    a.area === b.area &&
    a.until_time === b.until_time);
