import { describe, expect, it } from 'vitest';
import { bodyFault, storable } from './wellFormed.ts';

const nested = (depth: number): object => {
  let value: object = {};
  for (let i = 0; i < depth; i++) value = { a: value };
  return value;
};

describe('a body', () => {
  it.each([
    ['a plain text', { name: '铅封 😀\n\t' }, null],
    ['NUL', { name: 'a\0' }, { path: ['name'], message: 'unreadable' }],
    ['half of a pair', { name: '\ud800' }, { path: ['name'], message: 'unreadable' }],
    ['the other half', { name: 'x\udc00y' }, { path: ['name'], message: 'unreadable' }],
    ['one in a list', { list: ['a', { b: '\0' }] }, { path: ['list', '1', 'b'], message: 'unreadable' }],
    ['one in a name', { words: { 'a\0': 'b' } }, { path: ['words'], message: 'unreadable' }],
    ['a number, a flag, nothing', { a: 2 ** 53, b: true, c: null }, null],
    ['a depth that ends recursions', nested(200_000), null],
    ['one deep down', { a: [{ b: [[{ c: '\0' }]] }] }, { path: ['a', '0', 'b', '0', '0', 'c'], message: 'unreadable' }],
  ])('with %s', (_, body, fault) => {
    expect(bodyFault(body)).toEqual(fault);
  });
});

it('what was refused can still be told', () => {
  expect(storable('a\0b\ud800')).toBe('a\uFFFDb\uFFFD');
  expect(storable('铅封 😀')).toBe('铅封 😀');
});
