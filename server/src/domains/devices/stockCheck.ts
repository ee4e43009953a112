import type { Checked, StockRefusal } from '@plomb/contract/devices/stock';
import {
  failedChecks,
  type InspectionLimits,
  type Standing,
  type StockStep,
  stepped,
} from '@plomb/contract/devices/stockSteps';

/** An inspection passed holds so long. */
export const INSPECTION_HOURS = 24;

/** All that decides whether a device can be taken through a step. */
export interface Candidate extends Standing {
  retired: boolean;
  /** an order may act on it still */
  busy: boolean;
  /** seconds since it was last heard; null = never */
  silence: number | null;
  electric: number | null;
  ver: string;
  /** unprocessed alarms, without mere notices */
  alarms: number;
  /** a preliminary inspection was passed lately enough */
  inspected: boolean;
  /** by its last word its lock is sealed, and something may lie behind it */
  sealed: boolean;
  /** it is issued to whoever asks */
  mine: boolean;
  /** whoever gets it can have it: its type and its maker are shared downwards only */
  reaches: boolean;
}

export interface Verdict {
  refusal: StockRefusal | null;
  failed: Checked['failed'];
}

/** What a sealed lock does not go through: it is in use, whatever the stock says. */
const ofUnsealed: ReadonlySet<StockStep> = new Set([
  'stock_in',
  'preliminary_inspection',
  'issue',
  'end_of_use',
  'recycle',
  'final_inspection_passed',
  'final_inspection_failed',
  'transfer',
  'to_maintenance',
]);

const no = (refusal: StockRefusal, failed: Checked['failed'] = []): Verdict => ({ refusal, failed });

/** Whether a device can be taken through a step, by all the guards of that step; the organisation was checked before. */
export const judgeStep = (step: StockStep, device: Candidate | null, limits: InspectionLimits): Verdict => {
  if (!device) return no(step === 'receive' ? 'notReceiver' : 'deviceMissing');
  if (device.retired) return no('deviceRetired');
  const next = stepped(device, step);
  if ('refusal' in next) return no(next.refusal);
  if (device.sealed && ofUnsealed.has(step)) return no('stockSealed');
  if (step === 'receive' && !device.mine) return no('notReceiver');
  if (!device.reaches) return no('stockReach');
  if (step === 'issue' && !device.inspected) return no('notInspected');
  if ((step === 'transfer' || step === 'receive') && device.busy) return no('deviceBusy');
  if (step === 'preliminary_inspection') {
    const failed = failedChecks(device, limits);
    if (failed.length > 0) return no('inspectionFailed', failed);
  }
  return { refusal: null, failed: [] };
};
