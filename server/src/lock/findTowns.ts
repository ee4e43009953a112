import { searchKey } from '@plomb/contract/kit/search';
import type { Text } from '@plomb/contract/kit/text';
import { townIndex } from './placeWords.ts';

export interface FoundTown {
  name: Text;
  /** its province or country; the town itself where it is one */
  region: Text;
  lon: number;
  lat: number;
}

interface Named {
  keys: readonly string[];
  town: FoundTown;
}
/** Accents of Latin names are typed by nobody. */
const keyOf = (text: string): string => searchKey(text.normalize('NFD').replace(/\p{M}/gu, ''));
/** What a Chinese name of a place ends with, and is left out as often as not. */
const withoutKind = (key: string): string => (key.length > 2 ? key.replace(/[市县区州省]$/u, '') : key);

let made: readonly Named[] | null = null;
const towns = (): readonly Named[] => {
  const { regions, towns: all } = townIndex();
  made ??= all.map(([zh, en, code, lon, lat]) => {
    const [zhRegion = '', enRegion = ''] = regions[code] ?? [];
    return {
      keys: [keyOf(zh), keyOf(en)],
      town: { name: { zh, en }, region: { zh: zhRegion, en: enRegion }, lon: lon / 100, lat: lat / 100 },
    };
  });
  return made;
};

/** Towns whose name in either language begins with the text, whole names before others, then those that have it in them; the largest of each first. */
export const findTowns = (text: string, most: number): FoundTown[] => {
  const key = withoutKind(keyOf(text));
  if (key === '') return [];
  const ranked: FoundTown[][] = [[], [], []];
  for (const { keys, town } of towns()) {
    const rank = keys.some((k) => k === key || withoutKind(k) === key)
      ? 0
      : keys.some((k) => k.startsWith(key))
        ? 1
        : keys.some((k) => k.includes(key))
          ? 2
          : null;
    if (rank !== null) ranked[rank]?.push(town);
  }
  return ranked.flat().slice(0, most);
};
