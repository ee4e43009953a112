import { personalCalls } from '@plomb/contract/personal/domain';
import { deviceHolds, type MyDevice } from '@plomb/contract/personal/myDevices';
import { useTranslation } from 'react-i18next';
import { DeviceLink } from '../../lock/DeviceLink.tsx';
import { useDictionary } from '../../platform/dictionaries.ts';
import { clockTime } from '../../platform/time.ts';
import { DictTag } from '../../ui/DictTag.tsx';
import { Fact, Facts } from '../../ui/Facts.tsx';
import { FilterChip } from '../../ui/list/FilterChip.tsx';
import { RecordsPage } from '../../ui/RecordsPage.tsx';
import { Serial } from '../../ui/Serial.tsx';
import type { Column } from '../../ui/table/column.ts';

const of = personalCalls.myDevices;

/** Devices that one has: to receive, received, or in management mode. */
export const MyDevicesPage = () => {
  const { t } = useTranslation('personal');
  const holds = useDictionary('device_hold');
  return (
    <RecordsPage
      of={{ list: of.list }}
      columns={useColumns()}
      name={(one, id) => one?.sn ?? `#${id}`}
      count={() => t('devices.what')}
      every={10_000}
      search={t('devices.search')}
      filters={
        <FilterChip
          name="held"
          label={t('devices.held')}
          options={deviceHolds.map((value) => ({ value, label: holds.word(value) }))}
        />
      }
      detail={(one) => <Detail one={one} />}
      empty={{ title: t('devices.emptyTitle'), text: t('devices.emptyText') }}
    />
  );
};

/** The number leads to the device where it is in sight. */
const Named = ({ one }: { one: MyDevice }) =>
  one.seen ? (
    <DeviceLink id={one.id}>
      <Serial value={one.sn} />
    </DeviceLink>
  ) : (
    <Serial value={one.sn} />
  );

const placeOf = ({ lat, lon }: MyDevice): string =>
  lat === null || lon === null ? '' : `${lat.toFixed(5)}, ${lon.toFixed(5)}`;

const useColumns = (): Column<MyDevice>[] => {
  const { t } = useTranslation('personal');
  return [
    { title: t('devices.sn'), dataIndex: 'sn', width: 170, render: (_, one) => <Named one={one} /> },
    {
      title: t('devices.name'),
      dataIndex: 'subject',
      width: 200,
      ellipsis: true,
      render: (_, { subject, device_name }) => [subject, device_name].filter(Boolean).join(' · '),
    },
    { title: t('devices.type'), dataIndex: 'device_type', width: 110, ellipsis: true },
    {
      title: t('devices.held'),
      dataIndex: 'held',
      width: 140,
      render: (held: string) => <DictTag code="device_hold" value={held} />,
    },
    { title: t('devices.since'), dataIndex: 'since', width: 168, render: clockTime },
    {
      title: t('devices.state'),
      dataIndex: 'lock_status',
      width: 130,
      render: (status: number | null) => status !== null && <DictTag code="msg_ls" value={status} />,
    },
    { title: t('devices.asOf'), dataIndex: 'lock_time', width: 168, render: clockTime },
    {
      title: t('devices.connection'),
      dataIndex: 'connection',
      width: 120,
      render: (connection: string | null) => connection !== null && <DictTag code="connection" value={connection} />,
    },
    { title: t('devices.place'), dataIndex: 'lat', width: 180, render: (_, one) => placeOf(one) },
    { title: t('devices.placeTime'), dataIndex: 'place_time', width: 168, render: clockTime },
    { title: t('profile.organisation'), dataIndex: 'org_name', width: 180, ellipsis: true },
  ];
};

const Detail = ({ one }: { one: MyDevice }) => {
  const { t } = useTranslation('personal');
  return (
    <>
      <Facts>
        <Fact name={t('devices.sn')}>
          <Named one={one} />
        </Fact>
        <Fact name={t('devices.name')}>{[one.subject, one.device_name].filter(Boolean).join(' · ')}</Fact>
        <Fact name={t('devices.type')}>{one.device_type}</Fact>
        <Fact name={t('devices.held')}>
          <DictTag code="device_hold" value={one.held} /> {clockTime(one.since)}
        </Fact>
        <Fact name={t('devices.stock')}>
          <DictTag code="stock_status" value={one.stock_status} />
        </Fact>
        <Fact name={t('profile.organisation')}>{one.org_name}</Fact>
        {one.lock_status !== null && (
          <Fact name={t('devices.state')}>
            <DictTag code="msg_ls" value={one.lock_status} /> {one.lock_time && clockTime(one.lock_time)}
          </Fact>
        )}
        {one.connection !== null && (
          <Fact name={t('devices.connection')}>
            <DictTag code="connection" value={one.connection} />
          </Fact>
        )}
        {one.lat !== null && (
          <Fact name={t('devices.place')}>
            {placeOf(one)} {one.place_time && clockTime(one.place_time)}
          </Fact>
        )}
      </Facts>
      {!one.seen && <p className="personal-note">{t('devices.unseen')}</p>}
    </>
  );
};
