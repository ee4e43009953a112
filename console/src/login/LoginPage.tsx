import { fill, type Text } from '@plomb/contract/kit/text';
import { useEffect, useRef, useState } from 'react';
import { failureWords, Refused } from '../platform/answer.ts';
import { serverNow } from '../platform/clock.ts';
import { publicConfig } from '../platform/config.ts';
import { useCountdown } from '../platform/countdown.ts';
import { leaveWords } from '../platform/farewell.ts';
import { home, safeRedirect } from '../platform/redirect.ts';
import { tellWindows } from '../platform/session.ts';
import { setLangChoice, useSettings } from '../platform/settings.ts';
import { signIn } from '../platform/signIn.ts';
import { remember, remembered } from '../platform/storage.ts';
import { tell } from '../platform/windows.ts';
import { Mark } from '../ui/Mark.tsx';
import { fetchAhead } from './ahead.ts';
import { CodeField } from './CodeField.tsx';
import { MapDrawing } from './MapDrawing.tsx';
import { PasswordField } from './PasswordField.tsx';
import { loginWords } from './words.ts';

interface Second {
  code: string;
  refusal: string;
  /** where a code was sent, covered; '' = nowhere */
  recipient: string;
  /** from when on another may be sent, ms; 0: none is sent at all */
  again: number;
}
/** Whether a refusal asks for a code: it was sent, or could not be. */
const isQuestion = ({ told }: Refused): boolean => typeof told.seconds === 'number';

/** What was typed was looked at and refused; where nobody looked, none of it was wrong, and it stands. */
const isJudged = (error: unknown): boolean =>
  error instanceof Refused && !(['tooMany', 'unavailable', 'error'] as const).some((sign) => sign === error.sign);

/** `why`: what led here, if it was not the person's own wish. */
export const LoginPage = ({ why = null }: { why?: string | null }) => {
  const lang = useSettings((s) => s.lang);
  const words = loginWords[lang];
  const rememberedName = remembered('userName') ?? '';
  const [username, setUsername] = useState(rememberedName);
  const [password, setPassword] = useState('');
  const [keep, setKeep] = useState(rememberedName !== '');
  const [busy, setBusy] = useState(false);
  const [missing, setMissing] = useState<'username' | 'password' | null>(null);
  /** why the last try was refused: beside the form, until something is typed */
  const [refusal, setRefusal] = useState('');
  const [titles, setTitles] = useState<Text | null>(null);
  const title = titles?.[lang] || words.title;
  /** null: the first step; else the code typed in the second, and why the last one was refused */
  const [second, setSecond] = useState<Second | null>(null);
  const wait = useCountdown(second?.again ?? 0);
  const nameField = useRef<HTMLInputElement>(null);
  const passwordField = useRef<HTMLInputElement>(null);
  const codeField = useRef<HTMLInputElement>(null);

  const step = second ? 'code' : 'password';
  useEffect(() => {
    const field = step === 'code' ? codeField : nameField.current?.value ? passwordField : nameField;
    field.current?.focus();
  }, [step]);
  useEffect(() => {
    publicConfig().then(
      (c) => setTitles(c.title),
      () => {},
    );
  }, []);
  useEffect(() => (busy ? undefined : fetchAhead()), [busy]);
  useEffect(() => {
    document.title = title;
  }, [title]);

  const again = (): void => {
    setSecond(null);
    setPassword('');
    passwordField.current?.focus();
  };

  const refused = (error: unknown): void => {
    setBusy(false);
    setRefusal(failureWords(error, lang));
    const sign = error instanceof Refused ? error.sign : null;
    if (error instanceof Refused && sign === 'secondFactor') {
      // the first refusal is the question for a code, not a mistake
      setRefusal('');
      const { recipient, seconds } = error.told;
      const sent = isQuestion(error)
        ? { recipient: String(recipient), again: serverNow() + Number(seconds) * 1000 }
        : { recipient: second?.recipient ?? '', again: second?.again ?? 0 };
      const isMistake = isQuestion(error) ? recipient === '' : second !== null;
      setSecond({ ...sent, code: '', refusal: isMistake ? failureWords(error, lang) : '' });
      codeField.current?.focus();
    } else if (isJudged(error))
      again(); // the name stays
    else (second ? codeField : passwordField).current?.focus();
  };

  const submit = async (): Promise<void> => {
    const lack = username.trim() === '' ? 'username' : password.trim() === '' ? 'password' : null;
    setMissing(lack);
    setRefusal('');
    if (lack) return (lack === 'username' ? nameField : passwordField).current?.focus();
    if (second?.code.trim() === '') return setSecond({ ...second, code: '', refusal: words.codeMissing });
    await send(second?.code);
  };

  const send = async (code?: string): Promise<void> => {
    setBusy(true);
    try {
      const { oper, backupCodesLeft } = await signIn(username, password, code);
      remember('userName', keep ? username.trim() : null);
      tellWindows(oper.login_name);
      if (backupCodesLeft !== undefined) leaveWords(fill(words.codesLeft, { left: backupCodesLeft }));
      location.replace(safeRedirect(new URLSearchParams(location.search).get('redirect')) ?? home);
    } catch (error) {
      refused(error);
    }
  };

  return (
    <main className="login">
      <aside className="login-picture" aria-hidden="true">
        <MapDrawing />
        <p>{words.slogan}</p>
      </aside>
      <section className="login-side">
        <fieldset className="login-languages" aria-label={words.language}>
          {(['zh', 'en'] as const).map((l) => (
            <button
              key={l}
              type="button"
              lang={l === 'zh' ? 'zh-CN' : 'en'}
              aria-pressed={l === lang}
              onClick={() => {
                setLangChoice(l);
                tell({ kind: 'language', lang: l });
              }}
            >
              {l === 'zh' ? '中文' : 'English'}
            </button>
          ))}
        </fieldset>
        <form
          className="login-form"
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            if (!busy) void submit();
          }}
        >
          <Mark />
          <h1>{title}</h1>
          <p className="login-subtitle">{words.subtitle}</p>
          {why && (
            <p className="login-why" role="status">
              {why}
            </p>
          )}
          {second ? (
            <CodeField
              field={codeField}
              words={words}
              value={second.code}
              recipient={second.recipient}
              refusal={second.refusal}
              change={(code) => setSecond({ ...second, code, refusal: '' })}
            />
          ) : (
            <>
              <label htmlFor="username">{words.username}</label>
              <input
                id="username"
                ref={nameField}
                name="username"
                autoComplete="username"
                autoCapitalize="none"
                spellCheck={false}
                maxLength={64}
                value={username}
                aria-invalid={missing === 'username'}
                aria-describedby={missing === 'username' ? 'missing' : undefined}
                onChange={(event) => {
                  setUsername(event.target.value);
                  setMissing(null);
                  setRefusal('');
                }}
              />
              {missing === 'username' && (
                <p id="missing" className="login-missing" role="alert">
                  {words.usernameMissing}
                </p>
              )}
              <PasswordField
                field={passwordField}
                words={words}
                value={password}
                missing={missing === 'password'}
                change={(value) => {
                  setPassword(value);
                  setMissing(null);
                  setRefusal('');
                }}
              />
              <label className="login-remember">
                <input type="checkbox" checked={keep} onChange={(event) => setKeep(event.target.checked)} />
                {words.remember}
              </label>
            </>
          )}
          {refusal !== '' && (
            <p className="login-refusal" role="alert">
              {refusal}
            </p>
          )}
          <button className="login-submit" type="submit" aria-disabled={busy} aria-busy={busy}>
            {busy && <i className="login-spinner" />}
            {busy ? words.submitting : words.submit}
          </button>
          {second ? (
            <>
              {second.again > 0 && (
                <button
                  type="button"
                  className="login-back"
                  aria-disabled={busy || wait > 0}
                  onClick={() => !busy && wait === 0 && void send()}
                >
                  {wait > 0 ? fill(words.codeAgainIn, { seconds: wait }) : words.codeAgain}
                </button>
              )}
              <button type="button" className="login-back" onClick={again}>
                {words.codeBack}
              </button>
            </>
          ) : (
            <p className="login-note">{words.forgotten}</p>
          )}
        </form>
        <p className="login-foot">{words.recorded}</p>
      </section>
    </main>
  );
};
