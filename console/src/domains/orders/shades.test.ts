import { expect, it } from 'vitest';
import { shadesOf } from './shades.ts';

it.each([
  [[], []],
  [[{ way: 'hand', count: 1 }], [{ shade: 'first', ways: ['hand'] }]],
  [
    [
      { way: 'remote', count: 2 },
      { way: 'card', count: 9 },
      { way: 'hand', count: 1 },
      { way: 'sms', count: 1 },
    ],
    [
      { shade: 'first', ways: ['card'] },
      { shade: 'second', ways: ['remote'] },
      { shade: 'rest', ways: ['hand', 'sms'] },
    ],
  ],
] as const)('the ways used most have a shade of their own: %j', (used, shades) => {
  expect(shadesOf(used)).toEqual(shades);
});
