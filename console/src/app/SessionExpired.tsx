import { type SessionEnd, session } from '@plomb/contract/session/session';
import { useQueryClient } from '@tanstack/react-query';
import { Button, Input, Modal } from 'antd';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { failureWords, Refused } from '../platform/answer.ts';
import { send } from '../platform/client.ts';
import { tellWindows, token, useSession } from '../platform/session.ts';
import { useSettings } from '../platform/settings.ts';
import { signIn } from '../platform/signIn.ts';
import { focusField } from '../ui/focusField.ts';
import { leave } from './leave.ts';

/** above every drawer and dialog: a form that could not be saved stands below it */
const aboveAll = 3000;

/**
 * The session has expired: one modal for the whole console, which only its two buttons close. With the password typed
 * the operator signs in again in place and loses nothing; without it the token is reset and the page loads anew.
 */
export const SessionExpired = () => {
  const { t } = useTranslation('app');
  const { expired, elsewhere, oper } = useSession();
  const lang = useSettings((s) => s.lang);
  const queries = useQueryClient();
  const [password, setPassword] = useState('');
  /** why the last try was refused, until something is typed */
  const [refusal, setRefusal] = useState('');
  /** null: no code was asked for; else what is typed */
  const [second, setSecond] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const [why, setWhy] = useState<SessionEnd>('expired');
  const asking = expired === 'asking';
  useEffect(() => {
    if (!asking) return;
    const gone = new AbortController();
    setWhy('expired');
    send(session.ended, { token: token() }, { quiet: true, signal: gone.signal }).then(
      (answer) => setWhy(answer.why),
      // that it is over is known, why it is not
      () => undefined,
    );
    return () => gone.abort();
  }, [asking]);
  const mayReturn = why !== 'disabled';

  const again = async (): Promise<void> => {
    if (!oper || !mayReturn || password.trim() === '')
      return leave('here', t(elsewhere ? 'expired.elsewhere' : `expired.left.${why}`));
    setBusy(true);
    setRefusal('');
    try {
      await signIn(oper.login_name, password, second ?? undefined);
      tellWindows(oper.login_name);
      void queries.invalidateQueries();
      setSecond(null);
      setPassword('');
    } catch (error) {
      const sign = error instanceof Refused ? error.sign : null;
      // the first refusal that asks for a code is a question, not a mistake
      if (sign !== 'secondFactor' || second !== null) setRefusal(failureWords(error, lang));
      // the password was right: it is kept while a code is asked for
      if (sign === 'secondFactor') setSecond('');
      else if (second === null || sign !== 'tooMany') {
        setSecond(null);
        setPassword('');
      }
    } finally {
      setBusy(false);
    }
  };

  return (
    <Modal
      open={asking}
      zIndex={aboveAll}
      afterOpenChange={focusField}
      title={t('expired.title')}
      closable={false}
      keyboard={false}
      mask={{ closable: false }}
      footer={[
        <Button key="stay" onClick={() => useSession.setState({ expired: 'stayed' })}>
          {t('expired.stay')}
        </Button>,
        <Button key="again" type="primary" loading={busy} onClick={() => void again()}>
          {t('expired.again')}
        </Button>,
      ]}
    >
      <p>{t(elsewhere ? 'expired.elsewhereHere' : `expired.why.${why}`)}</p>
      <p>{t(mayReturn ? 'expired.hint' : 'expired.noReturn')}</p>
      {oper && mayReturn && second === null && (
        <div className="expired-password">
          <label htmlFor="expired-password">{t('expired.password', { name: oper.login_name })}</label>
          <Input.Password
            id="expired-password"
            autoFocus
            autoComplete="current-password"
            value={password}
            status={refusal === '' ? '' : 'error'}
            onChange={(event) => {
              setPassword(event.target.value);
              setRefusal('');
            }}
            onPressEnter={() => void again()}
          />
        </div>
      )}
      {mayReturn && second !== null && (
        <div className="expired-password">
          <label htmlFor="expired-code">{t('expired.code')}</label>
          <Input
            id="expired-code"
            autoFocus
            autoComplete="one-time-code"
            maxLength={20}
            value={second}
            status={refusal === '' ? '' : 'error'}
            onChange={(event) => {
              setSecond(event.target.value);
              setRefusal('');
            }}
            onPressEnter={() => void again()}
          />
        </div>
      )}
      {refusal !== '' && (
        <p className="expired-refusal" role="alert">
          {refusal}
        </p>
      )}
    </Modal>
  );
};
