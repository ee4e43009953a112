import type { DictColour } from '@plomb/contract/kit/word';
import type { DictCode } from '@plomb/contract/words';
import type { ReactNode } from 'react';
import { type Code, useDictionary } from '../platform/dictionaries.ts';
import './dictTag.css';

/** A word in one of the dictionaries' colours. */
export const WordTag = ({ colour, children }: { colour: DictColour; children: ReactNode }) => (
  <span className="dict-tag" data-colour={colour}>
    {children}
  </span>
);

/** The word of a code in its colour: `<DictTag code="msg_ls" value={2} />`. A code without a word stands as it is. */
export const DictTag = ({ code, value }: { code: DictCode; value: Code | null | undefined }) => {
  const dictionary = useDictionary(code);
  if (value === null || value === undefined || value === '') return null;
  return <WordTag colour={dictionary.colour(value)}>{dictionary.word(value)}</WordTag>;
};
