import { expect, it } from 'vitest';
import { heldCards, maskedCards } from './heldCards.ts';

const order = (
  kind: 'add_cards' | 'delete_cards',
  cards: string[],
  state: 'answered_ok' | 'uncertain' = 'answered_ok',
) => ({
  kind,
  args: { cards },
  state,
  result: null,
  answer_time: state === 'answered_ok' ? '2026-11-20T08:00:00.000Z' : null,
});
const told = (...numbers: string[]) => ({
  ...order('add_cards', []),
  kind: 'query_cards' as const,
  args: { page: 1 },
  result: { cards: { numbers } },
});

it('are those the lock took or told of, less those it has deleted', () => {
  const held = heldCards([
    order('add_cards', ['1001', '1002']),
    order('delete_cards', ['1001']),
    order('add_cards', ['1003'], 'uncertain'),
    told('1002', '1004'),
  ]);
  expect(held.map(({ number, told: itself }) => [number, itself])).toEqual([
    ['1002', true],
    ['1004', true],
  ]);
});

it('are not whole for whoever may not give cards', () => {
  expect(maskedCards(heldCards([told('0006437449')]))[0]?.number).toBe('***7449');
});
