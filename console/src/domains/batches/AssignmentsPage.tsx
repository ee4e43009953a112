import { type Assignment, assignedOrders, assignmentStates } from '@plomb/contract/batches/assignments';
import { batchCalls } from '@plomb/contract/batches/domain';
import { personNamed } from '@plomb/contract/kit/personNamed';
import { stateCodeWords } from '@plomb/contract/lock/trust';
import { orderStages } from '@plomb/contract/orders/orderQueue';
import { orders as orderCalls } from '@plomb/contract/orders/orders';
import { Alert, Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { DeviceLink } from '../../lock/DeviceLink.tsx';
import { CommandSign } from '../../lock/sign/CommandSign.tsx';
import { signOf } from '../../lock/sign/signOf.ts';
import { useStageWord } from '../../lock/sign/useStageWord.ts';
import { useCauseWord } from '../../lock/useCauseWord.ts';
import { send } from '../../platform/client.ts';
import { useDictionary } from '../../platform/dictionaries.ts';
import { useMay } from '../../platform/may.ts';
import { said } from '../../platform/notices.ts';
import { useSettings } from '../../platform/settings.ts';
import { clockTime } from '../../platform/time.ts';
import { DictTag } from '../../ui/DictTag.tsx';
import { Fact, Facts } from '../../ui/Facts.tsx';
import { FilterChip } from '../../ui/list/FilterChip.tsx';
import { RecordsPage, type RecordsSelection } from '../../ui/RecordsPage.tsx';
import { Serial } from '../../ui/Serial.tsx';
import type { Column } from '../../ui/table/column.ts';
import { AssignedMany, SendingSwitch } from './AssignedMany.tsx';
import { AssignedOrderDialog } from './AssignedOrderDialog.tsx';
import { AssignedState } from './AssignedState.tsx';
import { AssignForm } from './AssignForm.tsx';
import { isHeld, useAssigned } from './useAssigned.tsx';
import '../../ui/work.css';
import './batches.css';

const of = batchCalls.assignments;

/** What was given of one's devices to organisations that do not see them, and what one was given. */
export const AssignmentsPage = () => {
  const [address, setAddress] = useSearchParams();
  if (address.get('work') === 'new')
    return (
      <AssignForm
        done={(distribution) => setAddress({ distribution_id: String(distribution) })}
        leave={() => setAddress({})}
      />
    );
  return <Records />;
};

const Records = () => {
  const { t } = useTranslation('batches');
  const [address, setAddress] = useSearchParams();
  const states = useDictionary('assignment_state');
  const choices = useDictionary('assigned_orders');
  const kinds = useDictionary('command_kind');
  const lockStates = useDictionary('msg_ls');
  const lang = useSettings((s) => s.lang);
  const stageWord = useStageWord();
  const may = useMay();
  return (
    <RecordsPage
      of={of}
      columns={useColumns()}
      name={(one, id) => one?.sn ?? `#${id}`}
      count={() => t('assign.what')}
      every={5000}
      search={t('assign.search')}
      actions={
        may(of.add) && (
          <Button type="primary" onClick={() => setAddress({ work: 'new' })}>
            {t('assign.begin')}
          </Button>
        )
      }
      notice={
        address.has('distribution_id') && (
          <Alert
            type="info"
            showIcon
            title={t('assign.onlyOne')}
            action={<Button onClick={() => setAddress({})}>{t('assign.showAll')}</Button>}
          />
        )
      }
      filters={
        <>
          <FilterChip
            name="state"
            label={t('state')}
            options={assignmentStates.map((state) => ({ value: state, label: states.word(state) }))}
          />
          <FilterChip
            name="orders"
            label={t('assign.may')}
            options={assignedOrders.map((orders) => ({ value: orders, label: choices.word(orders) }))}
          />
        </>
      }
      words={{
        state: states.words,
        orders: choices.words,
        lock_state: stateCodeWords(lockStates.word, lang),
        order_kind: kinds.words,
        order_stage: Object.fromEntries(orderStages.map((stage) => [stage, stageWord(stage)])),
      }}
      {...(may(of.sending) || may(of.end)
        ? {
            batch: {
              name: (one: Assignment) => `${one.sn} · ${one.to_org_name}`,
              actions: (selection: RecordsSelection, rows: readonly Assignment[]) => (
                <AssignedMany chosen={rows.filter(({ id }) => selection.ids.includes(id))} selection={selection} />
              ),
            },
          }
        : {})}
      detail={(one) => <Detail one={one} />}
      footer={(one) => <Actions key={one.id} one={one} />}
      empty={{ title: t('assign.emptyTitle'), text: t('assign.emptyText') }}
    />
  );
};

/** The newest order by it, and before that those of which nobody knows what became. */
const useLast = (): ((one: Assignment) => string) => {
  const { t } = useTranslation('batches');
  const kinds = useDictionary('command_kind');
  const stageWord = useStageWord();
  return ({ order_kind, order_stage, given_orders }) => {
    if (!order_kind || !order_stage) return '';
    const open = given_orders.slice(1).filter(({ stage }) => stage === 'uncertain').length;
    return [kinds.word(order_kind), stageWord(order_stage), open > 0 && t('assign.uncertainBefore', { count: open })]
      .filter(Boolean)
      .join(' · ');
  };
};

/** The number leads to the device where it is in sight. */
const Named = ({ one }: { one: Assignment }) =>
  one.own ? (
    <DeviceLink id={one.device_id}>
      <Serial value={one.sn} />
    </DeviceLink>
  ) : (
    <Serial value={one.sn} />
  );

const useColumns = (): Column<Assignment>[] => {
  const { t } = useTranslation('batches');
  const maySend = useMay()(of.sending);
  const last = useLast();
  return [
    { title: t('table.serial'), dataIndex: 'sn', identity: true, width: 170, render: (_, one) => <Named one={one} /> },
    {
      title: t('table.name'),
      dataIndex: 'subject',
      identity: true,
      width: 180,
      file: [
        { field: 'subject', title: t('assign.subject') },
        { field: 'device_name', title: t('assign.deviceName') },
      ],
      render: (_, { subject, device_name }) => [subject, device_name].filter(Boolean).join(' · '),
    },
    { title: t('assign.owner'), dataIndex: 'org_name', width: 170, ellipsis: true },
    { title: t('assign.to'), dataIndex: 'to_org_name', width: 170, ellipsis: true },
    {
      title: t('assign.may'),
      dataIndex: 'orders',
      width: 150,
      render: (orders: string) => <DictTag code="assigned_orders" value={orders} />,
    },
    {
      title: t('state'),
      dataIndex: 'state',
      width: 140,
      render: (state: string) => <DictTag code="assignment_state" value={state} />,
    },
    {
      title: t('assign.sending'),
      dataIndex: 'own',
      width: 96,
      file: [],
      render: (_, one) => isHeld(one) && maySend && <SendingSwitch one={one} />,
    },
    { title: t('why'), dataIndex: 'why', width: 200, ellipsis: true },
    {
      title: t('assign.lock'),
      dataIndex: 'lock_status',
      width: 150,
      file: [{ field: 'lock_state', title: t('assign.lock') }],
      render: (_, one) => one.lock_status !== null && <AssignedState one={one} />,
    },
    {
      title: t('assign.last'),
      dataIndex: 'order_stage',
      width: 220,
      ellipsis: true,
      file: [
        { field: 'order_kind', title: t('order') },
        { field: 'order_stage', title: t('assign.last') },
      ],
      render: (_, one) => last(one),
    },
    { title: t('assign.given'), dataIndex: 'create_time', width: 168, render: clockTime },
    {
      title: t('person'),
      dataIndex: 'oper_name',
      width: 150,
      ellipsis: true,
      file: [
        { field: 'oper_name', title: t('person') },
        { field: 'login_name', title: t('login') },
      ],
      render: (_, { oper_name, login_name }) => personNamed(oper_name, login_name),
    },
  ];
};

const Detail = ({ one }: { one: Assignment }) => {
  const { t } = useTranslation('batches');
  const lang = useSettings((s) => s.lang);
  const kinds = useDictionary('command_kind');
  const stageWord = useStageWord();
  const causeWord = useCauseWord();
  return (
    <>
      <Facts>
        <Fact name={t('table.serial')}>
          <Named one={one} />
        </Fact>
        <Fact name={t('table.name')}>{[one.subject, one.device_name].filter(Boolean).join(' · ')}</Fact>
        <Fact name={t('assign.owner')}>{one.org_name}</Fact>
        <Fact name={t('assign.to')}>{one.to_org_name}</Fact>
        <Fact name={t('assign.may')}>
          <DictTag code="assigned_orders" value={one.orders} />
        </Fact>
        <Fact name={t('state')}>
          <DictTag code="assignment_state" value={one.state} /> {one.why}
        </Fact>
        {one.lock_status !== null && (
          <Fact name={t('assign.lock')}>
            <AssignedState one={one} aged />
          </Fact>
        )}
        <Fact name={t('assign.given')}>{clockTime(one.create_time)}</Fact>
        <Fact name={t('person')}>{personNamed(one.oper_name, one.login_name)}</Fact>
        {one.end_time && <Fact name={t('assign.ended')}>{clockTime(one.end_time)}</Fact>}
      </Facts>
      {one.given_orders.length > 0 && (
        <section aria-label={t('assign.orderedBy')}>
          <h3>{t('assign.orderedBy')}</h3>
          <ol className="assigned-orders">
            {one.given_orders.map((order) => (
              <li key={order.id}>
                <CommandSign stage={signOf(order.stage)} lang={lang} size={18} decorative />
                <p>
                  {kinds.word(order.kind)} · {stageWord(order.stage)}
                  <small>
                    {[
                      causeWord({ cause: order.cause, replaced_by: null }),
                      personNamed(order.oper_name, order.login_name),
                      clockTime(order.create_time),
                    ]
                      .filter(Boolean)
                      .join(' · ')}
                  </small>
                </p>
              </li>
            ))}
          </ol>
        </section>
      )}
    </>
  );
};

/** Whoever sees the device forbids sending and withdraws it; whoever was given it orders. */
const Actions = ({ one }: { one: Assignment }) => {
  const { t } = useTranslation('batches');
  const may = useMay();
  const [ordering, order] = useState<'seal' | 'unseal' | null>(null);
  const { anew, sending, withdraw } = useAssigned();
  if (one.state !== 'allowed' && one.state !== 'forbidden') return null;
  const sends = one.state === 'allowed';
  const cancel = async (orderId: number): Promise<void> => {
    try {
      await send(of.cancel, { id: one.id, order_id: orderId });
      said(t('assign.cancelled'));
    } catch {
      // said by the client
    }
    await anew();
  };
  const waits = one.given_orders.find(({ stage }) => stage === 'queued');
  const mayCancel = one.given && waits !== undefined && may(orderCalls[waits.kind]) && may(of.cancel);
  const kinds = assignedOrders.filter(
    (kind) => (kind === 'seal' || one.orders === 'unseal') && may(orderCalls[kind]) && may(of.order),
  );
  return (
    <>
      {isHeld(one) && may(of.sending) && (
        <Button onClick={() => sending([one], !sends)}>
          {t(sends ? 'assign.forbidSending' : 'assign.allowSending')}
        </Button>
      )}
      {isHeld(one) && may(of.end) && <Button onClick={() => withdraw([one])}>{t('assign.withdrawAsk')}</Button>}
      {one.given && !one.own && !sends && <p>{t('assign.forbidden')}</p>}
      {one.given &&
        !one.own &&
        sends &&
        kinds.map((kind) => (
          <Button key={kind} {...(kind === 'seal' ? { type: 'primary' } : {})} onClick={() => order(kind)}>
            {t(`assign.order.${kind}`)}
          </Button>
        ))}
      {mayCancel && <Button onClick={() => void cancel(waits.id)}>{t('assign.cancel')}</Button>}
      {ordering && (
        <AssignedOrderDialog
          one={one}
          kind={ordering}
          close={() => {
            order(null);
            void anew();
          }}
        />
      )}
    </>
  );
};
