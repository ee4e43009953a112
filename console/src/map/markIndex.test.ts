import { CLUSTER_MAX_ZOOM } from '@plomb/contract/map/mercator';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BAR, type Box, barOf, MarkIndex, shortCount } from './markIndex.ts';
import type { LockMark } from './marks.ts';

const mark = (id: number, lon: number, lat: number, over: Partial<LockMark> = {}): LockMark => ({
  id,
  at: [lon, lat],
  status: 2,
  connection: 'online',
  heading: null,
  held: false,
  outOfUse: false,
  alarm: false,
  label: 'A',
  ...over,
});
const of = (...marks: LockMark[]): MarkIndex => {
  const index = new MarkIndex();
  for (const m of marks) index.put(m);
  return index;
};
const china: Box = [70, 15, 140, 55];
const shown = (index: MarkIndex, box: Box, zoom: number, without: number | null = null) =>
  index.view(box, zoom, without).map((f) => f.properties as Record<string, number>);

describe('what the map is given', () => {
  it('is every mark of the view once, alone or within a disc', () => {
    const place = fc.record({
      lon: fc.double({ min: 71, max: 139, noNaN: true }),
      lat: fc.double({ min: 16, max: 54, noNaN: true }),
    });
    fc.assert(
      fc.property(fc.array(place, { maxLength: 60 }), fc.double({ min: 2, max: 18, noNaN: true }), (places, zoom) => {
        const index = of(...places.map((p, i) => mark(i + 1, p.lon, p.lat)));
        const total = shown(index, china, zoom).reduce((n, p) => n + (p.point_count ?? 1), 0);
        expect(total).toBe(places.length);
      }),
      { numRuns: 100 },
    );
  });
  it('merges what lies close together, with the worst state and any alarm of its members, and parts it when one goes near', () => {
    const index = of(
      mark(1, 120, 31),
      mark(2, 120.001, 31, { status: 3 }),
      mark(3, 120.002, 31, { alarm: true }),
      mark(4, 90, 40),
    );
    const discs = shown(index, china, 5).filter((p) => p.point_count);
    expect(discs).toMatchObject([{ point_count: 3, severity: 4, alarm: 1 }]);
    expect([discs[0]?.west, discs[0]?.east].map((x) => x?.toFixed(4))).toEqual(['120.0000', '120.0020']);
    expect(shown(index, [119.9, 30.9, 120.1, 31.1], 17).filter((p) => p.point_count)).toEqual([]);
  });
  it('keeps those that lie on one another together, however near one goes', () => {
    const index = of(mark(1, 120, 31), mark(2, 120, 31));
    const [disc] = shown(index, [119.9, 30.9, 120.1, 31.1], CLUSTER_MAX_ZOOM + 3);
    expect(disc).toMatchObject({ point_count: 2 });
    expect(index.within([disc!.west!, disc!.south!, disc!.east!, disc!.north!], 200).sort()).toEqual([1, 2]);
  });
  it('leaves out the chosen one, what is gone, and what the view does not show', () => {
    const index = of(mark(1, 120, 31), mark(2, 90, 40), mark(3, 100, 30), mark(4, -100, 30));
    index.remove(3);
    expect(shown(index, china, 8, 1).map((p) => p.id)).toEqual([2]);
  });
  it('follows a mark that moves, and shows one beyond the date line', () => {
    const index = of(mark(1, 120, 31));
    index.put(mark(1, -179, 31));
    expect(index.size).toBe(1);
    expect(shown(index, china, 8)).toEqual([]);
    expect(shown(index, [170, 20, 190, 40], 5).map((p) => p.id)).toEqual([1]);
  });
});

it('uses its places again', () => {
  const index = new MarkIndex();
  for (let round = 0; round < 50; round += 1) {
    for (let id = 1; id <= 100; id += 1) index.put(mark(1000 * round + id, 100 + id / 10, 30));
    for (let id = 1; id <= 100; id += 1) index.remove(1000 * round + id);
  }
  expect([index.size, index.slots]).toEqual([0, 100]);
});

it('a disc of a hundred says how many of each there are, and of whoever is alone at least something', () => {
  expect(barOf([0, 0, 100, 0, 0])).toBe('0-0-24-0-0');
  expect(barOf([28, 2816, 848, 181, 3])).toBe('1-1-5-16-1');
  expect(
    barOf([1, 1, 1, 1, 1])
      .split('-')
      .map(Number)
      .reduce((a, b) => a + b),
  ).toBe(BAR);
});

it('writes counts as narrow as the disc', () => {
  expect([7, 999, 1234, 45_678, 1_250_000].map(shortCount)).toEqual(['7', '999', '1.2k', '45k', '1.2M']);
});

describe('heaps that the server counted', () => {
  const heap = (lon: number, lat: number, count: number) => ({
    at: [lon, lat] as [number, number],
    box: [lon - 0.1, lat - 0.1, lon + 0.1, lat + 0.1] as [number, number, number, number],
    count,
    severity: 3,
    shares: [0, count - 1, 0, 1, 0],
    alarm: true,
  });
  it('are drawn as discs with the marks near them; the chosen one stands apart', () => {
    const index = of(mark(1, 100, 30), mark(2, 100.01, 30), mark(3, 120, 40));
    index.heap([heap(100, 30, 5000), heap(-170, 0, 9)]);
    const drawn = shown(index, china, 4, 2);
    expect(drawn).toHaveLength(2);
    expect(drawn.find((p) => p.point_count)).toMatchObject({ point_count: 5001, severity: 3, alarm: 1 });
    expect(drawn.find((p) => !p.point_count)).toMatchObject({ id: 3 });
  });
  it('stay a disc even of one, and go when others come', () => {
    const index = of();
    index.heap([heap(100, 30, 1)]);
    expect(shown(index, china, 4)).toMatchObject([{ cluster: true, point_count: 1 }]);
    index.heap([]);
    expect(shown(index, china, 4)).toEqual([]);
  });
});
