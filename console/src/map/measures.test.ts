import { expect, it } from 'vitest';
import { areaWords, lengthWords } from './measures.ts';

it.each([
  [0, '0 m', '0 米'],
  [849.6, '850 m', '850 米'],
  [999.6, '1 km', '1 公里'],
  [1236, '1.24 km', '1.24 公里'],
  [23_440, '23.4 km', '23.4 公里'],
  [1_234_567, '1,235 km', '1,235 公里'],
])('%d metres are %s', (metres, en, zh) => {
  expect([lengthWords(metres, 'en'), lengthWords(metres, 'zh')]).toEqual([en, zh]);
});

it.each([
  [9600.4, '9,600 m²', '9,600 平方米'],
  [350_000, '0.35 km²', '0.35 平方公里'],
  [12_340_000, '12.3 km²', '12.3 平方公里'],
])('%d square metres are %s', (metres, en, zh) => {
  expect([areaWords(metres, 'en'), areaWords(metres, 'zh')]).toEqual([en, zh]);
});
