import { describe, expect, it } from 'vitest';
import type { Version } from './header.ts';
import { alarmWord, statusWord } from './location.ts';
import { jt808 } from './messages.ts';

type Message = ReturnType<typeof jt808.decode>;

const hex = (text: string) => Buffer.from(text.replaceAll(' ', ''), 'hex');
const location = {
  alarm: alarmWord.of({ illegalDoorOpening: true }),
  status: statusWord.of({ fix: true, south: true, west: true, doorLocked: true }),
  latitude: -23.462563,
  longitude: -46.555896,
  altitude: -28,
  speed: 60.5,
  heading: 204,
  time: '240516181324',
  items: [
    { name: 'temperature' as const, value: -12 },
    { name: 'unknown' as const, id: 0xf3, value: hex('00') },
  ],
};

/** What each message says in bytes, beside what it means. */
const samples: [version: Version, body: string, Message][] = [
  [2013, '03e8 0200 00', { kind: 'terminalReply', body: { serial: 1000, id: 0x0200, result: 0 } }],
  [2013, '0064 0200 04', { kind: 'platformReply', body: { serial: 100, id: 0x0200, result: 4 } }],
  [2013, '', { kind: 'heartbeat', body: hex('') }],
  [2013, '5a16', { kind: 'heartbeat', body: hex('5a16') }],
  [2013, '', { kind: 'logout', body: hex('') }],
  [2013, '0064 00 313233', { kind: 'registrationReply', body: { serial: 100, result: 0, code: '123' } }],
  [2013, '0064 04', { kind: 'registrationReply', body: { serial: 100, result: 4, code: '' } }],
  [2013, '414243', { kind: 'authentication', body: { code: 'ABC', imei: '', software: '' } }],
  [
    2019,
    `03 414243 ${'31'.repeat(15)} 5631${'00'.repeat(18)}`,
    { kind: 'authentication', body: { code: 'ABC', imei: '111111111111111', software: 'V1' } },
  ],
  [2013, '0001 02 0001 0003', { kind: 'platformResend', body: { firstSerial: 1, indexes: [1, 3] } }],
  [2019, '0001 0002 0001 0003', { kind: 'terminalResend', body: { firstSerial: 1, indexes: [1, 3] } }],
  [2013, '04', { kind: 'terminalControl', body: { command: 4, parameters: '' } }],
  [
    2013,
    '01 00000029 04 0000001e',
    { kind: 'setParameters', body: { parameters: [{ id: 0x29, value: hex('0000001e') }] } },
  ],
  [2013, '02 00000001 00000029', { kind: 'queryParameters', body: { ids: [1, 0x29] } }],
  [
    2013,
    '0014 01 00000013 03 616263',
    { kind: 'parametersReply', body: { serial: 20, parameters: [{ id: 0x13, value: hex('616263') }] } },
  ],
  [2013, '001e 00000e10', { kind: 'tracking', body: { seconds: 30, validity: 3600 } }],
  [2013, '0000', { kind: 'tracking', body: { seconds: 0, validity: 0 } }],
  [2013, '05 cbf8', { kind: 'text', body: { flags: 5, kind: 0, text: '锁' } }],
  [2019, '05 01 cbf8', { kind: 'text', body: { flags: 5, kind: 1, text: '锁' } }],
  [2013, '01', { kind: 'vehicleControl', body: { controls: [{ device: 1, locked: true }] } }],
  [2019, '0001 0001 00', { kind: 'vehicleControl', body: { controls: [{ device: 1, locked: false }] } }],
  [2013, 'f0 0102', { kind: 'transparentUp', body: { channel: 0xf0, data: hex('0102') } }],
  [2013, '41 0102', { kind: 'transparentDown', body: { channel: 0x41, data: hex('0102') } }],
  [
    2013,
    '80000000 0000100e 016602a3 02c662f8 ffe4 025d 00cc 240516181324 0602fff4 f30100',
    { kind: 'location', body: location },
  ],
  [
    2013,
    '0007 80000000 0000100e 016602a3 02c662f8 ffe4 025d 00cc 240516181324 0602fff4 f30100',
    { kind: 'vehicleControlReply', body: { serial: 7, location } },
  ],
  [
    2013,
    '0001 01 0023 80000000 0000100e 016602a3 02c662f8 ffe4 025d 00cc 240516181324 0602fff4 f30100',
    { kind: 'batch', body: { kind: 1, locations: [location] } },
  ],
  [
    2013,
    '0003 00 0023 80000000 0000100e 016602a3 02c662f8 ffe4 025d 00cc 240516181324 0602fff4 f30100 0002 aabb 01',
    { kind: 'batch', body: { kind: 0, locations: [location, hex('aabb')], stated: 3, rest: hex('01') } },
  ],
  [
    2013,
    '0001 00 0024 80000000 0000100e 016602a3 02c662f8 ffe4 025d 00cc 240516181324 0602fff4 f30100',
    { kind: 'batch', body: { kind: 0, locations: [location], claimed: 0x24 } },
  ],
  [2019, '03 616263', { kind: 'authentication', body: { code: 'abc', imei: '', software: '' } }],
  [2013, 'aabb', { kind: 'unknown', id: 0x0999, body: hex('aabb') }],
];

it.each(samples)('%i %s', (version, wire, message) => {
  expect(jt808.decode(jt808.idOf(message), version, hex(wire))).toEqual(message);
  expect(jt808.encode(message, version).toString('hex')).toBe(hex(wire).toString('hex'));
});

describe('registration', () => {
  const fields = {
    province: 40,
    city: 50,
    maker: '1234',
    model: 'smallchi',
    terminalId: 'CHI123',
    plateColour: 1,
    plate: '粤A12345',
  };

  it.each([
    [2013, 2011, 33],
    [2013, 2013, 45],
    [2019, 2019, 84],
  ] as const)('header %i, edition %i', (version, edition, length) => {
    const message = { kind: 'registration', body: { edition, ...fields } } as const;
    const body = jt808.encode(message, version);
    expect(body).toHaveLength(length);
    expect(jt808.decode(0x0100, version, body)).toEqual(message);
  });
});

it.each([2013, 2019] as const)('attributes in edition %i', (version) => {
  const message: Message = {
    kind: 'attributes',
    body: {
      kind: 7,
      maker: '70111',
      model: 'G-300',
      terminalId: '1234567',
      iccid: '89860012345678901234',
      hardware: 'V1.2',
      firmware: 'V3.4.5',
      gnss: 3,
      communication: 2,
    },
  };
  expect(jt808.decode(0x0107, version, jt808.encode(message, version))).toEqual(message);
});

it('refuses a body that is shorter than its layout', () => {
  expect(() => jt808.decode(0x0200, 2013, Buffer.alloc(27))).toThrow(/^short/);
  expect(() => jt808.decode(0x0704, 2013, hex('0002'))).toThrow(/^short/);
});

it('takes the code of a 2019 authentication that stands alone, without its length', () => {
  expect(jt808.decode(0x0102, 2019, Buffer.from('code-1'))).toMatchObject({ body: { code: 'code-1' } });
  expect(jt808.decode(0x0102, 2019, Buffer.alloc(0))).toMatchObject({ body: { code: '' } });
});
