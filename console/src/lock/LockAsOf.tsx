import { AimOutlined } from '@ant-design/icons';
import type { Connection } from '@plomb/contract/lock/connection';
import type { MapLock } from '@plomb/contract/map/map';
import { useTranslation } from 'react-i18next';
import { useDeafSince } from '../platform/network.ts';
import { useSettings } from '../platform/settings.ts';
import { useNow, useRelative } from '../platform/time.ts';
import { HeadingArrow } from './HeadingArrow.tsx';
import { isCutOff, isMoving, windOf } from './heading.ts';
import { PutAside, ToPutAside } from './PutAside.tsx';
import { isPlaceOld, wasMoving } from './place.ts';
import { shortTime } from './shortTime.ts';
import { ConnectionSign } from './sign/ConnectionSign.tsx';
import { useConnectionWord } from './useConnectionWord.ts';

/** How reachable it is, how old what is shown is, and where it is going. */
export const LockAsOf = ({ lock, connection }: { lock: MapLock; connection: Connection }) => {
  const { t } = useTranslation('lock');
  const lang = useSettings((s) => s.lang);
  const connectionWord = useConnectionWord();
  const relative = useRelative();
  const now = useNow();
  // nothing is heard: how reachable the lock is now nobody knows, and an age would seem to be kept current
  const deaf = useDeafSince() !== null;
  const lost = isCutOff(lock, connection);
  const ageOf = (time: string): string => (deaf ? shortTime(time, now) : relative(time));
  return (
    <>
      <p className="lock-as-of">
        {!deaf && !lost && <ConnectionSign connection={connection} lang={lang} size={13} decorative />}
        <b>{!deaf && lost ? t('notConnected') : connectionWord(connection)}</b>
        <span data-old={deaf || connection === 'late' || connection === 'offline'}>
          {lock.report_time ? (
            <span className="age">{t('asOf', { age: ageOf(lock.report_time) })}</span>
          ) : (
            !lock.seen_time && t('notHeard')
          )}
          {!lock.report_time && lock.seen_time && (
            <>
              {t('heardOnly', { age: ageOf(lock.seen_time) })}
              {!lock.aside_since && <ToPutAside id={lock.id} />}
            </>
          )}
        </span>
        {wasMoving(lock) && (deaf || !isMoving(lock, connection)) && (
          <span className="lock-heading">{t('lastSpeed', { speed: Math.round(lock.velocity ?? 0) })}</span>
        )}
        {!deaf && isMoving(lock, connection) && (
          <span className="lock-heading">
            {lock.heading !== null && <HeadingArrow degrees={lock.heading} />}
            {Math.round(lock.velocity ?? 0)} km/h
            {lock.heading !== null && ` · ${t(`heading.${windOf(lock.heading)}`)}`}
          </span>
        )}
      </p>
      {lock.aside_since ? (
        <PutAside id={lock.id} since={lock.aside_since} />
      ) : (
        lock.lon !== null &&
        isPlaceOld(lock) && (
          <p className="put-aside">
            <AimOutlined aria-hidden />{' '}
            {lock.place_time ? t('noPlaceSince', { time: shortTime(lock.place_time, now) }) : t('placeOfUnknownTime')}
          </p>
        )
      )}
    </>
  );
};
