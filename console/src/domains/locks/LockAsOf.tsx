import type { Connection } from '@plomb/contract/devices';
import type { MapLock } from '@plomb/contract/map';
import { useTranslation } from 'react-i18next';
import { useDictionary } from '../../platform/dictionaries.ts';
import { useDeafSince } from '../../platform/line.ts';
import { useSettings } from '../../platform/settings.ts';
import { useNow, useRelative } from '../../platform/time.ts';
import { ConnectionSign } from '../../ui/sign/ConnectionSign.tsx';
import { HeadingArrow } from './HeadingArrow.tsx';
import { isMoving, windOf } from './heading.ts';
import { shortTime } from './shortTime.ts';

/** How reachable it is, how old what is shown is, and where it is going. */
export const LockAsOf = ({ lock, connection }: { lock: MapLock; connection: Connection }) => {
  const { t } = useTranslation('locks');
  const lang = useSettings((s) => s.lang);
  const connections = useDictionary('connection');
  const relative = useRelative();
  const now = useNow();
  // nothing is heard: how reachable the lock is now nobody knows, and an age would seem to be kept current
  const deaf = useDeafSince() !== null;
  return (
    <p className="lock-as-of">
      {!deaf && <ConnectionSign connection={connection} lang={lang} size={13} decorative />}
      <b>{deaf ? t('connectionUnknown') : connections.word(connection)}</b>
      <span data-old={deaf || connection === 'late' || connection === 'offline'}>
        {lock.report_time
          ? t('asOf', { age: deaf ? shortTime(lock.report_time, now) : relative(lock.report_time) })
          : t('notHeard')}
      </span>
      {isMoving(lock, connection) && (
        <span className="lock-heading">
          {lock.heading !== null && <HeadingArrow degrees={lock.heading} />}
          {Math.round(lock.velocity ?? 0)} km/h
          {lock.heading !== null && ` · ${t(`heading.${windOf(lock.heading)}`)}`}
        </span>
      )}
    </p>
  );
};
