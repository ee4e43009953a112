import { bcd, digits, nibble } from '../kit/bcd.ts';
import { bits } from '../kit/bits.ts';
import { type Codec, type Infer, map, u8 } from '../kit/codec.ts';
import { struct } from '../kit/struct.ts';
import { packCoordinate, unpackCoordinate } from './coordinate.ts';

/** Half a byte behind the longitude. */
export const fixFlags = bits(nibble, { fix: 0, north: 1, east: 2 });

const wire = struct({
  time: bcd(6),
  latitude: bcd(4),
  longitude: digits(9),
  flags: fixFlags,
});

/**
 * When and where, as both the position frame and the sub-lock report begin. Without `flags.fix` the coordinates are old
 * or absent; writing sets the hemisphere bits from the signs.
 */
export interface Fix {
  /** `DDMMYYhhmmss`, UTC */
  time: string;
  /** WGS-84 degrees, negative south; null when the field holds no coordinate */
  latitude: number | null;
  /** negative west */
  longitude: number | null;
  flags: Infer<typeof fixFlags>;
}

export const fix: Codec<Fix> = {
  read(r) {
    const { time, latitude, longitude, flags } = wire.read(r);
    return {
      time,
      latitude: signed(unpackCoordinate(latitude), flags.north),
      longitude: signed(unpackCoordinate(longitude), flags.east),
      flags,
    };
  },
  write(w, { time, latitude, longitude, flags }) {
    const hemispheres = { ...(latitude && { north: latitude > 0 }), ...(longitude && { east: longitude > 0 }) };
    wire.write(w, {
      time,
      latitude: packCoordinate(latitude, 8),
      longitude: packCoordinate(longitude, 9),
      flags: fixFlags.of(hemispheres, flags.raw),
    });
  },
  explain: (r) => wire.explain?.(r) ?? [],
};

function signed(value: number | null, positive: boolean): number | null {
  return value === null || positive || value === 0 ? value : -value;
}

/** km/h. The byte is binary and counts 1.85 km/h, by the vendor's manual and SDK. */
export const speed: Codec<number> = map(
  u8,
  (raw) => Math.round(raw * 185) / 100,
  (kmh) => Math.round(kmh / 1.85),
);

/** Degrees from north, in steps of two. */
export const heading: Codec<number> = map(
  u8,
  (raw) => raw * 2,
  (degrees) => Math.round(degrees / 2),
);
