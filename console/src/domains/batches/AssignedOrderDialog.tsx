import type { Assignment } from '@plomb/contract/batches/assignments';
import { batchCalls } from '@plomb/contract/batches/domain';
import { orderKinds } from '@plomb/contract/lock/orderKinds';
import { isReasonGiven } from '@plomb/contract/orders/reason';
import { Alert, Modal } from 'antd';
import { useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { OrderFailure, useUnheard } from '../../lock/OrderFailure.tsx';
import { usePress } from '../../lock/useOrder.ts';
import { send } from '../../platform/client.ts';
import { said } from '../../platform/notices.ts';
import { useSettings } from '../../platform/settings.ts';
import { useUnsavedGuard } from '../../ui/useUnsavedGuard.ts';
import { AssignedState } from './AssignedState.tsx';
import { noWhy, WhyFields, whyOf } from './WhyFields.tsx';
import '../../lock/order.css';

/** An order to a device that one was given: what comes of it, and for an unseal why. One key for each time it is opened. */
export const AssignedOrderDialog = ({
  one,
  kind,
  close,
}: {
  one: Assignment;
  kind: 'seal' | 'unseal';
  close: () => void;
}) => {
  const { t } = useTranslation('batches');
  const { t: tl } = useTranslation('lock');
  const lang = useSettings((s) => s.lang);
  const id = useId();
  const [typed, type] = useState(noWhy);
  const [tried, setTried] = useState(false);
  const why = whyOf(typed);
  const isGiven = kind === 'seal' || isReasonGiven(why);
  const { busy, failure, fixed, submit } = usePress(
    (key) => send(batchCalls.assignments.order, { id: one.id, kind, ...why, idempotency_key: key }, { quiet: true }),
    () => {
      said(t('assign.ordered'));
      close();
    },
    useUnheard(one),
  );
  useUnsavedGuard(typed.code !== null || typed.reason !== '', useRef(false));
  const request = (): void => {
    setTried(true);
    if (isGiven) void submit();
    else document.getElementById(`${id}-reason`)?.focus();
  };
  return (
    <Modal
      open
      title={`${orderKinds[kind].title[lang]} · ${one.sn}`}
      okText={tl(kind === 'unseal' ? 'dialog.requestUnseal' : 'dialog.requestSeal')}
      okType="default"
      okButtonProps={{ className: 'order-request', loading: busy }}
      cancelText={t('assign.leave')}
      cancelButtonProps={{ disabled: busy }}
      closable={!busy}
      keyboard={!busy}
      mask={{ closable: false }}
      onOk={request}
      onCancel={close}
    >
      <p className="assigned-now">
        {[one.subject, one.device_name].filter(Boolean).join(' · ')}
        <AssignedState one={one} aged />
      </p>
      <Alert type="warning" showIcon title={t(`assign.metal.${kind}`)} />
      <div className="assigned-why">
        <WhyFields
          id={`${id}-reason`}
          listed={kind === 'unseal'}
          label={
            <>
              {tl('dialog.details')} {kind === 'seal' && <small>{tl('dialog.optional')}</small>}
            </>
          }
          why={typed}
          change={type}
          refused={tried && !isGiven}
          fixed={fixed}
        />
      </div>
      <OrderFailure failure={failure} />
    </Modal>
  );
};
