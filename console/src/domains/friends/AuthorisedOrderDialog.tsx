import type { Authorisation, AuthorisedDevice } from '@plomb/contract/friends/authorisations';
import { friendCalls } from '@plomb/contract/friends/domain';
import { orderKinds } from '@plomb/contract/lock/orderKinds';
import { isReasonGiven } from '@plomb/contract/orders/reason';
import { Alert, Input, Modal, Select } from 'antd';
import { useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { OrderFailure, useUnheard } from '../../lock/OrderFailure.tsx';
import { usePress } from '../../lock/useOrder.ts';
import { send } from '../../platform/client.ts';
import { useDictionary } from '../../platform/dictionaries.ts';
import { said } from '../../platform/notices.ts';
import { useSettings } from '../../platform/settings.ts';
import { useUnsavedGuard } from '../../ui/useUnsavedGuard.ts';
import { useFriendsAnew } from './useFriendNews.ts';

/** An order by an authorisation: what comes of it, and for an unseal why. One key for each time it is opened. */
export const AuthorisedOrderDialog = ({
  of: { id },
  lock,
  kind,
  close,
}: {
  of: Authorisation;
  lock: AuthorisedDevice;
  kind: 'seal' | 'unseal';
  close: () => void;
}) => {
  const { t } = useTranslation('friends');
  const { t: tl } = useTranslation('lock');
  const lang = useSettings((s) => s.lang);
  const reasons = useDictionary('unseal_reason');
  const anew = useFriendsAnew();
  const field = useId();
  const [code, choose] = useState<string>();
  const [reason, type] = useState('');
  const [tried, setTried] = useState(false);
  const why = { ...(code === undefined ? {} : { reason_code: code }), reason };
  const isShort = tried && kind === 'unseal' && !isReasonGiven(why);
  const { busy, failure, fixed, submit } = usePress(
    (idempotency_key) => {
      const order = { id, device_id: lock.device_id, kind, ...why, idempotency_key };
      return send(friendCalls.authorisations.order, order, { quiet: true });
    },
    () => {
      said(t('auth.order.given'));
      close();
      void anew();
    },
    useUnheard(lock),
  );
  useUnsavedGuard(code !== undefined || reason !== '', useRef(false));
  const request = (): void => {
    setTried(true);
    if (kind === 'seal' || isReasonGiven(why)) void submit();
    else document.getElementById(`${field}-reason`)?.focus();
  };
  return (
    <Modal
      open
      title={`${orderKinds[kind].title[lang]} · ${lock.sn}`}
      okText={tl(kind === 'unseal' ? 'dialog.requestUnseal' : 'dialog.requestSeal')}
      okButtonProps={{ danger: kind === 'unseal', loading: busy }}
      cancelText={t('auth.leave')}
      cancelButtonProps={{ disabled: busy }}
      closable={!busy}
      keyboard={!busy}
      mask={{ closable: false }}
      onOk={request}
      onCancel={close}
    >
      <p>{[lock.subject, lock.device_name].filter(Boolean).join(' · ')}</p>
      <Alert type="warning" showIcon title={t(`auth.order.${kind}Metal`)} />
      {kind === 'unseal' && (
        <div className="auth-field">
          <label htmlFor={`${field}-code`}>{tl('dialog.reason')}</label>
          <Select
            id={`${field}-code`}
            disabled={fixed}
            value={code}
            onChange={choose}
            placeholder={tl('dialog.choose')}
            options={reasons.options}
          />
        </div>
      )}
      <div className="auth-field">
        <label htmlFor={`${field}-reason`}>
          {tl('dialog.details')} {kind === 'seal' && <small>{tl('dialog.optional')}</small>}
        </label>
        <Input
          id={`${field}-reason`}
          disabled={fixed}
          value={reason}
          maxLength={200}
          onChange={(event) => type(event.target.value)}
          status={isShort ? 'error' : ''}
          aria-invalid={isShort}
          aria-describedby={`${field}-short`}
        />
      </div>
      <p className="auth-error" id={`${field}-short`} role="alert">
        {isShort && tl('dialog.reasonShort')}
      </p>
      <OrderFailure failure={failure} />
    </Modal>
  );
};
