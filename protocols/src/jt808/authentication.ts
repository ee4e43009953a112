import type { Codec } from '../kit/codec.ts';
import { u8 } from '../kit/codec.ts';
import { struct } from '../kit/struct.ts';
import { text, textAfter, textToEnd } from '../kit/text.ts';
import type { Version } from './header.ts';

/** 0x0102. `imei` and `software` are empty in the 2013 edition, which sends the code alone. */
export interface Authentication {
  code: string;
  imei: string;
  software: string;
}

const of2019 = struct({ code: textAfter(u8), imei: text(15), software: text(20) });
const of2013 = struct({ code: textToEnd });

export function authentication(version: Version): Codec<Authentication> {
  if (version === 2019) return of2019;
  return {
    read: (r) => ({ ...of2013.read(r), imei: '', software: '' }),
    write: (w, value) => of2013.write(w, value),
  };
}
