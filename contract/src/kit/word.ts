import type { Text } from './text.ts';

/** Colours a dictionary word may have. The shades behind the names are the console's, safe to read in both themes. */
export const dictColours = ['grey', 'blue', 'cyan', 'green', 'gold', 'red', 'purple'] as const;
export type DictColour = (typeof dictColours)[number];

/** zh, en and, where it says something, a colour other than grey */
export type Word = readonly [zh: string, en: string, colour?: DictColour];

export interface DictionarySeed {
  title: Text;
  /** people may add entries of their own; absent: the codes are those of devices and programs, and there are no others */
  open?: true;
  /** by code, in the order they are offered */
  items: Readonly<Record<string, Word>>;
}

export type DictionarySeeds = Record<string, DictionarySeed>;

/** Words that a sign already has are taken from it: a legend and a table say the same. */
export const signed = ({ word }: { word: Text }, colour: DictColour = 'grey'): Word => [word.zh, word.en, colour];
