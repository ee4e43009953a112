import type { LockReport } from '@plomb/contract/lock/report';
import type { Rules } from './deviceRules.ts';
import type { SentCommand } from './evidence.ts';
import type { History } from './history.ts';
import type { Intake } from './intake.ts';
import type { PlaceAt } from './judgeFences.ts';
import type { Present } from './present.ts';

export interface Item {
  deviceId: number;
  report: LockReport;
}

/** A device as it was read at the beginning of the batch. */
export interface DeviceBefore {
  deviceId: number;
  orgId: number;
  present: Present;
  rules: Rules;
}

/** A device's part of a batch, with all it is judged by. */
export interface DeviceBatch extends DeviceBefore {
  intake: Intake;
  commands: readonly SentCommand[];
  /** null: all its words are newer than those known */
  history: History | null;
  /** where it was around places that are told late */
  around: readonly PlaceAt[];
}
