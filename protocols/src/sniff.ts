/** Families told apart by the first byte a device sends. */
export type WireFamily = 'jt808' | 'jointech';

/** `7E` opens a JT/T 808 frame, `$` and `(` a Jointech one; null for everything else. */
export function sniff(firstByte: number): WireFamily | null {
  if (firstByte === 0x7e) return 'jt808';
  if (firstByte === 0x24 || firstByte === 0x28) return 'jointech';
  return null;
}
