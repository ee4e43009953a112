import type { Gap } from '../tracks/trip.ts';
import { type AbnormalCause, type BatchState, BatchStep } from './batchSteps.ts';

/** Whether what was carried is known to have stayed as it was sealed. */
export const verdicts = ['intact', 'gap', 'breached'] as const;
export type Verdict = (typeof verdicts)[number];

/** Minutes without a place or a word of the lock that still count as seen. Source: ours, domain rules §11. */
export const BLIND_MINUTES = 15;

/** What each cause says of a batch: that somebody was at it, or that nobody can tell. */
const ofCause: Record<AbnormalCause, 'breached' | 'gap'> = {
  unsealed_outside: 'breached',
  not_resealed: 'breached',
  lock_abnormal: 'breached',
  seal_abnormal: 'breached',
  refused_scan: 'breached',
  late_evidence: 'breached',
  contradicts: 'breached',
  sealed_elsewhere: 'gap',
  reported: 'gap',
  forced_end: 'gap',
};
/** What else speaks against it, what is worth knowing, and what speaks for it. */
const ofRest = {
  silent: 'gap',
  no_fix: 'gap',
  unread: 'gap',
  patrol_missed: 'gap',
  still_sealed: 'gap',
  resealed: 'note',
  refused: 'note',
  no_lock: 'note',
  track_gone: 'note',
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
  /** of a look at a seal: the stop that whoever looked stood at, or `null`: at none; absent: nobody knows where that was */
  stop?: string | null;
}
export interface JourneyFacts {
  state: BatchState;
  forced: boolean;
  /** since when it is on the road, and until when it was; null: it has not left, it has not ended */
  left: number | null;
  ended: number | null;
  now: number;
  positions: { id: number; position: string; isLock: boolean; sealed: boolean; number: string }[];
  /** in which somebody was to look at the seals */
  patrols: { id: string; address: string; planned: number | null }[];
  steps: readonly JourneyStep[];
  /** scans that were refused and made no step */
  refused: { id: number; at: number; position: string; number: string }[];
  /**
   * Of the lock that was seen best; null: the batch has none. `kept`: what it told then is not deleted yet, and in sight. `read`: until when
   * it was read, where it told more than is read of one; null: all of it
   */
  track: {
    device_id: number;
    gaps: readonly Pick<Gap, 'kind' | 'from' | 'to'>[];
    kept: boolean;
    read: number | null;
  } | null;
}

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

/** What the steps say by themselves: each cause once, with every step of it. */
const ofSteps = ({ steps, positions, now }: JourneyFacts): Reason[] => {
  const causes = unique(steps.map(({ cause }) => cause ?? '')) as AbnormalCause[];
  const of = (step: BatchStep) => steps.filter((one) => one.step === step);
  const scrapped = of(BatchStep.scrap);
  const looks = of(BatchStep.inspect);
  const isAt = (id: number | null, isLock: boolean) => positions.some((one) => one.id === id && one.isLock === isLock);
  const sealsOpened = of(BatchStep.unseal).filter((one) => isAt(one.position_id, false));
  const lockWords = steps.filter((one) => isAt(one.position_id, true));
  const wasOpened = lockWords.some(
    ({ step, cause }) =>
      cause === 'lock_abnormal' || (step === BatchStep.unseal && causes.includes('unsealed_outside')),
  );
  const locks = positions.filter(({ isLock, sealed }) => isLock && (sealed || lockWords.length > 0));
  return [
    ...causes.flatMap((cause) => reasonOf(cause, steps.filter((one) => one.cause === cause).map(rowOf))),
    // a new seal leaves both numbers
    ...reasonOf(
      'resealed',
      [
        ...scrapped,
        ...of(BatchStep.seal).filter((one) =>
          scrapped.some(({ position_id, at }) => position_id === one.position_id && at <= one.at),
        ),
      ].map(rowOf),
      { count: scrapped.length },
    ).filter(() => scrapped.length > 0),
    ...reasonOf('numbers_match', causes.includes('refused_scan') ? [] : [...looks, ...sealsOpened].map(rowOf)),
    ...reasonOf('patrolled', looks.map(rowOf)),
    ...reasonOf(
      'lock_closed',
      wasOpened ? [] : locks.map(({ id, position, number }) => ({ key: `position ${id}`, at: now, position, number })),
      { from: null, to: null },
    ),
  ];
};

/** How often all of it was looked at: one round ends where a seal is looked at again. */
const roundsOf = (looks: readonly JourneyStep[]): number => {
  let rounds = 0;
  let seen = new Set<number | null>();
  for (const { position_id } of looks.toSorted((a, b) => a.at - b.at)) {
    if (rounds === 0 || seen.has(position_id)) {
      rounds += 1;
      seen = new Set();
    }
    seen.add(position_id);
  }
  return rounds;
};

/**
 * Stops with a patrol that was due and at which nobody is known to have looked. Of looks whose place nobody knows each round stands for one
 * stop, however many seals there are: a load looked at twice at one stop was not looked at at the next.
 */
const missed = ({ patrols, steps, ended, left, now }: JourneyFacts): Reason[] => {
  if (left === null) return [];
  const until = ended ?? now;
  const looks = steps.filter(({ step }) => step === BatchStep.inspect);
  // those without a time are due by the end
  const due = patrols
    .filter(({ planned }) => (planned === null ? ended !== null : planned < until))
    .toSorted((a, b) => (a.planned ?? Infinity) - (b.planned ?? Infinity) || 0);
  const open = due
    .filter(({ id }) => !looks.some(({ stop }) => stop === id))
    .slice(roundsOf(looks.filter(({ stop }) => stop === undefined)));
  return reasonOf(
    'patrol_missed',
    open.map(({ id, address, planned }) => ({ key: `stop ${id}`, at: planned ?? until, position: address })),
  );
};

/** Times in which its lock was neither heard nor seen for longer than counts. */
const blind = ({ track }: JourneyFacts): Reason[] =>
  track === null || !track.kept
    ? []
    : track.gaps
        .filter(({ kind, from, to }) => kind !== 'asleep' && to - from > BLIND_MINUTES * 60_000)
        .flatMap(({ kind, from, to }) =>
          reasonOf(kind === 'no_fix' ? 'no_fix' : 'silent', [{ key: `gap ${track.device_id} ${from}`, at: from }], {
            to,
          }),
        );

/**
 * Whether a batch is intact, and by what: the worst of its reasons says it. Breached never clears; a gap on the road is one so far.
 * Of one that never left there is nothing to say: null, but what is wrong with it stands in the reasons.
 */
export const verdictOf = (facts: JourneyFacts): { verdict: Verdict | null; reasons: Reason[] } => {
  const { state, forced, positions, refused, track, left, ended, now } = facts;
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
    ...missed(facts),
    ...blind(facts),
    ...(track?.kept && track.read !== null
      ? reasonOf('unread', [{ key: '', at: track.read }], { to: ended ?? now, rests_on: [] })
      : []),
    ...reasonOf(
      'refused',
      refused.map(({ id, at, position, number }) => ({ key: `refused ${id}`, at, position, number })),
    ),
    ...(left !== null && track === null
      ? reasonOf('no_lock', [{ key: '', at: left }], { from: null, to: null, rests_on: [] })
      : []),
    ...(left !== null && track?.kept === false
      ? reasonOf('track_gone', [{ key: '', at: left }], { from: null, to: null, rests_on: [] })
      : []),
  ];
  const reasons = found.toSorted(
    (a, b) => reasonWeights.indexOf(a.weight) - reasonWeights.indexOf(b.weight) || (a.from ?? 0) - (b.from ?? 0),
  );
  const worst = reasons.find(({ weight }) => weight === 'breached' || weight === 'gap')?.weight as Verdict | undefined;
  const hasLeft = left !== null && (state === 'in_transit' || state === 'completed');
  return { verdict: hasLeft ? (worst ?? 'intact') : null, reasons };
};
