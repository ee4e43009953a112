import { cardCalls } from '@plomb/contract/cards/domain';
import { deviceCalls } from '@plomb/contract/devices/domain';
import type { Call } from '@plomb/contract/kit/call';
import { mapCalls } from '@plomb/contract/map/domain';
import { systemCalls } from '@plomb/contract/system/domain';
import { useQuery } from '@tanstack/react-query';
import { Button, Skeleton, Tabs } from 'antd';
import { type ReactNode, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router';
import { useHistory } from '../../../lock/history.ts';
import { LockHolds } from '../../../lock/holds/LockHolds.tsx';
import { headOf } from '../../../lock/names.ts';
import { useChosenLock } from '../../../lock/useChosenLock.ts';
import { failureWords, isNoLongerSeen } from '../../../platform/answer.ts';
import { send } from '../../../platform/client.ts';
import { onLive } from '../../../platform/live.ts';
import { useMay } from '../../../platform/may.ts';
import { useSettings } from '../../../platform/settings.ts';
import { Crumbs } from '../../../ui/Crumbs.tsx';
import { Blank } from '../../../ui/list/Blank.tsx';
import { usePage, useTabTitle } from '../../../ui/page.ts';
import { Serial } from '../../../ui/Serial.tsx';
import { sameRecord } from '../../../ui/sameRecord.ts';
import { type Device, isOut } from '../device.ts';
import { Configuration } from './Configuration.tsx';
import { DeviceHead } from './DeviceHead.tsx';
import { Fences } from './Fences.tsx';
import { Frames } from './Frames.tsx';
import { Life } from './Life.tsx';
import { Management } from './Management.tsx';
import type { Now } from './now.ts';
import { Overview } from './Overview.tsx';
import '../../../ui/page.css';
import '../devices.css';
import { Custody, Log } from './Records.tsx';
import { Rights } from './Rights.tsx';
import './record.css';
import { SubLocks } from './SubLocks.tsx';

/** The tabs in their order, and what permits each. */
const tabs = {
  overview: null,
  life: deviceCalls.deviceLife.list,
  configuration: deviceCalls.deviceConfiguration.detail,
  fences: mapCalls.map.lockFences,
  subLocks: deviceCalls.deviceSubLocks.list,
  frames: deviceCalls.deviceFrames.list,
  custody: deviceCalls.stock.list,
  management: deviceCalls.deviceManagement.list,
  rights: deviceCalls.deviceRights.detail,
  cards: cardCalls.cardMatrix.lock,
  log: systemCalls.operationLogs.list,
} as const satisfies Record<string, Call | null>;
type Name = keyof typeof tabs;

/** One device, everything of it: what is now and what it waits for, and behind tabs of their own all that ever was. */
export const DevicePage = () => {
  const { t } = useTranslation('devices');
  const { t: ui } = useTranslation('ui');
  const lang = useSettings((s) => s.lang);
  const { path, active } = usePage();
  const id = Number(path.split('/').at(-1));
  const { data, error, refetch } = useQuery({
    queryKey: [deviceCalls.devices.detail.path, id, lang],
    queryFn: () => send(deviceCalls.devices.detail, { id }, { quiet: true }),
    refetchInterval: active ? 30_000 : false,
    retry: false,
    placeholderData: sameRecord(id),
  });
  // it was moved or taken out of service by somebody else
  useEffect(() => onLive('locks', ({ removed }) => void (removed.includes(id) && refetch())), [id, refetch]);
  const name = data ? headOf(data) : null;
  useTabTitle(name === null ? null : { zh: name, en: name });
  // what is known from before is no longer for one to see; a mere failure leaves it as last known
  if (data && !isNoLongerSeen(error)) return <Present key={data.id} device={data} />;
  return (
    <div className="device-page">
      <Crumbs />
      {error ? (
        <Blank kind="failed" title={t('record.missing')} text={failureWords(error, lang)}>
          <Button type="primary" onClick={() => void refetch()}>
            {ui('retry')}
          </Button>
          <Link to="/device">{t('record.toList')}</Link>
        </Blank>
      ) : (
        <Skeleton active paragraph={{ rows: 8 }} />
      )}
    </div>
  );
};

/** The lock as it is now, for whoever sees it on the map too; of one out of service there is no present. */
const Present = ({ device }: { device: Device }) =>
  useMay()(mapCalls.map.lock) && !isOut(device) ? <Live device={device} /> : <Whole device={device} now={null} />;

const Live = ({ device }: { device: Device }) => {
  const { lock, connection, missing, failed } = useChosenLock(device.id, null);
  if (lock) return <Followed device={device} lock={lock} connection={connection} />;
  return missing || failed ? <Whole device={device} now={null} /> : <Skeleton active paragraph={{ rows: 8 }} />;
};

const Followed = ({ device, ...lock }: { device: Device } & Omit<Now, 'history'>) => (
  <Whole device={device} now={{ ...lock, history: useHistory(lock.lock) }} />
);

const Whole = ({ device, now }: { device: Device; now: Now | null }) => {
  const { t } = useTranslation('devices');
  const [params, setParams] = useSearchParams();
  const may = useMay();
  const content: Record<Name, ReactNode> = {
    overview: <Overview device={device} now={now} />,
    life: <Life device={device} />,
    configuration: <Configuration device={device} now={now} />,
    fences: <Fences device={device} now={now} />,
    subLocks: <SubLocks device={device} />,
    frames: <Frames device={device} />,
    custody: <Custody device={device} />,
    management: <Management device={device} now={now} />,
    rights: <Rights device={device} />,
    cards: <LockHolds deviceId={device.id} />,
    log: <Log device={device} />,
  };
  const names = (Object.keys(tabs) as Name[]).filter((name) => tabs[name] === null || may(tabs[name]));
  const tab = names.find((name) => name === params.get('tab')) ?? 'overview';
  return (
    <div className="device-page">
      <Crumbs here={<Serial value={device.sn} />} />
      <DeviceHead device={device} now={now} />
      <Tabs
        activeKey={tab}
        tabBarGutter={20}
        destroyOnHidden
        onChange={(key) => setParams(key === 'overview' ? {} : { tab: key })}
        items={names.map((name) => ({ key: name, label: t(`record.tab.${name}`), children: content[name] }))}
      />
    </div>
  );
};
