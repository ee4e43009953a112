import { bcd, nibble } from '../kit/bcd.ts';
import { bits } from '../kit/bits.ts';
import { type Infer, map, type Part, rest, u8, u16, u32 } from '../kit/codec.ts';
import { fieldsOf, partOf } from '../kit/explain.ts';
import { MalformedMessage } from '../kit/malformed.ts';
import { Reader } from '../kit/reader.ts';
import { struct } from '../kit/struct.ts';
import { Writer } from '../kit/writer.ts';
import { type Fix, fix, heading, speed } from './fix.ts';

/** `dataType` of a position frame. `secondNewest` is seconds old and no history. */
export const DataType = { realTime: 1, alarm: 2, blindSpot: 3, secondNewest: 4 } as const;

/** Why the lock woke, low half of `wake`. */
export const wakeSources = [
  'restart',
  'clock',
  'vibration',
  'cover',
  'rope',
  'charging',
  'card',
  'lora',
  'vip sms',
  'other sms',
  'bluetooth',
] as const;

export const lockStatus = bits(u16, {
  lbsFix: 0,
  enterFence: 1,
  exitFence: 2,
  ropeCut: 3,
  vibration: 4,
  /** answer with `acknowledge`, or the frame is sent again for ever */
  ackRequired: 5,
  ropeInserted: 6,
  motorLocked: 7,
  longUnlock: 8,
  wrongPassword: 9,
  illegalCard: 10,
  lowBattery: 11,
  coverOpened: 12,
  coverClosed: 13,
  motorStuck: 14,
  unpublished: 15,
});

const head = struct({
  /** 10 digits */
  id: bcd(5),
  /** 0x17 for JT701, 0x19 for JT701D */
  version: u8,
  deviceType: nibble,
  dataType: nibble,
});

const body = struct({
  speed,
  heading,
  /** km */
  mileage: u32,
  satellites: u8,
  /** bound vehicle */
  vehicle: u32,
  status: lockStatus,
  /** %; 255 = charging */
  battery: u8,
  /** low half of the cell id */
  cellLow: u16,
  lac: u16,
  /** CSQ, 99 = none */
  signal: u8,
});

const wakeFields = struct({
  /** fence of the alarm */
  fence: u8,
  /** high half undocumented; low half see `wakeSources` */
  wakeHigh: nibble,
  wake: nibble,
  /** 0x0F = absent */
  mncHigh: u8,
  /** bit 0 charging since firmware V1.9.5 */
  status2: u8,
});

const absentImei = '0f'.repeat(8);

const networkFields = struct({
  /** 15 digits, null when absent */
  imei: map(
    bcd(8),
    (hex): string | null => (hex === absentImei ? null : hex.replace(/f$/, '')),
    (imei) => imei?.padEnd(16, 'f') ?? absentImei,
  ),
  cellHigh: u16,
  mcc: u16,
  mncLow: u8,
});

const wakeLength = 4;
const networkLength = 13;

/**
 * The `$` frame of JT701 and JT701D: position, lock status, battery, cell. Speed in km/h, heading in degrees. Older
 * firmwares end early, always with the serial: `wake` and `network` are null where they do.
 */
export type Position = Infer<typeof head> &
  Fix &
  Infer<typeof body> & {
    wake: Infer<typeof wakeFields> | null;
    network: Infer<typeof networkFields> | null;
    /** 0-255, the key of the acknowledgement and nothing more */
    serial: number;
    /** what a newer firmware appends */
    rest: Uint8Array;
  };

/**
 * Decodes a frame cut by `JointechFramer`. Throws `MalformedMessage`: 'edition' for trackers older than the locks, 'length'
 * when the stated length is not the real one, 'short' for a frame that ends before its signal byte.
 */
export function decodePosition(raw: Uint8Array): Position {
  const r = new Reader(raw, 1);
  const identity = head.read(r);
  if (raw[8] !== 0) throw new MalformedMessage('edition', 'a tracker frame without version byte');
  const length = r.u16();
  if (r.left !== length) throw new MalformedMessage('length', `${length} bytes stated, ${r.left} there`);
  const where = fix.read(r);
  const fields = body.read(r);
  const wake = r.left > wakeLength ? wakeFields.read(r) : null;
  const network = wake && r.left > networkLength ? networkFields.read(r) : null;
  const serial = r.u8();
  return { ...identity, ...where, ...fields, wake, network, serial, rest: r.rest() };
}

/** The same, field by field. Throws as `decodePosition` does. */
export function explainPosition(raw: Uint8Array): Part[] {
  const { wake, network } = decodePosition(raw);
  const r = new Reader(raw);
  const open = partOf('open', u8, r);
  const parts = [open, ...fieldsOf(head, r), partOf('length', u16, r), ...fieldsOf(fix, r), ...fieldsOf(body, r)];
  if (wake) parts.push(...fieldsOf(wakeFields, r));
  if (network) parts.push(...fieldsOf(networkFields, r));
  parts.push(partOf('serial', u8, r));
  return r.left > 0 ? [...parts, partOf('rest', rest, r)] : parts;
}

export function encodePosition(position: Position): Buffer {
  const inner = new Writer();
  fix.write(inner, position);
  body.write(inner, position);
  if (position.wake) wakeFields.write(inner, position.wake);
  if (position.network) networkFields.write(inner, position.network);
  inner.u8(position.serial);
  inner.raw(position.rest);
  const w = new Writer();
  w.u8(0x24);
  head.write(w, position);
  w.u16(inner.length);
  w.raw(inner.done());
  return w.done();
}

/** The serving cell; null parts were not sent. The cell id is complete only where the frame has network fields. */
export function cellOf(position: Position): { mcc: number | null; mnc: number | null; lac: number; cid: number } {
  const { wake, network, lac, cellLow } = position;
  if (!wake || !network) return { mcc: null, mnc: null, lac, cid: cellLow };
  const high = wake.mncHigh === 0x0f ? 0 : wake.mncHigh;
  return {
    mcc: network.mcc,
    mnc: (high << 8) | network.mncLow,
    lac,
    cid: network.cellHigh * 0x10000 + cellLow,
  };
}
