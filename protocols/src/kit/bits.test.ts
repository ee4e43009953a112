import { expect, it } from 'vitest';
import { bits } from './bits.ts';
import { decode, encode, u32 } from './codec.ts';

const word = bits(u32, { low: 0, high: 31 });

it('names bits and keeps the undocumented ones', () => {
  const flags = decode(word, Buffer.from('80000010', 'hex'));
  expect([flags.low, flags.high, flags.raw]).toEqual([false, true, 0x80000010]);
  expect(encode(word, flags).toString('hex')).toBe('80000010');
});

it('builds a word from names over a raw one', () => {
  expect(word.of({ low: true, high: true }).raw).toBe(0x80000001);
  expect(word.of({ high: false }, 0x80000010).raw).toBe(0x10);
});

it('shows its set names in logs', () => {
  expect(JSON.stringify(word.of({ high: true }))).toBe('{"raw":2147483648,"set":["high"]}');
});
