import { describe, expect, it } from 'vitest';
import { cellWriter, inert } from './cells.ts';
import { csvOf } from './formats.ts';

describe('a text that a spreadsheet would run', () => {
  it.each([
    ['=HYPERLINK("http://x")', `'=HYPERLINK("http://x")`],
    ['+cmd|calc', `'+cmd|calc`],
    ['-1+1|x', `'-1+1|x`],
    ['@SUM(A1)', `'@SUM(A1)`],
    ['\tx', `'\tx`],
    ['  =1+1', `'  =1+1`],
    ['＝1＋1', `'＝1＋1`],
    ['＠SUM(A1)', `'＠SUM(A1)`],
    ['a;=1+1', `a;'=1+1`],
    ['a; @SUM(A1);b', `a; '@SUM(A1);b`],
    ['a;-1+1', `a;'-1+1`],
  ])('%j becomes %j', (text, shown) => expect(inert(text)).toBe(shown));

  it.each(['+8613800000000', '-12.5', 'a;-12.5', 'a; +86 138; b', '沪A·12345', 'a-b=c', ''])('%j stays', (text) =>
    expect(inert(text)).toBe(text),
  );
});

it('a value named like something every object has is a value', () => {
  const cell = cellWriter('UTC');
  expect(cell('constructor', { a: 'A' })).toBe('constructor');
  expect(cell('toString', {})).toBe('toString');
  expect(cell('a', { a: 'A' })).toBe('A');
});

it('every cell is quoted, in pieces however many rows there are', async () => {
  const rows = async function* () {
    for (let i = 0; i < 10; i++) yield Array.from({ length: 100 }, (_, n) => ({ a: `x"${i}`, b: n, c: null }));
  };
  const columns = ['a', 'b', 'c'].map((field) => ({ field, title: field.toUpperCase() }));
  const pieces: string[] = [];
  for await (const piece of csvOf(rows(), { columns, timeZone: 'UTC' })) pieces.push(piece);
  const lines = pieces.join('').split('\r\n');
  expect(lines.slice(0, 2)).toEqual(['\uFEFF"A","B","C"', '"x""0","0",']);
  expect(lines).toHaveLength(1002);
});
