import type { Assignment } from '@plomb/contract/batches/assignments';
import { batchCalls } from '@plomb/contract/batches/domain';
import { orderKinds } from '@plomb/contract/lock/orderKinds';
import { isReasonGiven } from '@plomb/contract/orders/reason';
import { Alert, Modal } from 'antd';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { send } from '../../platform/client.ts';
import { said } from '../../platform/notices.ts';
import { useSettings } from '../../platform/settings.ts';
import { AssignedState } from './AssignedState.tsx';
import { noWhy, WhyFields, whyOf } from './WhyFields.tsx';

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
  const [key] = useState(() => crypto.randomUUID());
  const [typed, type] = useState(noWhy);
  const [tried, setTried] = useState(false);
  const [busy, setBusy] = useState(false);
  const why = whyOf(typed);
  const isGiven = kind === 'seal' || isReasonGiven(why);
  const submit = async (): Promise<void> => {
    setTried(true);
    if (!isGiven) return document.getElementById(`${id}-reason`)?.focus();
    setBusy(true);
    try {
      await send(batchCalls.assignments.order, { id: one.id, kind, ...why, idempotency_key: key });
      said(t('assign.ordered'));
      close();
    } catch {
      // said by the client; the same key makes of another press no second order
    } finally {
      setBusy(false);
    }
  };
  return (
    <Modal
      open
      title={`${orderKinds[kind].title[lang]} · ${one.sn}`}
      okText={t(`assign.order.${kind}`)}
      okButtonProps={{ danger: kind === 'unseal', loading: busy }}
      cancelText={t('assign.leave')}
      onOk={() => void submit()}
      onCancel={close}
    >
      <p className="assigned-now">
        {[one.subject, one.device_name].filter(Boolean).join(' · ')}
        <AssignedState one={one} aged />
      </p>
      <Alert type="warning" showIcon title={t(`assign.metal.${kind}`)} />
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
      />
    </Modal>
  );
};
