import { useQueryClient } from '@tanstack/react-query';
import { Button, Input, Modal } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Refused } from '../platform/answer.ts';
import { tellWindows, useSession } from '../platform/session.ts';
import { signIn } from '../platform/signIn.ts';
import { leave } from './leave.ts';

/**
 * The session has expired: one modal for the whole console, which only its two buttons close. With the password typed
 * the operator signs in again in place and loses nothing; without it the token is reset and the page loads anew.
 */
/** above every drawer and dialog: a form that could not be saved stands below it */
const aboveAll = 3000;

export const SessionExpired = () => {
  const { t } = useTranslation('app');
  const { expired, oper } = useSession();
  const queries = useQueryClient();
  const [password, setPassword] = useState('');
  /** null: no code was asked for; else what is typed and why the last one was refused */
  const [second, setSecond] = useState<{ code: string; refusal: string } | null>(null);
  const [busy, setBusy] = useState(false);

  const again = async (): Promise<void> => {
    if (!oper || password.trim() === '') return leave('here');
    setBusy(true);
    try {
      await signIn(oper.login_name, password, second?.code);
      tellWindows(oper.login_name);
      void queries.invalidateQueries();
      setSecond(null);
      setPassword('');
    } catch (error) {
      // the password was right: it is kept while a code is asked for; else the client has said it, and the modal stays
      if (error instanceof Refused && error.sign === 'secondFactor')
        setSecond({ code: '', refusal: second ? error.message : '' });
      else if (!(second && error instanceof Refused && error.sign === 'tooMany')) {
        setSecond(null);
        setPassword('');
      }
    } finally {
      setBusy(false);
    }
  };

  return (
    <Modal
      open={expired === 'asking'}
      zIndex={aboveAll}
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
      <p>{t('expired.text')}</p>
      <p>{t('expired.hint')}</p>
      {oper && !second && (
        <div className="expired-password">
          <label htmlFor="expired-password">{t('expired.password', { name: oper.login_name })}</label>
          <Input.Password
            id="expired-password"
            autoFocus
            autoComplete="current-password"
            value={password}
            onChange={(event) => setPassword(event.target.value)}
            onPressEnter={() => void again()}
          />
        </div>
      )}
      {second && (
        <div className="expired-password">
          <label htmlFor="expired-code">{t('expired.code')}</label>
          <Input
            id="expired-code"
            autoFocus
            autoComplete="one-time-code"
            maxLength={20}
            value={second.code}
            status={second.refusal === '' ? '' : 'error'}
            onChange={(event) => setSecond({ code: event.target.value, refusal: '' })}
            onPressEnter={() => void again()}
          />
          {second.refusal !== '' && <p role="alert">{second.refusal}</p>}
        </div>
      )}
    </Modal>
  );
};
