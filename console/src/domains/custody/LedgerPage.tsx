import { custodyCalls } from '@plomb/contract/custody/domain';
import type { LedgerRow } from '@plomb/contract/custody/ledger';
import { ledgerGroups } from '@plomb/contract/custody/rows';
import { useTranslation } from 'react-i18next';
import { LockChip } from '../../lock/LockChip.tsx';
import { useDictionary } from '../../platform/dictionaries.ts';
import { clockTime } from '../../platform/time.ts';
import { DictTag } from '../../ui/DictTag.tsx';
import { FilterChip } from '../../ui/list/FilterChip.tsx';
import { TimeRange } from '../../ui/list/TimeRange.tsx';
import { useTheList } from '../../ui/list/useList.ts';
import { RecordsPage } from '../../ui/RecordsPage.tsx';
import { Serial } from '../../ui/Serial.tsx';
import { At } from '../../ui/table/At.tsx';
import type { Column } from '../../ui/table/column.ts';
import { Two } from '../../ui/table/Two.tsx';
import { LedgerDetail, LedgerFooter } from './LedgerDetail.tsx';
import { Rights, Who } from './signs.tsx';
import { useTold } from './told.ts';
import './ledger.css';

/** Every fact of custody as it was written: who, what, where, when, by what right, and what it rests on. */
export const LedgerPage = () => {
  const { t } = useTranslation('custody');
  const facts = useDictionary('ledger_fact');
  const groups = useDictionary('ledger_group');
  return (
    <RecordsPage
      of={custodyCalls.ledger}
      columns={useColumns()}
      name={(one, id) =>
        one ? [facts.word(one.fact), one.device_name || one.sn].filter(Boolean).join(' · ') : `#${id}`
      }
      count={() => t('what')}
      every={30_000}
      search={t('search')}
      filters={(rows) => (
        <>
          <FilterChip
            several
            name="group"
            label={t('group')}
            options={ledgerGroups.map((group) => ({ value: group, label: groups.word(group) }))}
          />
          <LockChip
            label={t('device')}
            rows={rows?.flatMap(({ device_id, ...row }) => (device_id ? [{ ...row, device_id }] : []))}
          />
          <PersonChip rows={rows} />
          <TimeRange label={t('at')} />
        </>
      )}
      isFileWhole
      words={{ fact: facts.words }}
      detail={(one) => <LedgerDetail record={one} />}
      footer={(one) => <LedgerFooter record={one} />}
      card={(one) => <LedgerCard row={one} />}
      empty={{ title: t('emptyTitle'), text: t('emptyText') }}
    />
  );
};

/** Narrows it to what one person did: one of those in sight, or the one whose number the address brought along. */
const PersonChip = ({ rows }: { rows: readonly LedgerRow[] | undefined }) => {
  const { t } = useTranslation('custody');
  const { operator_id: chosen } = useTheList().query;
  const people = new Map<number, string>();
  if (typeof chosen === 'number') people.set(chosen, `#${chosen}`);
  for (const { operator_id, oper_name } of rows ?? []) if (operator_id !== null) people.set(operator_id, oper_name);
  return (
    <FilterChip
      name="operator_id"
      label={t('person')}
      options={[...people].map(([value, label]) => ({ value, label }))}
    />
  );
};

const Told = ({ row }: { row: LedgerRow }) => useTold()(row).join(' · ');

const LedgerCard = ({ row }: { row: LedgerRow }) => (
  <div className="ledger-card">
    <p>
      <b>{row.subject || row.device_name || row.sn}</b>
      <DictTag code="ledger_fact" value={row.fact} />
    </p>
    <p>
      <Told row={row} />
    </p>
    <p>
      <Who row={row} />
      <Rights byRight={row.by_right} />
    </p>
    <p>{clockTime(row.at)}</p>
  </div>
);

const useColumns = (): Column<LedgerRow>[] => {
  const { t } = useTranslation('custody');
  const told = useTold();
  return [
    {
      title: t('at'),
      dataIndex: 'at',
      width: 110,
      file: [
        { field: 'at', title: t('at') },
        { field: 'device_time', title: t('deviceTime') },
      ],
      render: (at: string) => <At of={at} />,
    },
    {
      title: t('fact'),
      dataIndex: 'fact',
      width: 256,
      render: (fact: string) => <DictTag code="ledger_fact" value={fact} />,
    },
    {
      title: t('serial'),
      dataIndex: 'sn',
      identity: true,
      width: 164,
      render: (sn: string, { device_name }) => sn && <Two upper={<Serial value={sn} />} lower={device_name} />,
      file: [
        { field: 'sn', title: t('serial') },
        { field: 'device_name', title: t('name') },
      ],
    },
    { title: t('plate'), dataIndex: 'subject', identity: true, width: 150, optional: true },
    {
      title: t('details'),
      dataIndex: 'details',
      width: 280,
      render: (_, row) => (
        <span className="ledger-details" title={told(row).join(' · ')}>
          {told(row).join(' · ')}
        </span>
      ),
    },
    {
      title: `${t('who')} · ${t('right')}`,
      dataIndex: 'oper_name',
      width: 220,
      render: (_, row) => <Two upper={<Who row={row} />} lower={row.by_right && <Rights byRight={row.by_right} />} />,
      file: [
        { field: 'oper_name', title: t('who') },
        { field: 'by_right', title: t('right') },
      ],
    },
    { title: t('organisation'), dataIndex: 'org_name', width: 150, ellipsis: true },
    { title: t('written'), dataIndex: 'create_time', width: 168, render: clockTime, optional: true },
    {
      title: t('digest'),
      dataIndex: 'digest',
      width: 140,
      optional: true,
      file: [
        { field: 'id', title: t('number') },
        { field: 'rests_on', title: t('restsOn') },
        { field: 'digest', title: t('digest') },
      ],
      render: (digest: string) => <code title={digest}>{digest.slice(0, 12)}…</code>,
    },
  ];
};
