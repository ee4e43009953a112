import { type Codec, u8, u16 } from '../kit/codec.ts';
import { struct } from '../kit/struct.ts';
import { text, textToEnd } from '../kit/text.ts';
import type { Version } from './header.ts';

const layout = (maker: number, model: number, terminalId: number) =>
  struct({
    province: u16,
    city: u16,
    maker: text(maker),
    model: text(model),
    terminalId: text(terminalId),
    plateColour: u8,
    plate: textToEnd,
  });

const layouts = { 2011: layout(5, 8, 7), 2013: layout(5, 20, 7), 2019: layout(11, 30, 30) } as const;

/** Bytes before the plate in a 2013 body; a shorter one is of 2011, which shares its header. */
const base2013 = 37;

/** 0x0100. `plate` holds the vehicle's number, or its VIN when `plateColour` is 0. */
export interface Registration {
  edition: 2011 | 2013 | 2019;
  province: number;
  city: number;
  maker: string;
  model: string;
  terminalId: string;
  plateColour: number;
  plate: string;
}

export function registration(version: Version): Codec<Registration> {
  return {
    read(r) {
      const edition = version === 2019 ? 2019 : r.left < base2013 ? 2011 : 2013;
      return { edition, ...layouts[edition].read(r) };
    },
    write: (w, value) => layouts[value.edition].write(w, value),
    explain(r) {
      const edition = version === 2019 ? 2019 : r.left < base2013 ? 2011 : 2013;
      return layouts[edition].explain?.(r) ?? [];
    },
  };
}
