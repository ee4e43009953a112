import type { RefObject } from 'react';
import type { loginWords } from './words.ts';

/** The second step: a code of the authenticator app, or a backup code. Phones offer to fill it in. */
export const CodeField = (props: {
  field: RefObject<HTMLInputElement | null>;
  words: (typeof loginWords)['en'];
  value: string;
  /** why the last one was refused */
  refusal: string;
  change: (value: string) => void;
}) => {
  const { words, refusal } = props;
  return (
    <>
      <label htmlFor="code">{words.code}</label>
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
        {words.codeHint}
      </p>
    </>
  );
};
