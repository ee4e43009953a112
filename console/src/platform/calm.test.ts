import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { calmly } from './calm.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('runs at once, then once in a while, and once more after the last asking', () => {
  const run = vi.fn();
  const { ask } = calmly(run, 3000);
  for (let i = 0; i < 500; i += 1) {
    ask();
    vi.advanceTimersByTime(20); // a storm of ten seconds
  }
  expect(run.mock.calls.length).toBe(4);
  vi.advanceTimersByTime(3000);
  expect(run).toHaveBeenCalledTimes(5);
  vi.advanceTimersByTime(60_000);
  expect(run).toHaveBeenCalledTimes(5);
});
it('does nothing more once it is stopped', () => {
  const run = vi.fn();
  const { ask, stop } = calmly(run, 3000);
  ask();
  ask();
  stop();
  vi.advanceTimersByTime(10_000);
  expect(run).toHaveBeenCalledTimes(1);
});
