import { custodyDictionaries } from './words/custody.ts';
import { lockDictionaries } from './words/locks.ts';
import { peopleDictionaries } from './words/people.ts';
import type { DictionarySeed } from './words/word.ts';

/**
 * The words a new product starts with, for every enumeration that is shown: section 4 of the specification and what
 * the screens need besides. Operators may change words, colours and order; codes stay.
 */
export const dictionarySeeds = {
  ...lockDictionaries,
  ...custodyDictionaries,
  ...peopleDictionaries,
} as const satisfies Record<string, DictionarySeed>;

export type DictCode = keyof typeof dictionarySeeds;
export const dictCodes = Object.keys(dictionarySeeds) as DictCode[];
/** The seed of a code without its literal types. */
export const seedOf = (code: DictCode): DictionarySeed => dictionarySeeds[code];
