import { LockStatus } from '@plomb/contract/lock/codes';
import { orders } from '@plomb/contract/orders/orders';
import { Button, Input } from 'antd';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { send } from '../platform/client.ts';
import { headOf, namesOf } from './names.ts';
import { OrderDialog, type OrderProps } from './OrderDialog.tsx';
import { OrderFailure, useUnheard } from './OrderFailure.tsx';
import { useOrder } from './useOrder.ts';

/** Asks for a remote seal: the safe direction, so a note is welcome and not demanded. It moves metal all the same, so leaving it is the default button. */
export const SealDialog = (props: OrderProps) => {
  const { lock, onClose } = props;
  const { t } = useTranslation('lock');
  const id = useId();
  const [reason, setReason] = useState('');
  const order = useOrder(
    (key) =>
      send(orders.seal, { device_id: lock.id, reason, idempotency_key: key }, { quiet: true, about: namesOf(lock) }),
    onClose,
    useUnheard(lock),
  );
  return (
    <OrderDialog
      {...props}
      kind="seal"
      busy={order.busy}
      dirty={reason !== ''}
      footer={
        <div className="order-footer">
          <b className="order-whose">{headOf(lock)}</b>
          <Button type="primary" disabled={order.busy} onClick={onClose}>
            {t(lock.lock_status === LockStatus.unsealedLocked ? 'dialog.keepUnsealed' : 'dialog.leave')}
          </Button>
          <Button className="order-request" loading={order.busy} onClick={() => void order.submit()}>
            {t('dialog.requestSeal')}
          </Button>
        </div>
      }
    >
      <div className="order-field">
        <label htmlFor={id}>
          {t('dialog.details')} <small>{t('dialog.optional')}</small>
        </label>
        <Input
          id={id}
          autoFocus
          disabled={order.fixed}
          value={reason}
          onChange={(e) => setReason(e.target.value)}
          maxLength={200}
        />
      </div>
      <OrderFailure failure={order.failure} />
    </OrderDialog>
  );
};
