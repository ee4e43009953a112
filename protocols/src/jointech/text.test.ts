import { describe, expect, it } from 'vitest';
import { decode, encode } from '../kit/codec.ts';
import { MalformedMessage } from '../kit/malformed.ts';
import { acknowledge, type Downlink, decodeDownlink, encodeDownlink } from './downlink.ts';
import { SubDevice, subLockReport } from './sub-lock.ts';
import { decodeUplink, encodeUplink, serialOf, type Uplink, wordOf } from './uplink.ts';

const id = '8000000001';

const uplinks: [wire: string, Uplink][] = [
  ['(8000000001,@JT)', { kind: 'heartbeat', id }],
  ['(8000000001,P22,2)', { kind: 'timeRequest', id }],
  ['(8000000001,P52,2,123456)', { kind: 'dynamicPassword', id, password: '123456' }],
  ['(8000000001,P43,1,0)', { kind: 'unlockReply', id, by: 'static', ok: true, wrongCount: 0 }],
  ['(8000000001,P43,0,3)', { kind: 'unlockReply', id, by: 'static', ok: false, wrongCount: 3 }],
  ['(8000000001,P52,3,1,0)', { kind: 'unlockReply', id, by: 'dynamic', ok: true, wrongCount: 0 }],
  ['(8000000001,P52,1,1,4)', { kind: 'dynamicPasswordMode', id, enabled: true, fence: 4 }],
  ['(8000000001,P43,yes)', { kind: 'malformed', id, fields: ['P43', 'yes'] }],
  ['(8000000001,P52,1,1,x)', { kind: 'malformed', id, fields: ['P52', '1', '1', 'x'] }],
  ['(8000000001,P45,1)', { kind: 'malformed', id, fields: ['P45', '1'] }],
  ['(8000000001,1,012,WLNET,8,0)', { kind: 'other', id, fields: ['1', '012', 'WLNET', '8', '0'] }],
  ['(8000000001,P04,1,60,30)', { kind: 'intervals', id, op: 1, seconds: 60, minutes: 30 }],
  ['(8000000001,P04,60,30)', { kind: 'intervals', id, op: null, seconds: 60, minutes: 30 }],
  ['(8000000001,P04,1,60,x)', { kind: 'malformed', id, fields: ['P04', '1', '60', 'x'] }],
  ['(8000000001,P44,1)', { kind: 'passwordReply', id, ok: true }],
  ['(8000000001,P44,0)', { kind: 'passwordReply', id, ok: false }],
  ['(8000000001,P41,1,2)', { kind: 'cards', id, op: 'add', count: 2, cards: [] }],
  ['(8000000001,P41,2,0)', { kind: 'cards', id, op: 'delete', count: 0, cards: [] }],
  ['(8000000001,P41,3,40)', { kind: 'cards', id, op: 'deleteAll', count: 40, cards: [] }],
  [
    '(8000000001,P41,0,2,0012345678,0087654321)',
    { kind: 'cards', id, op: 'query', count: 2, cards: ['0012345678', '0087654321'] },
  ],
  ['(8000000001,P41,9,2)', { kind: 'other', id, fields: ['P41', '9', '2'] }],
  ['(8000000001,P01,JT701D V1.9.5,88%)', { kind: 'echo', id, word: 'P01', fields: ['JT701D V1.9.5', '88%'] }],
  ['(8000000001,P15)', { kind: 'echo', id, word: 'P15', fields: [] }],
  ['(8000000001,P31)', { kind: 'echo', id, word: 'P31', fields: [] }],
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
  ['(P01)', { kind: 'info' }],
  ['(P13)', { kind: 'factoryReset' }],
  ['(P15)', { kind: 'restart' }],
  ['(P31)', { kind: 'commitFences' }],
  ['(P04,1,30,60)', { kind: 'setIntervals', seconds: 30, minutes: 60 }],
  ['(P04,0)', { kind: 'queryIntervals' }],
  ['(P61,1,25)', { kind: 'setLowBattery', percent: 25 }],
  ['(P44,314159,888888)', { kind: 'setPassword', password: '314159', old: '888888' }],
  ['(P41,1,1,2,0012345678,0087654321)', { kind: 'addCards', cards: ['0012345678', '0087654321'] }],
  ['(P41,1,2,1,0012345678)', { kind: 'deleteCards', cards: ['0012345678'] }],
  ['(P41,1,1,3,0012345678)', { kind: 'other', fields: ['P41', '1', '1', '3', '0012345678'] }],
  ['(P41,0,2)', { kind: 'queryCards', page: 2 }],
  ['(P24,1,3,1,North gate)', { kind: 'setFence', fence: 3, enabled: true, name: 'North gate' }],
  [
    '(P29,1,3,1,2,12128.4220,03113.8240,12130.0000,03115.0000)',
    {
      kind: 'setCorners',
      fence: 3,
      page: 1,
      corners: [
        { longitude: 121.4737, latitude: 31.2304 },
        { longitude: 121.5, latitude: 31.25 },
      ],
    },
  ],
  ['(P30,3)', { kind: 'deleteFence', fence: 3 }],
  ['(P58,1,1)', { kind: 'confineCards', on: true }],
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
  it.each(['()', 'P35', '(,@JT)', '(abc,@JT)'])('uplink %s', (wire) => {
    expect(() => decodeUplink(Buffer.from(wire))).toThrow(/^fields/);
  });

  it.each(['(P69,0)', '(P69,0,x)', '(P52,1,1,1)', '(P04,1,x,60)', '(P29,1,3,1,1,121.5,31.2)'])(
    'downlink %s',
    (wire) => {
      expect(() => decodeDownlink(Buffer.from(wire))).toThrow(/^fields/);
    },
  );
});

it.each([
  ['P45,1', 'P45'],
  ['1,012,WLNET,18,0', 'WLNET,18'],
  ['1,001,OTA,9,1', 'OTA,9'],
  ['@JT', '@JT'],
  ['U04', 'U04'],
  ['p,q', 'text'],
  ['', 'text'],
])('(…,%s) is counted as %s', (fields, word) => {
  expect(wordOf(fields.split(','))).toBe(word);
});

describe('sub-lock report', () => {
  const head = '322c 201126080000 31138240 1212842207 12 2d 201126075958 e03b60000a 07 0172 5a 3d';
  const read = (tail: string) => decode(subLockReport, Buffer.from((head + tail).replaceAll(' ', ''), 'hex'));

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

  it('hides any byte behind the mark, and takes a last mark for itself', () => {
    const payloadOf = (hidden: string) => decodeUplink(Buffer.from(`(8000000001,1,001,WLNET,5,${hidden})`));
    expect(payloadOf('=x')).toMatchObject({ payload: Uint8Array.of(0x45) });
    expect(payloadOf('A=')).toMatchObject({ payload: Uint8Array.of(0x41, 0x3d) });
  });

  it('names the serial its acknowledgement repeats in its route, and not in its payload', () => {
    expect(serialOf(['1', '077'])).toBe(77);
    expect(serialOf([])).toBeNull();
    expect(serialOf(['1', 'x'])).toBeNull();
  });

  const common = {
    fix: { time: '201126080000', latitude: 31.2304, longitude: 121.4737 },
    id: 'e03b60000a',
    serial: 7,
    voltage: 3.7,
    battery: 90,
    rssi: -61,
  };

  it.each([
    ['a lock', '04 8001 0003 00f0 02 00bc614e', SubDevice.lock, { cycles: 240, card: 12345678 }],
    ['a lock without card', '09 8001 0003 00f0 02', SubDevice.valveLock, { cycles: 240, card: null }],
  ])('of %s', (_, tail, deviceType, more) => {
    const report = read(tail);
    expect(report).toMatchObject({ ...common, deviceType, sensor: null });
    expect(report.lock).toMatchObject({
      event: { kind: 1, replay: true },
      status: { ropeOut: true, motorUnlocked: true, charging: false },
      gateway: { lost: true, lowVoltage: false },
      ...more,
    });
  });

  it('of an older lock ends behind its status', () => {
    expect(read('04 0001 0000').lock).toMatchObject({ cycles: null, gateway: null, card: null });
  });

  it.each([
    ['0113 47', 27.5, 71],
    ['1190 47', -40, 71],
    ['1000 00', 0, 0],
    ['ffff 47', null, 71],
  ])('of a sensor: %s', (tail, temperature, humidity) => {
    const report = read(`01 ${tail} 0000 01`);
    expect(report).toMatchObject({
      ...common,
      lock: null,
      sensor: { temperature, humidity, gateway: { replay: true } },
    });
  });

  it('of a device nobody has published keeps what follows its type', () => {
    const report = read('77 010203');
    expect(report).toMatchObject({ ...common, deviceType: 0x77, lock: null, sensor: null });
    expect(Buffer.from(report.rest).toString('hex')).toBe('010203');
    expect(() => read('').lock).toThrow(MalformedMessage);
  });

  it.each([
    '04 8001 0003 00f0 02 00bc614e',
    '04 0001 0000 11',
    '01 1190 47 0000 01',
    '01 0113 47 0001',
    '01 01',
    '02 aa',
  ])('is written as it was read: %s', (tail) => {
    const wire = (head + tail).replaceAll(' ', '');
    expect(encode(subLockReport, read(tail)).toString('hex')).toBe(wire);
  });
});
