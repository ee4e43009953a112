import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { dueAfter, every } from './every.ts';
import { openLog } from './log.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());
const log = openLog('silent');

it('works of a second that begin together come spread over it, each once in every second', async () => {
  const came: [at: number, nth: number][] = [];
  const began = Date.now();
  const works = Array.from({ length: 25 }, (_, nth) =>
    every(1000, `work ${nth}`, () => void came.push([Date.now() - began, nth]), log),
  );
  await vi.advanceTimersByTimeAsync(10_000);
  await Promise.all(works.map((stop) => stop()));
  for (let second = 0; second < 10; second++) {
    const these = came.filter(([at]) => at > second * 1000 && at <= (second + 1) * 1000);
    expect(these.map(([, nth]) => nth).toSorted((a, b) => a - b)).toEqual(works.map((_, nth) => nth));
    // of forty parts of a second none has more than two
    for (let part = 0; part < 1000; part += 25)
      expect(these.filter(([at]) => at > second * 1000 + part && at <= second * 1000 + part + 25).length).toBeLessThan(
        3,
      );
  }
});

it('what was held up is due in its own part of the period again, and never at once', () => {
  const [due, ms] = [617, 1000];
  for (const late of [-0.4, 0, 0.3, 12, 999, 1000, 1001, 2500, 3_600_000]) {
    const next = dueAfter(due, ms, due + late);
    expect((next - due) % ms).toBe(0);
    expect(next).toBeGreaterThanOrEqual(Math.max(due + ms, due + late));
    expect(next - (due + late)).toBeLessThanOrEqual(ms + 1);
  }
});

it('a work of an hour does not come before its hour is nearly over, and one that has been stopped never', async () => {
  const work = vi.fn();
  const stop = every(3_600_000, 'hourly', work, log);
  await vi.advanceTimersByTimeAsync(3_598_999);
  expect(work).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1001);
  expect(work).toHaveBeenCalledTimes(1);
  await stop();
  await vi.advanceTimersByTimeAsync(7_200_000);
  expect(work).toHaveBeenCalledTimes(1);
  await every(1000, 'stopped before it came', work, log)();
  await vi.advanceTimersByTimeAsync(5000);
  expect(work).toHaveBeenCalledTimes(1);
});

it('is never twice at once, and a failure keeps it from nothing', async () => {
  let done: () => void = () => undefined;
  const work = vi.fn(
    () =>
      new Promise<void>((resolve, reject) => {
        done = work.mock.calls.length === 1 ? resolve : () => reject(new Error('no'));
      }),
  );
  const stop = every(1000, 'slow', work, log);
  await vi.advanceTimersByTimeAsync(3000);
  expect(work).toHaveBeenCalledTimes(1);
  done();
  await vi.advanceTimersByTimeAsync(1000);
  expect(work).toHaveBeenCalledTimes(2);
  done();
  await vi.advanceTimersByTimeAsync(1000);
  expect(work).toHaveBeenCalledTimes(3);
  done();
  await stop();
});
