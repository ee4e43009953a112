import type { TallySource } from '@plomb/contract/seals/statistics';
import { useTranslation } from 'react-i18next';
import { useDictionary } from '../../../platform/dictionaries.ts';

/** What is counted, in words: a source, or one operation or result of it. */
export const useWhat = (): ((source: TallySource, what?: number) => string) => {
  const { t } = useTranslation('seals');
  const sources = useDictionary('tally_source');
  const operations = useDictionary('seal_operation');
  const results = useDictionary('rfid_record');
  return (source, what) => {
    if (what === undefined) return sources.word(source);
    const word = (source === 'reader' ? results : operations).word(String(what));
    return `${t(`stats.short.${source}`)} · ${word}`;
  };
};
