import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fixFlags } from './fix.ts';
import { cellOf, decodePosition, encodePosition, lockStatus, wakeSources } from './position.ts';

const head = '2480006200111911';
const base = '180421162259 22348310 1135505 43f 12 98 0000002d 06 00000000 20e0 28 1092 2866 1f';
const manual = `${head} 0034 ${base} 00 01 00 00 0f0f0f0f0f0f0f0f 0000 01cc 01 56`;
const hex = (text: string) => Buffer.from(text.replaceAll(' ', ''), 'hex');

it("reads the manual's example", () => {
  const position = decodePosition(hex(manual));
  expect(position).toMatchObject({
    id: '8000620011',
    version: 0x19,
    deviceType: 1,
    dataType: 1,
    time: '180421162259',
    speed: 33.3,
    heading: 304,
    mileage: 45,
    satellites: 6,
    battery: 40,
    serial: 86,
  });
  expect(position.latitude).toBeCloseTo(22.580517, 6);
  expect(position.longitude).toBeCloseTo(113.917572, 6);
  expect(position.status).toMatchObject({ motorLocked: true, ropeInserted: true, ropeCut: false, ackRequired: true });
  expect(wakeSources[position.wake?.wake ?? -1]).toBe('clock');
  expect(cellOf(position)).toEqual({ mcc: 460, mnc: 1, lac: 0x2866, cid: 0x1092 });
  expect(encodePosition(position)).toEqual(hex(manual));
});

describe('firmwares', () => {
  it.each([
    ['0x16 ends with signal and serial', `${head} 0023 ${base} 07`, { wake: null, network: null, serial: 7 }],
    ['0x17 adds wake source', `${head} 0027 ${base} 000f0f0f 02`, { wake: { wake: 15 }, network: null, serial: 2 }],
    ['one that appends fields', `${manual.replace('0034', '0036')} aabb`, { serial: 86, rest: hex('aabb') }],
  ])('%s', (_, wire, expected) => {
    const position = decodePosition(hex(wire));
    expect(position).toMatchObject(expected);
    expect(encodePosition(position).toString('hex')).toBe(hex(wire).toString('hex'));
  });

  it('knows a complete IMEI and a wide network code', () => {
    const wire = hex(`${head} 0034 ${base} 00 01 01 00 866496077582164f 0a1b 0136 04 56`);
    const position = decodePosition(wire);
    expect(position.network?.imei).toBe('866496077582164');
    expect(cellOf(position)).toEqual({ mcc: 310, mnc: 260, lac: 0x2866, cid: 0x0a1b1092 });
    expect(encodePosition(position)).toEqual(wire);
  });
});

describe('refusals', () => {
  it.each([
    ['edition', '24657060730131001b13111710361906538525079524797f000000000000000003f300036c'],
    ['length', manual.replace('0034', '0035')],
    ['short', `${head} 0003 180421`],
  ])('%s', (reason, wire) => {
    expect(() => decodePosition(hex(wire))).toThrow(new RegExp(`^${reason}`));
  });
});

it('has no coordinates where the field holds none', () => {
  const blank = manual.replace('22348310', 'ffffffff').replace('1135505 43', '1139905 43');
  expect(decodePosition(hex(blank))).toMatchObject({ latitude: null, longitude: null });
});

it('round-trips positions all over the world', () => {
  const template = decodePosition(hex(manual));
  const units = (degrees: number) =>
    fc.integer({ min: -degrees * 600_000, max: degrees * 600_000 }).map((n) => n / 600_000);
  fc.assert(
    fc.property(units(90), units(180), fc.nat(0xffff), fc.boolean(), (latitude, longitude, raw, fix) => {
      const sent = { ...template, latitude, longitude, status: lockStatus.of({}, raw), flags: fixFlags.of({ fix }) };
      const { flags, ...received } = decodePosition(encodePosition(sent));
      expect(received).toEqual({ ...template, latitude, longitude, status: sent.status, flags: undefined });
      expect(flags.fix).toBe(fix);
    }),
  );
});
