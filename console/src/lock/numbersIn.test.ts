import { expect, it } from 'vitest';
import { numbersIn } from './numbersIn.ts';

it.each([
  ['a number as a label writes it', '1480 5740 021', ['14805740021']],
  [
    'two lines, one with a comma',
    '14805740021\n14805740022, 14805740023',
    ['14805740021', '14805740022', '14805740023'],
  ],
  ['a column of a sheet', '14805740021\r\n14805740022\r\n', ['14805740021', '14805740022']],
  ['numbers apart by spaces', '14805740021 14805740022', ['14805740021', '14805740022']],
  ['Chinese separators', '14805740021，14805740022、14805740023；', ['14805740021', '14805740022', '14805740023']],
  ['the same number twice', '14805740021\n1480 5740 021', ['14805740021']],
  ['nothing', '  \n ', []],
])('finds %s', (_, text, found) => {
  expect(numbersIn(text)).toEqual({ found, strange: [] });
});

it('keeps what is no number apart', () => {
  expect(numbersIn('14805740021\nserial\n12')).toEqual({ found: ['14805740021'], strange: ['serial', '12'] });
});
