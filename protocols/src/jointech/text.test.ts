import { describe, expect, it } from 'vitest';
import { decode, encode } from '../kit/codec.ts';
import { acknowledge, type Downlink, decodeDownlink, encodeDownlink } from './downlink.ts';
import { subLockReport } from './sub-lock.ts';
import { decodeUplink, encodeUplink, type Uplink } from './uplink.ts';

const id = '8000000001';

const uplinks: [wire: string, Uplink][] = [
  ['(8000000001,@JT)', { kind: 'heartbeat', id }],
  ['(8000000001,P22,2)', { kind: 'timeRequest', id }],
  ['(8000000001,P52,2,123456)', { kind: 'dynamicPassword', id, password: '123456' }],
  ['(8000000001,P43,1,0)', { kind: 'unlockReply', id, by: 'static', ok: true, wrongCount: 0 }],
  ['(8000000001,P43,0,3)', { kind: 'unlockReply', id, by: 'static', ok: false, wrongCount: 3 }],
  ['(8000000001,P52,3,1,0)', { kind: 'unlockReply', id, by: 'dynamic', ok: true, wrongCount: 0 }],
  ['(8000000001,P52,1,1,4)', { kind: 'dynamicPasswordMode', id, enabled: true, fence: 4 }],
  ['(8000000001,P04,1,60,30)', { kind: 'other', id, fields: ['P04', '1', '60', '30'] }],
];

it.each(uplinks)('%s', (wire, message) => {
  expect(decodeUplink(Buffer.from(wire))).toEqual(message);
  expect(encodeUplink(message).toString()).toBe(wire);
});

const downlinks: [wire: string, Downlink][] = [
  ['(P35)', { kind: 'ack' }],
  ['(P69,0,86)', { kind: 'ackSerial', serial: 86 }],
  ['(P69,1,86)', { kind: 'resend', serial: 86 }],
  ['(P22,201126081500)', { kind: 'time', time: '201126081500' }],
  ['(P52,2,123456)', { kind: 'dynamicPasswordReceived', password: '123456' }],
  ['(P43,888888)', { kind: 'unlock', by: 'static', password: '888888' }],
  ['(P52,3,123456)', { kind: 'unlock', by: 'dynamic', password: '123456' }],
  ['(P52,1,1,1,4)', { kind: 'setDynamicPassword', enabled: true, fence: 4 }],
  ['(P58,1,1)', { kind: 'other', fields: ['P58', '1', '1'] }],
];

it.each(downlinks)('%s', (wire, message) => {
  expect(decodeDownlink(Buffer.from(wire))).toEqual(message);
  expect(encodeDownlink(message).toString()).toBe(wire);
});

it('acknowledges by serial from version 0x19 on', () => {
  expect(acknowledge(0x17, 9)).toEqual({ kind: 'ack' });
  expect(acknowledge(0x19, 9)).toEqual({ kind: 'ackSerial', serial: 9 });
});

describe('refusals', () => {
  it.each(['()', 'P35', '(8000000001,P43,yes)', '(8000000001,P52,1,1,x)', '(,@JT)', '(abc,@JT)', '(8000000001,P45,1)'])(
    'uplink %s',
    (wire) => {
      expect(() => decodeUplink(Buffer.from(wire))).toThrow(/^(fields|short)/);
    },
  );

  it.each(['(P69,0)', '(P69,0,x)', '(P52,1,1,1)'])('downlink %s', (wire) => {
    expect(() => decodeDownlink(Buffer.from(wire))).toThrow(/^fields/);
  });
});

describe('sub-lock report', () => {
  const payload = Buffer.from(
    '322c 201126 080000 31138240 12128422f 12 2d 201126075958 7000000042 07 0172 5a 3d 01 8001 0003 00f0 01 00bc614e'
      .replaceAll(' ', '')
      .replace('12128422f', '121284220f'),
    'hex',
  );

  it('hides brackets, commas and the escape itself', () => {
    const message: Uplink = {
      kind: 'subLock',
      id,
      route: ['1', '001'],
      payload: Buffer.from([0x28, 0x29, 0x2c, 0x3d, 0x41]),
    };
    const wire = encodeUplink(message);
    expect(wire.toString('latin1')).toBe('(8000000001,1,001,WLNET,5,=\x15=\x14=\x11=\x00A)');
    expect(decodeUplink(wire)).toMatchObject({ ...message, payload: Uint8Array.from([0x28, 0x29, 0x2c, 0x3d, 0x41]) });
  });

  it('refuses an escape that stands for nothing', () => {
    expect(() => decodeUplink(Buffer.from('(8000000001,WLNET,5,=x)'))).toThrow(/^fields/);
    expect(() => decodeUplink(Buffer.from('(8000000001,WLNET,5,=)'))).toThrow(/^fields/);
  });

  it('reads and writes its fields', () => {
    const report = decode(subLockReport, payload);
    expect(report).toMatchObject({
      fix: { time: '201126080000', latitude: 31.2304, longitude: 121.4737 },
      id: '7000000042',
      serial: 7,
      voltage: 3.7,
      battery: 90,
      rssi: -61,
      deviceType: 1,
      event: { raw: 0x8001, replay: true },
      status: { ropeOut: true, motorUnlocked: true, charging: false },
      cycles: 240,
      card: 12345678,
    });
    expect(encode(subLockReport, report).toString('hex')).toBe(payload.toString('hex'));
  });
});
