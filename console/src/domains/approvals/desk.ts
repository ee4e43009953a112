import type { Approval } from '@plomb/contract/approvals/approvals';
import { type CommandFacts, type Step, stepsOf } from '../../lock/stepper.ts';

/** The one that lapses first stands first; of two at once the older. */
export const byUrgency = <A extends Pick<Approval, 'id' | 'expire_time'>>(rows: readonly A[]): A[] =>
  rows.toSorted((a, b) => Date.parse(a.expire_time) - Date.parse(b.expire_time) || a.id - b.id);

/** The next one down or up; null at the end, and where there is none. */
export const neighbour = <A extends { id: number }>(rows: readonly A[], id: number | null, by: 1 | -1): A | null => {
  const at = rows.findIndex((one) => one.id === id);
  return (at < 0 ? rows[0] : rows[at + by]) ?? null;
};

const orderToCome: Omit<CommandFacts, 'kind'> = {
  ...{ state: 'queued' as const, attempt: 0, evidence: null, create_time: '', sent_time: null, answer_time: null },
  ...{ finish_time: null, evidence_time: null },
};

/**
 * How far the order came that was asked for: as its row tells it, or what would come of a yes, and of one that was not given never
 * will. A roll-out tells that itself, and so does nothing of which the row is kept no longer.
 */
export const orderSteps = (
  { kind, state }: Pick<Approval, 'kind' | 'state'>,
  command: CommandFacts | undefined,
): Step[] => {
  if (command) return stepsOf(command);
  if (kind === 'firmware_resume' || state === 'approved') return [];
  const [, ...toCome] = stepsOf({ ...orderToCome, kind });
  return state === 'waiting' ? toCome : toCome.map((step) => ({ ...step, look: 'void' }));
};
