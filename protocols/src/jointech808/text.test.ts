import { describe, expect, it } from 'vitest';
import { asksTime, decodeText, encodeText, explainText, timeText } from './text.ts';

const read = (text: string) => decodeText(Buffer.from(text));

describe('a text of a Jointech 808 lock', () => {
  it.each([
    [
      '(790000000001,1,001,BASE,2,TIME)',
      { id: '790000000001', direction: 1, serial: '001', word: 'BASE', number: 2, fields: ['TIME'] },
    ],
    [
      '(790000000001,2,017,BASE,1,JT709A,V2.1)',
      { id: '790000000001', direction: 2, serial: '017', word: 'BASE', number: 1, fields: ['JT709A', 'V2.1'] },
    ],
    [
      '(790000000001,1,003,BASE,1)',
      { id: '790000000001', direction: 1, serial: '003', word: 'BASE', number: 1, fields: [] },
    ],
  ])('%s', (text, told) => {
    expect(read(text)).toEqual(told);
    expect(encodeText(read(text)!).toString()).toBe(text);
  });

  it.each([
    '()',
    '(790000000001)',
    '(790000000001,P45,1)',
    '(79,1,001,BASE,2)',
    '(790000000001,1,001,base,2)',
    '(,,,,,)',
  ])('%s is none', (text) => expect(read(text)).toBeNull());

  it('asks what time it is, which is told in UTC', () => {
    expect(asksTime(read('(790000000001,1,001,BASE,2,TIME)')!)).toBe(true);
    expect(asksTime(read('(790000000001,2,001,BASE,2,20261120080000)')!)).toBe(false);
    expect(timeText(Date.UTC(2026, 10, 20, 8, 0, 5))).toBe('20261120080005');
  });

  it('is explained field by field, what may open the lock as a password', () => {
    const raw = Buffer.from('(790000000001,1,001,ELOCK,3,314159)');
    const parts = explainText(decodeText(raw)!, raw);
    expect(parts.map(({ name, from, value }) => [name, from, value])).toEqual([
      ['id', 1, '790000000001'],
      ['direction', 14, '1'],
      ['serial', 16, '001'],
      ['word', 20, 'ELOCK'],
      ['number', 26, '3'],
      ['password', 28, '314159'],
    ]);
  });
});
