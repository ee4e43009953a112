import { personNamed } from '@plomb/contract/kit/personNamed';
import { sayOrder } from '@plomb/contract/lock/orderKinds';
import { commandSigns } from '@plomb/contract/lock/signs';
import { mapCalls } from '@plomb/contract/map/domain';
import { orderCalls } from '@plomb/contract/orders/domain';
import type { QueuedOrder } from '@plomb/contract/orders/orderQueue';
import { reasonIn } from '@plomb/contract/orders/reason';
import { useQueryClient } from '@tanstack/react-query';
import { Button, Form, Input, Modal } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { CommandResult } from '../../lock/CommandResult.tsx';
import { CommandSteps } from '../../lock/CommandSteps.tsx';
import { DeviceLink } from '../../lock/DeviceLink.tsx';
import { signOf } from '../../lock/sign/signOf.ts';
import { Refused } from '../../platform/answer.ts';
import { send } from '../../platform/client.ts';
import { useDictionary } from '../../platform/dictionaries.ts';
import { useMay } from '../../platform/may.ts';
import { said } from '../../platform/notices.ts';
import { useSettings } from '../../platform/settings.ts';
import { clockTime } from '../../platform/time.ts';
import { DictTag } from '../../ui/DictTag.tsx';
import { Fact, Facts } from '../../ui/Facts.tsx';
import { focusField } from '../../ui/focusField.ts';
import { Field } from '../../ui/form/Field.tsx';
import { SchemaContext } from '../../ui/form/schema.ts';
import { Serial } from '../../ui/Serial.tsx';
import { useCancel } from './useCancel.tsx';
import { useWhen } from './useWhen.ts';

const of = orderCalls.orderQueue;

/** An order: how far it came, what is known of it, who gave it and why. */
export const OrderDetail = ({ order }: { order: QueuedOrder }) => {
  const { t } = useTranslation('orders');
  const lang = useSettings((s) => s.lang);
  const causes = useDictionary('reply_cause');
  const when = useWhen();
  return (
    <>
      <div className="order-steps" data-tone={commandSigns[signOf(order.stage)].tone}>
        <CommandSteps command={order} />
      </div>
      <p className="order-when">{when(order)}</p>
      {order.result && <CommandResult result={order.result} />}
      <Facts>
        <Fact name={t('queue.kind')}>{sayOrder(order.kind, order.args)[lang]}</Fact>
        <Fact name={t('queue.device')}>
          {order.device_name && (
            <>
              <DeviceLink id={order.device_id}>{order.device_name}</DeviceLink>{' '}
              <DictTag code="out_of_use" value={order.out_of_use} />
            </>
          )}
        </Fact>
        <Fact name={t('queue.serial')}>{order.sn && <Serial value={order.sn} copy />}</Fact>
        <Fact name={t('queue.subject')} ifAny>
          {order.subject}
        </Fact>
        <Fact name={t('queue.organisation')}>{order.org_name}</Fact>
        <Fact name={t('queue.person')}>{personNamed(order.oper_name, order.login_name)}</Fact>
        <Fact name={t('queue.assignedTo')} ifAny>
          {order.assigned_to}
        </Fact>
        <Fact name={t('queue.approvedBy')} ifAny>
          {order.approved_by}
        </Fact>
        <Fact name={t('queue.inFrozen')} ifAny>
          {order.in_frozen}
        </Fact>
        <Fact name={t('queue.why')}>{reasonIn(lang, order)}</Fact>
        <Fact name={t('queue.time')}>{clockTime(order.create_time)}</Fact>
        <Fact name={t('queue.expires')}>{clockTime(order.expire_time)}</Fact>
        <Fact name={t('queue.attempts')}>{order.attempt}</Fact>
        <Fact name={t('queue.cause')} ifAny>
          {order.cause && causes.word(order.cause)}
        </Fact>
        {order.settle_time !== null && (
          <Fact name={t('queue.settled')}>
            {clockTime(order.settle_time)} · {personNamed(order.settler, order.settler_login)}: {order.settlement}
          </Fact>
        )}
      </Facts>
    </>
  );
};

/** What can be done about an order: take it back, settle it, look at its lock. */
export const OrderFooter = ({ order }: { order: QueuedOrder }) => {
  const { t } = useTranslation('orders');
  const { t: lock } = useTranslation('lock');
  const may = useMay();
  const navigate = useNavigate();
  const cancel = useCancel();
  const [settling, setSettling] = useState(false);
  const mayCancel = may(of.cancel) && may(orderCalls.orders[order.kind]);
  return (
    <>
      {order.state === 'queued' && mayCancel && (
        <Button onClick={() => cancel(new Map([[order.id, order.sn]]), () => undefined)}>{t('queue.cancel')}</Button>
      )}
      {order.needs_person && may(of.settle) && (
        <Button type="primary" onClick={() => setSettling(true)}>
          {t('queue.settle')}
        </Button>
      )}
      {may(orderCalls.evidence.card) && (
        <Button onClick={() => void navigate(`/evidence?order=${order.id}`)}>
          {lock(order.stage === 'proved' ? 'command.card' : 'command.report')}
        </Button>
      )}
      {order.connection !== null && may(mapCalls.map.locks) && (
        <Button onClick={() => void navigate(`/map?id=${order.device_id}`)}>{t('queue.showOnMap')}</Button>
      )}
      {settling && <SettleDialog order={order} close={() => setSettling(false)} />}
    </>
  );
};

/** What was found, asked of who looked. */
const SettleDialog = ({ order, close }: { order: QueuedOrder; close: () => void }) => {
  const { t } = useTranslation('orders');
  const queries = useQueryClient();
  const [form] = Form.useForm<{ settlement: string }>();
  const [busy, setBusy] = useState(false);
  const submit = async ({ settlement }: { settlement: string }): Promise<void> => {
    setBusy(true);
    try {
      await send(of.settle, { id: order.id, settlement });
      said(t('queue.settleSaid'));
    } catch (error) {
      setBusy(false);
      // said by the client; what was typed stays but where there is nothing to settle any more: somebody was quicker
      if (!(error instanceof Refused && (error.sign === 'conflict' || error.sign === 'notFound'))) return;
    }
    close();
    for (const { path } of [of.list, of.detail, of.summary]) await queries.invalidateQueries({ queryKey: [path] });
  };
  return (
    <Modal
      open
      title={t('queue.settleTitle')}
      okText={t('queue.settleDone')}
      confirmLoading={busy}
      mask={{ closable: false }}
      closable={!busy}
      keyboard={!busy}
      cancelButtonProps={{ disabled: busy }}
      onOk={() => form.submit()}
      onCancel={close}
      afterOpenChange={focusField}
    >
      <p>{t('queue.settleText')}</p>
      <Form form={form} layout="vertical" onFinish={(values) => void submit(values)}>
        <SchemaContext value={of.settle.input}>
          <Field name="settlement" label={t('queue.settlement')}>
            <Input.TextArea rows={3} showCount />
          </Field>
        </SchemaContext>
      </Form>
    </Modal>
  );
};
