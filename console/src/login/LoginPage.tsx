import type { Text } from '@plomb/contract/text';
import { useEffect, useRef, useState } from 'react';
import { publicConfig } from '../platform/config.ts';
import { home, safeRedirect, temporaryPasswordPath } from '../platform/redirect.ts';
import { tellWindows } from '../platform/session.ts';
import { setLangChoice, useSettings } from '../platform/settings.ts';
import { signIn } from '../platform/signIn.ts';
import { remember, remembered } from '../platform/storage.ts';
import { Mark } from '../ui/Mark.tsx';
import { MapDrawing } from './MapDrawing.tsx';
import { PasswordField } from './PasswordField.tsx';
import { loginWords } from './words.ts';

/** The shell's chunk is fetched while the person types: after the sign-in it is at hand. */
const prefetchShell = (): void => {
  const idle = window.requestIdleCallback ?? ((run: () => void) => setTimeout(run, 500));
  idle(() => void import('../app/start.tsx').catch(() => {}));
};

export const LoginPage = () => {
  const lang = useSettings((s) => s.lang);
  const words = loginWords[lang];
  const rememberedName = remembered('userName') ?? '';
  const [username, setUsername] = useState(rememberedName);
  const [password, setPassword] = useState('');
  const [keep, setKeep] = useState(rememberedName !== '');
  const [busy, setBusy] = useState(false);
  const [missing, setMissing] = useState<'username' | 'password' | null>(null);
  const [titles, setTitles] = useState<Text | null>(null);
  const title = titles?.[lang] || words.title;
  const nameField = useRef<HTMLInputElement>(null);
  const passwordField = useRef<HTMLInputElement>(null);

  useEffect(() => {
    (nameField.current?.value ? passwordField : nameField).current?.focus();
    publicConfig().then(
      (c) => setTitles(c.title),
      () => {},
    );
    prefetchShell();
  }, []);
  useEffect(() => {
    document.title = title;
  }, [title]);

  const submit = async (): Promise<void> => {
    const lack = username.trim() === '' ? 'username' : password.trim() === '' ? 'password' : null;
    setMissing(lack);
    if (lack) return (lack === 'username' ? nameField : passwordField).current?.focus();
    setBusy(true);
    try {
      const { oper, mustChange } = await signIn(username, password);
      remember('userName', keep ? username.trim() : null);
      tellWindows(oper.login_name);
      const target = safeRedirect(new URLSearchParams(location.search).get('redirect')) ?? home;
      location.replace(mustChange ? temporaryPasswordPath(target) : target);
    } catch {
      // the client has said what was wrong; the name stays, the password is typed again
      setBusy(false);
      setPassword('');
      passwordField.current?.focus();
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
              onClick={() => setLangChoice(l)}
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
            }}
          />
          <label className="login-remember">
            <input type="checkbox" checked={keep} onChange={(event) => setKeep(event.target.checked)} />
            {words.remember}
          </label>
          <button className="login-submit" type="submit" aria-disabled={busy} aria-busy={busy}>
            {busy && <i className="login-spinner" />}
            {busy ? words.submitting : words.submit}
          </button>
          <p className="login-note">{words.forgotten}</p>
        </form>
        <p className="login-foot">{words.recorded}</p>
      </section>
    </main>
  );
};
