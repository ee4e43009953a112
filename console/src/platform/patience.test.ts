import { afterEach, expect, it, vi } from 'vitest';
import { patience } from './patience.ts';

afterEach(() => {
  vi.useRealTimers();
});

it('ends a call that nobody answers, and none that has been answered', () => {
  vi.useFakeTimers();
  const [unanswered, answered] = [patience(10_000), patience(10_000)];
  vi.advanceTimersByTime(9999);
  answered.stop();
  expect(unanswered.signal.aborted).toBe(false);
  vi.advanceTimersByTime(1);
  expect(unanswered.signal.reason).toMatchObject({ name: 'TimeoutError' });
  vi.advanceTimersByTime(60_000);
  expect(answered.signal.aborted).toBe(false);
});

it('hears first what came while the page slept or was busy: it waits once more, and no more than that', () => {
  vi.useFakeTimers();
  const { signal } = patience(10_000);
  // the lid was closed: the clock went on, no timer did
  vi.setSystemTime(Date.now() + 3_600_000);
  vi.advanceTimersByTime(10_000);
  expect(signal.aborted).toBe(false);
  vi.setSystemTime(Date.now() + 3_600_000);
  vi.advanceTimersByTime(10_000);
  expect(signal.aborted).toBe(true);
});
