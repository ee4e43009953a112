import {
  ASLEEP_MINUTES,
  BLIND_MINUTES,
  inWeight,
  type JourneyFacts,
  type Reason,
  type ReasonCode,
  type Verdict,
  verdictOf,
  worstOf,
} from './verdict.ts';

/** By which state of the rules it is judged: counted up whenever they would say something else of the same facts. */
export const VERDICT_RULES = 4;

const MINUTE = 60_000;
/** So long after a batch has ended reports of its last minutes still come in time. What comes later is told. */
const SETTLES = BLIND_MINUTES * MINUTE;

/**
 * When a verdict has to be judged again though nothing was told since, ms; null: time alone changes nothing of it any more. Until then it is what
 * would be judged anew: patrols become due, locks fall silent, and what stands open may be driven away.
 */
export const judgedAgain = (facts: JourneyFacts, reasons: readonly Reason[]): number | null => {
  const { left, ended, now, stops, positions, steps, locks } = facts;
  if (left === null) return null;
  if (reasons.some(({ code }) => code === 'words_due')) return now + 10_000;
  if (ended !== null) return now < ended + SETTLES ? ended + SETTLES : null;
  const spoke = locks.flatMap(({ runs }) => runs.at(-1)?.at(-1)?.at ?? []);
  const isUnplaced = locks.length > 0 && steps.some(({ byHand, at }) => byHand && spoke.every((last) => last < at));
  if (isUnplaced || positions.some(({ sealed }) => !sealed)) return now + MINUTE;
  const times = [
    ...stops.flatMap(({ patrol, planned }) => (patrol && planned !== null ? [planned] : [])),
    ...spoke.flatMap((last) => [last + BLIND_MINUTES * MINUTE, last + ASLEEP_MINUTES * MINUTE]),
  ].filter((at) => at >= now);
  return Math.max(now + MINUTE, Math.min(now + BLIND_MINUTES * MINUTE, ...times));
};

/** What is judged by the track of a lock. */
const ofTracks: readonly ReasonCode[] = [
  ...(['off_route', 'long_stop'] as const),
  ...(['silent', 'no_fix', 'unread', 'lock_closed', 'elsewhere', 'too_fast'] as const),
  ...(['stood_open', 'patrol_missed', 'nowhere'] as const),
];
/** Positions whose track can be read no more, and could when it was judged before. */
export const goneSince = (before: readonly Reason[], now: readonly Reason[]): string[] => {
  const of = (reasons: readonly Reason[]) =>
    reasons.filter(({ code }) => code === 'track_gone').flatMap(({ positions }) => positions);
  const were = of(before);
  return of(now).filter((position) => !were.includes(position));
};
/**
 * What is judged now of a batch some of whose tracks can be read no more: what was judged by them while they could be stays, and what has been
 * told since is added to it.
 */
export const remembered = (before: readonly Reason[], now: readonly Reason[]): Reason[] => {
  const gone = goneSince(before, now);
  if (gone.length === 0) return [...now];
  const left = now.flatMap((one): Reason[] => {
    if (one.code !== 'track_gone') return [one];
    const positions = one.positions.filter((position) => !gone.includes(position));
    return positions.length > 0 ? [{ ...one, positions, count: positions.length }] : [];
  });
  const isSame = (a: Reason, b: Reason) => a.code === b.code && a.positions.join() === b.positions.join();
  const isOpened = (position: string): boolean =>
    left.some(({ weight, positions }) => weight === 'breached' && positions.includes(position));
  const kept = before.filter(
    (one) =>
      ofTracks.includes(one.code) &&
      !left.some((other) => isSame(one, other)) &&
      !(one.code === 'lock_closed' && one.positions.some(isOpened)),
  );
  const isMissed = kept.some(({ code }) => code === 'patrol_missed');
  return inWeight([...left.filter(({ code }) => !(isMissed && code === 'patrolled')), ...kept]);
};

/** A verdict as it is kept with its batch. */
export interface Judged {
  verdict: Verdict;
  reasons: Reason[];
  at: number;
  rules: number;
}
/**
 * The verdict of a batch by what is known now, and by what is kept of it. `told`: whether anything was told since. `kept`: it rests on a track that
 * could be read when it was judged, and cannot any more. Null: it never left. One that is over, and was judged when all was in, stays as it was
 * judged: that its lock's clock, or how long reports are kept, is known otherwise by now is nothing that happened to it.
 */
export const judgedFrom = (
  facts: JourneyFacts,
  was: Judged | null,
  told: boolean,
): { judged: Judged | null; kept: boolean; reasons: Reason[] } => {
  const { verdict, reasons: now } = verdictOf(facts);
  if (verdict === null) return { judged: null, kept: false, reasons: now };
  const kept = was !== null && goneSince(was.reasons, now).length > 0;
  const isSettled =
    was !== null && was.rules === VERDICT_RULES && facts.ended !== null && was.at >= facts.ended + SETTLES;
  if ((kept || isSettled) && !told) return { judged: was, kept, reasons: was.reasons };
  const reasons = kept ? remembered(was.reasons, now) : now;
  return { judged: { verdict: worstOf(reasons), reasons, at: facts.now, rules: VERDICT_RULES }, kept, reasons };
};
