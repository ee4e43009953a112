import { expect, it } from 'vitest';
import { limitsMistake, outsideLimits, takenByAll } from './intervals.ts';

const limits = { report_interval_min: 30, report_interval_max: 600, sleep_interval_min: 300, sleep_interval_max: 3600 };

it.each([
  [{ report_interval: 30, sleep_interval: 3600 }, null],
  [{ report_interval: 600 }, null],
  [{ sleep_interval: 300 }, null],
  [{}, null],
  [{ report_interval: 29 }, 'report_interval'],
  [{ report_interval: 601, sleep_interval: 299 }, 'report_interval'],
  [{ report_interval: 60, sleep_interval: 299 }, 'sleep_interval'],
  [{ sleep_interval: 3601 }, 'sleep_interval'],
])('an order for %j is refused beside %s', (said, field) => {
  expect(outsideLimits(limits, said)).toEqual(field && { field, message: 'intervalLimits' });
});

it.each([
  [{}, null, null],
  [{ report_interval: 20 }, 'report_interval', 'intervalLimits'],
  [{ sleep_interval: 4000 }, 'sleep_interval', 'intervalLimits'],
  [{ report_interval_min: 601 }, 'report_interval_max', 'limitOrder'],
  [{ sleep_interval_max: 60 }, 'sleep_interval_max', 'limitOrder'],
])('a type with %j is refused beside %s', (change, field, message) => {
  const type = { ...limits, report_interval: 60, sleep_interval: 3600, ...change };
  expect(limitsMistake(type)).toEqual(field && { field, message });
});

it.each([
  ['its own limits', [{ family: 'hhd' }], [30, 600], [300, 3600]],
  ['what a JT701 can be told', [{ family: 'jt701', report_interval_max: 900 }], [30, 600], [300, 3600]],
  [
    'what both types take',
    [{ family: 'hhd' }, { family: 'hhd', report_interval_min: 60, sleep_interval_max: 600 }],
    [60, 600],
    [300, 600],
  ],
  [
    'nothing, where no value suits both',
    [{ family: 'hhd' }, { family: 'hhd', report_interval_min: 601, report_interval_max: 900 }],
    null,
    [300, 3600],
  ],
] as const)('who chose locks is told %s', (_, types, report, sleep) => {
  const chosen = types.map((type) => ({ ...limits, ...type }));
  expect(takenByAll('report_interval', chosen)).toEqual(report);
  expect(takenByAll('sleep_interval', chosen)).toEqual(sleep);
});
