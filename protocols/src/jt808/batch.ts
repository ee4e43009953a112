import { type Codec, encode, rest, u8, u16 } from '../kit/codec.ts';
import { explain, partOf } from '../kit/explain.ts';
import { MalformedMessage } from '../kit/malformed.ts';
import { Reader } from '../kit/reader.ts';
import type { Location } from './location.ts';

/** `kind` of 0x0704. */
export const BatchKind = { normal: 0, blindSpot: 1 } as const;

/**
 * 0x0704: locations sent together, or late from the terminal's memory. What is there counts, not what the count says:
 * `stated` is the count where it is another than that.
 */
export interface Batch<I> {
  kind: number;
  /** in wire order; one that is too short for a location is its bytes */
  locations: (Location<I> | Uint8Array)[];
  stated?: number;
  /** what the last location's length said when it said more than there was: it is read from what there is */
  claimed?: number;
  /** a last byte, where no length has room */
  rest?: Uint8Array;
}

const headLength = 3;

export function batchOf<I>(location: Codec<Location<I>>): Codec<Batch<I>> {
  return {
    read(r) {
      const count = r.u16();
      const batch: Batch<I> = { kind: r.u8(), locations: [] };
      const { parts, claimed, left } = cut(r.rest());
      for (const part of parts) batch.locations.push(read(location, part));
      if (count !== parts.length) batch.stated = count;
      if (claimed !== null) batch.claimed = claimed;
      if (left) batch.rest = left;
      return batch;
    },
    write(w, { kind, locations, stated, claimed, rest: left }) {
      w.u16(stated ?? locations.length);
      w.u8(kind);
      locations.forEach((one, i) => {
        const bytes = one instanceof Uint8Array ? one : encode(location, one);
        const isLast = i === locations.length - 1;
        w.u16(isLast && claimed !== undefined ? claimed : bytes.length);
        w.raw(bytes);
      });
      if (left) w.raw(left);
    },
    explain(r) {
      const parts = [partOf('count', u16, r), partOf('kind', u8, r)];
      for (let i = 0; r.left >= 2; i++) {
        const from = r.at;
        const length = partOf('length', u16, r);
        const end = Math.min(r.at + Number(length.value), r.end);
        const bytes = r.bytes.subarray(r.at, end);
        const value = read(location, bytes);
        const inner =
          value instanceof Uint8Array
            ? [partOf('malformed', rest, new Reader(r.bytes, r.at, end))]
            : explain(location, r.bytes, r.at, end);
        r.back(end);
        const hex = Buffer.from(r.bytes.subarray(from, end)).toString('hex');
        parts.push({ name: `${i}`, from, hex, value, parts: [length, ...inner] });
      }
      return parts;
    },
  };
}

/** The bytes of each location of a 0x0704, in the order of `Batch.locations`. */
export function locationsIn(body: Uint8Array): Uint8Array[] {
  return cut(body.subarray(headLength)).parts;
}

function cut(bytes: Uint8Array): { parts: Uint8Array[]; claimed: number | null; left: Uint8Array | null } {
  const parts: Uint8Array[] = [];
  let at = 0;
  let claimed: number | null = null;
  while (at + 2 <= bytes.length) {
    const length = (bytes[at]! << 8) | bytes[at + 1]!;
    const from = at + 2;
    at = Math.min(from + length, bytes.length);
    if (at - from < length) claimed = length;
    parts.push(bytes.subarray(from, at));
  }
  return { parts, claimed, left: at < bytes.length ? bytes.subarray(at) : null };
}

function read<I>(location: Codec<Location<I>>, part: Uint8Array): Location<I> | Uint8Array {
  try {
    return location.read(new Reader(part));
  } catch (error) {
    if (!(error instanceof MalformedMessage)) throw error;
    return part;
  }
}
