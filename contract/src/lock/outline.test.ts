import { describe, expect, it } from 'vitest';
import { type Outline, outlineFault, squareOf } from './outline.ts';

type Pair = [number, number];
const circle = (centre: [number, number], radius: number): Outline => ({ shape: 'circle', centre, radius });
const polygon = (...points: [number, number][]): Outline => ({ shape: 'polygon', points });
const line = (width: number, ...points: [number, number][]): Outline => ({ shape: 'line', points, width });
const corners = (count: number): [number, number][] =>
  Array.from({ length: count }, (_, at) => {
    const angle = (2 * Math.PI * at) / count;
    return [120 + Math.cos(angle) / 100, 30 + Math.sin(angle) / 100];
  });

describe('an outline', () => {
  it.each<[string, Outline]>([
    ['the least circle', circle([121.8, 29.9], 20)],
    ['the largest circle', circle([121.8, 29.9], 100_000)],
    ['a circle beside the 180th meridian', circle([179.9, 0], 11_000)],
    ['a triangle', polygon([120, 30], [120.01, 30], [120, 30.01])],
    ['the same the other way round', polygon([120, 30.01], [120.01, 30], [120, 30])],
    ['one with a bay', polygon([120, 30], [120.02, 30], [120.01, 30.005], [120.02, 30.01], [120, 30.01])],
    ['a corner on a straight side', polygon([120, 30], [120.01, 30], [120.02, 30], [120, 30.01])],
    ['one of 50 corners', polygon(...corners(50))],
    ['one on both sides of Greenwich and the equator', polygon([-1, -1], [1, -1], [1, 1], [-1, 1])],
    ['a line', line(200, [120, 30], [120.5, 30.2])],
    ['a line that crosses itself', line(200, [120, 30], [120.1, 30.1], [120.1, 30], [120, 30.1])],
  ])('is kept: %s', (_, outline) => expect(outlineFault(outline)).toBeNull());

  it.each<[string, Outline, ReturnType<typeof outlineFault>]>([
    ['a circle too small', circle([121.8, 29.9], 19), 'outlineTooSmall'],
    ['a circle too large', circle([121.8, 29.9], 100_001), 'outlineTooLarge'],
    ['a circle across the 180th meridian', circle([179.9, 0], 12_000), 'outlineAcross'],
    ['a circle around the pole', circle([10, 89.9], 20_000), 'outlineAcross'],
    ['two corners', polygon([120, 30], [120.01, 30]), 'outlineTooFew'],
    ['a line of one point', line(200, [120, 30]), 'outlineTooFew'],
    ['51 corners', polygon(...corners(51)), 'outlineTooMany'],
    ['a bow tie', polygon([120, 30], [120.01, 30.01], [120.01, 30], [120, 30.01]), 'outlineCrosses'],
    ['a spike', polygon([120, 30], [120.02, 30], [120.01, 30], [120, 30.01]), 'outlineCrosses'],
    [
      'a corner on another side',
      polygon([120, 30], [120.02, 30], [120.02, 30.02], [120.01, 30], [120, 30.02]),
      'outlineCrosses',
    ],
    ['corners in one line', polygon([120, 30], [120.01, 30], [120.02, 30]), 'outlineCrosses'],
    ['the same corner twice', polygon([120, 30], [120, 30], [120.01, 30], [120, 30.01]), 'outlineTwice'],
    ['a ring closed by its first corner', polygon([120, 30], [120.01, 30], [120, 30.01], [120, 30]), 'outlineTwice'],
    ['a polygon of a few steps', polygon([120, 30], [120.0001, 30], [120, 30.0001]), 'outlineTooSmall'],
    ['a polygon as large as a country', polygon([110, 30], [120, 30], [115, 35]), 'outlineTooLarge'],
    ['a polygon across the 180th meridian', polygon([179.9, 0], [-179.9, 0], [-179.9, 0.1]), 'outlineAcross'],
    ['a line across it', line(200, [179.9, 0], [-179.9, 0]), 'outlineAcross'],
    ['a line too narrow', line(19, [120, 30], [120.5, 30]), 'outlineTooSmall'],
    ['a line too wide', line(20_001, [120, 30], [120.5, 30]), 'outlineTooLarge'],
  ])('is refused with a word: %s', (_, outline, fault) => expect(outlineFault(outline)).toBe(fault));

  it('crosses itself wherever any two of its sides meet that do not share a corner, however it is turned', () => {
    // a grid of few places makes sides run through corners and along one another
    let seed = 7;
    const some = (n: number): number => {
      seed = (seed * 16_807) % 2_147_483_647;
      return seed % n;
    };
    const side = ([ax, ay]: Pair, [bx, by]: Pair, [px, py]: Pair): number =>
      Math.sign((bx - ax) * (py - ay) - (by - ay) * (px - ax));
    const isOn = (a: Pair, b: Pair, p: Pair): boolean =>
      side(a, b, p) === 0 &&
      [0, 1].every((axis) => Math.min(a[axis]!, b[axis]!) <= p[axis]! && p[axis]! <= Math.max(a[axis]!, b[axis]!));
    const meet = (a: Pair, b: Pair, c: Pair, d: Pair): boolean =>
      (side(a, b, c) * side(a, b, d) < 0 && side(c, d, a) * side(c, d, b) < 0) ||
      [isOn(a, b, c), isOn(a, b, d), isOn(c, d, a), isOn(c, d, b)].includes(true);
    const seen = new Set<string | null>();
    for (let round = 0; round < 3000; round++) {
      const points = Array.from({ length: 3 + some(6) }, (): Pair => [120 + some(5) / 64, 30 + some(5) / 64]);
      const fault = outlineFault({ shape: 'polygon', points });
      if (fault === 'outlineTwice') continue;
      const at = (i: number): Pair => points[i % points.length]!;
      const doCross = points.some((_, i) =>
        points.some((__, j) => {
          if (j === (i + 1) % points.length) return isOn(at(i), at(j), at(j + 1)) || isOn(at(j), at(j + 1), at(i));
          return j !== i && i !== (j + 1) % points.length && meet(at(i), at(i + 1), at(j), at(j + 1));
        }),
      );
      expect(fault === 'outlineCrosses', JSON.stringify(points)).toBe(doCross);
      seen.add(fault);
    }
    expect(seen).toEqual(new Set([null, 'outlineCrosses']));
  });

  it('has the square metres it has on the ground', () => {
    const degree = 111_195;
    const wanted = (0.01 * degree) ** 2 * Math.cos((30.005 * Math.PI) / 180);
    const square = squareOf([
      [120, 30],
      [120.01, 30],
      [120.01, 30.01],
      [120, 30.01],
    ]);
    expect(square / wanted).toBeCloseTo(1, 5);
  });
});
