import type { Codec } from '../kit/codec.ts';
import { u8 } from '../kit/codec.ts';
import { text, textAfter, textToEnd } from '../kit/text.ts';
import type { Version } from './header.ts';

/** 0x0102. `imei` and `software` are empty in the 2013 edition, which sends the code alone, as some locks of 2019 do. */
export interface Authentication {
  code: string;
  imei: string;
  software: string;
}

const code = textAfter(u8);
const imei = text(15);
const software = text(20);

const of2013: Codec<Authentication> = {
  read: (r) => ({ code: textToEnd.read(r), imei: '', software: '' }),
  write: (w, value) => textToEnd.write(w, value.code),
};

const of2019: Codec<Authentication> = {
  read(r) {
    // A length that reaches past the end is none: the code stands alone, as in a body of 2013.
    if (r.left === 0 || r.bytes[r.at]! >= r.left) return of2013.read(r);
    return {
      code: code.read(r),
      imei: r.left >= 15 ? imei.read(r) : '',
      software: r.left >= 20 ? software.read(r) : '',
    };
  },
  write(w, value) {
    code.write(w, value.code);
    if (value.imei === '' && value.software === '') return;
    imei.write(w, value.imei);
    software.write(w, value.software);
  },
};

export function authentication(version: Version): Codec<Authentication> {
  return version === 2019 ? of2019 : of2013;
}
