import { Fault, LockSource } from '@plomb/contract/lock';
import type { CommandKind, CommandState } from '@plomb/contract/locks';
import type { LockReport } from '@plomb/contract/report';
import { corrected } from './clock.ts';
import type { Happening } from './happening.ts';

/** A physical command that was written to the lock and may still be proved by what the lock does. */
export interface SentCommand {
  id: number;
  kind: CommandKind;
  state: CommandState;
  sentTime: number;
  expireTime: number;
  evidence: 'confirmed' | 'contradicted' | null;
}

export interface Evidence {
  commandId: number;
  result: 'confirmed' | 'contradicted';
  deviceTime: number;
}

const before = 30_000;
const after = 24 * 3_600_000;

/** Whether a report may be about this command: it came in the command's window, and a replayed one also happened in it. */
const isInWindow = (command: SentCommand, report: LockReport, clockOffset: number): boolean => {
  const from = command.sentTime - before;
  if (report.receiveTime < from || report.receiveTime > command.expireTime + after) return false;
  return !report.replay || corrected(report.deviceTime, clockOffset) >= from;
};

/** The newest command of a kind that this report can prove. One command is proved by one deed: the next needs its own. */
export const commandBehind = (
  kind: CommandKind,
  commands: readonly SentCommand[],
  report: LockReport,
  clockOffset: number,
): SentCommand | null => {
  let newest: SentCommand | null = null;
  for (const command of commands)
    if (
      command.kind === kind &&
      command.evidence !== 'confirmed' &&
      isInWindow(command, report, clockOffset) &&
      (newest === null || command.id > newest.id)
    )
      newest = command;
  return newest;
};

/** What a deed proves: a remote seal or unseal confirms its command; a jammed motor contradicts the newest one. */
export const evidenceOf = (
  happening: Happening,
  report: LockReport,
  commands: readonly SentCommand[],
  clockOffset: number,
): Evidence | null => {
  const of = (command: SentCommand | null, result: Evidence['result']): Evidence | null =>
    command && { commandId: command.id, result, deviceTime: report.deviceTime };
  const behind = (kind: CommandKind) => commandBehind(kind, commands, report, clockOffset);
  if (happening.what === 'unseal' && happening.source === LockSource.remoteUnseal)
    return of(behind('unseal'), 'confirmed');
  if (happening.what === 'seal' && happening.source === LockSource.remoteSeal) return of(behind('seal'), 'confirmed');
  if (happening.what === 'broken' && report.fault !== Fault.hallSensor) {
    const [seal, unseal] = [behind('seal'), behind('unseal')];
    const newest = seal && unseal ? (seal.id > unseal.id ? seal : unseal) : (seal ?? unseal);
    return newest?.evidence === null ? of(newest, 'contradicted') : null;
  }
  return null;
};

/** The commands after the evidence, for the next report of the same batch. */
export const withEvidence = (commands: readonly SentCommand[], evidence: Evidence): readonly SentCommand[] =>
  commands.map((c) => (c.id === evidence.commandId ? { ...c, evidence: evidence.result } : c));
