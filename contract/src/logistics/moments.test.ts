import { describe, expect, it } from 'vitest';
import type { Way } from './journey.ts';
import { type Batch, type Journey, momentsOf, standsOf } from './moments.ts';

const MINUTE = 60_000;
const window = { from: 0, to: 100 * MINUTE };
const way = (of: {
  told?: [minute: number, status: number][];
  said?: [number, number][];
  gaps?: [string, number, number][];
}) =>
  ({
    runs: [(of.told ?? []).map(([minute, status]) => [minute * MINUTE, 121, 30, null, status])],
    events: (of.said ?? []).map(([minute, ls_after]) => ({
      ...{ at: new Date(minute * MINUTE).toISOString(), ls_after, authenticated: true },
    })),
    gaps: (of.gaps ?? []).map(([kind, from, to]) => ({ kind, from: from * MINUTE, to: to * MINUTE })),
  }) as unknown as Way;
const stands = (of: Parameters<typeof way>[0]) =>
  standsOf(way(of), window).map(({ from, to, stand }) => [from / MINUTE, to / MINUTE, stand]);

describe('how a lock stood', () => {
  it('is as it said last, until it says otherwise', () => {
    expect(
      stands({
        told: [
          [0, 2],
          [40, 2],
          [60, 0],
        ],
        said: [[50, 1]],
      }),
    ).toEqual([
      [0, 50, 'sealed'],
      [50, 60, 'open'],
      [60, 100, 'closed'],
    ]);
  });
  it('is unknown before its first word and while it is silent, and not while it sleeps or knows no place', () => {
    const told: [number, number][] = [
      [10, 2],
      [40, 2],
    ];
    expect(stands({ told, gaps: [['silent', 20, 40]] })).toEqual([
      [0, 10, 'unknown'],
      [10, 20, 'sealed'],
      [20, 40, 'unknown'],
      [40, 100, 'sealed'],
    ]);
    for (const kind of ['asleep', 'no_fix'])
      expect(stands({ told, gaps: [[kind, 20, 40]] })).toEqual([
        [0, 10, 'unknown'],
        [10, 100, 'sealed'],
      ]);
  });
  it('is what it said while nobody heard where it was, and no word of a report that does not say', () => {
    expect(
      stands({
        told: [
          [0, 2],
          [30, 255],
        ],
        said: [[70, 3]],
        gaps: [['silent', 80, 100]],
      }),
    ).toEqual([
      [0, 70, 'sealed'],
      [70, 80, 'abnormal'],
      [80, 100, 'unknown'],
    ]);
  });
  it('of one that told nothing is unknown', () => expect(stands({})).toEqual([[0, 100, 'unknown']]));
});

describe('the line of time', () => {
  const at = new Date(MINUTE).toISOString();
  const of = (ids: number[]) =>
    ids.map((id) => ({ id, at, create_time: at, first_time: at, photos: [], lon: null, lat: null }));
  const batch = (steps: number[]) =>
    ({
      steps: of(steps),
      amendments: of([1]),
      stops: [],
      transit_time: at,
      plan_end: at,
      end_time: at,
    }) as unknown as Batch;
  const journey = (events: number[]) =>
    ({
      ways: [
        {
          ...{ id: 1, gaps: [], alarms: of([8]) },
          events: of(events).map((one) => ({ ...one, authenticated: true, ls_before: one.id, ls_after: one.id + 1 })),
        },
      ],
      ...{
        orders: of([2]),
        refused: of([3]),
        failures: of([6]),
        alarms: [],
        untold: [],
        reasons: [],
        from: at,
        to: at,
      },
    }) as unknown as Journey;
  it('has what was said last on top, also within a second, in whatever order it comes', () => {
    const keys = [
      'amended 1',
      'alarm 8',
      'step 5',
      'step 4',
      'event 64',
      'event 63',
      'failed 6',
      'refused 3',
      'order 2',
    ];
    for (const [steps, events] of [
      [
        [5, 4],
        [63, 64],
      ],
      [
        [4, 5],
        [64, 63],
      ],
    ] as const)
      expect(momentsOf(batch([...steps]), journey([...events])).map(({ key }) => key)).toEqual(keys);
  });
});
