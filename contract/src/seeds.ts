import { md5 } from '@noble/hashes/legacy.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import type { Dictionaries } from './system/dictionaries/dictionaries.ts';
import { dictCodes, seedOf } from './words.ts';

/** What the dictionaries of a new product say. */
export const seedDictionaries: Readonly<Dictionaries> = Object.fromEntries(
  dictCodes.map((code) => [
    code,
    {
      dict_text: seedOf(code).title,
      items: Object.entries(seedOf(code).items).map(([item_code, [zh, en, colour = 'grey']]) => ({
        item_code,
        item_text: { zh, en },
        colour,
        enabled: true,
      })),
    },
  ]),
);

/** Another one in a release that has other words. */
export const seedMark = bytesToHex(md5(utf8ToBytes(JSON.stringify(seedDictionaries))));
