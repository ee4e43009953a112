import { isDecimal } from '../kit/bcd.ts';

const perDegree = 60 * 10_000;

/**
 * Packed `D…DMMMMMM` (degrees, then minutes × 10⁴) to degrees; null when it is none, as in a lock that fills the field
 * with `F` while it has no fix.
 */
export function unpackCoordinate(packed: string): number | null {
  const minutes = Number(packed.slice(-6));
  if (!isDecimal(packed) || minutes >= perDegree) return null;
  return (Number(packed.slice(0, -6)) * perDegree + minutes) / perDegree;
}

/** The inverse, `digits` characters long; null gives a field of `f`. */
export function packCoordinate(degrees: number | null, digits: number): string {
  if (degrees === null) return 'f'.repeat(digits);
  const units = Math.round(Math.abs(degrees) * perDegree);
  const whole = Math.floor(units / perDegree);
  return `${whole}${`${units % perDegree}`.padStart(6, '0')}`.padStart(digits, '0');
}

/** `DDDMM.MMMM`, as the corners of a fence are told; the maker names no hemisphere, so north and east only. */
export function cornerCoordinate(degrees: number): string {
  const packed = packCoordinate(degrees, 9);
  return `${packed.slice(0, -4)}.${packed.slice(-4)}`;
}

/** The inverse; null when it is none. */
export function readCorner(text: string): number | null {
  return /^\d{3,5}\.\d{4}$/.test(text) ? unpackCoordinate(text.replace('.', '')) : null;
}

/**
 * A coordinate in a text frame, unsigned: decimal degrees, or packed `DDMM.MMMM` in some firmwares. A value above `limit`
 * (90 for a latitude, 180 for a longitude) cannot be degrees and is packed; on the first degree beside the equator or
 * the zero meridian both look alike and decimal is assumed. Null when it is neither.
 */
export function textCoordinate(text: string, limit: 90 | 180): number | null {
  if (!/^\d{1,5}(\.\d+)?$/.test(text)) return null;
  const value = Number(text);
  if (value <= limit) return value;
  const degrees = Math.floor(value / 100);
  const minutes = value - degrees * 100;
  const unpacked = Math.round((degrees + minutes / 60) * 1e7) / 1e7;
  return minutes < 60 && unpacked <= limit ? unpacked : null;
}
