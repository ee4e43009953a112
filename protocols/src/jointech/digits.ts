/** Whether both halves of a BCD byte are digits. */
export function isDecimalByte(byte: number): boolean {
  return byte >>> 4 <= 9 && (byte & 15) <= 9;
}
