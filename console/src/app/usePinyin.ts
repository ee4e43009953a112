import { useEffect, useState } from 'react';
import { useSettings } from '../platform/settings.ts';
import type { Spell } from './menuIndex.ts';

/** How Chinese is spelt, once it is here; null in English, when the person does not want it, and until then. */
export const usePinyin = (): Spell | null => {
  const wanted = useSettings((s) => s.lang === 'zh' && s.pinyinSearch);
  const [spell, setSpell] = useState<Spell | null>(null);
  useEffect(() => {
    if (!wanted || spell) return;
    import('./pinyin.ts').then(
      (loaded) => setSpell(() => loaded.spell),
      () => {}, // the search finds titles all the same
    );
  }, [wanted, spell]);
  return wanted ? spell : null;
};
