import { expect, it } from 'vitest';
import { finds, searchKey } from './search.ts';

it('leaves out what only groups a number or a plate, and the width and case of its letters', () => {
  expect(searchKey('1480 7550 016')).toBe('14807550016');
  expect(searchKey('沪A·12345')).toBe('沪a12345');
  expect(searchKey('ｈｈｄ－１２　３．４')).toBe('hhd1234');
  expect(searchKey(' · - ')).toBe('');
});

it.each([
  ['1480 7550 016', '14807550016', true],
  ['4807 55', '14807550016', true],
  ['沪a 12345', '沪A·12345', true],
  ['沪A12346', '沪A·12345', false],
  ['', 'anything', true],
  ['-', 'a-b', true],
  ['-', 'ab', false],
  ['100%', '1009', false],
])('"%s" in "%s": %s', (keyword, text, found) => {
  expect(finds(keyword)(text)).toBe(found);
});

it('finds what is looked for with signs that nobody sees', () => {
  expect(finds('EYE\u200b-003')('EYE-003')).toBe(true);
  expect(finds('\u202dEYE-003\u202c')('EYE-003')).toBe(true);
});
