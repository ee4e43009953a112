import { dashboardCalls } from '@plomb/contract/dashboard/domain';
import { deviceCalls } from '@plomb/contract/devices/domain';
import { LockStatus } from '@plomb/contract/lock/codes';
import { mapCalls } from '@plomb/contract/map/domain';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Button, Skeleton } from 'antd';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { ConnectionSign } from '../../lock/sign/ConnectionSign.tsx';
import { StateSign } from '../../lock/sign/StateSign.tsx';
import { failureWords } from '../../platform/answer.ts';
import { calmly } from '../../platform/calm.ts';
import { send } from '../../platform/client.ts';
import { useDictionary } from '../../platform/dictionaries.ts';
import { onLive } from '../../platform/live.ts';
import { useMay } from '../../platform/may.ts';
import { useSettings } from '../../platform/settings.ts';
import { Blank } from '../../ui/list/Blank.tsx';
import { Freshness } from '../../ui/list/Freshness.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { usePage } from '../../ui/page.ts';
import { Figure, Tile } from './Tile.tsx';
import './dashboard.css';

const call = dashboardCalls.dashboard.summary;
/** Lock statuses in the order the fleet is read, with their field in the summary. */
const statuses = [
  ['sealedLocked', LockStatus.sealedLocked],
  ['unsealedLocked', LockStatus.unsealedLocked],
  ['unsealedOpen', LockStatus.unsealedOpen],
  ['abnormal', LockStatus.abnormal],
  ['initial', LockStatus.initial],
] as const;

/** What needs somebody now, then the state of the fleet in figures. A figure that has a list behind it opens it. */
export const DashboardPage = () => {
  const { t } = useTranslation('dashboard');
  const { t: ui } = useTranslation('ui');
  const lang = useSettings((s) => s.lang);
  const states = useDictionary('msg_ls');
  const connections = useDictionary('connection');
  const { active } = usePage();
  const may = useMay();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const [paused, pause] = useState(false);
  const { data, error, dataUpdatedAt, refetch } = useQuery({
    queryKey: [call.path],
    queryFn: () => send(call, {}, { quiet: queries.getQueryData([call.path]) !== undefined, isShown: true }),
    refetchInterval: paused || !active ? false : 15_000,
  });
  useEffect(() => {
    if (paused) return;
    // in a storm each request is let finish, or the figures would stand still
    const { ask, stop } = calmly(
      () => void queries.invalidateQueries({ queryKey: [call.path] }, { cancelRefetch: false }),
      3000,
    );
    const unhear = onLive('alarm', ask);
    return () => {
      unhear();
      stop();
    };
  }, [paused, queries]);

  if (!data && error)
    return (
      <div className="dashboard">
        <PageHeader title={t('heading')} />
        <Blank kind="failed" title={t('failed')} text={failureWords(error, lang)}>
          <Button type="primary" onClick={() => void refetch()}>
            {ui('retry')}
          </Button>
        </Blank>
      </div>
    );
  if (!data) return <Skeleton active className="page-skeleton" paragraph={{ rows: 8 }} />;
  const { alarms, commands, connection, lock, devices } = data;
  // zeros beside "nothing needs you" would be no news of a product that has nothing to watch yet
  if (devices === 0 && alarms.unprocessed === 0)
    return (
      <div className="dashboard">
        <Blank kind="empty" alone title={t('noLocks')} text={t('noLocksText')}>
          {may(deviceCalls.devices.list) && (
            <Button type="primary" onClick={() => void navigate('/device')}>
              {t('toDevices')}
            </Button>
          )}
        </Blank>
      </div>
    );
  // no sum of them: an abnormal lock is in its alarm too, and would count twice
  const calm = alarms.unprocessed + commands.uncertain + connection.late + lock.abnormal === 0;
  const share = (n: number): string =>
    t('share', { percent: devices === 0 ? 0 : Math.round((1000 * n) / devices) / 10 });
  /** how many rest on less than the lock's own fresh word */
  const restOf = (field: (typeof statuses)[number][0]): string[] => {
    const held = field === 'sealedLocked' ? data.held : 0;
    const lastKnown = field === 'initial' ? 0 : data.lastKnown[field];
    const what = [held > 0 && t('held', { count: held }), lastKnown > 0 && t('lastKnown', { count: lastKnown })].filter(
      (words) => words !== false,
    );
    return what.length > 0 ? [t('ofThem', { what: what.join(lang === 'zh' ? '，' : ', ') })] : [];
  };
  const [uncertain, ...others] = commands.uncertainLocks;
  // one lock opens with its last order beside it; of several the map shows these alone
  const uncertainWay =
    uncertain === undefined
      ? null
      : `/map?${others.length === 0 ? `id=${uncertain}` : `only=${commands.uncertainLocks.join(',')}`}`;
  return (
    <div className="dashboard">
      <PageHeader
        title={t('heading')}
        {...(calm && { count: t('calm') })}
        actions={<Freshness at={dataUpdatedAt - data.countedMsAgo} paused={paused} pause={pause} />}
      />
      <section className="tiles" aria-label={t('heading')}>
        <Tile
          to="/alarm?status=unprocessed"
          title={t('alarms')}
          count={alarms.unprocessed}
          urgent={alarms.critical > 0}
          text={alarms.unprocessed > 0 ? t('critical', { count: alarms.critical }) : t('none')}
        />
        <Tile
          to="/device?lock_status=3"
          title={t('abnormal')}
          count={lock.abnormal}
          text={alarms.toldSince > 0 ? t('toldSince', { count: alarms.toldSince }) : t('abnormalText')}
        />
        <Tile
          {...(may(mapCalls.map.locks) && uncertainWay !== null ? { to: uncertainWay } : {})}
          title={t('uncertain')}
          count={commands.uncertain}
          text={t('uncertainText')}
        />
        <Tile title={t('open')} count={commands.open} text={t('openText')} />
        <Tile to="/device?connection=late" title={t('late')} count={connection.late} text={t('lateText')} />
      </section>
      <h2>{t('fleet')}</h2>
      <section className="figures" aria-label={t('fleet')}>
        <Figure to="/device" title={t('devices')} count={devices} />
        {statuses.map(([field, status]) => (
          <Figure
            key={field}
            to={`/device?lock_status=${status}`}
            sign={<StateSign status={status} connection="online" lang={lang} size={17} decorative />}
            title={states.word(status)}
            count={lock[field]}
            text={[share(lock[field]), ...restOf(field)].join(' · ')}
          />
        ))}
      </section>
      <section className="figures figures-connection" aria-label={t('connections')}>
        {(['online', 'sleeping', 'late', 'offline'] as const).map((c) => (
          <Figure
            key={c}
            to={`/device?connection=${c}`}
            sign={<ConnectionSign connection={c} lang={lang} decorative />}
            title={connections.word(c)}
            count={connection[c]}
            text={share(connection[c])}
          />
        ))}
      </section>
    </div>
  );
};
