import { expect, it } from 'vitest';
import { type CardOrder, heldCards, maskedCards } from './heldCards.ts';

const order = (
  kind: CardOrder['kind'],
  cards: string[],
  state: CardOrder['state'] = 'answered_ok',
  attempt = 1,
): CardOrder => ({
  kind,
  args: { cards },
  state,
  attempt,
  result: null,
  create_time: '2026-11-20T07:00:00.000Z',
  answer_time: state === 'answered_ok' ? '2026-11-20T08:00:00.000Z' : null,
});
const told = (...numbers: string[]): CardOrder => ({
  ...order('query_cards', []),
  args: { page: 1 },
  result: { cards: { numbers } },
});

it('are those the lock took or told of, less those it has deleted', () => {
  const held = heldCards([
    order('add_cards', ['1001', '1002']),
    order('delete_cards', ['1001']),
    order('add_cards', ['1003']),
    told('1002', '1004'),
  ]);
  expect(held.map(({ number, known }) => [number, known])).toEqual([
    ['1002', 'told'],
    ['1003', 'taken'],
    ['1004', 'told'],
  ]);
});

it.each([
  ['out', 'sent', 1, ['1001']],
  ['in doubt', 'uncertain', 3, ['1001']],
  ['waiting to be sent again', 'queued', 1, ['1001']],
  ['taken back after it was sent', 'cancelled', 1, ['1001']],
  ['never sent', 'queued', 0, []],
  ['taken back before it was sent', 'cancelled', 0, []],
  ['expired before it was sent', 'expired', 0, []],
  ['refused', 'answered_fail', 1, []],
] as const)('of an order that is %s are perhaps among them, or not', (_, state, attempt, perhaps) => {
  const held = heldCards([order('add_cards', ['1001'], state, attempt)]);
  expect(held).toEqual(perhaps.map((number) => ({ number, time: '2026-11-20T07:00:00.000Z', known: 'perhaps' })));
});

it('are what is surer of them', () => {
  const doubtful = order('add_cards', ['1001'], 'uncertain');
  const known = (...orders: CardOrder[]) => heldCards(orders).map((card) => card.known);
  expect(known(order('add_cards', ['1001']), doubtful)).toEqual(['taken']);
  expect(known(doubtful, told('1001'))).toEqual(['told']);
  expect(known(doubtful, order('delete_cards', ['1001']))).toEqual([]);
});

it('are those of after the last factory reset that the lock has answered', () => {
  const numbers = (reset: CardOrder['state']) =>
    heldCards([
      order('add_cards', ['1001']),
      told('1002'),
      order('add_cards', ['1003'], 'uncertain'),
      { ...order('factory_reset', [], reset), args: {} },
      order('add_cards', ['1004']),
    ]).map(({ number }) => number);
  expect(numbers('answered_ok')).toEqual(['1004']);
  for (const other of ['uncertain', 'answered_fail', 'expired'] as const)
    expect(numbers(other)).toEqual(['1001', '1002', '1003', '1004']);
});

it('are not whole for whoever may not give cards', () => {
  expect(maskedCards(heldCards([told('0006437449')]))[0]?.number).toBe('***7449');
});
