import { type Codec, map, u16 } from '../kit/codec.ts';

/** °C in steps of 0.1, the sign in the top nibble; null when nothing was measured. */
export const temperature: Codec<number | null> = map(
  u16,
  (raw) => (raw === 0xffff ? null : ((raw & 0xfff) / 10) * (raw > 0xfff ? -1 : 1) || 0),
  (celsius) => (celsius === null ? 0xffff : Math.round(Math.abs(celsius) * 10) | (celsius < 0 ? 0x1000 : 0)),
);
