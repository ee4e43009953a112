import { expect, it } from 'vitest';
import { untilOf } from './until.ts';

const [planned, ended] = ['2026-12-10T08:00:00.000Z', '2026-11-26T08:00:00.000Z'];

it.each([
  ['pending_second', planned, null, planned],
  ['active', planned, null, planned],
  ['active', null, null, null],
  // the sweep writes its own moment, later than the one it was agreed for
  ['expired', ended, planned, ended],
  ['ended', planned, ended, ended],
  ['ended', null, ended, ended],
  ['declined', planned, ended, undefined],
  ['withdrawn', null, ended, undefined],
  ['lapsed', planned, ended, undefined],
] as const)('%s, meant until %s and over at %s, holds until %s', (state, until_time, end_time, holds) => {
  expect(untilOf({ state, until_time, end_time })).toBe(holds);
});
