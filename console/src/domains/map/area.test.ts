import { expect, it } from 'vitest';
import { type Area, areaFrom, areaText, around, boundsOf, hasPlace } from './area.ts';

const ring = (...corners: [number, number][]): Area => ({ kind: 'ring', ring: corners });
const triangle = ring([120, 30], [122, 30], [121, 32]);

it('a drawn ring has what lies within its sides, not what lies within its box', () => {
  const has = hasPlace(triangle);
  expect([has([121, 31]), has([120.1, 31.8]), has([121, 29.9]), has([-239, 31])]).toEqual([true, false, false, true]);
});

it('a ring over the date line has both of its sides', () => {
  // drawn where the map runs past 180, and as the same corners are written otherwise
  for (const over of [
    ring([170, 0], [190, 0], [190, 10], [170, 10]),
    ring([170, 0], [-170, 0], [-170, 10], [170, 10]),
  ]) {
    const has = hasPlace(over);
    expect([has([175, 5]), has([-175, 5]), has([-165, 5]), has([0, 5]), has([165, 5])]).toEqual([
      true,
      true,
      false,
      false,
      false,
    ]);
    expect(boundsOf(over)).toEqual([170, 0, 190, 10]);
  }
});

it('a box over the date line has both of its sides', () => {
  const has = hasPlace({ kind: 'box', box: [170, 0, 190, 10] });
  expect([has([175, 5]), has([-175, 5]), has([0, 5])]).toEqual([true, true, false]);
});

it('what lies on one spot has some room, for a parked lock trembles', () => {
  const area = around([[121, 31]]);
  expect(area && hasPlace(area)([121.0002, 31.0002])).toBe(true);
  expect(around([])).toBeNull();
});

it('stands in the address and comes back from it', () => {
  const box: Area = { kind: 'box', box: [120.123456, 30, 121, 31] };
  expect(areaText(box)).toBe('120.12346,30,121,31');
  expect(areaFrom(areaText(triangle))).toEqual(triangle);
  expect(areaFrom('120,30,121,31')).toEqual({ kind: 'box', box: [120, 30, 121, 31] });
});

it.each([null, '', '1,2,3', '1,2,3,x', '1,2,,4', '121,31,120,30', '1,91,2,92', '1,2,3,4,5', 'NaN,1,2,3,4,5'])(
  'an address that says %j says no area',
  (text) => expect(areaFrom(text)).toBeNull(),
);
