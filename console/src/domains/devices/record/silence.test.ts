import type { LifeEntry } from '@plomb/contract/devices/life';
import { expect, it } from 'vitest';
import { withSilence } from './silence.ts';

const at = (minutes: number): string => new Date(Date.UTC(2026, 10, 20) + minutes * 60_000).toISOString();
const run = (from: number, to: number) =>
  ({ kind: 'report', id: from, time: at(to), run: { from_time: at(from), to_time: at(to) } }) as LifeEntry;
const deed = (minute: number) => ({ kind: 'registered', id: minute, time: at(minute) }) as LifeEntry;

it('names the time without a report between two runs, where it is longer than the lock may be silent', () => {
  const entries = [run(180, 200), deed(170), run(60, 119), run(0, 59)];
  // every 60 s: seven minutes are the most
  expect(withSilence(entries, 60).map(({ kind, time }) => [kind, time])).toEqual([
    ['report', at(200)],
    ['registered', at(170)],
    ['silence', at(180)],
    ['report', at(119)],
    ['report', at(59)],
  ]);
  expect(withSilence(entries, 3600).some(({ kind }) => kind === 'silence')).toBe(false);
});

it('says nothing of the time before the last run that was read', () => {
  expect(withSilence([run(0, 59), deed(-600)], 60)).toHaveLength(2);
});
