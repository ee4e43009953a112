import { describe, expect, it } from 'vitest';
import { failedChecks, preliminaryChecks, type Standing, StockStatus, stepped, stepsOf } from './stockSteps.ts';
import { agreed, everyStanding, everyStep } from './testing/custodyTable.ts';

const at = (stock_status: StockStatus, change: Partial<Standing> = {}): Standing => ({
  stock_status,
  device_state: 'in_use',
  lost: false,
  reusable: true,
  ...change,
});

describe('a step of custody', () => {
  it.each(everyStep)('%s leads where the table says, and is refused wherever the table does not list it', (step) => {
    for (const standing of everyStanding) {
      const answer = stepped(standing, step);
      expect([standing, 'standing' in answer ? answer.standing : null]).toEqual([standing, agreed(standing, step)]);
    }
  });

  it('is refused by what alone is in its way', () => {
    expect(stepped(at(4, { lost: true }), 'recycle')).toEqual({ refusal: 'deviceLost' });
    expect(stepped(at(4), 'report_found')).toEqual({ refusal: 'deviceNotLost' });
    expect(stepped(at(4, { device_state: 'scrapped' }), 'recycle')).toEqual({ refusal: 'deviceScrapped' });
    expect(stepped(at(4, { device_state: 'maintenance' }), 'recycle')).toEqual({ refusal: 'deviceInMaintenance' });
    expect(stepped(at(4), 'from_maintenance')).toEqual({ refusal: 'deviceNotInMaintenance' });
    expect(stepped(at(3), 'recycle')).toEqual({ refusal: 'stockStep' });
    for (const [from, step] of [
      [StockStatus.opening, 'seal'],
      [StockStatus.opening, 'end_of_use'],
      [StockStatus.recycled, 'final_inspection_passed'],
    ] as const)
      expect(stepped(at(from, { reusable: false }), step)).toEqual({ refusal: 'deviceSingleUse' });
  });

  it('of a lost device is none but its finding, of a scrapped one none at all', () => {
    for (const standing of everyStanding) {
      const possible = stepsOf(standing);
      if (standing.device_state === 'scrapped') expect(possible).toEqual([]);
      else if (standing.lost) expect(possible.filter((step) => step !== 'report_found')).toEqual([]);
    }
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
