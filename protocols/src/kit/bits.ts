import type { Codec } from './codec.ts';

/**
 * Named bits of one integer. Only `raw` is stored: a vendor's undocumented bit survives a round trip, and reading thirty
 * names costs nothing until one is asked for. The hidden member keeps `{ ...flags, fixed: true }` from type-checking,
 * which would not set the bit; use `of`.
 */
export class Flags {
  readonly raw: number;
  declare private readonly made: true;
  constructor(raw: number) {
    this.raw = raw;
  }
}

type Named<N extends string> = Flags & { readonly [K in N]: boolean };

export interface BitsCodec<N extends string> extends Codec<Named<N>> {
  /** The word with `set` bits switched on or off, starting from `raw`. */
  of(set: { readonly [K in N]?: boolean }, raw?: number): Named<N>;
}

/** `names` maps a name to its bit number, 0 = least significant. */
export function bits<const B extends Readonly<Record<string, number>>>(
  codec: Codec<number>,
  names: B,
): BitsCodec<keyof B & string> {
  type Name = keyof B & string;
  const entries = Object.entries(names);
  class Word extends Flags {
    toJSON() {
      return { raw: this.raw, set: entries.filter(([, bit]) => (this.raw >>> bit) & 1).map(([name]) => name) };
    }
  }
  for (const [name, bit] of entries) {
    Object.defineProperty(Word.prototype, name, {
      get(this: Flags) {
        return ((this.raw >>> bit) & 1) === 1;
      },
    });
  }
  const make = (raw: number) => new Word(raw) as Word & Named<Name>;
  return {
    read: (r) => make(codec.read(r)),
    write: (w, v) => codec.write(w, v.raw),
    of(set, raw = 0) {
      let word = raw;
      for (const [name, bit] of entries) {
        const on = (set as Readonly<Record<string, boolean | undefined>>)[name];
        if (on !== undefined) word = on ? word | (1 << bit) : word & ~(1 << bit);
      }
      return make(word >>> 0);
    },
  };
}
