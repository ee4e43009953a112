import { countWhile } from '../kit/countWhile.ts';
import type { Place } from '../lock/metres.ts';
import type { Gap, Trip } from '../tracks/trip.ts';
import { type Amended, changedAfter, stopsAsDue } from './amendedAfter.ts';
import { type AbnormalCause, type BatchState, BatchStep } from './batchSteps.ts';
import { beyond, limitKinds, type PlanAt } from './limits.ts';
import { closedTwice, type Reading, readingKey } from './readings.ts';
import {
  isApart,
  isIn,
  lookedAt,
  openTimes,
  patrolsOf,
  type RouteStop,
  stoodAt,
  stoodStill,
  tooFast,
} from './whereabouts.ts';

/** Whether what was carried is known to have stayed as it was sealed. */
export const verdicts = ['intact', 'gap', 'breached'] as const;
export type Verdict = (typeof verdicts)[number];

/** Minutes without a place or a word of the lock that still count as seen. Source: ours, domain rules §11. */
export const BLIND_MINUTES = 15;
/** Minutes for which a lock that stands may sleep: it wakes when it is moved or opened. Source: ours, domain rules §11. */
export const ASLEEP_MINUTES = 6 * 60;

/** What each cause says of a batch: that somebody was at it, or that nobody can tell. */
const ofCause: Record<AbnormalCause, 'breached' | 'gap'> = {
  unsealed_outside: 'breached',
  not_resealed: 'breached',
  lock_abnormal: 'breached',
  reader_abnormal: 'breached',
  seal_abnormal: 'breached',
  refused_scan: 'breached',
  late_evidence: 'breached',
  contradicts: 'breached',
  sealed_elsewhere: 'gap',
  reported: 'gap',
  forced_end: 'gap',
  off_route: 'gap',
  long_stop: 'gap',
  lock_silent: 'gap',
};
/** What else speaks against it, what is worth knowing, and what speaks for it. */
const ofRest = {
  silent: 'gap',
  no_fix: 'gap',
  unread: 'gap',
  track_gone: 'gap',
  words_due: 'gap',
  steps_cut: 'gap',
  open_now: 'gap',
  stood_open: 'gap',
  scrapped_off: 'gap',
  elsewhere: 'gap',
  too_fast: 'gap',
  patrol_missed: 'gap',
  nowhere: 'gap',
  amended: 'gap',
  amended_alone: 'gap',
  untold: 'gap',
  still_sealed: 'gap',
  resealed: 'note',
  refused: 'note',
  no_lock: 'note',
  numbers_match: 'for',
  lock_closed: 'for',
  patrolled: 'for',
} as const;

export const reasonCodes = [
  ...(Object.keys(ofCause) as AbnormalCause[]),
  ...(Object.keys(ofRest) as (keyof typeof ofRest)[]),
];
export type ReasonCode = (typeof reasonCodes)[number];
export const reasonWeights = ['breached', 'gap', 'note', 'for'] as const;
export type ReasonWeight = (typeof reasonWeights)[number];
export const weightOf = (code: ReasonCode): ReasonWeight => ({ ...ofCause, ...ofRest })[code];

/** One reason, and the rows that it rests on: `step 7`, `refused 3`, `gap 12 1732089600000`, `position 4`, `stop a`. */
export interface Reason {
  code: ReasonCode;
  weight: ReasonWeight;
  /** of the first row, and of the last or the end of a gap, ms since 1970; null: of no moment */
  from: number | null;
  to: number | null;
  positions: string[];
  numbers: string[];
  /** how often, or how many */
  count: number;
  rests_on: string[];
}

export interface JourneyStep {
  id: number;
  step: BatchStep;
  cause: AbnormalCause | null;
  position_id: number | null;
  position: string;
  /** ms since 1970; so below */
  at: number;
  number: string;
  /** where it was done; null or absent: nobody knows */
  place?: Place | null;
  /** who told of it: whether somebody with a handset or a reader did it */
  byHand?: boolean;
  /** a reader told of its lock: nobody read what is on it */
  byReader?: boolean;
}
/** What one of its locks told on the way. */
export interface JourneyLock {
  device_id: number;
  position: string;
  runs: Trip<unknown>['runs'];
  /** `unheard`: the longest time of it without a word, ms */
  gaps: readonly (Pick<Gap, 'kind' | 'from' | 'to'> & { unheard: number })[];
  /** what it told then is not deleted yet, and in sight */
  kept: boolean;
  /** until when it was read, where it told more than is read of one; null: all of it */
  read: number | null;
}
export interface JourneyFacts {
  state: BatchState;
  forced: boolean;
  /** since when it is on the road, and until when it was; null: it has not left, it has not ended */
  left: number | null;
  ended: number | null;
  now: number;
  /** where it is opened, and where it stops on the way */
  destination: Place & { radius: number };
  stops: readonly RouteStop[];
  positions: {
    id: number;
    position: string;
    isLock: boolean;
    sealed: boolean;
    number: string;
    openStops: string[];
    /** what its lock, or a reader of its chip, said and is not judged yet */
    due: number;
  }[];
  steps: readonly JourneyStep[];
  /** what was planned anew since it left */
  amended: readonly Amended[];
  /** what readers said of chips while they were on it */
  readings: readonly Reading[];
  /** by which plan each time is judged, the first one first: an amendment says nothing of what was before */
  plans: readonly PlanAt[];
  /** scans that were refused and made no step */
  refused: { id: number; at: number; position: string; number: string }[];
  /** not all of its steps or refusals are here */
  cut: boolean;
  /** one for each position that has one */
  locks: readonly JourneyLock[];
}

const MINUTE = 60_000;
const unique = (texts: readonly string[]): string[] => [...new Set(texts.filter(Boolean))];
interface Row {
  key: string;
  at: number;
  position?: string;
  number?: string;
}
const reasonOf = (code: ReasonCode, rows: readonly Row[], more: Partial<Reason> = {}): Reason[] => {
  if (rows.length === 0) return [];
  const times = rows.map(({ at }) => at);
  return [
    {
      ...{ code, weight: weightOf(code), from: Math.min(...times), to: Math.max(...times), count: rows.length },
      positions: unique(rows.map(({ position = '' }) => position)),
      numbers: unique(rows.map(({ number = '' }) => number)),
      rests_on: rows.map(({ key }) => key),
      ...more,
    },
  ];
};
const rowOf = ({ id, at, position, number }: JourneyStep): Row => ({ key: `step ${id}`, at, position, number });

const isMove = ({ step }: JourneyStep): boolean =>
  step === BatchStep.seal || step === BatchStep.unseal || step === BatchStep.scrap;
const movesOf = (steps: readonly JourneyStep[], id: number) =>
  openTimes(steps.filter((one) => one.position_id === id && isMove(one)));

/** What the steps say by themselves: each cause once, with every step of it. */
const ofSteps = ({ steps, left, ...facts }: JourneyFacts): Reason[] => {
  const causes = (unique(steps.map(({ cause }) => cause ?? '')) as AbnormalCause[]).filter(
    (cause) => !limitKinds.some((kind) => kind === cause),
  );
  const of = (step: BatchStep) => steps.filter((one) => one.step === step);
  const seals = facts.positions.filter(({ isLock }) => !isLock);
  const sealsOpened = of(BatchStep.unseal).filter(
    (one) => !one.byReader && seals.some(({ id }) => id === one.position_id),
  );
  const replaced = facts.positions
    .flatMap(({ id }) => movesOf(steps, id))
    .filter(({ off, on }) => off.step === BatchStep.scrap && on !== null);
  /** inside the circles where a position may be opened; whose place nobody knows is not */
  const mayOpenAt = ({ place, position_id }: JourneyStep): boolean => {
    const stops = facts.positions.find(({ id }) => id === position_id)?.openStops ?? [];
    const circles = [facts.destination, ...facts.stops.filter(({ id }) => stops.includes(id))];
    return Boolean(place) && circles.some((one) => isIn(one, place!));
  };
  // that something stayed open is noticed with the last that is opened: what stayed open are those that came off elsewhere
  const stayedOpen = facts.positions
    .flatMap(({ id }) => movesOf(steps, id))
    .filter(({ off, on }) => on === null && !(off.place && isIn(facts.destination, off.place)))
    .map(({ off }) => off);
  const rowsOf = (cause: AbnormalCause): JourneyStep[] =>
    cause === 'not_resealed' && stayedOpen.length > 0 ? stayedOpen : steps.filter((one) => one.cause === cause);
  return [
    ...causes.flatMap((cause) => reasonOf(cause, rowsOf(cause).map(rowOf))),
    // a new seal leaves both numbers
    ...reasonOf('resealed', replaced.flatMap(({ off, on }) => [off, on!]).map(rowOf), { count: replaced.length }),
    ...reasonOf(
      'scrapped_off',
      of(BatchStep.scrap)
        .filter((one) => left !== null && one.at >= left && !mayOpenAt(one))
        .map(rowOf),
    ),
    ...reasonOf(
      'numbers_match',
      causes.includes('refused_scan') ? [] : [...of(BatchStep.inspect), ...sealsOpened].map(rowOf),
    ),
  ];
};

/** Times on the road in which a position was not sealed, but at one place that is known. */
const open = ({ positions, steps, locks, left, ended, now, destination, stops }: JourneyFacts): Reason[] => {
  if (left === null) return [];
  const until = ended ?? now;
  const ways = locks.filter(({ kept }) => kept);
  const blind = ways.map(({ gaps }) => gaps.filter(isBlind));
  /** without a lock that was seen meanwhile nobody knows for longer where it was */
  const isSeen = (from: number, to: number): boolean =>
    to - from <= BLIND_MINUTES * MINUTE ||
    ways.some(({ read }, nth) => {
      const next = blind[nth]![countWhile(blind[nth]!, (gap) => gap.to <= from)];
      return (read === null || read >= to) && !(next && next.from < to);
    });
  const rows = positions
    .flatMap(({ id }) => movesOf(steps, id))
    .filter(({ off, on }) => {
      if ((on?.at ?? until) <= left) return false;
      // where it is unloaded nothing is sealed again
      const circles = on ? [destination, ...stops] : [destination];
      const isThere = on !== null || (Boolean(off.place) && isIn(destination, off.place!));
      const isKnown = on === null || isSeen(off.at, on.at);
      return !isThere || !isKnown || !stoodStill({ off, on }, until, ways, circles);
    });
  // what came off elsewhere and stayed off is said by its own cause
  const isSaid = ({ place }: JourneyStep): boolean =>
    steps.some(({ cause }) => cause === 'not_resealed') && !(place && isIn(destination, place));
  const stood = rows.filter(({ off, on }) => on !== null || (ended !== null && !isSaid(off)));
  return [
    ...reasonOf(
      'open_now',
      rows.filter(({ on }) => on === null && ended === null).map(({ off }) => rowOf(off)),
    ),
    ...reasonOf(
      'stood_open',
      stood.flatMap(({ off, on }) => [off, ...(on ? [on] : [])].map(rowOf)),
      { count: stood.length },
    ),
  ];
};

/** Steps of people who were not where a lock of it was, or of whom nobody comes from one to the next in time. */
const displaced = ({ steps, locks }: JourneyFacts): { elsewhere: JourneyStep[]; fast: JourneyStep[] } => {
  const byHand = steps.filter((one) => one.byHand && one.place);
  const ways = locks.filter(({ kept }) => kept);
  return { elsewhere: byHand.filter((one) => isApart(one, ways)), fast: tooFast(byHand) };
};

/** Looks at seals, each where it was done or, untold, where a lock stood by then, if one did. Whoever looked from elsewhere did not. */
const looksOf = (facts: JourneyFacts, { elsewhere, fast } = displaced(facts)): JourneyStep[] => {
  const ways = facts.locks.filter(({ kept }) => kept);
  return facts.steps
    .filter((one) => one.step === BatchStep.inspect && !elsewhere.includes(one) && !fast.includes(one))
    .map((one) => (one.place ? one : { ...one, place: stoodAt(ways, one.at) }));
};

/** What became of the look that was planned for a stop. */
export interface Patrol {
  stop: RouteStop;
  /** ms since 1970; null: by the end, which has not come */
  due: number | null;
  /** the first at each seal that was looked at there */
  looks: JourneyStep[];
}
/** Seals that are looked at: a lock cannot be. */
export const sealsOf = ({ positions }: Pick<JourneyFacts, 'positions'>) => positions.filter(({ isLock }) => !isLock);
/** The patrols of a batch that left, those that are due first coming first. None was due after its end. */
export const patrolsDone = (facts: JourneyFacts, looks: readonly JourneyStep[] = looksOf(facts)): Patrol[] => {
  const { left, ended } = facts;
  if (left === null) return [];
  const asked = stopsAsDue(facts.stops, facts.amended).filter(
    ({ planned }) => planned === null || ended === null || planned < ended,
  );
  const seen = sealsOf(facts).map(({ id }) =>
    lookedAt(
      asked,
      looks.filter((one) => one.position_id === id && one.at >= left),
    ),
  );
  return patrolsOf(asked).map((stop) => ({
    ...{ stop, due: stop.planned ?? ended },
    looks: seen.flatMap((at) => at.get(stop.id) ?? []),
  }));
};

/** Patrols that were due: of each stop the seals at which nobody is known to have looked there. */
const patrolled = (facts: JourneyFacts): Reason[] => {
  const { ended, left, now } = facts;
  const apart = displaced(facts);
  const reasons = [
    ...reasonOf('elsewhere', apart.elsewhere.map(rowOf)),
    ...reasonOf('too_fast', apart.fast.map(rowOf)),
  ];
  const looked = looksOf(facts, apart);
  const looks = looked.filter(({ place }) => place);
  if (left === null) return [...reasons, ...reasonOf('patrolled', looks.map(rowOf))];
  const isDue = ({ stop: { planned } }: Patrol): boolean =>
    planned === null ? ended !== null : planned < (ended ?? now);
  // where nothing but locks is on it the patrol is of the vehicle
  const seals = sealsOf(facts);
  const missed = patrolsDone(facts, looked)
    .filter(isDue)
    .flatMap(({ stop: { id, address }, due, looks: done }): Row[] => {
      const not = seals.filter((seal) => !done.some(({ position_id }) => position_id === seal.id));
      const row = { key: `stop ${id}`, at: due! };
      if (not.length === seals.length) return [{ ...row, position: address }];
      return not.map(({ position }) => ({ ...row, position: `${address} · ${position}` }));
    });
  return [
    ...reasons,
    ...reasonOf('patrol_missed', missed, { rests_on: unique(missed.map(({ key }) => key)) }),
    ...reasonOf('nowhere', missed.length > 0 ? looked.filter(({ place }) => !place).map(rowOf) : []),
    ...reasonOf('patrolled', missed.length > 0 ? [] : looks.map(rowOf)),
  ];
};

/**
 * What was beyond its limit: what rang, and what nobody could ring because it was told late. A silence that rang weighs by what the track
 * says of it by now: what a lock remembered and told later was not lost.
 */
const beyondLimits = ({ locks, plans, steps }: JourneyFacts): Reason[] => {
  const kept = locks.filter((lock) => lock.kept);
  const runs = kept.flatMap(({ position, runs: way }) =>
    beyond(way.flat(), plans).map((run) => ({ ...run, position })),
  );
  return limitKinds.flatMap((kind) => {
    const rang = steps.filter(
      ({ cause, position }) =>
        cause === kind && !(kind === 'lock_silent' && kept.some((lock) => lock.position === position)),
    );
    const of = runs.filter((run) => run.kind === kind);
    const unrung = of.filter(
      ({ position, from, to }) => !rang.some((one) => one.position === position && one.at >= from && one.at <= to),
    );
    const rows = [...rang.map(rowOf), ...unrung.map(({ from, position }) => ({ key: '', at: from, position }))];
    return reasonOf(kind, rows, {
      from: Math.min(...rows.map(({ at }) => at), ...of.map(({ from }) => from)),
      to: Math.max(...rows.map(({ at }) => at), ...of.map(({ to }) => to)),
      rests_on: rang.map(({ id }) => `step ${id}`),
    });
  });
};

/** What a plan was given anew after the fact: nobody can tell by it what was right then. */
const plannedAnew = ({ amended, steps, left }: JourneyFacts): Reason[] => {
  if (left === null) return [];
  const rows = amended.flatMap((one) =>
    changedAfter(
      one,
      steps.filter(({ at }) => at >= left),
    ).map((position) => ({ key: `amended ${one.id}`, at: one.at, position })),
  );
  // what only whoever was on the road knew by then: the rest of the product took it for one that had not left
  const alone = amended.filter((one) => one.alone).map(({ id, at }) => ({ key: `amended ${id}`, at, position: '' }));
  return [
    ...reasonOf('amended', rows, { rests_on: unique(rows.map(({ key }) => key)) }),
    ...reasonOf('amended_alone', alone, { rests_on: alone.map(({ key }) => key), positions: [] }),
  ];
};

type LockGap = JourneyLock['gaps'][number];
/** Whether nobody can tell where it was for longer than counts. */
export const isBlind = ({ kind, from, to }: Pick<Gap, 'kind' | 'from' | 'to'>): boolean =>
  to - from > (kind === 'asleep' ? ASLEEP_MINUTES : BLIND_MINUTES) * MINUTE;
/** Whether nobody can tell if it stayed closed: what speaks without a place is heard. */
const isSilent = (gap: LockGap): boolean =>
  isBlind(gap) && (gap.kind !== 'no_fix' || gap.unheard > BLIND_MINUTES * MINUTE);

/** Gaps of a lock that are told one by one, the longest. A lock that speaks seldom has hundreds, and the others are told as one. */
const MOST_GAPS = 10;
/** Rows that one reason names. */
const MOST_KEYS = 100;
const ofGaps = (
  code: 'silent' | 'no_fix',
  { device_id, position }: JourneyLock,
  gaps: readonly LockGap[],
): Reason[] => {
  const rows = gaps.map(({ from, to }) => ({ key: `gap ${device_id} ${from}`, at: from, position, to }));
  const byLength = rows.toSorted((a, b) => b.to - b.at - (a.to - a.at));
  const others = byLength.slice(MOST_GAPS);
  return [...byLength.slice(0, MOST_GAPS).map((one) => [one]), others].flatMap((some) =>
    reasonOf(code, some, {
      to: Math.max(...some.map(({ to }) => to)),
      rests_on: some.slice(0, MOST_KEYS).map(({ key }) => key),
    }),
  );
};
/** How long a gap was, in minutes; null: of many, and of what is none. */
export const minutesOf = ({ code, from, to, count }: Pick<Reason, 'code' | 'from' | 'to' | 'count'>): number | null =>
  (code === 'silent' || code === 'no_fix') && count === 1 && from !== null && to !== null
    ? Math.round((to - from) / MINUTE)
    : null;

/**
 * Where the batch was is told by the lock that was seen best; whether it stayed closed is asked of each lock for itself.
 */
const ofLocks = ({ locks, positions, steps, left, ended, now }: JourneyFacts): Reason[] => {
  if (left === null) return [];
  const of = (gone: readonly { position: string }[], at: number): Row[] =>
    gone.map(({ position }) => ({ key: '', at, position }));
  const nowhere = { from: null, to: null, rests_on: [] };
  const kept = locks.filter((lock) => lock.kept);
  const unseen = ({ gaps }: JourneyLock): number =>
    gaps.filter(isBlind).reduce((sum, { from, to }) => sum + to - from, 0);
  const best = kept.toSorted((a, b) => unseen(a) - unseen(b))[0];
  const cut = kept.filter(({ read }) => read !== null);
  const isOpened = (id: number): boolean =>
    steps.some(({ position_id, cause }) => position_id === id && cause !== null) ||
    movesOf(steps, id).some(({ on }) => on !== null && on.at > left);
  const isSure = (position: string): boolean =>
    locks
      .filter((lock) => lock.position === position)
      .every((lock) => lock.kept && lock.read === null && !lock.gaps.some(isSilent)) &&
    positions.every((one) => one.position !== position || one.due === 0);
  const closed = positions.filter(({ isLock }) => isLock);
  const heard = closed.filter(({ id, sealed }) => sealed || steps.some(({ position_id }) => position_id === id));
  return [
    ...kept.flatMap((lock) => {
      const gaps = lock.gaps.filter(lock === best ? isBlind : isSilent);
      const lost = Map.groupBy(gaps, ({ kind }) => (kind === 'no_fix' && lock === best ? 'no_fix' : 'silent'));
      return [...lost].flatMap(([code, some]) => ofGaps(code, lock, some));
    }),
    ...cut.flatMap((lock) => reasonOf('unread', of([lock], lock.read!), { to: ended ?? now, rests_on: [] })),
    ...reasonOf(
      'track_gone',
      of(
        locks.filter((lock) => !lock.kept),
        left,
      ),
      nowhere,
    ),
    ...reasonOf(
      'words_due',
      of(
        positions.filter(({ due }) => due > 0),
        left,
      ),
      nowhere,
    ),
    ...(locks.length === 0 ? reasonOf('no_lock', [{ key: '', at: left }], nowhere) : []),
    ...reasonOf(
      'lock_closed',
      heard
        .filter(({ id, position }) => !isOpened(id) && isSure(position))
        .map(({ id, position, number }) => ({ key: `position ${id}`, at: now, position, number })),
      { from: null, to: null },
    ),
  ];
};

/** The gravest first, and of these the oldest. */
export const inWeight = (reasons: readonly Reason[]): Reason[] =>
  reasons.toSorted(
    (a, b) => reasonWeights.indexOf(a.weight) - reasonWeights.indexOf(b.weight) || (a.from ?? 0) - (b.from ?? 0),
  );
export const worstOf = (reasons: readonly Reason[]): Verdict => {
  const worst = reasons.find(({ weight }) => weight === 'breached') ?? reasons.find(({ weight }) => weight === 'gap');
  return (worst?.weight as Verdict | undefined) ?? 'intact';
};
/** What never left has no verdict. */
const hasLeft = ({ left, state }: JourneyFacts): boolean =>
  left !== null && (state === 'in_transit' || state === 'completed');

/** What readers closed that was closed. Whoever puts a seal on has a quarter of an hour to close it once; closed again it was opened between. */
export const untoldOf = (readings: readonly Reading[]): Reading[] => closedTwice(readings, BLIND_MINUTES * MINUTE);

/**
 * Whether a batch is intact, and by what: the worst of its reasons says it. Breached never clears; a gap on the road is one so far.
 * Of one that never left there is nothing to say: null, but what is wrong with it stands in the reasons.
 */
export const verdictOf = (facts: JourneyFacts): { verdict: Verdict | null; reasons: Reason[] } => {
  const { forced, positions, refused, cut, ended, now } = facts;
  const found = [
    ...ofSteps(facts),
    ...reasonOf(
      'still_sealed',
      forced
        ? positions
            .filter(({ sealed }) => sealed)
            .map(({ id, position, number }) => ({ key: `position ${id}`, at: ended ?? now, position, number }))
        : [],
    ),
    ...open(facts),
    ...patrolled(facts),
    ...beyondLimits(facts),
    ...plannedAnew(facts),
    ...reasonOf(
      'untold',
      untoldOf(facts.readings).map(({ sealed, ...one }) => ({ key: readingKey(sealed.step, one.at), ...one })),
    ),
    ...ofLocks(facts),
    ...(cut ? reasonOf('steps_cut', [{ key: '', at: now }], { from: null, to: null, rests_on: [] }) : []),
    ...reasonOf(
      'refused',
      refused.map(({ id, at, position, number }) => ({ key: `refused ${id}`, at, position, number })),
    ),
  ];
  const reasons = inWeight(found);
  return { verdict: hasLeft(facts) ? worstOf(reasons) : null, reasons };
};
