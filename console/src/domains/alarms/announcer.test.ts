import type { Alarm } from '@plomb/contract/alarms/alarms';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { AGAIN, GATHER, openAnnouncer, REST } from './announcer.ts';

const critical = { id: 1, severity: 'critical' } as Alarm;
const warning = { id: 2, severity: 'warning' } as Alarm;
let said: string[];
let waiting: boolean;
const standing = [{ ...critical, id: 4 }, critical];
const opened = () =>
  openAnnouncer({
    ring: (urgent) => said.push(urgent ? 'RING' : 'ring'),
    say: (worst, count, again) => said.push(`${again ? 'again ' : ''}${worst.id}×${count}`),
    waiting: () => (waiting ? standing : []),
  });

beforeEach(() => {
  vi.useFakeTimers();
  said = [];
  waiting = false;
});
afterEach(() => void vi.useRealTimers());

it('announces a burst once, by its worst', () => {
  const { hear } = opened();
  for (let i = 0; i < 300; i += 1) hear([i === 200 ? critical : warning]);
  vi.advanceTimersByTime(GATHER);
  expect(said).toEqual(['RING', '1×300']);
});
it('names the newest of several warnings, as its words say', () => {
  const { hear } = opened();
  hear([7, 9, 8].map((id) => ({ ...warning, id, owner: '' })));
  vi.advanceTimersByTime(GATHER);
  expect(said).toEqual(['ring', '9×3']);
});
it('speaks one after the other, however fast they come', () => {
  const { hear } = opened();
  hear([warning]);
  vi.advanceTimersByTime(GATHER);
  for (let i = 0; i < 20; i += 1) {
    hear([warning]);
    vi.advanceTimersByTime(100);
  }
  expect(said).toEqual(['ring', '2×1']);
  vi.advanceTimersByTime(REST);
  expect(said).toEqual(['ring', '2×1', 'ring', '2×20']);
});
it('goes on announcing for days: nothing mutes it', () => {
  const { hear } = opened();
  for (let i = 0; i < 50; i += 1) {
    hear([warning]);
    vi.advanceTimersByTime(60_000);
  }
  expect(said.filter((s) => s === 'ring')).toHaveLength(50);
});
it('rings and is said again for critical alarms each minute until somebody cares, and never for a warning', () => {
  const { hear } = opened();
  waiting = true;
  hear([warning]);
  vi.advanceTimersByTime(3 * AGAIN);
  expect(said).toEqual(['ring', '2×1']);
  hear([critical]);
  vi.advanceTimersByTime(3 * AGAIN);
  expect(said.slice(2)).toEqual(['RING', '1×1', ...Array(3).fill(['RING', 'again 4×2']).flat()]);
  waiting = false;
  vi.advanceTimersByTime(5 * AGAIN);
  expect(said).toHaveLength(10);
});
it('goes on ringing for what waits already when it begins anew, as after the rights have changed', () => {
  waiting = true;
  const { stop } = opened();
  vi.advanceTimersByTime(AGAIN);
  expect(said).toEqual(['RING', 'again 4×2']);
  stop();
});
