import { bits } from '../kit/bits.ts';
import { u32 } from '../kit/codec.ts';

/** Alarm word of 0x0200 as Jointech's 808 locks use it, from their SDK. */
export const alarmWord = bits(u32, { overspeed: 1, lowBattery: 7, coverOpened: 16, enteredFence: 17, leftFence: 18 });

/**
 * Status word. The lock is open when its rope (or button) or its motor is. `backCover` has no published meaning of its two
 * values. Bits 24-27 are what woke the lock, see `wakeOf`.
 */
export const statusWord = bits(u32, {
  fix: 1,
  south: 2,
  west: 3,
  cellFix: 6,
  backCover: 7,
  gps: 18,
  ropeOpen: 20,
  motorOpen: 21,
});

/** What woke it, as `wakeSources` of the native protocol counts: the one public frame agrees, no paper says so. */
export function wakeOf(status: number): number {
  return (status >>> 24) & 0x0f;
}

export function withWake(status: number, wake: number): number {
  return ((status & ~(0x0f << 24)) | ((wake & 0x0f) << 24)) >>> 0;
}
