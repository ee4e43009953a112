import { expect, it } from 'vitest';
import { decode, encode } from '../kit/codec.ts';
import { tlvToEnd } from '../kit/tlv.ts';
import { jointech808Items } from './items.ts';

const items = tlvToEnd(jointech808Items);

it.each([
  ['d40164', 'battery', { percent: 100 }],
  ['d40400623a49', 'battery', { card: 6437449 }],
  ['d50201a2', 'voltage', { volts: 4.18 }],
  ['d50100', 'voltage', { locks: [] }],
  [
    'd50e 01 7000000042 0000000011 5a 0020',
    'voltage',
    { locks: [{ id: '7000000042', card: '0000000011', battery: 90, status: 0x20 }] },
  ],
  ['0f021190', 'temperature15', -40],
  ['0f02ffff', 'temperature15', null],
  ['d502', 'malformed', Buffer.alloc(0)],
  ['d502ff', 'malformed', Buffer.of(0xff)],
])('%s', (wire, name, value) => {
  const bytes = Buffer.from(wire.replaceAll(' ', ''), 'hex');
  const read = decode(items, bytes);
  expect(read).toMatchObject([{ name, value }]);
  expect(encode(items, read).toString('hex')).toBe(bytes.toString('hex'));
});
