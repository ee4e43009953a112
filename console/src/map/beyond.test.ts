import { expect, it } from 'vitest';
import { beyond, type Named } from './beyond.ts';
import type { LngLat } from './marks.ts';

const towns: Named[] = [
  { name: 'Ulaanbaatar', at: [106.9177, 47.9185] },
  { name: 'Hanoi', at: [105.8342, 21.0278] },
  { name: 'Nanning', at: [108.3669, 22.817] },
];
/** As a file of China names them: Nanning by a district, ten kilometres off. */
const china: LngLat[] = [
  [108.46, 22.85],
  [106.76, 22.1],
];

it('towns beyond a file of streets are named, and none of those that it knows', () =>
  expect(beyond(towns, china, null)).toEqual(['Hanoi', 'Ulaanbaatar']));
it('while nothing of the streets has a name, all towns are', () => expect(beyond(towns, [], null)).toHaveLength(3));
it('pictures have the names of where they are', () =>
  expect(beyond(towns, null, [104, 20, 112, 26])).toEqual(['Ulaanbaatar']));
it('pictures without an end have all', () => expect(beyond(towns, null, null)).toEqual([]));
