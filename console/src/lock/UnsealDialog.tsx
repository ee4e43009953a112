import { LockStatus } from '@plomb/contract/lock/codes';
import { orders } from '@plomb/contract/orders/orders';
import { isReasonGiven } from '@plomb/contract/orders/reason';
import { Alert, Button, Input, Select } from 'antd';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { send } from '../platform/client.ts';
import { useDictionary } from '../platform/dictionaries.ts';
import { headOf, namesOf } from './names.ts';
import { OrderDialog, type OrderProps } from './OrderDialog.tsx';
import { OrderFailure, useUnheard } from './OrderFailure.tsx';
import { useOrder } from './useOrder.ts';
import { useSecondPerson } from './useSecondPerson.tsx';

/** Asks for a remote unseal. Keeping the seal is the default button; the request is the one to choose on purpose. */
export const UnsealDialog = (props: OrderProps) => {
  const { lock, onClose } = props;
  const { t } = useTranslation('lock');
  const ids = { reason: useId(), details: useId(), reasonError: useId(), detailsError: useId() };
  const reasons = useDictionary('unseal_reason');
  const [chosen, setChosen] = useState<string | null>(null);
  const [details, setDetails] = useState('');
  const [tried, setTried] = useState(false);
  const why = { reason_code: chosen ?? undefined, reason: details };
  const order = useOrder(
    (key) =>
      send(orders.unseal, { device_id: lock.id, ...why, idempotency_key: key }, { quiet: true, about: namesOf(lock) }),
    onClose,
    useUnheard(lock),
  );
  const second = useSecondPerson(lock, 'unseal', why, onClose);
  const busy = order.busy || second.busy;
  const missing = tried && chosen === null;
  const short = tried && chosen !== null && !isReasonGiven(why);
  const request = (): void => {
    setTried(true);
    if (chosen !== null && isReasonGiven(why)) void (second.needed ? second.submit() : order.submit());
    else document.getElementById(chosen === null ? ids.reason : ids.details)?.focus();
  };
  return (
    <OrderDialog
      {...props}
      kind="unseal"
      busy={busy}
      dirty={chosen !== null || details !== ''}
      footer={
        <div className="order-footer">
          <b className="order-whose">{headOf(lock)}</b>
          <Button type="primary" disabled={busy} onClick={onClose}>
            {t(lock.lock_status === LockStatus.sealedLocked ? 'dialog.keepSealed' : 'dialog.leave')}
          </Button>
          <Button className="order-request" loading={busy} disabled={second.frozen !== null} onClick={request}>
            {t(second.needed && !second.present ? 'second.request' : 'dialog.requestUnseal')}
          </Button>
        </div>
      }
    >
      <div className="order-field">
        <label htmlFor={ids.reason}>
          {t('dialog.reason')} <small>{t('dialog.required')}</small>
        </label>
        <Select
          id={ids.reason}
          autoFocus
          disabled={order.fixed || second.fixed}
          value={chosen}
          onChange={setChosen}
          placeholder={t('dialog.choose')}
          options={reasons.options}
          status={missing ? 'error' : ''}
          aria-describedby={ids.reasonError}
        />
        <p className="order-error" id={ids.reasonError} role="alert">
          {missing && t('dialog.reasonMissing')}
        </p>
      </div>
      <div className="order-field">
        <label htmlFor={ids.details}>
          {t('dialog.details')} <small>{t('dialog.detailsHint')}</small>
        </label>
        <Input.TextArea
          id={ids.details}
          disabled={order.fixed || second.fixed}
          value={details}
          onChange={(e) => setDetails(e.target.value)}
          placeholder={t('dialog.detailsExample')}
          maxLength={160}
          autoSize={{ minRows: 2, maxRows: 5 }}
          status={short ? 'error' : ''}
          aria-invalid={short}
          aria-describedby={ids.detailsError}
        />
        <p className="order-error" id={ids.detailsError} role="alert">
          {short && t('dialog.reasonShort')}
        </p>
      </div>
      {(second.frozen ?? second.inFrozen) && <Alert type="warning" showIcon title={second.frozen ?? second.inFrozen} />}
      {second.block}
      <OrderFailure failure={order.failure} />
    </OrderDialog>
  );
};
