import { Fault, type LockFamily, LockSource } from '@plomb/contract/lock';
import type { CommandEvidence, CommandKind } from '@plomb/contract/locks';
import type { Happening } from './happening.ts';
import type { LockWord } from './word.ts';

/** A physical command that was written to the lock. */
export interface SentCommand {
  id: number;
  kind: CommandKind;
  /** sent, uncertain or answered: what was refused, failed, expired or was taken back proves nothing */
  provable: boolean;
  sentTime: number;
  expireTime: number;
  evidence: CommandEvidence | null;
  /** the lock event it has its evidence from */
  eventId: number | null;
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
};
/** After an order has expired, a deed of its kind may still belong to it for this long. */
const belongs = 24 * 3_600_000;

const newest = (commands: readonly SentCommand[], fits: (command: SentCommand) => boolean): SentCommand | null => {
  let found: SentCommand | null = null;
  for (const command of commands) if ((found === null || command.id > found.id) && fits(command)) found = command;
  return found;
};

/**
 * The newest command of a kind that this word can prove. It happened in the command's window by the lock's corrected
 * clock, the lock's own time is known and its identity proved, and no other deed has proved the command.
 */
export const commandBehind = (
  kind: CommandKind,
  word: LockWord,
  family: LockFamily,
  commands: readonly SentCommand[],
  claims: Claims,
): SentCommand | null => {
  if (!word.timed || !word.authenticated) return null;
  const { before, after } = proofWindow[family];
  return newest(
    commands,
    (c) =>
      c.kind === kind &&
      c.provable &&
      claims.get(c.id) !== 'confirmed' &&
      word.at >= c.sentTime - before &&
      word.at <= c.sentTime + after,
  );
};

/** A command this word may belong to and does not prove: too late, without a time of its own, or of an order that ended otherwise. */
const commandNear = (
  kind: CommandKind,
  word: LockWord,
  family: LockFamily,
  commands: readonly SentCommand[],
  claims: Claims,
): SentCommand | null =>
  word.authenticated
    ? newest(
        commands,
        (c) =>
          c.kind === kind &&
          !claims.has(c.id) &&
          word.at >= c.sentTime - proofWindow[family].before &&
          word.at <= c.expireTime + belongs,
      )
    : null;

/** What a deed proves: a remote seal or unseal confirms its command; a jammed motor contradicts the newest one. */
export const evidenceOf = (
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
    if (proved) return of(proved, 'confirmed');
    const near = commandNear(deed, word, family, commands, claims);
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
const remoteDeed = (happening: Happening): CommandKind | null => {
  if (happening.what === 'unseal' && happening.source === LockSource.remoteUnseal) return 'unseal';
  if (happening.what === 'seal' && happening.source === LockSource.remoteSeal) return 'seal';
  return null;
};
