import { orderedBy } from '@plomb/contract/lock/orderedBy';
import { commandKinds, sayOrder } from '@plomb/contract/lock/orderKinds';
import { orderCalls } from '@plomb/contract/orders/domain';
import { orderStages, type QueuedOrder, standingOf } from '@plomb/contract/orders/orderQueue';
import { reasonIn } from '@plomb/contract/orders/reason';
import { useQueryClient } from '@tanstack/react-query';
import { Button } from 'antd';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { LockChip } from '../../lock/LockChip.tsx';
import { NameAndPlate } from '../../lock/NameAndPlate.tsx';
import { useStageWord } from '../../lock/sign/useStageWord.ts';
import { calmly } from '../../platform/calm.ts';
import { useDictionary } from '../../platform/dictionaries.ts';
import { onLive, onOpened } from '../../platform/live.ts';
import { useMay } from '../../platform/may.ts';
import { useSettings } from '../../platform/settings.ts';
import { clockTime } from '../../platform/time.ts';
import { FilterChip } from '../../ui/list/FilterChip.tsx';
import { TimeRange } from '../../ui/list/TimeRange.tsx';
import { RecordsPage } from '../../ui/RecordsPage.tsx';
import { Serial } from '../../ui/Serial.tsx';
import type { Column } from '../../ui/table/column.ts';
import { OrderDetail, OrderFooter } from './OrderDetail.tsx';
import { OrderCard, Stage } from './OrderSigns.tsx';
import { OrderSummary } from './OrderSummary.tsx';
import { PersonChip } from './PersonChip.tsx';
import { TimeLeft } from './TimeLeft.tsx';
import { useCancel } from './useCancel.tsx';
import { useWhen } from './useWhen.ts';
import './orders.css';

const of = orderCalls.orderQueue;
const stood = (order: QueuedOrder) => ({ stood: standingOf(order) });
/** Milliseconds between two fetches while orders move. */
const CALM = 2000;

/** Orders that move are told by the stream: the list, its counts and the open one are fetched anew. */
const useNews = (): void => {
  const queries = useQueryClient();
  useEffect(() => {
    const { ask, stop } = calmly(() => {
      for (const { path } of [of.list, of.summary, of.detail])
        void queries.invalidateQueries({ queryKey: [path] }, { cancelRefetch: false });
    }, CALM);
    const unhear = [onLive('command', ask), onOpened(({ resumed }) => !resumed && ask())];
    return () => {
      for (const u of unhear) u();
      stop();
    };
  }, [queries]);
};

/** Every order given to any lock in sight: what needs somebody first, then the newest. */
export const OrdersPage = () => {
  const { t } = useTranslation('orders');
  const lang = useSettings((s) => s.lang);
  const kinds = useDictionary('command_kind');
  const stageWord = useStageWord();
  const causes = useDictionary('reply_cause');
  const may = useMay();
  const cancel = useCancel();
  useNews();
  return (
    <RecordsPage
      of={of}
      columns={useColumns()}
      name={(order, id) =>
        order
          ? `${sayOrder(order.kind, order.args)[lang]} · ${order.subject || order.device_name || order.sn}`
          : `#${id}`
      }
      count={() => t('queue.what')}
      every={30_000}
      stood={stood}
      search={t('queue.search')}
      notice={<OrderSummary />}
      filters={(rows) => (
        <>
          <FilterChip
            several
            name="stage"
            label={t('queue.stage')}
            options={orderStages.map((stage) => ({ value: stage, label: stageWord(stage) }))}
          />
          <FilterChip
            several
            name="kind"
            label={t('queue.kind')}
            options={commandKinds.map((kind) => ({ value: kind, label: kinds.word(kind) }))}
          />
          <PersonChip rows={rows} />
          <LockChip label={t('queue.device')} rows={rows} />
          <TimeRange label={t('queue.time')} />
        </>
      )}
      words={{
        kind: kinds.words,
        cause: causes.words,
        stage: Object.fromEntries(orderStages.map((stage) => [stage, stageWord(stage)])),
      }}
      detail={(order) => <OrderDetail order={order} />}
      footer={(order) => <OrderFooter key={order.id} order={order} />}
      {...(may(of.cancel) && {
        batch: {
          name: (order: QueuedOrder) => `${sayOrder(order.kind, order.args)[lang]} ${order.subject || order.sn}`,
          actions: (selection) => (
            <Button onClick={() => cancel(selection.chosen, selection.clear)}>{t('queue.cancelMany')}</Button>
          ),
        },
      })}
      empty={{ title: t('queue.emptyTitle'), text: t('queue.emptyText') }}
      card={(order) => <OrderCard order={order} />}
    />
  );
};

const useColumns = (): Column<QueuedOrder>[] => {
  const { t } = useTranslation('orders');
  const lang = useSettings((s) => s.lang);
  const when = useWhen();
  const optionalTime = (title: string, dataIndex: keyof QueuedOrder): Column<QueuedOrder> => ({
    title,
    dataIndex,
    width: 168,
    optional: true,
    render: (time: string | null) => time && clockTime(time),
  });
  return [
    {
      title: t('queue.kind'),
      dataIndex: 'kind',
      width: 190,
      ellipsis: true,
      file: [{ field: 'said', title: t('queue.kind') }],
      render: (_, order) => <b className="order-said">{sayOrder(order.kind, order.args)[lang]}</b>,
    },
    { title: t('queue.stage'), dataIndex: 'stage', width: 130, render: (_, order) => <Stage order={order} /> },
    {
      title: t('queue.subject'),
      dataIndex: 'subject',
      identity: true,
      width: 170,
      render: (_, order) => <NameAndPlate name="" plate={order.subject} outOfUse={order.out_of_use} />,
    },
    {
      title: t('queue.serial'),
      dataIndex: 'sn',
      identity: true,
      width: 150,
      render: (sn: string) => sn && <Serial value={sn} />,
    },
    {
      title: t('queue.person'),
      dataIndex: 'oper_name',
      width: 150,
      ellipsis: true,
      file: [
        { field: 'oper_name', title: t('queue.person') },
        { field: 'login_name', title: t('queue.login') },
        { field: 'assigned_to', title: t('queue.assignedTo') },
        { field: 'approved_by', title: t('queue.approvedBy') },
        { field: 'in_frozen', title: t('queue.inFrozen') },
      ],
      render: (_, order) => orderedBy(order),
    },
    {
      title: t('queue.why'),
      key: 'why',
      width: 180,
      ellipsis: true,
      file: [{ field: 'why', title: t('queue.why') }],
      render: (_, order) => reasonIn(lang, order),
    },
    {
      title: t('queue.when'),
      key: 'when',
      width: 330,
      ellipsis: true,
      file: [
        { field: 'cause', title: t('queue.cause') },
        { field: 'attempt', title: t('queue.attempts') },
        { field: 'sent_time', title: t('queue.sent') },
        { field: 'answer_time', title: t('queue.answered') },
        { field: 'evidence_time', title: t('queue.evidence') },
        { field: 'settlement', title: t('queue.settlement') },
      ],
      render: (_, order) => <span title={when(order)}>{when(order)}</span>,
    },
    {
      title: t('queue.left'),
      dataIndex: 'expire_time',
      width: 120,
      file: [{ field: 'expire_time', title: t('queue.expires') }],
      render: (_, order) => <TimeLeft order={order} />,
    },
    { title: t('queue.time'), dataIndex: 'create_time', width: 168, render: clockTime },
    { title: t('queue.device'), dataIndex: 'device_name', width: 150, ellipsis: true },
    { title: t('queue.organisation'), dataIndex: 'org_name', width: 160, ellipsis: true },
    optionalTime(t('queue.finished'), 'finish_time'),
    optionalTime(t('queue.settled'), 'settle_time'),
  ];
};
