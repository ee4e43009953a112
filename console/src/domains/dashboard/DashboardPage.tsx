import { dashboardCalls } from '@plomb/contract/dashboard/domain';
import { useQueryClient } from '@tanstack/react-query';
import { Button, Skeleton } from 'antd';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { calmly } from '../../platform/calm.ts';
import { onLive } from '../../platform/live.ts';
import { useSettings } from '../../platform/settings.ts';
import { duration, useNow } from '../../platform/time.ts';
import { Blank } from '../../ui/list/Blank.tsx';
import { Freshness } from '../../ui/list/Freshness.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { usePart } from '../../ui/usePart.ts';
import { BurnMap } from './BurnMap.tsx';
import { Failed } from './Failed.tsx';
import { FleetNumbers } from './FleetNumbers.tsx';
import { Health } from './Health.tsx';
import { HeardBars } from './HeardBars.tsx';
import { Tile } from './Tile.tsx';
import { Trends } from './Trends.tsx';
import { type InboxTile, useInbox } from './useInbox.tsx';
import './dashboard.css';

const { alarms: alarmCall, orders: orderCall, health: healthCall } = dashboardCalls.dashboard;
/** What an event of the live stream changes here. */
const heard = [
  ['alarm', alarmCall.path],
  ['command', orderCall.path],
] as const;

/** Since when the first waits. How many they are stands in the tiles: a lock with an alarm and a low battery is in two of them, and their sum is no number of things. */
const useSentence = (tiles: readonly InboxTile[]): string | undefined => {
  const { t } = useTranslation('dashboard');
  const lang = useSettings((s) => s.lang);
  const now = useNow();
  if (tiles.length === 0 || tiles.some(({ part }) => part.data === undefined && !part.error)) return undefined;
  const unknown = tiles.some(({ part }) => part.data === undefined);
  if (tiles.every(({ count }) => count === 0)) return unknown ? undefined : t('calm');
  const since = tiles.flatMap((tile) => tile.since ?? []).toSorted()[0];
  // what did not load may have waited longer
  return since && t(unknown ? 'waitsLeast' : 'waits', { age: duration(since, now, lang) });
};

/** What needs somebody now, then the state of the fleet in figures, and how it went. A figure that has a list behind it opens it. */
export const DashboardPage = () => {
  const { t } = useTranslation('dashboard');
  const navigate = useNavigate();
  const queries = useQueryClient();
  const [paused, pause] = useState(false);
  const { tiles, alarms, fleet } = useInbox(paused);
  const health = usePart(healthCall, {}, { paused, every: 30_000 });
  const sentence = useSentence(tiles);
  useEffect(() => {
    if (paused) return;
    // in a storm each request is let finish, or the figures would stand still
    const stops = heard.map(([event, path]) => {
      const { ask, stop } = calmly(
        () => void queries.invalidateQueries({ queryKey: [path] }, { cancelRefetch: false }),
        3000,
      );
      const unhear = onLive(event, ask);
      return () => {
        unhear();
        stop();
      };
    });
    return () => {
      for (const stop of stops) stop();
    };
  }, [paused, queries]);

  if (tiles.length === 0)
    return (
      <div className="dashboard">
        <Blank kind="empty" alone title={t('noRight')} text={t('noRightText')} />
      </div>
    );
  // zeros beside "nothing needs you" would be no news of a product that has nothing to watch yet
  if (fleet?.data?.devices === 0 && tiles.every(({ part, count }) => part.data !== undefined && count === 0))
    return (
      <div className="dashboard">
        <Blank kind="empty" alone title={t('noLocks')} text={t('noLocksText')}>
          <Button type="primary" onClick={() => void navigate('/device')}>
            {t('toDevices')}
          </Button>
        </Blank>
      </div>
    );
  const counted = fleet?.data ? [fleet.at - fleet.data.counted_ms_ago] : [];
  const oldest = Math.min(...counted, ...tiles.flatMap(({ part }) => (part.data === undefined ? [] : [part.at])));
  return (
    <div className="dashboard">
      <PageHeader
        title={t('heading')}
        {...(sentence !== undefined && { count: sentence })}
        actions={<Freshness at={Number.isFinite(oldest) ? oldest : 0} paused={paused} pause={pause} />}
      />
      <div className="tiles">
        {tiles.map(({ key, since: _, ...tile }) => (
          <Tile key={key} {...tile} />
        ))}
      </div>
      {fleet && (
        <>
          <h2>{t('fleet')}</h2>
          {fleet.data ? (
            <FleetNumbers fleet={fleet.data} toldSince={alarms?.data?.told_since ?? 0} />
          ) : (
            <div className="figures-coming">
              {fleet.error ? <Failed part={fleet} /> : <Skeleton active title={false} paragraph={{ rows: 2 }} />}
            </div>
          )}
        </>
      )}
      <div className="panels">
        <Trends paused={paused} />
        {fleet?.data && <HeardBars heard={fleet.data.heard} devices={fleet.data.devices} />}
        {alarms?.data && <BurnMap places={alarms.data.places} wide={!health?.data} />}
        {health?.data && <Health health={health.data} />}
        {health?.error !== null && health?.error !== undefined && health.data === undefined && (
          <section className="panel" aria-label={t('health.title')}>
            <Failed part={health} />
          </section>
        )}
      </div>
    </div>
  );
};
