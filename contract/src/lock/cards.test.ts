import { expect, it } from 'vitest';
import { maskedOrder } from './cards.ts';

it('leaves of the numbers of cards what tells them apart, and everything else as it is', () => {
  expect(
    maskedOrder({ args: { cards: ['12345678', '123', '7'] }, result: { cards: { numbers: ['87654321'], count: 1 } } }),
  ).toEqual({ args: { cards: ['***5678', '***3', '***'] }, result: { cards: { numbers: ['***4321'], count: 1 } } });
  const other = { args: { page: 2 }, result: { cards: { count: 3 }, info: { text: '12345678' } } };
  expect(maskedOrder(other)).toEqual(other);
  expect(maskedOrder({ args: {}, result: null })).toEqual({ args: {}, result: null });
});
