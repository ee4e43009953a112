import { type RefObject, useState } from 'react';
import type { loginWords } from './words.ts';

/** The password with its eye, and a line that says when Caps Lock is on. */
export const PasswordField = (props: {
  field: RefObject<HTMLInputElement | null>;
  words: (typeof loginWords)['en'];
  value: string;
  missing: boolean;
  change: (value: string) => void;
}) => {
  const { words, value, missing } = props;
  const [shown, setShown] = useState(false);
  const [capsLock, setCapsLock] = useState(false);
  const watch = (event: React.KeyboardEvent | React.MouseEvent): void =>
    setCapsLock(event.getModifierState('CapsLock'));
  return (
    <>
      <label htmlFor="password">{words.password}</label>
      <div className="login-password">
        <input
          id="password"
          ref={props.field}
          name="password"
          type={shown ? 'text' : 'password'}
          autoComplete="current-password"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={128}
          value={value}
          aria-invalid={missing}
          aria-describedby={missing ? 'missing' : capsLock ? 'caps-lock' : undefined}
          onChange={(event) => props.change(event.target.value)}
          onKeyDown={watch}
          onKeyUp={watch}
          onMouseDown={watch}
          onBlur={() => setCapsLock(false)}
        />
        <button
          type="button"
          aria-label={shown ? words.hide : words.show}
          aria-pressed={shown}
          onClick={() => setShown(!shown)}
        >
          <svg
            width="20"
            height="20"
            viewBox="0 0 20 20"
            fill="none"
            stroke="currentColor"
            strokeWidth="1.5"
            strokeLinecap="round"
            aria-hidden="true"
          >
            <path d="M2 10s3-5.5 8-5.5 8 5.5 8 5.5-3 5.5-8 5.5S2 10 2 10z" />
            <circle cx="10" cy="10" r="2.4" />
            {shown && <path d="M3.5 16.5l13-13" />}
          </svg>
        </button>
      </div>
      {missing && (
        <p id="missing" className="login-missing" role="alert">
          {words.passwordMissing}
        </p>
      )}
      {capsLock && (
        <p id="caps-lock" className="login-caps" role="status">
          <svg
            width="14"
            height="14"
            viewBox="0 0 14 14"
            fill="none"
            stroke="currentColor"
            strokeWidth="1.3"
            strokeLinejoin="round"
            aria-hidden="true"
          >
            <path d="M7 1.5 12 7H9.3v2.6H4.7V7H2zM4.7 12h4.6" />
          </svg>
          {words.capsLock}
        </p>
      )}
    </>
  );
};
