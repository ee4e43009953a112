import { expect, it } from 'vitest';
import type { LonLat } from './roads/corridor.ts';
import { areaAround, type Change, changed, factorySettings, type LockSettings } from './settings.ts';

const cards = ['1', '2'];
const [first, second]: [LonLat[], LonLat[]] = [
  [
    [121, 31],
    [122, 31],
  ],
  [
    [122, 32],
    [121, 32],
  ],
];
const square = { number: 3, corners: [...first, ...second] };
const kept: LockSettings = {
  ...factorySettings,
  report: 30,
  sleep: 600,
  cards,
  areas: [square],
  staticPassword: '314159',
};

it.each<[Change, Partial<LockSettings> | null]>([
  [{ do: 'ask' }, {}],
  [{ do: 'restart' }, {}],
  [{ do: 'text', text: 'gate 7' }, {}],
  [{ do: 'factory reset' }, factorySettings],
  [{ do: 'intervals', report: 10 }, { report: 10 }],
  [{ do: 'intervals', sleep: 300 }, { sleep: 300 }],
  [{ do: 'low battery', percent: 25 }, { lowBattery: 25 }],
  [{ do: 'add cards', cards: ['2', '3'] }, { cards: ['1', '2', '3'] }],
  [{ do: 'add cards', cards: Array.from({ length: 499 }, (_, n) => `x${n}`) }, null],
  [{ do: 'delete cards', cards: ['2', '9'] }, { cards: ['1'] }],
  [{ do: 'delete cards', cards: ['9'] }, null],
  [{ do: 'set area', area: 4 }, { areas: [square, { number: 4, corners: [] }] }],
  [{ do: 'set area', area: 3 }, { areas: [square] }],
  [{ do: 'draw area', area: 3, page: 1, corners: second }, { areas: [{ number: 3, corners: second }] }],
  [
    { do: 'draw area', area: 3, page: 2, corners: second },
    { areas: [{ number: 3, corners: [...first, ...second, ...second] }] },
  ],
  [{ do: 'draw area', area: 4, page: 1, corners: first }, null],
  [{ do: 'delete area', area: 3 }, { areas: [] }],
  [{ do: 'password', password: '271828', old: '314159' }, { staticPassword: '271828' }],
  [{ do: 'password', password: '271828', old: '888888' }, null],
  [{ do: 'track', every: 5, seconds: 60 }, { tracking: { every: 5, until: 61_000 } }],
  [{ do: 'track', every: 0, seconds: 0 }, { tracking: null }],
])('told %j keeps %j', (change, expected) => {
  expect(changed(kept, change, 1000)).toEqual(expected && { ...kept, ...expected });
});

it.each<[LonLat, number | null]>([
  [[121.5, 31.5], 3],
  [[121.5, 32.5], null],
  [[120.5, 31.5], null],
])('%j is in area %j', (at, expected) => {
  expect(areaAround(at, [{ number: 2, corners: [] }, square])).toBe(expected);
});
