import { WarningOutlined } from '@ant-design/icons';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { secondTime, shortTime } from '../../../lock/shortTime.ts';
import { serverNow } from '../../../platform/clock.ts';
import { onLive, useLive } from '../../../platform/live.ts';
import { useDeafSince } from '../../../platform/network.ts';
import { useSession } from '../../../platform/session.ts';
import { useSettings } from '../../../platform/settings.ts';
import { duration } from '../../../platform/time.ts';
import { useSecond } from './useSecond.ts';

/** What is deaf says so across the whole wall: nobody may take what stands there for the present. */
export const WallDeaf = () => {
  const { t } = useTranslation('map/wall');
  const lang = useSettings((s) => s.lang);
  const since = useDeafSince();
  const over = useSession((s) => s.expired !== 'no');
  const refused = useLive((s) => s.state === 'refused');
  const now = useSecond();
  if (refused)
    return (
      <p className="wall-deaf" role="alert">
        <WarningOutlined aria-hidden /> <b>{t('refused')}</b>
      </p>
    );
  if (since === null) return null;
  const at = new Date(since).toISOString();
  return (
    <div className="wall-deaf">
      <p role="alert">
        <WarningOutlined aria-hidden /> <b>{t(over ? 'signedOut' : 'deaf', { time: shortTime(at, now) })}</b>
      </p>
      <p>{t('deafFor', { age: duration(at, now, lang) })}</p>
    </div>
  );
};

/** When something of the locks was heard last; while all are silent that is long ago, and no fault. */
export const Heartbeat = () => {
  const { t } = useTranslation('map/wall');
  const heard = useRef(serverNow());
  useEffect(() => {
    const stops = (['hello', 'locks', 'alarm', 'command'] as const).map((event) =>
      onLive(event, () => {
        heard.current = serverNow();
      }),
    );
    return () => {
      for (const stop of stops) stop();
    };
  }, []);
  const now = useSecond();
  const deaf = useDeafSince() !== null;
  const seconds = Math.max(0, Math.round((now - heard.current) / 1000));
  return (
    <span data-old={deaf}>
      {seconds < 60 && !deaf
        ? t('heardAgo', { count: seconds })
        : t('heardAt', { time: secondTime(new Date(heard.current).toISOString()) })}
    </span>
  );
};
