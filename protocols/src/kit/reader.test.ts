import fc from 'fast-check';
import { expect, it } from 'vitest';
import { bcd, digits, nibble } from './bcd.ts';
import { type Codec, decode, encode, i8, i16, per, u8, u16, u32 } from './codec.ts';
import { MalformedMessage } from './malformed.ts';
import { Reader } from './reader.ts';

const roundTrip = <T>(codec: Codec<T>, value: T) => expect(decode(codec, encode(codec, value))).toBe(value);

it('round-trips every width', () => {
  fc.assert(
    fc.property(fc.nat(0xff), fc.nat(0xffff), fc.nat(0xffffffff), (a, b, c) => {
      roundTrip(u8, a);
      roundTrip(u16, b);
      roundTrip(u32, c);
      roundTrip(i8, (a << 24) >> 24);
      roundTrip(i16, (b << 16) >> 16);
      roundTrip(per(u32, 1e6), c / 1e6);
    }),
  );
});

it('reads big-endian', () => {
  expect(decode(u16, Buffer.from('1234', 'hex'))).toBe(0x1234);
  expect(decode(u32, Buffer.from('f2345678', 'hex'))).toBe(0xf2345678);
  expect(decode(i16, Buffer.from('ffe8', 'hex'))).toBe(-24);
});

it('refuses a short message and says what was missing', () => {
  const short = () => decode(u32, Buffer.alloc(3));
  expect(short).toThrow(MalformedMessage);
  expect(short).toThrow('4 bytes wanted at 0, 3 left');
});

it('ignores what a newer edition appends', () => {
  expect(decode(u8, Buffer.from([7, 8, 9]))).toBe(7);
});

it('keeps the odd nibbles of an identity', () => {
  roundTrip(bcd(6), '4f07788ef676');
  expect(encode(bcd(6), '123').toString('hex')).toBe('000000000123');
});

it('shares a byte between nine digits and a nibble', () => {
  const r = new Reader(Buffer.from('113550543f', 'hex'));
  expect([digits(9).read(r), nibble.read(r), r.left]).toEqual(['113550543', 15, 0]);
});

it('confines a part to its length and returns what it left', () => {
  const r = new Reader(Buffer.from([1, 2, 3, 4]));
  const { value, rest } = r.within(3, u8.read);
  expect([value, [...(rest ?? [])], r.u8()]).toEqual([1, [2, 3], 4]);
  expect(() => new Reader(Buffer.from([1, 2, 3])).within(1, u16.read)).toThrow(MalformedMessage);
});
