import type { TallySource } from '@plomb/contract/seals/statistics';
import { useDictionary } from '../../../platform/dictionaries.ts';

/** What is counted, in words: a source, or one operation or result of it. */
export const useWhat = (): ((source: TallySource, what?: number) => string) => {
  const sources = useDictionary('tally_source');
  const operations = useDictionary('seal_operation');
  const results = useDictionary('rfid_record');
  return (source, what) => {
    if (what === undefined) return sources.word(source);
    const word = (source === 'reader' ? results : operations).word(String(what));
    return source === 'reader' ? `RFID · ${word}` : `${source.toUpperCase()} · ${word}`;
  };
};
