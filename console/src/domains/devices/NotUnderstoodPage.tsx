import { deviceCalls } from '@plomb/contract/devices/domain';
import type { Heard } from '@plomb/contract/devices/putAside';
import { notUnderstoodReasons } from '@plomb/contract/lock/report';
import { useTranslation } from 'react-i18next';
import { DeviceLink } from '../../lock/DeviceLink.tsx';
import { useDictionary } from '../../platform/dictionaries.ts';
import { clockTime } from '../../platform/time.ts';
import { DictTag } from '../../ui/DictTag.tsx';
import { Fact, Facts } from '../../ui/Facts.tsx';
import { FilterChip } from '../../ui/list/FilterChip.tsx';
import { ResourcePage } from '../../ui/ResourcePage.tsx';
import { Serial } from '../../ui/Serial.tsx';
import type { Column } from '../../ui/table/column.ts';
import { HexBlock } from './HexBlock.tsx';
import './devices.css';

/** What locks said that no decoder understood, counted by device and kind, with the last of each as it came. */
export const NotUnderstoodPage = () => {
  const { t } = useTranslation('devices');
  const reasons = useDictionary('not_understood_reason');
  return (
    <ResourcePage
      of={deviceCalls.notUnderstood}
      columns={useColumns()}
      name={(heard) => `${heard.sn} · ${heard.what}`}
      search={t('heard.search')}
      filters={
        <FilterChip
          name="reason"
          label={t('heard.reason')}
          options={notUnderstoodReasons.map((r) => ({ value: r, label: reasons.word(r) }))}
        />
      }
      isFileWhole
      words={{ reason: reasons.words }}
      detail={(heard) => <HeardDetail of={heard} />}
      empty={{ title: t('heard.emptyTitle'), text: t('heard.emptyText') }}
    />
  );
};

const HeardDetail = ({ of: record }: { of: Heard }) => {
  const { t } = useTranslation('devices');
  return (
    <>
      <p className="quarantine-why">{t(`heard.why.${record.reason}`)}</p>
      {!record.authenticated && <p className="quarantine-why">{t('heard.unprovedWhy')}</p>}
      <Facts>
        <Fact name={t('serial')}>
          <DeviceLink id={record.device_id}>
            <Serial value={record.sn} />
          </DeviceLink>
        </Fact>
        <Fact name={t('name')}>{record.device_name}</Fact>
        <Fact name={t('organisation')}>{record.org_name}</Fact>
        <Fact name={t('heard.what')} mono>
          {record.what}
        </Fact>
        <Fact name={t('heard.hits')}>{record.hits}</Fact>
        <Fact name={t('heard.first')}>{clockTime(record.first_time)}</Fact>
        <Fact name={t('heard.last')}>{clockTime(record.last_time)}</Fact>
      </Facts>
      <HexBlock name={t('heard.lastSample', { count: record.sample.length / 2 })} hex={record.sample} />
    </>
  );
};

const useColumns = (): Column<Heard>[] => {
  const { t } = useTranslation('devices');
  return [
    { title: t('heard.last'), dataIndex: 'last_time', width: 168, render: clockTime },
    { title: t('serial'), dataIndex: 'sn', identity: true, width: 140, render: (sn: string) => <Serial value={sn} /> },
    { title: t('name'), dataIndex: 'device_name', width: 140, ellipsis: true },
    { title: t('heard.what'), dataIndex: 'what', width: 90, className: 'mono' },
    {
      title: t('heard.reason'),
      dataIndex: 'reason',
      width: 160,
      render: (_, row) => <DictTag code="not_understood_reason" value={row.reason} />,
    },
    {
      title: t('heard.sender'),
      dataIndex: 'authenticated',
      width: 110,
      render: (proved: boolean) => !proved && <i>{t('heard.unproved')}</i>,
    },
    { title: t('heard.hits'), dataIndex: 'hits', width: 76, align: 'right' },
    { title: t('heard.sample'), dataIndex: 'sample', width: 140, ellipsis: true, className: 'mono' },
    { title: t('organisation'), dataIndex: 'org_name', width: 120, ellipsis: true },
    { title: t('heard.first'), dataIndex: 'first_time', width: 172, optional: true, render: clockTime },
  ];
};
