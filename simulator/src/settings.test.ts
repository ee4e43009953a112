import { expect, it } from 'vitest';
import { type Change, changed, factorySettings, type LockSettings } from './settings.ts';

const cards = ['1', '2'];
const kept: LockSettings = { ...factorySettings, report: 30, sleep: 600, cards, areas: [3], staticPassword: '314159' };

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
  [{ do: 'set area', area: 4 }, { areas: [3, 4] }],
  [{ do: 'set area', area: 3 }, { areas: [3] }],
  [{ do: 'delete area', area: 3 }, { areas: [] }],
  [{ do: 'password', password: '271828', old: '314159' }, { staticPassword: '271828' }],
  [{ do: 'password', password: '271828', old: '888888' }, null],
  [{ do: 'track', every: 5, seconds: 60 }, { tracking: { every: 5, until: 61_000 } }],
  [{ do: 'track', every: 0, seconds: 0 }, { tracking: null }],
])('told %j keeps %j', (change, expected) => {
  expect(changed(kept, change, 1000)).toEqual(expected && { ...kept, ...expected });
});
