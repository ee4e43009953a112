import { expect, it } from 'vitest';
import { maskedActor, maskedCard, maskedOrder } from './cards.ts';

it('leaves of the numbers of cards what tells them apart, and everything else as it is', () => {
  expect(
    maskedOrder({ args: { cards: ['12345678', '123', '7'] }, result: { cards: { numbers: ['87654321'], count: 1 } } }),
  ).toEqual({ args: { cards: ['***5678', '***3', '***'] }, result: { cards: { numbers: ['***4321'], count: 1 } } });
  const other = { args: { page: 2 }, result: { cards: { count: 3 }, info: { text: '12345678' } } };
  expect(maskedOrder(other)).toEqual(other);
  expect(maskedOrder({ args: {}, result: null })).toEqual({ args: {}, result: null });
});

it.each([
  ['98285917', 5, '***5917'],
  ['98285917', 9, '***5917'],
  ['CARD 12', 5, '*** 12'],
  // refused, or of a source nobody knows yet
  ['0099999999', null, '***9999'],
  ['98285917', 99, '***5917'],
  ['', 5, ''],
  ['admin', 1, 'admin'],
  ['13800000000', 4, '13800000000'],
  ['SMS 13800000000', 1, 'SMS 13800000000'],
  ['陈立 (duty)', 3, '陈立 (duty)'],
])('%s by %s may be read by anybody as %s, also a second time', (actor, source, told) => {
  expect(maskedActor(actor, source)).toBe(told);
  expect(maskedActor(told, source)).toBe(told);
  expect(maskedCard(maskedCard('1234'))).toBe('***34');
});
