import { type StockStep, stockStepNames } from '@plomb/contract/devices/stockSteps';
import { agreed, everyStanding } from '@plomb/contract/devices/testing/custodyTable';
import { describe, expect, it } from 'vitest';
import { type Candidate, judgeStep } from './stockCheck.ts';

const limits = { heard: 30, battery: 40, firmware: false };
const fit = (stock_status: Candidate['stock_status'], change: Partial<Candidate> = {}): Candidate => ({
  stock_status,
  device_state: 'in_use',
  lost: false,
  reusable: true,
  retired: false,
  busy: false,
  silence: 10,
  electric: 90,
  ver: '',
  alarms: 0,
  inspected: true,
  sealed: false,
  mine: true,
  reaches: true,
  ...change,
});

describe('each guard alone refuses', () => {
  it.each<[StockStep, Candidate | null, string]>([
    ['stock_in', null, 'deviceMissing'],
    // a device that was not issued to whoever asks is not known to exist
    ['receive', null, 'notReceiver'],
    ['receive', fit(3, { mine: false }), 'notReceiver'],
    ['stock_in', fit(1, { retired: true }), 'deviceRetired'],
    ['stock_in', fit(2), 'stockStep'],
    ['recycle', fit(4, { lost: true }), 'deviceLost'],
    ['recycle', fit(4, { device_state: 'scrapped' }), 'deviceScrapped'],
    ['recycle', fit(4, { device_state: 'maintenance' }), 'deviceInMaintenance'],
    ['issue', fit(2, { inspected: false }), 'notInspected'],
    ['transfer', fit(4, { busy: true }), 'deviceBusy'],
    ['receive', fit(3, { busy: true }), 'deviceBusy'],
    ['issue', fit(2, { reaches: false }), 'stockReach'],
    ['transfer', fit(4, { reaches: false }), 'stockReach'],
    ['stock_in', fit(1, { sealed: true }), 'stockSealed'],
    ['recycle', fit(4, { sealed: true }), 'stockSealed'],
    // what is scrapped can never be unsealed from afar
    ['final_inspection_failed', fit(5, { sealed: true }), 'stockSealed'],
    ['transfer', fit(4, { sealed: true }), 'stockSealed'],
    // where no stock is kept a lock on the road is not used: nobody could unseal it from afar then
    ['to_maintenance', fit(1, { sealed: true }), 'stockSealed'],
    ['preliminary_inspection', fit(2, { electric: 39 }), 'inspectionFailed'],
  ])('%s', (step, device, refusal) => {
    expect(judgeStep(step, device, limits).refusal).toBe(refusal);
  });
  it('and without any, it is taken', () => {
    for (const [step, status] of [
      ['stock_in', 1],
      ['preliminary_inspection', 2],
      ['issue', 2],
      ['receive', 3],
      ['return', 3],
      ['transfer', 4],
    ] as const)
      expect(judgeStep(step, fit(status), limits)).toEqual({ refusal: null, failed: [] });
  });
});

/** Which steps a fact alone stops, wherever the table lists them. */
const guards: readonly [what: string, broken: Partial<Candidate>, refusal: string, steps: readonly StockStep[]][] = [
  ['is retired', { retired: true }, 'deviceRetired', stockStepNames],
  [
    'is sealed by its own word',
    { sealed: true },
    'stockSealed',
    [
      'stock_in',
      'preliminary_inspection',
      'issue',
      'end_of_use',
      'recycle',
      'final_inspection_passed',
      'final_inspection_failed',
      'transfer',
      'to_maintenance',
    ],
  ],
  ['is issued to somebody else', { mine: false }, 'notReceiver', ['receive']],
  ['cannot be had by who gets it', { reaches: false }, 'stockReach', stockStepNames],
  ['was not inspected', { inspected: false }, 'notInspected', ['issue']],
  ['has an order under way', { busy: true }, 'deviceBusy', ['receive', 'transfer']],
  ['was not heard', { silence: 1801 }, 'inspectionFailed', ['preliminary_inspection']],
  ['is low', { electric: 39 }, 'inspectionFailed', ['preliminary_inspection']],
  ['has open alarms', { alarms: 1 }, 'inspectionFailed', ['preliminary_inspection']],
];
it.each(guards)(
  'a device that %s is stopped by that alone, in its steps and no others',
  (_, broken, refusal, steps) => {
    for (const standing of everyStanding)
      for (const step of stockStepNames.filter((one) => agreed(standing, one))) {
        const device = { ...fit(standing.stock_status), ...standing };
        expect([step, judgeStep(step, device, limits).refusal]).toEqual([step, null]);
        const stopped = steps.includes(step) ? refusal : null;
        expect([step, judgeStep(step, { ...device, ...broken }, limits).refusal]).toEqual([step, stopped]);
      }
  },
);

it('an inspection tells all that is not passed', () => {
  expect(judgeStep('preliminary_inspection', fit(2, { silence: null, alarms: 2 }), limits).failed).toEqual([
    'heard',
    'alarms',
  ]);
});
