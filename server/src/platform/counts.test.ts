import { expect, it } from 'vitest';
import { openCounts } from './counts.ts';

it('lets each have so many at once, and no more before one is over', () => {
  const counts = openCounts();
  const first = counts.enter('a', 2);
  expect(counts.enter('a', 2)).toBeTypeOf('function');
  expect(counts.enter('a', 2)).toBeNull();
  expect(counts.enter('b', 2)).toBeTypeOf('function');
  first?.();
  first?.(); // over is over: a second word changes nothing
  expect(counts.enter('a', 2)).toBeTypeOf('function');
  expect(counts.enter('a', 2)).toBeNull();
});
