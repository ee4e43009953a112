import { expect, it } from 'vitest';
import { widthOf, withRoom } from './withRoom.ts';

const word = (from: number, to: number, wide = 40) => ({ from, to, wide });
const middles = (...of: Parameters<typeof withRoom>) => withRoom(...of).map(({ middle }) => middle);

it('a word stands in the middle of its time', () => expect(middles([word(0, 100)], [])).toEqual([50]));
it('beside a sign that stands there', () => expect(middles([word(0, 200)], [[90, 108]])).toEqual([60]));
it('and not at all where there is no room', () => {
  expect(middles([word(0, 30)], [])).toEqual([]);
  expect(middles([word(0, 60)], [[20, 38]])).toEqual([]);
});
it('of two over one time the first is said, and the other only where there is room beside it', () => {
  expect(middles([word(0, 200), word(0, 60), word(100, 300)], [])).toEqual([100, 30, 200]);
  expect(middles([word(0, 200), word(60, 140)], [])).toEqual([100]);
});

it('letters of Chinese are wider', () => expect(widthOf('停车 7 分钟')).toBeGreaterThan(widthOf('abcd 7 ef')));
