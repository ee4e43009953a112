import { describe, expect, it } from 'vitest';
import {
  type DeviceState,
  deviceStates,
  failedChecks,
  type LockStep,
  lockSteps,
  preliminaryChecks,
  type Standing,
  StockStatus,
  type StockStep,
  stepped,
  stepsOf,
  stockStepNames,
} from './stockSteps.ts';

const at = (stock_status: StockStatus, change: Partial<Standing> = {}): Standing => ({
  stock_status,
  device_state: 'in_use',
  lost: false,
  ...change,
});
const steps: readonly (StockStep | LockStep)[] = [...stockStepNames, ...(Object.keys(lockSteps) as LockStep[])];
const statuses = Object.values(StockStatus);

/** The table of custody as it was agreed: status before, step, status after. */
const listed: readonly [StockStatus, StockStep | LockStep, StockStatus, DeviceState?][] = [
  [1, 'stock_in', 2],
  [2, 'preliminary_inspection', 2],
  [2, 'issue', 3],
  [3, 'receive', 4],
  [3, 'return', 2],
  [4, 'seal', 6],
  [6, 'unseal', 7],
  [7, 'seal', 6],
  [7, 'end_of_use', 4],
  [4, 'recycle', 5],
  [7, 'recycle', 5],
  [5, 'final_inspection_passed', 2],
  [5, 'final_inspection_failed', 5, 'scrapped'],
  [6, 'scrap', 7, 'scrapped'],
  [4, 'transfer', 4],
  ...([1, 2, 3, 4, 5, 7] as const).map((n): [StockStatus, StockStep, StockStatus, DeviceState] => [
    n,
    'to_maintenance',
    n,
    'maintenance',
  ]),
];
const losable = [1, 2, 3, 4, 6, 7] as const;

describe('a step of custody', () => {
  it.each(listed)('%i, %s: %i', (from, step, to, device_state = 'in_use') => {
    expect(stepped(at(from), step)).toEqual({ standing: at(to, { device_state }) });
  });

  it('is refused wherever the table does not list it', () => {
    for (const from of statuses)
      for (const step of steps) {
        const isListed =
          listed.some(([n, name]) => n === from && name === step) ||
          (step === 'report_lost' && losable.some((n) => n === from));
        expect([from, step, 'standing' in stepped(at(from), step)]).toEqual([from, step, isListed]);
      }
  });

  it('says that a device is lost, of one that is not, and back again', () => {
    for (const from of losable) {
      const lost = at(from, { lost: true });
      expect(stepped(at(from), 'report_lost')).toEqual({ standing: lost });
      expect(stepped(lost, 'report_found')).toEqual({ standing: at(from) });
      expect(stepped(lost, 'report_lost')).toEqual({ refusal: 'deviceLost' });
      expect(stepped(at(from), 'report_found')).toEqual({ refusal: 'deviceNotLost' });
    }
  });

  it('of a lost device is none but its finding, of a scrapped one none at all', () => {
    for (const from of statuses) {
      expect(stepsOf(at(from, { lost: true })).filter((step) => step !== 'report_found')).toEqual([]);
      for (const lost of [true, false]) expect(stepsOf(at(from, { device_state: 'scrapped', lost }))).toEqual([]);
    }
  });

  it('of one in maintenance is none but the way back, and losing it', () => {
    for (const from of statuses) {
      const there = at(from, { device_state: 'maintenance' });
      const possible = stepsOf(there);
      expect(possible.filter((step) => step !== 'from_maintenance' && step !== 'report_lost')).toEqual([]);
      if (from !== StockStatus.sealing) expect(stepped(there, 'from_maintenance')).toEqual({ standing: at(from) });
    }
  });

  it('that the lock itself tells moves only what is in use', () => {
    for (const device_state of deviceStates.filter((state) => state !== 'in_use'))
      for (const from of statuses) expect(stepped(at(from, { device_state }), 'seal')).toHaveProperty('refusal');
  });
});

describe('the preliminary inspection', () => {
  const limits = { heard: 30, battery: 40, firmware: true };
  const fit = { silence: 30 * 60, electric: 40, ver: '2.3.18', alarms: 0 };
  it('passes a lock that was heard, is charged, known and at peace', () => {
    expect(failedChecks(fit, limits)).toEqual([]);
  });
  it.each([
    ['heard', { silence: 30 * 60 + 1 }],
    ['heard', { silence: null }],
    ['battery', { electric: 39 }],
    ['battery', { electric: null }],
    ['firmware', { ver: '' }],
    ['alarms', { alarms: 1 }],
  ] as const)('fails by %s alone: %j', (check, change) => {
    expect(failedChecks({ ...fit, ...change }, limits)).toEqual([check]);
  });
  it('looks at everything, and asks for the firmware only where that is wanted', () => {
    const unfit = { silence: null, electric: null, ver: '', alarms: 3 };
    expect(failedChecks(unfit, limits)).toEqual(preliminaryChecks);
    expect(failedChecks({ ...fit, ver: '' }, { ...limits, firmware: false })).toEqual([]);
  });
});
