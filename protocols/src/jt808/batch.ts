import { type Codec, u16 } from '../kit/codec.ts';
import { sized } from '../kit/list.ts';
import type { Location } from './location.ts';

/** `kind` of 0x0704. */
export const BatchKind = { normal: 0, blindSpot: 1 } as const;

/** 0x0704: locations sent together, or late from the terminal's memory. */
export interface Batch<I> {
  kind: number;
  locations: Location<I>[];
}

export function batchOf<I>(location: Codec<Location<I>>): Codec<Batch<I>> {
  const each = sized(u16, location);
  return {
    read(r) {
      const count = r.u16();
      const kind = r.u8();
      const locations: Location<I>[] = [];
      for (let i = 0; i < count; i++) locations.push(each.read(r));
      return { kind, locations };
    },
    write(w, value) {
      w.u16(value.locations.length);
      w.u8(value.kind);
      for (const one of value.locations) each.write(w, one);
    },
  };
}
