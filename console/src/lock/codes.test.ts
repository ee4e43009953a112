import { expect, it } from 'vitest';
import { dictionaryOf, useWords } from '../platform/dictionaries.ts';
import { actorWord, faultWord, sourceWord } from './codes.ts';

it('has a word for every code, and says of one it does not know what it can', () => {
  const { all } = useWords.getInitialState();
  const [sources, faults] = [dictionaryOf(all, 'msg_lso', 'en'), dictionaryOf(all, 'fault', 'en')];
  expect([5, 2, null].map((code) => sourceWord(sources, code))).toEqual(['RFID card unseal', '', '']);
  expect([1006, 0, 1007].map((code) => faultWord(faults, code))).toEqual(['Lock motor fault 1006', '', '1007']);
});

it('calls the number of a card one, and leaves names alone', () => {
  const card = (number: string): string => `Card ${number}`;
  expect(actorWord('98285917', 5, card)).toBe('Card 98285917');
  expect(actorWord('98285917', 9, card)).toBe('Card 98285917');
  expect(actorWord('', 5, card)).toBe('');
  expect(actorWord('13800000000', 3, card)).toBe('13800000000');
  expect(actorWord('Zhou Min', 12, card)).toBe('Zhou Min');
});
