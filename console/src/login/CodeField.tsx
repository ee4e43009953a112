import { fill } from '@plomb/contract/kit/text';
import type { RefObject } from 'react';
import type { loginWords } from './words.ts';

/** The second step: a code of the authenticator app, or one that was sent, or a backup code. Phones offer to fill it in. */
export const CodeField = (props: {
  field: RefObject<HTMLInputElement | null>;
  words: (typeof loginWords)['en'];
  value: string;
  /** where a code was sent, covered; '' = an app shows it */
  recipient: string;
  /** why the last one was refused */
  refusal: string;
  change: (value: string) => void;
}) => {
  const { words, refusal, recipient } = props;
  return (
    <>
      <label htmlFor="code">{recipient ? fill(words.codeSentTo, { recipient }) : words.code}</label>
      <input
        id="code"
        ref={props.field}
        name="code"
        inputMode="text"
        autoComplete="one-time-code"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={20}
        value={props.value}
        aria-invalid={refusal !== ''}
        aria-describedby="code-hint"
        onChange={(event) => props.change(event.target.value)}
      />
      {refusal !== '' && (
        <p className="login-missing" role="alert">
          {refusal}
        </p>
      )}
      <p id="code-hint" className="login-hint">
        {recipient ? words.codeSentHint : words.codeHint}
      </p>
    </>
  );
};
