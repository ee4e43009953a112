import { metresBetween } from '@plomb/contract/lock/metres';
import { expect, it } from 'vitest';
import { pastOf } from './history.ts';

const DAY = 86_400_000;
const until = Date.parse('2026-11-20T04:00:00Z');
const times = { from: until - 30 * DAY, until, whole: 8 };
const past = pastOf({ sn: '14802100007', org: 'sh' }, 7, times);

it('the past of a demonstration’s lock is the same every time, in order, and nothing comes before it was', () => {
  expect(pastOf({ sn: '14802100007', org: 'sh' }, 7, times)).toEqual(past);
  const { reports } = past;
  expect(reports.length).toBeGreaterThan(2000);
  expect(reports.every(({ at, receivedAt }) => at < until && receivedAt > at)).toBe(true);
  expect(reports.map(({ at }) => at)).toEqual(reports.map(({ at }) => at).sort((a, b) => a - b));
  expect(new Set(reports.map(({ at, serial }) => `${at} ${serial}`)).size).toBe(reports.length);
});

it('each event begins where the one before ended, and openings follow a seal', () => {
  const events = past.reports.flatMap(({ event }) => event ?? []);
  expect(events.length).toBeGreaterThan(40);
  let state = 0;
  for (const { before, after } of events) {
    expect(before).toBe(state);
    state = after;
  }
});

it('it has stretches that nobody saw, and some that were told late', () => {
  const { reports } = past;
  const silent = reports.some((one, at) => {
    const before = reports[at - 1];
    return before !== undefined && before.velocity > 0 && one.velocity > 0 && one.at - before.at > 8 * 60_000;
  });
  expect(silent).toBe(true);
  expect(reports.some(({ at, receivedAt }) => receivedAt - at > 5 * 60_000)).toBe(true);
});

it('a stop is no blind spot: a lock is heard where it comes to stand, unless it came out of one, and where it leaves', () => {
  const whole = past.reports.filter(({ at }) => at > until - 8 * DAY);
  const pairs = whole.slice(1).map((one, at) => ({ one, before: whole[at]! }));
  const isUnseen = ({ one, before }: (typeof pairs)[number]) =>
    one.at - before.at > 2 * 60_000 && metresBetween(one, before) > 80;
  const leaving = pairs.filter(({ one, before }) => before.velocity === 0 && one.velocity > 0);
  const coming = pairs.filter(({ one, before }) => before.velocity > 0 && one.velocity === 0);
  expect(leaving.length).toBeGreaterThan(20);
  expect(leaving.filter(isUnseen)).toEqual([]);
  expect(coming.filter(isUnseen).length).toBeLessThan(coming.length / 5);
});

it('whoever forces a lock wakes it: it is heard each minute before and after, by the word the wire has for it', () => {
  const forced = Array.from({ length: 6 }, (_, n) =>
    pastOf({ sn: String(14802100007 + n), org: 'sh' }, 7, times),
  ).flatMap(({ reports }) => {
    const whole = reports.filter(({ at }) => at > until - 8 * DAY);
    return whole.flatMap((one, at) => (one.event?.fault === 1010 ? [whole.slice(at - 1, at + 2)] : []));
  });
  expect(forced.length).toBeGreaterThan(0);
  for (const [before, one, after] of forced) {
    expect(one?.event?.code).toBe('hhd:000F');
    expect([one!.at - before!.at, after!.at - one!.at]).toEqual([60_000, 60_000]);
  }
});
