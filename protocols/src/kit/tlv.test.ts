import { expect, it } from 'vitest';
import { type Codec, decode, encode, u8, u16 } from './codec.ts';
import { explain } from './explain.ts';
import { MalformedMessage } from './malformed.ts';
import { struct } from './struct.ts';
import { item, itemValue, tlvAfter, tlvToEnd } from './tlv.ts';

const table = { 48: item('signal', u8), 2: item('fuel', u16) } as const;
const items = tlvToEnd(table);
const hex = (text: string) => Buffer.from(text, 'hex');
const survives = <T>(codec: Codec<T>, wire: string) =>
  expect(encode(codec, decode(codec, hex(wire))).toString('hex')).toBe(wire);

it('keeps wire order, duplicates, unknown items and the tail of longer ones', () => {
  const wire = '300116ef02aabb02020064300117ef0030031801ff';
  expect(decode(items, hex(wire))).toEqual([
    { name: 'signal', value: 0x16 },
    { name: 'unknown', id: 0xef, value: hex('aabb') },
    { name: 'fuel', value: 100 },
    { name: 'signal', value: 0x17 },
    { name: 'unknown', id: 0xef, value: hex('') },
    { name: 'signal', value: 0x18, rest: hex('01ff') },
  ]);
  survives(items, wire);
});

it('keeps an item that is too short for its layout as bytes', () => {
  expect(decode(items, hex('020105'))).toEqual([{ name: 'malformed', id: 2, value: hex('05') }]);
  survives(items, '020105');
});

it.each([
  ['300116ef05aabb', { name: 'unknown', id: 0xef, value: hex('aabb'), claimed: 5 }],
  ['30011602030064', { name: 'fuel', value: 100, claimed: 3 }],
  ['300116020200', { name: 'malformed', id: 2, value: hex('00'), claimed: 2 }],
  ['300116ef', { name: 'remainder', value: hex('ef') }],
  ['30011602', { name: 'remainder', value: hex('02') }],
])('reads a last item that claims more than there is from what there is: %s', (wire, last) => {
  expect(decode(items, hex(wire))).toEqual([{ name: 'signal', value: 0x16 }, last]);
  survives(items, wire);
});

it('finds the first value of a name', () => {
  const some = decode(items, hex('300116300117'));
  expect(itemValue(some, 'signal')).toBe(0x16);
  expect(itemValue(some, 'fuel')).toBeUndefined();
});

it('counts items where a count goes before them', () => {
  const counted = tlvAfter(u8, table);
  expect(decode(counted, hex('01300116ffff'))).toEqual([{ name: 'signal', value: 0x16 }]);
  survives(counted, '0230011602020064');
  expect(() => decode(counted, hex('02300116'))).toThrow(MalformedMessage);
});

it('explains which bytes every field came from', () => {
  const parts = explain(struct({ kind: u8, items }), hex('07300116ef01aa'));
  expect(parts.map(({ name, from, hex: bytes }) => [name, from, bytes])).toEqual([
    ['kind', 0, '07'],
    ['items', 1, '300116ef01aa'],
  ]);
  expect(parts[1]?.parts?.map(({ name, from, hex: bytes }) => [name, from, bytes])).toEqual([
    ['signal', 1, '300116'],
    ['0xef', 4, 'ef01aa'],
  ]);
});

it('does not write an item longer than its length byte can say', () => {
  expect(() => encode(items, [{ name: 'unknown', id: 1, value: Buffer.alloc(256) }])).toThrow(RangeError);
});
