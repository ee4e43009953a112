import { describe, expect, it } from 'vitest';
import { checkPlace, readBack, type Slice, timeOf, windowOf } from './window.ts';

const at = (text: string): number => Date.parse(`2026-11-${text}.000Z`);
const now = at('23T12:00:00');

describe('the time that is asked for', () => {
  it('is the last day, and what a clock that is ahead says, where nothing is', () => {
    expect(windowOf({}, now)).toEqual({ from: '2026-11-22T12:00:00.000Z', to: '2026-11-24T12:00:00.000Z' });
  });
  it('is a day back from an end in the past', () => {
    expect(windowOf({ to: '2026-10-01T00:00:00.000Z' }, now).from).toBe('2026-09-30T00:00:00.000Z');
  });
  it.each([
    ['2026-10-23T00:00:00.000Z', '2026-11-23T00:00:00.000Z', true],
    ['2026-10-22T12:00:00.000Z', '2026-11-23T00:00:00.000Z', false],
    ['2026-10-23T12:00:00.000Z', undefined, true],
    ['2026-10-22T00:00:00.000Z', undefined, false],
    ['2026-11-23T00:00:01.000Z', '2026-11-23T00:00:00.000Z', false],
  ])('from %s to %s: %s', (from, to, isTaken) => {
    const asked = () => windowOf({ from, to }, now);
    if (isTaken) expect(asked().from).toBe(from);
    else expect(asked).toThrow();
  });
});

/** Records that a filter leaves, of the times given; each part takes so long. */
const reading = (times: readonly string[], took: number) => {
  const slices: Slice[] = [];
  let time = 0;
  return {
    slices,
    options: {
      window: { from: '2026-11-22T00:00:00.000Z', to: '2026-11-24T00:00:00.000Z' },
      ...{ size: 2, now, within: 1000, before: null, width: 3_600_000 as number | null },
      clock: () => time,
      read: async (slice: Slice, size: number) => {
        slices.push(slice);
        time += took;
        const end = Date.parse(timeOf(slice.before) ?? slice.to);
        return times
          .filter((one) => Date.parse(one) >= Date.parse(slice.from) && Date.parse(one) < end)
          .slice(0, size)
          .map((one) => ({ key: `${one}~1` }));
      },
    },
  };
};

describe('reading back', () => {
  const times = ['2026-11-23T11:30:00.000Z', '2026-11-22T20:00:00.000Z', '2026-11-22T10:00:00.000Z'];
  it('goes on in longer and longer parts until the page is full, and tells behind which record', async () => {
    const { options, slices } = reading(times, 10);
    expect(await readBack(options)).toEqual({
      rows: times.slice(0, 2).map((one) => ({ key: `${one}~1` })),
      next: `${times[1]}~1`,
    });
    expect(slices.map(({ from }) => from)).toEqual([
      '2026-11-23T11:00:00.000Z',
      '2026-11-23T07:00:00.000Z',
      '2026-11-22T15:00:00.000Z',
      '2026-11-22T00:00:00.000Z',
    ]);
  });
  it('ends with the window', async () => {
    const { options } = reading(times.slice(0, 2), 10);
    expect((await readBack(options)).next).toBeNull();
    expect(await readBack({ ...options, before: `${times[1]}~1` })).toEqual({ rows: [], next: null });
  });
  it('answers with what it has when it has taken its time, and tells how far back it looked', async () => {
    const { options, slices } = reading(times, 600);
    expect(await readBack(options)).toEqual({ rows: [{ key: `${times[0]}~1` }], next: '2026-11-23T10:00:00.000Z' });
    expect(slices).toHaveLength(2);
  });
  it('reads all at once where an index has them in order', async () => {
    const { options, slices } = reading(times, 10);
    expect((await readBack({ ...options, width: null })).next).toBe(`${times[1]}~1`);
    expect(slices).toHaveLength(1);
  });
});

it.each([
  ['2026-11-23T11:30:00.000001Z~7~65535~-2147483647', 'report', true, true],
  ['2026-11-23T11:30:00.000001Z~7~65535~-2147483649', 'report', true, false],
  ['2026-11-23T11:30:00.000001Z~7', 'alert', true, true],
  ['2026-11-23T11:30:00.000001Z~7', 'change', true, false],
  ['2026-11-23T11:30:00.000001Z~e7', 'change', true, true],
  ['2026-11-23T11:30:00.000001Z~e7', 'report', false, false],
  ['2026-11-23T11:30:00.000001Z', 'report', false, true],
  ['2026-11-23T11:30:00.000001Z', 'report', true, false],
  ['2026-99-23T11:30:00.000001Z', 'report', false, false],
] as const)('%s as a place of %s (%s): %s', (place, kind, isKey, isGood) => {
  const check = () => checkPlace(place, kind, isKey);
  if (isGood) check();
  else expect(check).toThrow();
});
