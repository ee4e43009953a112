import { expect, it } from 'vitest';
import { rangeOf } from './range.ts';

it.each([
  [undefined, null],
  ['bytes=0-0', { start: 0, end: 0 }],
  ['bytes=2-5', { start: 2, end: 5 }],
  ['bytes=2-', { start: 2, end: 9 }],
  ['bytes=2-999999', { start: 2, end: 9 }],
  ['bytes=-3', { start: 7, end: 9 }],
  ['bytes=-999', { start: 0, end: 9 }],
  ['bytes=-0', 'none'],
  ['bytes=10-', 'none'],
  ['bytes=10-20', 'none'],
  ['bytes=999999999999999-', 'none'],
  ['bytes=5-2', null],
  ['bytes=-', null],
  ['bytes=0-1,3-4', null],
  ['lines=0-1', null],
  ['bytes=0x1-2', null],
  ['bytes=1e1-', null],
  ['bytes=99999999999999999999-', null],
] as const)('of ten bytes %s is %j', (header, range) => expect(rangeOf(header, 10)).toEqual(range));
