import type { LockStatus } from '@plomb/contract/lock/codes';
import type { Connection } from '@plomb/contract/lock/connection';
import { outOfUseOf } from '@plomb/contract/lock/operable';
import { trustOf } from '@plomb/contract/lock/trust';
import { personalCalls } from '@plomb/contract/personal/domain';
import { deviceHolds, type MyDevice } from '@plomb/contract/personal/myDevices';
import { useTranslation } from 'react-i18next';
import { DeviceLink } from '../../lock/DeviceLink.tsx';
import { NameAndPlate } from '../../lock/NameAndPlate.tsx';
import { PlaceWords } from '../../lock/PlaceWords.tsx';
import { StateSign, StateWord } from '../../lock/sign/StateSign.tsx';
import { useConnectionWord } from '../../lock/useConnectionWord.ts';
import { useDictionary } from '../../platform/dictionaries.ts';
import { useDeafSince } from '../../platform/network.ts';
import { useSettings } from '../../platform/settings.ts';
import { clockTime } from '../../platform/time.ts';
import { DictTag } from '../../ui/DictTag.tsx';
import { Fact, Facts } from '../../ui/Facts.tsx';
import { FilterChip } from '../../ui/list/FilterChip.tsx';
import { RecordsPage } from '../../ui/RecordsPage.tsx';
import { Serial } from '../../ui/Serial.tsx';
import type { Column } from '../../ui/table/column.ts';
import './personal.css';

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

const Called = ({ one }: { one: MyDevice }) => (
  <NameAndPlate name={one.device_name} plate={one.subject} outOfUse={outOfUseOf(one)} />
);

/** The state of the lock and what it rests on: its own fresh word, the platform's, or the last that is known. */
const LockState = ({ one: { family, lock_status, fresh, connection } }: { one: MyDevice }) => {
  const lang = useSettings((s) => s.lang);
  const hears = useDeafSince() === null;
  if (family === null || lock_status === null) return null;
  const sign = { status: lock_status as LockStatus, trust: trustOf({ family, lock_status }, hears && fresh), lang };
  return (
    <span className="my-lock">
      <StateSign {...sign} {...(connection && { connection })} decorative /> <StateWord {...sign} />
    </span>
  );
};

/** How it is reached; nobody knows while nothing is heard. */
const Reached = ({ connection }: { connection: Connection }) => {
  const word = useConnectionWord();
  const hears = useDeafSince() === null;
  return hears ? <DictTag code="connection" value={connection} /> : word(connection);
};

const Place = ({ one: { lat, lon } }: { one: MyDevice }) =>
  lat === null || lon === null ? null : (
    <>
      <PlaceWords lon={lon} lat={lat} />
      <span className="personal-figures">{`${lat.toFixed(5)}, ${lon.toFixed(5)}`}</span>
    </>
  );

const useColumns = (): Column<MyDevice>[] => {
  const { t } = useTranslation('personal');
  return [
    { title: t('devices.sn'), dataIndex: 'sn', identity: true, width: 150, render: (_, one) => <Named one={one} /> },
    {
      title: t('devices.name'),
      dataIndex: 'subject',
      identity: true,
      width: 220,
      render: (_, one) => <Called one={one} />,
    },
    { title: t('devices.type'), dataIndex: 'device_type', width: 80, ellipsis: true },
    {
      title: t('devices.held'),
      dataIndex: 'held',
      width: 130,
      render: (held: string) => <DictTag code="device_hold" value={held} />,
    },
    { title: t('devices.since'), dataIndex: 'since', width: 168, render: clockTime },
    {
      title: t('devices.state'),
      dataIndex: 'lock_status',
      width: 190,
      render: (_, one) => <LockState one={one} />,
    },
    { title: t('devices.asOf'), dataIndex: 'lock_time', width: 168, render: clockTime },
    {
      title: t('devices.connection'),
      dataIndex: 'connection',
      width: 120,
      render: (_, { connection }) => connection !== null && <Reached connection={connection} />,
    },
    { title: t('devices.place'), dataIndex: 'lat', width: 240, render: (_, one) => <Place one={one} /> },
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
        <Fact name={t('devices.name')}>
          <Called one={one} />
        </Fact>
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
            <LockState one={one} />
          </Fact>
        )}
        {one.lock_time && <Fact name={t('devices.asOf')}>{clockTime(one.lock_time)}</Fact>}
        {one.connection !== null && (
          <Fact name={t('devices.connection')}>
            <Reached connection={one.connection} />
          </Fact>
        )}
        {one.lat !== null && (
          <Fact name={t('devices.place')}>
            <Place one={one} />
          </Fact>
        )}
        {one.place_time && <Fact name={t('devices.placeTime')}>{clockTime(one.place_time)}</Fact>}
      </Facts>
      {!one.seen && <p className="personal-note">{t('devices.unseen')}</p>}
    </>
  );
};
