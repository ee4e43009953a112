import { describe, expect, it } from 'vitest';
import { encodeFrame } from '../jt808/encode.ts';
import { itemValue } from '../kit/tlv.ts';
import { eventDetail, isSubLockEvent } from './events.ts';
import { hhd } from './messages.ts';

const hex = (text: string) => Buffer.from(text.replaceAll(' ', ''), 'hex');
const base = '00000000 00000002 01dc89c0 073d8aa4 000c 0000 0000 261120080000';

function itemsOf(items: string) {
  const message = hhd.decode(0x0200, 2013, hex(base + items));
  if (message.kind !== 'location') throw new Error(message.kind);
  expect(hhd.encode(message, 2013).toString('hex')).toBe(hex(base + items).toString('hex'));
  return message.body.items;
}

describe('0x0310', () => {
  it('unseals in the name of an operator', () => {
    const body = hhd.encode(
      { kind: 'instruct', body: [{ name: 'seal', value: { seal: false, user: 'admin' } }] },
      2013,
    );
    const frame = encodeFrame({ id: 0x0310, version: 2013, phone: '013912344323', serial: 13 }, body);
    expect(frame.toString('hex')).toBe('7e03100009013912344323000d0124060061646d696e257e');
  });

  it('carries several instructions', () => {
    const message = {
      kind: 'instruct' as const,
      body: [
        { name: 'reportSeconds' as const, value: 300 },
        { name: 'control' as const, value: 3 },
      ],
    };
    const body = hhd.encode(message, 2013);
    expect(body.toString('hex')).toBe('0206040000012c230103');
    expect(hhd.decode(0x0310, 2013, body)).toEqual(message);
  });
});

describe('items', () => {
  it('reads Wi-Fi stations with signed strength', () => {
    expect(itemValue(itemsOf('5007 0a0b0c0d0e0f c8'), 'wifi')).toEqual([{ mac: '0a0b0c0d0e0f', rssi: -56 }]);
  });

  it('keeps the whole stations of a list that breaks off', () => {
    expect(itemsOf('500a 0a0b0c0d0e0f c8 0a0b0c')).toEqual([
      { name: 'wifi', value: [{ mac: '0a0b0c0d0e0f', rssi: -56 }], rest: hex('0a0b0c') },
    ]);
  });

  it.each([
    ['6008 0007 00 61646d696e', 'sealed by platform', 'admin', null],
    ['600b 000e 01 3930303235343939', 'unseal by card refused outside its area', '90025499', null],
    ['6004 000f 01 00', 'shackle opened while sealed', null, null],
    ['6011 0065 00 001234567890 3930303137333833', 'sub-lock event', '90017383', '001234567890'],
    ['6003 1234 00', 'event 1234', null, null],
  ])('event %s', (item, name, actor, subLock) => {
    const event = itemValue(itemsOf(item), 'event');
    expect(event && eventDetail(event)).toEqual({ name, actor, subLock });
  });

  it('leaves the sub-lock open in an event too short to name it', () => {
    expect(isSubLockEvent(0x61)).toBe(true);
    expect(eventDetail({ code: 0x61, kind: 0, content: hex('0011') })).toEqual({
      name: 'sub-lock event',
      actor: null,
      subLock: null,
    });
  });
});
