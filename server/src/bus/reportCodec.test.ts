import { createHash } from 'node:crypto';
import {
  alarmKinds,
  Fault,
  LockAction,
  LockSource,
  LockStatus,
  lockFamilies,
  ReportType,
} from '@plomb/contract/lock/codes';
import { type LockReport, notUnderstoodReasons } from '@plomb/contract/lock/report';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type Carried, decodeMessage, encodeReport, LaterVersion, messageOf } from './reportCodec.ts';

const oneOf = <T extends string | number>(codes: Record<string, T>) => fc.constantFrom(...Object.values(codes));
const orNull = <T>(of: fc.Arbitrary<T>) => fc.option(of, { nil: null });
// a zero has no sign on this wire, as it has none in any lock's word
const real = fc.double().map((value) => (Object.is(value, -0) ? 0 : value));
const whole = fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER });
// whole characters: what locks write is decoded from bytes, and half a character never comes of that
const text = fc.string({ unit: 'binary' });
const bytes = fc.uint8Array({ maxLength: 300 });

const report: fc.Arbitrary<LockReport> = fc.record({
  sn: text,
  family: fc.constantFrom(...lockFamilies),
  msg_type: oneOf(ReportType),
  replay: fc.boolean(),
  authenticated: fc.boolean(),
  deviceTime: fc.oneof(whole, real),
  receiveTime: whole,
  serial: fc.nat(65_535),
  part: fc.nat(70_000),
  position: orNull(
    fc.record({
      lon: real,
      lat: real,
      fix: fc.boolean(),
      altitude: orNull(real),
      velocity: real,
      heading: real,
      satellites: orNull(fc.nat(100)),
    }),
  ),
  event: orNull(
    fc.record({
      code: text,
      lst: oneOf(LockAction),
      lso: orNull(oneOf(LockSource)),
      ls: orNull(oneOf(LockStatus)),
      alarms: fc.array(fc.constantFrom(...alarmKinds)),
      actor: orNull(text),
    }),
  ),
  ls: orNull(oneOf(LockStatus)),
  fault: oneOf(Fault),
  electric: orNull(real),
  charging: orNull(fc.boolean()),
  voltage: orNull(real),
  temperature: orNull(real),
  mileage: orNull(real),
  signal: orNull(real),
  mcc: orNull(whole),
  mnc: orNull(whole),
  lac: orNull(whole),
  cid: orNull(whole),
  icc_card_no: orNull(text),
  sim_card: orNull(text),
  imsi: orNull(text),
  ver: orNull(text),
  subLocks: fc.array(
    fc.record({
      id: text,
      voltage: orNull(real),
      electric: orNull(real),
      locked: orNull(fc.boolean()),
      rssi: orNull(real),
      temperature: orNull(real),
      humidity: orNull(real),
    }),
    { maxLength: 3 },
  ),
  wifi: fc.array(fc.record({ mac: text, rssi: real }), { maxLength: 3 }),
  notUnderstood: fc.array(fc.record({ what: text, reason: fc.constantFrom(...notUnderstoodReasons), bytes }), {
    maxLength: 3,
  }),
  unlockPassword: orNull(text),
  report_reson: text,
  raw: bytes,
});
const carried: fc.Arbitrary<Carried> = fc.record({ deviceId: whole, report });

const seal = (deviceId: number, password: string) => Buffer.from(`${deviceId} sealed ${password}`).map((b) => b ^ 0x55);
const open = (deviceId: number, sealed: Uint8Array) => {
  const text = Buffer.from(sealed)
    .map((b) => b ^ 0x55)
    .toString();
  return text.startsWith(`${deviceId} sealed `) ? text.slice(`${deviceId} sealed `.length) : null;
};
const refuse = (item: unknown) => {
  throw new Error(`refused: ${JSON.stringify(item)}`);
};
const through = (all: readonly Carried[]) =>
  decodeMessage(messageOf(all.map((one) => encodeReport(one, seal))), open, refuse);
/** The bytes as bytes, whatever kind of array holds them. */
const plain = ({ deviceId, report }: Carried): Carried => ({
  deviceId,
  report: {
    ...report,
    raw: Uint8Array.from(report.raw),
    notUnderstood: report.notUnderstood.map((part) => ({ ...part, bytes: Uint8Array.from(part.bytes) })),
  },
});

const sample = (report: Partial<LockReport> = {}): Carried => ({
  deviceId: 7,
  report: { ...fc.sample(carried, { numRuns: 1, seed: 1 })[0]!.report, ...report },
});

const quiet = {
  deviceTime: 1_763_770_000_000,
  receiveTime: 1_763_770_001_234,
  position: { lon: 121.47, lat: 31.23, fix: true, altitude: 12, velocity: 60.5, heading: 90, satellites: 9 },
  event: null,
  unlockPassword: null,
  subLocks: [],
  wifi: [],
  notUnderstood: [],
  report_reson: '0200',
  ...{ electric: 88, voltage: 4.1, temperature: 21.5, mileage: 1234.5, signal: 22, mcc: 460, mnc: 0 },
  ...{ lac: 4711, cid: 1234, icc_card_no: null, sim_card: '89860012345678901234', imsi: null, ver: 'V1.2' },
} as const satisfies Partial<LockReport>;

const golden: Carried = {
  deviceId: 7,
  report: {
    ...{ sn: '13912345678', family: 'hhd', msg_type: 1, replay: false, authenticated: true, serial: 3, part: 4 },
    ...{
      ...quiet,
      ls: 2,
      fault: Fault.cardReader,
      charging: true,
      raw: Uint8Array.of(0x7e, 1, 0x7e),
      unlockPassword: '1',
    },
    event: { code: 'hhd:0008', lst: 1, lso: 1, ls: 0, alarms: ['illegal_card'], actor: 'K' },
  },
};

it('carries every field of every report, the frame as it came, in order', () => {
  fc.assert(
    fc.property(fc.array(carried, { maxLength: 4 }), (all) => {
      expect(through(all).map(plain)).toEqual(all.map(plain));
    }),
    { numRuns: 300 },
  );
});

it('keeps a password sealed, and says nothing of one it cannot open', () => {
  const message = messageOf([encodeReport(sample({ unlockPassword: '483920' }), seal)]);
  expect(Buffer.from(message).includes('483920')).toBe(false);
  expect(decodeMessage(message, open, refuse)[0]?.report.unlockPassword).toBe('483920');
  expect(decodeMessage(message, () => null, refuse)[0]?.report.unlockPassword).toBeNull();
});

it('takes little more room than the frame', () => {
  const raw = new Uint8Array(125);
  const of = (length: number) =>
    encodeReport(sample({ sn: '13912345678', raw: raw.subarray(0, length), ...quiet }), seal).length;
  expect(of(125) - of(0)).toBeLessThanOrEqual(126);
  expect(of(0)).toBeLessThan(180);
});

it('writes version 1 as it always did: another order or another field is another version', () => {
  const message = messageOf([encodeReport(golden, seal)]);
  expect(createHash('sha256').update(message).digest('hex').slice(0, 16)).toBe('070bcdbd2a11eb6e');
});
it('does not guess at what a later release wrote, nor at what is no report', () => {
  const message = messageOf([encodeReport(sample(), seal)]);
  expect(() => decodeMessage(Uint8Array.of(2, ...message.subarray(1)), open, refuse)).toThrow(LaterVersion);
  expect(() => decodeMessage(message.subarray(0, 40), open, refuse)).toThrow();
  expect(() => decodeMessage(Uint8Array.of(1, 0x93, 1, 2, 3), open, refuse)).toThrow('refused: [1,2,3]');
});

it('tells what only looks like a report, and reads what stands beside it', () => {
  const wrong: Partial<Record<keyof LockReport, unknown>>[] = [
    { receiveTime: 'now' },
    { notUnderstood: null },
    { raw: 'text' },
    { serial: 1.5 },
  ];
  const [first, last] = [sample({ serial: 1 }), sample({ serial: 2 })];
  const bad = wrong.map((fields) => ({ deviceId: 7, report: { ...first.report, ...fields } as LockReport }));
  const foreign = { ...first, deviceId: 'nobody' as unknown as number };
  const message = messageOf([first, ...bad, foreign, last].map((one) => encodeReport(one, seal)));
  const refused: unknown[] = [];
  expect(decodeMessage(message, open, (item) => refused.push(item)).map(({ report }) => report.serial)).toEqual([1, 2]);
  expect(refused).toHaveLength(bad.length + 1);
});
