import { useQueryClient } from '@tanstack/react-query';
import { Button, Input, Modal } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { tellWindows, useSession } from '../platform/session.ts';
import { signIn } from '../platform/signIn.ts';
import { leave } from './leave.ts';

/**
 * The session has expired: one modal for the whole console, which only its two buttons close. With the password typed
 * the operator signs in again in place and loses nothing; without it the token is reset and the page loads anew.
 */
export const SessionExpired = () => {
  const { t } = useTranslation('app');
  const { expired, oper } = useSession();
  const queries = useQueryClient();
  const [password, setPassword] = useState('');
  const [busy, setBusy] = useState(false);

  const again = async (): Promise<void> => {
    if (!oper || password.trim() === '') return leave('here');
    setBusy(true);
    try {
      await signIn(oper.login_name, password);
      tellWindows(oper.login_name);
      void queries.invalidateQueries();
    } catch {
      // said by the client; the modal stays
    } finally {
      setBusy(false);
      setPassword('');
    }
  };

  return (
    <Modal
      open={expired === 'asking'}
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
      {oper && (
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
    </Modal>
  );
};
