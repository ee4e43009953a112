import { describe, expect, it } from 'vitest';
import { numbersIn, runsInWords, runsOf } from './runs.ts';

describe('numbers as people read them', () => {
  it.each([
    [['NB 4471 001', 'NB 4471 002', 'NB 4471 003', 'NB 4471 005'], 'NB 4471 001–003, NB 4471 005'],
    [['ZS 0999', 'ZS 1000'], 'ZS 0999–1000'],
    [['ZS 1', 'NB 2'], 'ZS 1, NB 2'],
    [['04A2 24B1 9C40'], '04A2 24B1 9C40'],
    [[], ''],
  ])('%j', (numbers, words) => {
    expect(runsInWords(numbers)).toBe(words);
    expect(runsOf(numbers).reduce((sum, { count }) => sum + count, 0)).toBe(numbers.length);
  });
});

describe('numbers as people type them', () => {
  it.each([
    ['NB 4471 001 - 003', ['NB 4471 001', 'NB 4471 002', 'NB 4471 003']],
    ['NB 4471 001–NB 4471 002', ['NB 4471 001', 'NB 4471 002']],
    ['nb 4471 009..011\n04A2 24B1 9C40', ['nb 4471 009', 'nb 4471 010', 'nb 4471 011', '04A2 24B1 9C40']],
    ['NB-4471-001', ['NB-4471-001']],
    [' \n', []],
    ['NB 4471 003 - 001', null],
    ['NB 4471 001 - ZS 0830 003', null],
    ['NB 1 - 5000', null],
  ])('%j', (text, numbers) => expect(numbersIn(text)).toEqual(numbers));
});
