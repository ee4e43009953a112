import { bcd } from '../kit/bcd.ts';
import { bits } from '../kit/bits.ts';
import { type Codec, type Infer, map, per, u8, u16, u32 } from '../kit/codec.ts';
import { fieldsOf, partOf } from '../kit/explain.ts';
import { Reader } from '../kit/reader.ts';
import { struct } from '../kit/struct.ts';
import type { Writer } from '../kit/writer.ts';
import { fix, heading, speed } from './fix.ts';
import { temperature } from './temperature.ts';

const head = struct({
  /** `2,` in text */
  kind: u16,
  fix,
  speed,
  heading,
  /** the sub-device's clock, `DDMMYYhhmmss` UTC */
  time: bcd(6),
  /** 10 hex characters, as printed on it */
  id: bcd(5),
  /** counts what the sub-device has sent; not the key of the acknowledgement */
  serial: u8,
  /** volts */
  voltage: per(u16, 100),
  /** % */
  battery: u8,
  /** dBm */
  rssi: map(
    u8,
    (raw) => -raw,
    (dbm) => -dbm,
  ),
  deviceType: u8,
});

/** `deviceType`, which decides what follows it. */
export const SubDevice = { sensor: 1, lock: 4, valveLock: 9 } as const;

/** What the lock itself adds about the radio. */
const gateway = bits(u8, { replay: 0, lost: 1, lowVoltage: 2 });

/** `kind` is a code, not bits: 1 locked, 2 opened by Bluetooth, 4 cover opened, 8 opened by radio; others are unpublished. */
const lockTail = struct({
  event: map(
    u16,
    (raw) => ({ kind: raw & 0x7fff, replay: raw > 0x7fff }),
    ({ kind, replay }) => kind | (replay ? 0x8000 : 0),
  ),
  status: bits(u16, { ropeOut: 0, motorUnlocked: 1, coverOpen: 2, charging: 3 }),
});

const sensorTail = struct({
  temperature,
  /** % */
  humidity: u8,
});

/** Firmwares append these one after the other. */
interface LockAppended {
  /** times opened and closed */
  cycles: number | null;
  gateway: Infer<typeof gateway> | null;
  card: number | null;
}

/**
 * Payload of `WLNET,5`, unescaped: what a sub-lock (JT709, JT802) or a sensor (JT126) told the lock over the air, with
 * the lock's own position. A device of another type has neither `lock` nor `sensor`, and everything behind its type in
 * `rest`; so has one whose fields are cut short.
 */
export type SubLockReport = Infer<typeof head> & {
  lock: (Infer<typeof lockTail> & LockAppended) | null;
  sensor: (Infer<typeof sensorTail> & { unpublished: number | null; gateway: Infer<typeof gateway> | null }) | null;
  rest: Uint8Array;
};

const lockTailLength = 4;
const sensorTailLength = 3;

/** Throws `MalformedMessage` when even the type of the device is missing. */
export const subLockReport: Codec<SubLockReport> = {
  read(r) {
    const common = head.read(r);
    const { deviceType } = common;
    const isLock = deviceType === SubDevice.lock || deviceType === SubDevice.valveLock;
    const lock = isLock && r.left >= lockTailLength ? readLock(r) : null;
    const sensor = deviceType === SubDevice.sensor && r.left >= sensorTailLength ? readSensor(r) : null;
    return { ...common, lock, sensor, rest: r.rest() };
  },
  write(w, value) {
    head.write(w, value);
    if (value.lock) writeLock(w, value.lock);
    if (value.sensor) writeSensor(w, value.sensor);
    w.raw(value.rest);
  },
  explain(r) {
    const value = subLockReport.read(new Reader(r.bytes, r.at, r.end));
    const parts = fieldsOf(head, r);
    if (value.lock) {
      parts.push(...fieldsOf(lockTail, r));
      if (value.lock.cycles !== null) parts.push(partOf('cycles', u16, r));
      if (value.lock.gateway !== null) parts.push(partOf('gateway', gateway, r));
      if (value.lock.card !== null) parts.push(partOf('card', u32, r));
    }
    if (value.sensor) {
      parts.push(...fieldsOf(sensorTail, r));
      if (value.sensor.unpublished !== null) parts.push(partOf('unpublished', u16, r));
      if (value.sensor.gateway !== null) parts.push(partOf('gateway', gateway, r));
    }
    return parts;
  },
};

function readLock(r: Reader): NonNullable<SubLockReport['lock']> {
  const tail = lockTail.read(r);
  const cycles = r.left >= 2 ? r.u16() : null;
  const radio = cycles !== null && r.left >= 1 ? gateway.read(r) : null;
  return { ...tail, cycles, gateway: radio, card: radio && r.left >= 4 ? r.u32() : null };
}

function writeLock(w: Writer, lock: NonNullable<SubLockReport['lock']>): void {
  lockTail.write(w, lock);
  if (lock.cycles !== null) w.u16(lock.cycles);
  if (lock.gateway !== null) gateway.write(w, lock.gateway);
  if (lock.card !== null) w.u32(lock.card);
}

function readSensor(r: Reader): NonNullable<SubLockReport['sensor']> {
  const tail = sensorTail.read(r);
  const unpublished = r.left >= 2 ? r.u16() : null;
  return { ...tail, unpublished, gateway: unpublished !== null && r.left >= 1 ? gateway.read(r) : null };
}

function writeSensor(w: Writer, sensor: NonNullable<SubLockReport['sensor']>): void {
  sensorTail.write(w, sensor);
  if (sensor.unpublished !== null) w.u16(sensor.unpublished);
  if (sensor.gateway !== null) gateway.write(w, sensor.gateway);
}
