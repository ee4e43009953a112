import { WarningFilled } from '@ant-design/icons';
import { isCritical } from '@plomb/contract/alarms/severity';
import { Fault } from '@plomb/contract/lock/codes';
import type { Connection } from '@plomb/contract/lock/connection';
import { stateSigns } from '@plomb/contract/lock/signs';
import { trustOf } from '@plomb/contract/lock/trust';
import type { MapLock } from '@plomb/contract/map/map';
import { useTranslation } from 'react-i18next';
import { useDictionary } from '../platform/dictionaries.ts';
import { useSettings } from '../platform/settings.ts';
import { duration, useNow } from '../platform/time.ts';
import { ClockDoubt } from './ClockDoubt.tsx';
import { actorWord, faultWord, sourceWord } from './codes.ts';
import { ManagementNote } from './ManagementNote.tsx';
import { shortTime } from './shortTime.ts';
import { StateSign, StateWord } from './sign/StateSign.tsx';
import { useFresh } from './useFresh.ts';

/** The state of a lock at arm's length: sign, word, since when, by whom and how, and what is wrong. */
export const LockHero = ({ lock, connection }: { lock: MapLock; connection: Connection }) => {
  const trust = trustOf(lock, useFresh(lock, connection));
  const { t } = useTranslation('lock');
  const lang = useSettings((s) => s.lang);
  const now = useNow();
  const sources = useDictionary('msg_lso');
  const faults = useDictionary('fault');
  const kinds = useDictionary('alarm_kind');
  const actor = actorWord(lock.lock_actor, lock.lock_source, (number) => t('card', { number }));
  const by = [actor, sourceWord(sources, lock.lock_source)].filter((word) => word !== '');
  // 1008 and 1010 are the same news as their alarms
  const known =
    isCritical(lock.alarm_severity) && (lock.fault === Fault.illegalUnlocking || lock.fault === Fault.illegalUnlock);
  const fault = known ? '' : faultWord(faults, lock.fault);
  const since = (time: string | null): string => {
    if (time === null) return t('never');
    const young = now - Date.parse(time) < 60_000;
    return young
      ? t('sinceNow', { time: shortTime(time, now) })
      : t('since', { time: shortTime(time, now), age: duration(time, now, lang) });
  };
  return (
    <section
      className="lock-hero"
      data-shape={stateSigns[lock.lock_status].shape}
      data-critical={isCritical(lock.alarm_severity)}
      data-testid="lock-state"
    >
      <StateSign status={lock.lock_status} connection={connection} trust={trust} lang={lang} size={46} decorative />
      <div>
        <h3>
          <StateWord status={lock.lock_status} trust={trust} lang={lang} />
        </h3>
        <p>{since(lock.lock_since)}</p>
        {by.length > 0 && <p>{by.join(' · ')}</p>}
        {lock.clock_doubt && <ClockDoubt />}
        <ManagementNote {...lock} />
        {lock.alarm !== null && (
          <p className="lock-wrong" data-critical={isCritical(lock.alarm_severity)}>
            {isCritical(lock.alarm_severity) && <WarningFilled aria-hidden />} {kinds.word(lock.alarm)}{' '}
            {known && lock.fault}
          </p>
        )}
        {fault !== '' && (
          <p className="lock-wrong" data-critical={lock.lock_status === 3}>
            {fault}
          </p>
        )}
      </div>
    </section>
  );
};
