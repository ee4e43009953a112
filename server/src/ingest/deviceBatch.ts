import type { LockReport } from '@plomb/contract/lock/report';
import type { Rules } from './deviceRules.ts';
import type { SentCommand } from './evidence.ts';
import type { History } from './history.ts';
import type { Intake } from './intake.ts';
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
  fences: FenceNeighbours;
}

/** A place that was clearly outside of every fence, or inside of one. */
export interface DecidedPlace {
  at: number;
  outside: boolean;
}
/** By the keys of late reports, the decided places stored around each. */
export type FenceNeighbours = ReadonlyMap<string, readonly DecidedPlace[]>;
