import { expect, it } from 'vitest';
import { decode, encode, u8 } from './codec.ts';
import { text, textAfter, textToEnd } from './text.ts';

it('reads and writes GBK', () => {
  expect(decode(textToEnd, Buffer.from('d4c1413132333435', 'hex'))).toBe('粤A12345');
  expect(encode(textToEnd, '粤A12345').toString('hex')).toBe('d4c1413132333435');
});

it('drops padding on either side', () => {
  expect(decode(text(6), Buffer.from('\0\0abc\0'))).toBe('abc');
  expect(encode(text(6), 'abc').toString('hex')).toBe('616263000000');
});

it('cuts a long text at a whole character', () => {
  expect(encode(text(4), '粤粤粤').toString('hex')).toBe('d4c1d4c1');
  expect(encode(text(3), '粤粤').toString('hex')).toBe('d4c100');
});

it('counts bytes, not characters, in a length', () => {
  expect(encode(textAfter(u8), '粤A').toString('hex')).toBe('03d4c141');
});
