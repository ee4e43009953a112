import type { Codec } from '../kit/codec.ts';
import { encode } from '../kit/codec.ts';
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
      const { parts, claimed, rest } = cut(r.rest());
      for (const part of parts) batch.locations.push(read(location, part));
      if (count !== parts.length) batch.stated = count;
      if (claimed !== null) batch.claimed = claimed;
      if (rest) batch.rest = rest;
      return batch;
    },
    write(w, { kind, locations, stated, claimed, rest }) {
      w.u16(stated ?? locations.length);
      w.u8(kind);
      locations.forEach((one, i) => {
        const bytes = one instanceof Uint8Array ? one : encode(location, one);
        const isLast = i === locations.length - 1;
        w.u16(isLast && claimed !== undefined ? claimed : bytes.length);
        w.raw(bytes);
      });
      if (rest) w.raw(rest);
    },
  };
}

/** The bytes of each location of a 0x0704, in the order of `Batch.locations`. */
export function locationsIn(body: Uint8Array): Uint8Array[] {
  return cut(body.subarray(headLength)).parts;
}

function cut(bytes: Uint8Array): { parts: Uint8Array[]; claimed: number | null; rest: Uint8Array | null } {
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
  return { parts, claimed, rest: at < bytes.length ? bytes.subarray(at) : null };
}

function read<I>(location: Codec<Location<I>>, part: Uint8Array): Location<I> | Uint8Array {
  try {
    return location.read(new Reader(part));
  } catch (error) {
    if (!(error instanceof MalformedMessage)) throw error;
    return part;
  }
}
