import type { Reported } from '@plomb/contract/tracks/trip';
import { sql } from 'kysely';

/** A report in so many bytes. What is null is told as what no lock tells: NaN, or the least of all numbers. */
const BYTES = 48;
const NO_NUMBER = -32_768;
/** Sixteen bits of a number, in their place of eight bytes. */
const bits = (value: string, place: number) => sql.raw(`((${value})::int8 & 65535) << ${place}`);
/**
 * Thousands of reports in one value, in the order of the rows; null: there are none. Of a row for each of them the database wrote out a
 * dozen words, and the driver read them again, for longer than they took to find; and of few pieces it is put together sooner than of many.
 */
export const packed = sql<Buffer | null>`string_agg(
  timestamptz_send(at) || timestamptz_send(receive_time) || point_send(point(coalesce(lon, 'NaN'), coalesce(lat, 'NaN')))
  || float4send(coalesce(velocity, 'NaN')) || float4send(coalesce(temperature, 'NaN'))
  || int8send((${bits('late::int + 2 * proved::int', 48)}) | (${bits('lock_status', 32)})
    | (${bits(`coalesce(heading, ${NO_NUMBER})`, 16)}) | (${bits(`coalesce(electric, ${NO_NUMBER})`, 0)})), '')`;

const YEAR_2000 = Date.UTC(2000, 0);
/** Microseconds since 2000, cut off to milliseconds since 1970. */
const momentAt = (view: DataView, at: number): number =>
  Math.floor((view.getInt32(at) * 2 ** 32 + view.getUint32(at + 4)) / 1000) + YEAR_2000;
const doubleAt = (view: DataView, at: number): number | null => {
  const value = view.getFloat64(at);
  return Number.isNaN(value) ? null : value;
};
const numberAt = (view: DataView, at: number): number | null => {
  const value = view.getInt16(at);
  return value === NO_NUMBER ? null : value;
};
/** The shortest number of those that are this one in four bytes, as the database would write it: 23.4 is kept as 23.399999618… */
const realAt = (view: DataView, at: number): number | null => {
  const value = view.getFloat32(at);
  if (Number.isNaN(value)) return null;
  const tenths = Math.round(value * 10) / 10;
  if (Math.fround(tenths) === value) return tenths;
  for (const digits of [6, 7, 8]) {
    const short = Number(value.toPrecision(digits));
    if (Math.fround(short) === value) return short;
  }
  return Number(value.toPrecision(9));
};

/** The reports of `packed`. */
export const unpacked = (bytes: Buffer | null): Reported<number>[] => {
  if (!bytes) return [];
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  return Array.from({ length: bytes.length / BYTES }, (_, nth) => {
    const from = nth * BYTES;
    const flags = view.getUint16(from + 40);
    return {
      at: momentAt(view, from),
      receive_time: momentAt(view, from + 8),
      late: (flags & 1) !== 0,
      proved: (flags & 2) !== 0,
      lock_status: view.getInt16(from + 42) as Reported<number>['lock_status'],
      lon: doubleAt(view, from + 16),
      lat: doubleAt(view, from + 24),
      velocity: realAt(view, from + 32),
      temperature: realAt(view, from + 36),
      heading: numberAt(view, from + 44),
      electric: numberAt(view, from + 46),
    };
  });
};
