import type { LifeEntry } from '@plomb/contract/devices/life';
import { expect, it } from 'vitest';
import { withSilence } from './silence.ts';

const at = (minutes: number): string => new Date(Date.UTC(2026, 10, 20) + minutes * 60_000).toISOString();
const run = (from: number, to: number, silences: [number, number][] = []) =>
  ({
    kind: 'report',
    id: from,
    time: at(to),
    run: {
      from_time: at(from),
      to_time: at(to),
      silences: silences.map(([since, until]) => ({ from_time: at(since), to_time: at(until) })),
    },
  }) as LifeEntry;
const deed = (minute: number) => ({ kind: 'registered', id: minute, time: at(minute) }) as LifeEntry;

it('names the time without a report where it ended, also within an hour', () => {
  const entries = [
    run(180, 200, [
      [195, 200],
      [119, 180],
    ]),
    deed(190),
    deed(170),
    run(60, 119),
  ];
  expect(withSilence(entries).map(({ kind, time }) => [kind, time])).toEqual([
    ['report', at(200)],
    ['silence', at(200)],
    ['registered', at(190)],
    ['silence', at(180)],
    ['registered', at(170)],
    ['report', at(119)],
  ]);
});
