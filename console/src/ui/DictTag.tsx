import type { DictCode } from '@plomb/contract/dictionarySeeds';
import { type Code, useDictionary } from '../platform/dictionaries.ts';
import './dictTag.css';

/** The word of a code in its colour: `<DictTag code="msg_ls" value={2} />`. A code without a word stands as it is. */
export const DictTag = ({ code, value }: { code: DictCode | (string & {}); value: Code | null | undefined }) => {
  const dictionary = useDictionary(code);
  if (value === null || value === undefined || value === '') return null;
  return (
    <span className="dict-tag" data-colour={dictionary.colour(value)}>
      {dictionary.word(value)}
    </span>
  );
};
