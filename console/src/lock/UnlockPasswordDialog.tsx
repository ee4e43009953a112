import { orders } from '@plomb/contract/orders/orders';
import { isReasonGiven } from '@plomb/contract/orders/reason';
import { Alert, Button, Input, Modal } from 'antd';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { failureWords } from '../platform/answer.ts';
import { send } from '../platform/client.ts';
import { serverNow } from '../platform/clock.ts';
import { useUnsaid } from '../platform/notices.ts';
import { useSettings } from '../platform/settings.ts';
import { clockTime } from '../platform/time.ts';
import { DictTag } from '../ui/DictTag.tsx';
import { focusField } from '../ui/focusField.ts';
import { Serial } from '../ui/Serial.tsx';
import { headOf, nameBelow, namesOf } from './names.ts';
import type { OrderProps } from './OrderDialog.tsx';
import { ReachRow } from './ReachRow.tsx';
import { useSeconds } from './useSeconds.ts';
import './order.css';

interface Shown {
  password: string;
  told_time: string;
  frozen_from: string | null;
  until: number;
}

/** Asks why, shows the one-time password, and takes it off the screen again after a minute. */
export const UnlockPasswordDialog = ({ lock, connection, onClose }: Omit<OrderProps, 'uncertain'>) => {
  const { t } = useTranslation('lock');
  const lang = useSettings((s) => s.lang);
  const ids = { reason: useId(), error: useId() };
  const [reason, setReason] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const unsaid = useUnsaid(problem ?? '');
  const [busy, setBusy] = useState(false);
  const [shown, setShown] = useState<Shown | null>(null);
  const now = useSeconds(shown !== null);
  const left = shown === null ? 0 : Math.ceil((shown.until - now) / 1000);

  const ask = async (): Promise<void> => {
    if (!isReasonGiven({ reason })) {
      setProblem(t('password.reasonShort'));
      document.getElementById(ids.reason)?.focus();
      return;
    }
    setBusy(true);
    setProblem(null);
    try {
      const input = { device_id: lock.id, reason: reason.trim() };
      const { seconds, ...answer } = await send(orders.unlockPassword, input, { about: namesOf(lock) });
      setShown({ ...answer, until: serverNow() + seconds * 1000 });
    } catch (error) {
      setProblem(failureWords(error, lang));
    } finally {
      setBusy(false);
    }
  };

  return (
    <Modal
      open
      className="order"
      title={t('password.title')}
      onCancel={onClose}
      // looking is recorded from the press on: what is asked for is shown
      closable={!busy}
      keyboard={!busy}
      afterOpenChange={focusField}
      mask={{ closable: false }}
      footer={
        <div className="order-footer">
          <span className="order-never">{t('password.recorded')}</span>
          <Button type="primary" disabled={busy} onClick={onClose}>
            {t(shown === null ? 'password.cancel' : 'password.close')}
          </Button>
          {shown === null && (
            <Button className="order-request" loading={busy} onClick={() => void ask()}>
              {t('password.show')}
            </Button>
          )}
        </div>
      }
    >
      <p>
        <strong>{headOf(lock)}</strong> {nameBelow(lock) && `${nameBelow(lock)} · `}
        <Serial value={lock.sn} /> <DictTag code="out_of_use" value={lock.out_of_use} />
      </p>
      <dl className="order-rows">
        <ReachRow lock={lock} connection={connection} kind={null} />
      </dl>
      {shown === null ? (
        <div className="order-field">
          <label htmlFor={ids.reason}>
            {t('dialog.reason')} <small>{t('dialog.required')}</small>
          </label>
          <Input.TextArea
            id={ids.reason}
            autoFocus
            value={reason}
            onChange={(e) => setReason(e.target.value)}
            maxLength={200}
            autoSize={{ minRows: 2, maxRows: 5 }}
            status={problem === null ? '' : 'error'}
            aria-invalid={problem !== null}
            aria-describedby={ids.error}
          />
          <p className="order-error" id={ids.error} role="alert">
            {unsaid}
          </p>
        </div>
      ) : left > 0 ? (
        <>
          <div className="unlock-password">
            <output data-testid="unlock-password">{shown.password}</output>
            <strong>{headOf(lock)}</strong>
          </div>
          <p>{t('password.told', { time: clockTime(shown.told_time) })}</p>
          {shown.frozen_from && (
            <Alert type="warning" showIcon title={t('password.frozen', { time: clockTime(shown.frozen_from) })} />
          )}
          <p role="timer">{t('password.left', { seconds: left })}</p>
        </>
      ) : (
        <p>{t('password.gone')}</p>
      )}
    </Modal>
  );
};
