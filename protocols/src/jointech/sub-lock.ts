import { bcd } from '../kit/bcd.ts';
import { bits } from '../kit/bits.ts';
import { map, per, rest, u8, u16, u32 } from '../kit/codec.ts';
import { struct } from '../kit/struct.ts';
import { fix, heading, speed } from './fix.ts';

/**
 * Payload of `WLNET,5`, unescaped: what a sub-lock told the lock over LoRa, with the lock's own position. Read from a
 * captured frame of a JT701D; the manual does not describe it.
 */
export const subLockReport = struct({
  /** `2,` in text */
  kind: u16,
  fix,
  speed,
  heading,
  /** the sub-lock's clock, `DDMMYYhhmmss` UTC */
  time: bcd(6),
  /** 10 digits */
  id: bcd(5),
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
  /** 1 JT126, 4 JT709, 9 JT802 */
  deviceType: u8,
  event: bits(u16, { replay: 15 }),
  status: bits(u16, { ropeOut: 0, motorUnlocked: 1, coverOpen: 2, charging: 3 }),
  /** times opened and closed */
  cycles: u16,
  gateway: u8,
  card: u32,
  rest,
});
