import { LockStatus } from '@plomb/contract/lock/codes';
import { type Command, MOST_ATTEMPTS } from '@plomb/contract/lock/command';
import { movesMetal } from '@plomb/contract/lock/orderKinds';
import type { CommandStage } from '@plomb/contract/lock/signs';

/** `passed` lies behind, `current` is how far it came, `next` may still come, `void` will not come any more. */
export type StepLook = 'passed' | 'current' | 'next' | 'void';

export interface Step {
  key: 'queued' | 'sent' | 'answered' | 'proved';
  /** which sign is drawn */
  sign: CommandStage;
  /** which word stands under it */
  word: CommandStage | 'contradicted';
  look: StepLook;
  time: string | null;
}

export type CommandFacts = Pick<
  Command,
  | 'kind'
  | 'state'
  | 'attempt'
  | 'evidence'
  | 'create_time'
  | 'sent_time'
  | 'answer_time'
  | 'finish_time'
  | 'evidence_time'
>;

/**
 * Nothing final is known yet: neither an end of the exchange without an answer, nor, of what moves metal, a word of the
 * lock about itself.
 */
export const isUndecided = ({ kind, state, evidence }: Pick<Command, 'kind' | 'state' | 'evidence'>): boolean =>
  (evidence === null || evidence === 'possible') &&
  (state === 'queued' || state === 'sent' || state === 'uncertain' || (state === 'answered_ok' && movesMetal(kind)));

/** The database allows one of these for a lock at a time. */
export const isUnderWay = ({ state }: Pick<Command, 'state'>): boolean => state === 'queued' || state === 'sent';

const step = (
  key: Step['key'],
  sign: CommandStage,
  look: StepLook,
  time: string | null = null,
  word: Step['word'] = sign,
): Step => ({ key, sign, word, look, time });

/** What was sent before and not at its last turn has no time of sending. */
export const wasNeverSent = (c: Pick<Command, 'attempt' | 'sent_time'>): boolean =>
  c.attempt === 0 && c.sent_time === null;

const sentStep = (c: CommandFacts, known: StepLook): Step => {
  if (c.state === 'queued') return step('sent', 'sent', c.evidence === null ? 'next' : 'void');
  if (wasNeverSent(c) && (c.state === 'cancelled' || c.state === 'expired' || c.state === 'failed'))
    return step('sent', c.state, known, c.finish_time);
  return step('sent', 'sent', c.state === 'sent' ? known : 'passed', c.sent_time);
};

const answeredStep = (c: CommandFacts, known: StepLook): Step => {
  switch (c.state) {
    case 'queued':
    case 'sent':
      return step('answered', 'answered_ok', c.evidence === null ? 'next' : 'void');
    case 'answered_ok':
      return step('answered', 'answered_ok', known, c.answer_time);
    case 'answered_fail':
      return step('answered', 'answered_fail', known, c.answer_time ?? c.finish_time);
    case 'uncertain':
      return step('answered', 'uncertain', known);
    default:
      return wasNeverSent(c)
        ? step('answered', 'answered_ok', 'void')
        : step('answered', c.state, known, c.finish_time);
  }
};

const provedStep = (c: CommandFacts): Step => {
  if (c.evidence === 'confirmed') return step('proved', 'proved', 'current', c.evidence_time);
  if (c.evidence === 'contradicted') return step('proved', 'answered_fail', 'current', c.evidence_time, 'contradicted');
  if (c.evidence === 'possible') return step('proved', 'possible', 'current', c.evidence_time);
  if (c.state === 'held' || c.evidence === 'held')
    return step('proved', 'held', 'current', c.evidence_time ?? c.finish_time);
  // outlined while it is not so: the filled tick is kept for what the lock has said
  return step('proved', 'answered_ok', isUndecided(c) ? 'next' : 'void', null, 'proved');
};

/** A seal the platform holds by its own word: there is no such order for the lock, so nothing was sent and none answered. */
const isOwnWord = (c: CommandFacts): boolean => c.state === 'held';

/**
 * A command as four steps: queued, sent, answered, proved. The first three are what the bytes did; the last is what the
 * metal did and comes from the lock's own report alone, whatever the exchange ended in. A seal that was never sent has
 * the first and the last only; a setting or a question has no deed to be proved by.
 */
export const stepsOf = (c: CommandFacts): Step[] => {
  const known: StepLook = c.evidence === null ? 'current' : 'passed';
  const queued = step('queued', 'queued', c.state === 'queued' ? known : 'passed', c.create_time);
  if (isOwnWord(c)) return [queued, provedStep(c)];
  const exchange = [queued, sentStep(c, known), answeredStep(c, known)];
  return movesMetal(c.kind) ? [...exchange, provedStep(c)] : exchange;
};

/**
 * Whether the lock has said something else about its metal since the word that the command ended with: what is told of
 * the command is history then.
 */
export const isOvertaken = (
  { kind, evidence, evidence_time: time }: Pick<Command, 'kind' | 'evidence' | 'evidence_time'>,
  lock: { lock_status: number; lock_since: string | null },
): boolean => {
  if (time === null || lock.lock_since === null || (evidence !== 'confirmed' && evidence !== 'held')) return false;
  const { sealedLocked, unsealedLocked, unsealedOpen } = LockStatus;
  const led: readonly number[] = kind === 'seal' ? [sealedLocked] : [unsealedLocked, unsealedOpen];
  return !led.includes(lock.lock_status) && Date.parse(lock.lock_since) > Date.parse(time);
};

/** Long enough for a lock that said yes to move its bolt and report it. */
const MOVING_TIME = 60_000;
/** Whether to wait for it before ordering anew: under way, or accepted a moment ago and expected to show. */
export const isAwaited = (c: Pick<Command, 'state' | 'evidence' | 'answer_time'>, now: number): boolean =>
  isUnderWay(c) ||
  (c.state === 'answered_ok' &&
    c.evidence === null &&
    c.answer_time !== null &&
    now - Date.parse(c.answer_time) < MOVING_TIME);

/** Milliseconds until a command that still waits is given up; null once its waiting is over. */
export const timeLeft = (c: Pick<Command, 'state' | 'expire_time'>, now: number): number | null =>
  c.state === 'queued' ? Math.max(0, Date.parse(c.expire_time) - now) : null;

/** `3:41`, or `1:02:05` from an hour on. */
export const countdown = (milliseconds: number): string => {
  const seconds = Math.ceil(milliseconds / 1000);
  const two = (n: number): string => String(n).padStart(2, '0');
  const [h, m, s] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  return h > 0 ? `${h}:${two(m)}:${two(s)}` : `${m}:${two(s)}`;
};

/** Queued, sent, queued again, sent again …; then no longer under way, then ended, then answered late. */
const advance = ({ state, attempt }: Command): number => {
  if (state === 'queued') return 2 * attempt;
  if (state === 'sent') return 2 * attempt - 1;
  const isAnswered = state === 'answered_ok' || state === 'answered_fail';
  return 2 * MOST_ATTEMPTS + (state === 'uncertain' ? 0 : isAnswered ? 2 : 1);
};
/**
 * Of two accounts of one command the one that came further. The answer to a request and the stream travel apart, so the
 * older may arrive last.
 */
export const further = (a: Command, b: Command): Command => {
  const rank = (c: Command): number => advance(c) + (c.evidence === null ? 0 : c.evidence === 'possible' ? 10 : 20);
  return rank(b) >= rank(a) ? b : a;
};
