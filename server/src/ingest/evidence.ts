import { Fault, type LockFamily, LockSource, type LockStatus } from '@plomb/contract/lock/codes';
import type { CommandEvidence } from '@plomb/contract/lock/command';
import type { PhysicalKind } from '@plomb/contract/lock/orderKinds';
import type { Happening } from './happening.ts';
import type { LockWord } from './word.ts';

/** A physical command that was written to the lock, or carried out by the platform's own word: a seal it holds. */
export interface SentCommand {
  id: number;
  kind: PhysicalKind;
  /** who gave it, by name */
  by: string;
  /** sent, uncertain or answered: what was refused, failed, expired or was taken back proves nothing */
  provable: boolean;
  sentTime: number;
  expireTime: number;
  evidence: CommandEvidence | null;
  /** the lock event it has its evidence from */
  eventId: number | null;
  /** what it carried, which the lock repeats with the deed; null: nothing, or not known */
  user: string | null;
  password: 'static' | 'dynamic' | null;
  /**
   * the stretch of time, by our clock, in which whoever gave it had the lock; null: from the first, or still. What the lock
   * tells outside of it is no word for them, even if it has come back to them
   */
  since: number | null;
  until: number | null;
}

export interface Evidence {
  commandId: number;
  result: CommandEvidence;
  /** on our clock */
  at: number;
}

/** What each command has been given so far, by commands' ids. */
export type Claims = ReadonlyMap<number, CommandEvidence>;

/** How long before its order was noted as sent, and how long after, a deed can be the order's. */
export const proofWindow: Record<LockFamily, { before: number; after: number }> = {
  hhd: { before: 30_000, after: 10 * 60_000 },
  jt701: { before: 30_000, after: 10 * 60_000 },
  jointech808: { before: 30_000, after: 10 * 60_000 },
};
/** After an order has expired, a deed of its kind may still belong to it for this long. */
const belongs = 24 * 3_600_000;

/** The newest that fits, of those whose organisation had the lock when it told this. */
const newest = (
  commands: readonly SentCommand[],
  { receiveTime }: LockWord,
  fits: (command: SentCommand) => boolean,
): SentCommand | null => {
  let found: SentCommand | null = null;
  for (const command of commands) {
    if (receiveTime <= (command.since ?? Number.NEGATIVE_INFINITY)) continue;
    if (receiveTime > (command.until ?? Number.POSITIVE_INFINITY)) continue;
    if ((found === null || command.id > found.id) && fits(command)) found = command;
  }
  return found;
};

/** Remote, and yet nobody's order here: by telephone. */
export const bySms: ReadonlySet<string> = new Set(['hhd:0009', 'hhd:000A']);
/** The lock tells how it stands, and not that it was brought there: nothing was done if it stood so before. */
const byState: ReadonlySet<string> = new Set(['jointech808:0500']);
const byUser: ReadonlySet<string> = new Set(['hhd:0007', 'hhd:0008']);
const byPassword: Readonly<Record<string, SentCommand['password']>> = { 'P45:4': 'static', 'P45:6': 'dynamic' };

/** Whether the lock tells the deed as one by what the order carried. A deed that names nobody can be anybody's order. */
const carriedBy = ({ user, password }: SentCommand, { event }: LockWord): boolean => {
  if (event === null) return true;
  const { code, actor } = event;
  if (bySms.has(code)) return false;
  if (byUser.has(code) && actor && user !== null) return actor.trim() === user.trim();
  const by = byPassword[code];
  return !by || password === null || by === password;
};

/**
 * The newest command of a kind that this word can prove. It happened in the command's window by the lock's corrected
 * clock, the lock's own time is known and its identity proved, what it names is what the command carried, and no other
 * deed has proved the command.
 */
export const commandBehind = (
  kind: PhysicalKind,
  word: LockWord,
  family: LockFamily,
  commands: readonly SentCommand[],
  claims: Claims,
): SentCommand | null => {
  if (!word.timed || !word.authenticated) return null;
  return newest(
    commands,
    word,
    (c) =>
      c.kind === kind &&
      c.provable &&
      claims.get(c.id) !== 'confirmed' &&
      isTimely(c, word, family) &&
      carriedBy(c, word),
  );
};

const isTimely = ({ sentTime }: SentCommand, { at }: LockWord, family: LockFamily): boolean =>
  at >= sentTime - proofWindow[family].before && at <= sentTime + proofWindow[family].after;

/**
 * The newest command that a word without a time of its own may be the doing of, and that no other deed has a claim on: it
 * is judged by when it came, so it came in the command's window. It proves nothing, but neither was the deed without right.
 */
export const commandHeard = (
  kind: PhysicalKind,
  word: LockWord,
  family: LockFamily,
  commands: readonly SentCommand[],
  claims: Claims,
): SentCommand | null =>
  !word.timed && word.authenticated && !word.replay
    ? newest(
        commands,
        word,
        (c) => c.kind === kind && c.provable && !claims.has(c.id) && isTimely(c, word, family) && carriedBy(c, word),
      )
    : null;

/** A command this word may belong to and does not prove: too late, without a time of its own, or of an order that ended otherwise. */
const commandNear = (
  kind: PhysicalKind,
  word: LockWord,
  family: LockFamily,
  commands: readonly SentCommand[],
  claims: Claims,
): SentCommand | null =>
  word.authenticated
    ? newest(
        commands,
        word,
        (c) =>
          c.kind === kind &&
          !claims.has(c.id) &&
          word.at >= c.sentTime - proofWindow[family].before &&
          word.at <= c.expireTime + belongs,
      )
    : null;

const stoodSo = (before: LockStatus, { event }: LockWord): boolean =>
  event !== null && byState.has(event.code) && event.ls === before;

/** What a deed proves: a remote seal or unseal confirms its command; a jammed motor contradicts the newest one. */
export const evidenceOf = (
  before: LockStatus,
  happening: Happening,
  word: LockWord,
  family: LockFamily,
  commands: readonly SentCommand[],
  claims: Claims,
): Evidence | null => {
  if (commands.length === 0) return null;
  const of = (command: SentCommand, result: Evidence['result']): Evidence => ({
    commandId: command.id,
    result,
    at: word.at,
  });
  const deed = remoteDeed(happening);
  if (deed) {
    const proved = commandBehind(deed, word, family, commands, claims);
    if (proved) return of(proved, stoodSo(before, word) ? 'possible' : 'confirmed');
    const near =
      commandHeard(deed, word, family, commands, claims) ?? commandNear(deed, word, family, commands, claims);
    return near && of(near, 'possible');
  }
  // by a password of the lock that is not the one ordered with: somebody at the lock, while the order is under way
  if (family !== 'hhd' && happening.what === 'unseal' && happening.source === LockSource.passwordUnseal) {
    const near = newest(
      commands,
      word,
      (c) => c.kind === 'unseal' && c.provable && !claims.has(c.id) && isTimely(c, word, family),
    );
    return near && of(near, 'possible');
  }
  if (happening.what === 'broken' && word.fault !== Fault.hallSensor) {
    const seal = commandBehind('seal', word, family, commands, claims);
    const unseal = commandBehind('unseal', word, family, commands, claims);
    const last = seal && unseal ? (seal.id > unseal.id ? seal : unseal) : (seal ?? unseal);
    return last && !claims.has(last.id) ? of(last, 'contradicted') : null;
  }
  return null;
};

/** The order a deed would be the doing of. */
const remoteDeed = (happening: Happening): PhysicalKind | null => {
  if (happening.what === 'unseal' && happening.source === LockSource.remoteUnseal) return 'unseal';
  if (happening.what === 'seal' && happening.source === LockSource.remoteSeal) return 'seal';
  return null;
};
