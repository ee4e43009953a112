import { orderCalls } from '@plomb/contract/orders/domain';
import { type Opening, openingProofs, openingRights, openingWays } from '@plomb/contract/orders/openings';
import { reasonIn } from '@plomb/contract/orders/reason';
import { useTranslation } from 'react-i18next';
import { LockChip } from '../../lock/LockChip.tsx';
import { NameAndPlate } from '../../lock/NameAndPlate.tsx';
import { placeColumn } from '../../lock/placeColumn.tsx';
import { useDictionary } from '../../platform/dictionaries.ts';
import { useSettings } from '../../platform/settings.ts';
import { clockTime } from '../../platform/time.ts';
import { DictTag } from '../../ui/DictTag.tsx';
import { FilterChip } from '../../ui/list/FilterChip.tsx';
import { TimeRange } from '../../ui/list/TimeRange.tsx';
import { RecordsPage } from '../../ui/RecordsPage.tsx';
import { Serial } from '../../ui/Serial.tsx';
import type { Column } from '../../ui/table/column.ts';
import { OpeningDetail, OpeningFooter } from './OpeningDetail.tsx';
import { Proof, placeOf, Who } from './OpeningSigns.tsx';
import { OpeningSummary } from './OpeningSummary.tsx';
import './orders.css';

/** Who opened what, when, where, how, and by what right. */
export const OpeningsPage = () => {
  const { t } = useTranslation('orders');
  const ways = useDictionary('opening_way');
  const rights = useDictionary('opening_right');
  const proofs = useDictionary('opening_proof');
  const kinds = useDictionary('alarm_kind');
  const verdicts = useDictionary('swipe_verdict');
  const doubts = useDictionary('swipe_doubt');
  return (
    <RecordsPage
      of={orderCalls.openings}
      columns={useColumns()}
      name={(one, id) => (one ? `${ways.word(one.way)} · ${one.subject || one.device_name || one.sn}` : `#${id}`)}
      count={() => t('opening.what')}
      every={30_000}
      search={t('opening.search')}
      notice={<OpeningSummary />}
      filters={(rows) => (
        <>
          <FilterChip
            several
            name="way"
            label={t('opening.way')}
            options={openingWays.map((way) => ({ value: way, label: ways.word(way) }))}
          />
          <FilterChip
            name="without_right"
            label={t('opening.rights')}
            options={[
              { value: true, label: t('opening.without') },
              { value: false, label: t('opening.with') },
            ]}
          />
          <LockChip label={t('opening.lock')} rows={rows} />
          <TimeRange label={t('opening.time')} />
        </>
      )}
      words={{
        way: Object.fromEntries(openingWays.map((way) => [way, ways.word(way)])),
        right: Object.fromEntries(openingRights.map((right) => [right, rights.word(right)])),
        proof: Object.fromEntries(openingProofs.map((proof) => [proof, proofs.word(proof)])),
        alarm_kind: kinds.words,
        swipe_verdict: verdicts.words,
        swipe_doubt: doubts.words,
      }}
      detail={(one) => <OpeningDetail opening={one} />}
      footer={(one) => <OpeningFooter opening={one} />}
      empty={{ title: t('opening.emptyTitle'), text: t('opening.emptyText') }}
      card={(one) => <OpeningCard opening={one} />}
    />
  );
};

const OpeningCard = ({ opening }: { opening: Opening }) => (
  <div className="order-card" data-without={opening.right === 'none'}>
    <p>
      <b>{opening.subject || opening.device_name || opening.sn}</b>
      <DictTag code="out_of_use" value={opening.out_of_use} />
      <DictTag code="opening_way" value={opening.way} />
    </p>
    <p>
      <Who opening={opening} />
      <DictTag code="opening_right" value={opening.right} />
    </p>
    <p>{clockTime(opening.at)}</p>
  </div>
);

const useColumns = (): Column<Opening>[] => {
  const { t } = useTranslation('orders');
  const lang = useSettings((s) => s.lang);
  return [
    {
      title: t('opening.at'),
      dataIndex: 'at',
      width: 168,
      file: [
        { field: 'at', title: t('opening.at') },
        { field: 'receive_time', title: t('opening.heard') },
      ],
      render: clockTime,
    },
    {
      title: t('opening.subject'),
      dataIndex: 'subject',
      identity: true,
      width: 170,
      render: (_, one) => <NameAndPlate name="" plate={one.subject} outOfUse={one.out_of_use} />,
    },
    {
      title: t('opening.serial'),
      dataIndex: 'sn',
      identity: true,
      width: 150,
      render: (sn: string) => sn && <Serial value={sn} />,
    },
    {
      title: t('opening.who'),
      dataIndex: 'who',
      width: 160,
      ellipsis: true,
      file: [
        { field: 'who', title: t('opening.who') },
        { field: 'login_name', title: t('opening.login') },
        { field: 'assigned_to', title: t('queue.assignedTo') },
        { field: 'approved_by', title: t('queue.approvedBy') },
        { field: 'in_frozen', title: t('queue.inFrozen') },
      ],
      render: (_, one) => <Who opening={one} />,
    },
    {
      title: t('opening.way'),
      dataIndex: 'way',
      width: 150,
      render: (way: string) => <DictTag code="opening_way" value={way} />,
    },
    {
      title: t('opening.right'),
      dataIndex: 'right',
      width: 220,
      file: [
        { field: 'right', title: t('opening.right') },
        { field: 'swipe_verdict', title: t('opening.swipe') },
        { field: 'swipe_doubt', title: t('opening.swipeDoubt') },
        { field: 'swipe_rule', title: t('opening.swipeRule') },
      ],
      render: (right: string) => (
        <span className="opening-right" data-right={right}>
          <DictTag code="opening_right" value={right} />
        </span>
      ),
    },
    {
      title: t('opening.why'),
      key: 'why',
      width: 170,
      ellipsis: true,
      file: [{ field: 'why', title: t('opening.why') }],
      render: (_, one) => reasonIn(lang, one),
    },
    {
      title: t('opening.proof'),
      dataIndex: 'proof',
      width: 240,
      file: [
        { field: 'proof', title: t('opening.proof') },
        { field: 'answer_time', title: t('opening.answerTime') },
      ],
      render: (_, one) => <Proof opening={one} />,
    },
    {
      title: t('opening.where'),
      key: 'where',
      width: 170,
      file: [
        { field: 'lat', title: t('opening.where') },
        { field: 'lon', title: '' },
      ],
      render: (_, one) => placeOf(one) ?? '–',
    },
    placeColumn(t('opening.whereWords')),
    { title: t('opening.lock'), dataIndex: 'device_name', width: 150, ellipsis: true },
    { title: t('opening.organisation'), dataIndex: 'org_name', width: 160, ellipsis: true },
    { title: t('opening.heard'), dataIndex: 'receive_time', width: 168, optional: true, render: clockTime },
  ];
};
