import type { Lang } from '@plomb/contract/kit/text';
import type { DictColour } from '@plomb/contract/kit/word';
import { seedDictionaries, seedMark } from '@plomb/contract/seeds';
import { type Dictionaries, dictionaries } from '@plomb/contract/system/dictionaries/dictionaries';
import type { DictCode } from '@plomb/contract/words';
import { create } from 'zustand';
import { send } from './client.ts';
import { onLive } from './live.ts';
import { useSettings } from './settings.ts';
import { remember, rememberedJson } from './storage.ts';

type Item = Dictionaries[string]['items'][number];

interface Words {
  /** empty: nothing has come from the server yet */
  version: string;
  /** those in which the server says something else than this release */
  all: Dictionaries;
  /** of which words they are told beside */
  seeds: string;
}
const stored = (): Words => {
  const value = rememberedJson('dictionaries') as Words | null;
  const isKnown = typeof value?.version === 'string' && typeof value.all === 'object' && value.seeds === seedMark;
  return isKnown ? value : { version: '', all: {}, seeds: seedMark };
};
export const useWords = create<Words>(stored);

let underWay: Promise<void> | null = null;

const load = async (): Promise<void> => {
  const { version } = useWords.getState();
  const answer = await send(dictionaries.all, { seeds: seedMark, ...(version !== '' && { version }) }, { quiet: true });
  if (!answer.dictionaries) return;
  const words = { version: answer.version, all: answer.dictionaries, seeds: seedMark };
  useWords.setState(words);
  remember('dictionaries', JSON.stringify(words));
};

/** Fetches the words unless this version is there already. One request at a time. */
export const refreshWords = async (version?: string): Promise<void> => {
  await underWay;
  if (version !== undefined && version === useWords.getState().version) return;
  underWay ??= load()
    .catch(() => {
      // the words at hand stay; the next hello of the stream asks again
    })
    .finally(() => {
      underWay = null;
    });
  await underWay;
};

/** Keeps the words current while somebody is signed in; answers how to stop. */
export const keepWords = (): (() => void) => {
  void refreshWords();
  const unhear = [
    onLive('dictionaries', ({ version }) => void refreshWords(version)),
    // what was told while the line was broken is not told again
    onLive('hello', () => void refreshWords()),
    onLive('resync', () => void refreshWords()),
  ];
  return () => {
    for (const stop of unhear) stop();
  };
};

export type Code = string | number;

/** One dictionary in one language. Codes it does not know are shown as they are. */
export interface Dictionary {
  title: string;
  /** whether it knows the code at all */
  has(code: Code): boolean;
  word(code: Code): string;
  colour(code: Code): DictColour;
  /** what may be chosen now, in the dictionary's order: for dictionaries people add to */
  options: { value: string; label: string }[];
  /** of these codes the ones that may be chosen now, in the dictionary's order */
  offered<C extends Code>(codes: readonly C[]): { value: C; label: string }[];
  /** all words by code, for files */
  words: Record<string, string>;
}

const made = new WeakMap<Dictionaries, Map<string, Dictionary>>();

/** Made once for each version, code and language: rows of long lists ask for it. */
export const dictionaryOf = (all: Dictionaries, code: DictCode | (string & {}), lang: Lang): Dictionary => {
  const known = made.get(all) ?? new Map<string, Dictionary>();
  made.set(all, known);
  const found = known.get(`${code} ${lang}`) ?? build(all, code, lang);
  known.set(`${code} ${lang}`, found);
  return found;
};

const build = (all: Dictionaries, code: string, lang: Lang): Dictionary => {
  const known = all[code] ?? seedDictionaries[code];
  const items = known?.items ?? [];
  const byCode = new Map<string, Item>();
  for (const item of [...(seedDictionaries[code]?.items ?? []), ...items]) byCode.set(item.item_code, item);
  const word = (value: Code): string => byCode.get(String(value))?.item_text[lang] ?? String(value);
  const enabled = items.filter((item) => item.enabled);
  return {
    title: known?.dict_text[lang] ?? code,
    has: (value) => byCode.has(String(value)),
    word,
    colour: (value) => byCode.get(String(value))?.colour ?? 'grey',
    options: enabled.map((item) => ({ value: item.item_code, label: item.item_text[lang] })),
    offered: (codes) => {
      const place = new Map(items.map((item, at) => [item.item_code, at]));
      return codes
        .filter((c) => byCode.get(String(c))?.enabled ?? true)
        .toSorted((a, b) => (place.get(String(a)) ?? items.length) - (place.get(String(b)) ?? items.length))
        .map((value) => ({ value, label: word(value) }));
    },
    words: Object.fromEntries([...byCode.values()].map((item) => [item.item_code, item.item_text[lang]])),
  };
};

/** `const lso = useDictionary('msg_lso'); lso.word(event.lso)`: follows the language, and every change at once. */
export const useDictionary = (code: DictCode | (string & {}), inLang?: Lang): Dictionary => {
  const all = useWords((s) => s.all);
  const lang = useSettings((s) => s.lang);
  return dictionaryOf(all, code, inLang ?? lang);
};
