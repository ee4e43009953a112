import type { Connection } from '@plomb/contract/devices';
import type { MapLock } from '@plomb/contract/map';
import { useTranslation } from 'react-i18next';
import { useDictionary } from '../../platform/dictionaries.ts';
import { useSettings } from '../../platform/settings.ts';
import { useRelative } from '../../platform/time.ts';
import { ConnectionSign } from '../../ui/sign/ConnectionSign.tsx';
import { HeadingArrow } from './HeadingArrow.tsx';
import { isMoving, windOf } from './heading.ts';

/** How reachable it is, how old what is shown is, and where it is going. */
export const LockAsOf = ({ lock, connection }: { lock: MapLock; connection: Connection }) => {
  const { t } = useTranslation('locks');
  const lang = useSettings((s) => s.lang);
  const connections = useDictionary('connection');
  const relative = useRelative();
  return (
    <p className="lock-as-of">
      <ConnectionSign connection={connection} lang={lang} size={13} decorative />
      <b>{connections.word(connection)}</b>
      <span data-old={connection === 'late' || connection === 'offline'}>
        {lock.report_time ? t('asOf', { age: relative(lock.report_time) }) : t('notHeard')}
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
