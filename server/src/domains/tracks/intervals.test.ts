import { describe, expect, it } from 'vitest';
import { intervalsIn } from './intervals.ts';

const present = { type: 1, report: 60, sleep: 600 };
const hours = { from: 0, to: 100 };
const held = (...args: Partial<Parameters<typeof intervalsIn>>) =>
  intervalsIn(args[0] ?? [], args[1] ?? [], args[2] ?? present, args[3] ?? hours).map(
    ({ from, report_interval, sleep_interval }) => [Date.parse(from), report_interval, sleep_interval],
  );

describe('the intervals that held', () => {
  it('are those of the type, where neither it nor the lock ever said anything else', () => {
    expect(held()).toEqual([[0, 60, 600]]);
  });
  it('are the lock’s own from when it said so, each for itself', () => {
    const told = [
      { since: null, type: 1, report: null, sleep: null },
      { since: 20, type: 1, report: 10, sleep: null },
      { since: 50, type: 1, report: 10, sleep: 3600 },
      { since: 200, type: 1, report: 5, sleep: 60 },
    ];
    expect(held(told)).toEqual([
      [0, 60, 600],
      [20, 10, 600],
      [50, 10, 3600],
    ]);
    expect(held(told, [], present, { from: 60, to: 70 })).toEqual([[60, 10, 3600]]);
  });
  it('are what its type of that time said then', () => {
    const types = [
      { since: null, type: 1, report: 30, sleep: 300 },
      { since: 40, type: 1, report: 60, sleep: 600 },
      { since: null, type: 2, report: 900, sleep: 9000 },
    ];
    const told = [
      { since: null, type: 1, report: null, sleep: null },
      { since: 70, type: 2, report: null, sleep: null },
    ];
    expect(held(told, types)).toEqual([
      [0, 30, 300],
      [40, 60, 600],
      [70, 900, 9000],
    ]);
  });
  it('say nothing twice', () => {
    expect(held([], [{ since: 30, type: 1, report: 60, sleep: 600 }])).toEqual([[0, 60, 600]]);
  });
});
