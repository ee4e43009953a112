import type { AlarmStepName } from '@plomb/contract/alarms/alarms';
import type { ErrorCode } from '@plomb/contract/errors';

/** How an open alarm stands to the person who does something with it. */
export type AlarmStanding = 'unclaimed' | 'escalated' | 'mine' | 'theirs' | 'processed';

interface Facts {
  status: 'unprocessed' | 'processed';
  owner_id: number | null;
  escalate_time: unknown;
}

export const standingOf = ({ status, owner_id, escalate_time }: Facts, operatorId: number): AlarmStanding => {
  if (status === 'processed') return 'processed';
  if (owner_id !== null) return owner_id === operatorId ? 'mine' : 'theirs';
  return escalate_time === null ? 'unclaimed' : 'escalated';
};

/** Why a step is refused; null: it may be taken. What somebody has is theirs, until it is handed over. */
export const stepRefusal = (standing: AlarmStanding, step: AlarmStepName): ErrorCode | null => {
  if (standing === 'processed') return 'alarmProcessed';
  if (standing === 'theirs' && step !== 'hand_over') return 'alarmTaken';
  return standing === 'escalated' && step === 'escalate' ? 'alarmEscalated' : null;
};
