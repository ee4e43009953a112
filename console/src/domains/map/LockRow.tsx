import { CheckOutlined } from '@ant-design/icons';
import { isCritical } from '@plomb/contract/alarms/severity';
import { type StateTrust, trustOf } from '@plomb/contract/lock/trust';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { faultWord } from '../../lock/codes.ts';
import { HeadingArrow } from '../../lock/HeadingArrow.tsx';
import { isMoving } from '../../lock/heading.ts';
import { headOf, nameBelow } from '../../lock/names.ts';
import { PlaceWords } from '../../lock/PlaceWords.tsx';
import { PutAsideShort } from '../../lock/PutAside.tsx';
import { isPlaceOld } from '../../lock/place.ts';
import { shortTime } from '../../lock/shortTime.ts';
import { Battery } from '../../lock/sign/Battery.tsx';
import { StateSign, StateWord } from '../../lock/sign/StateSign.tsx';
import { useDictionary } from '../../platform/dictionaries.ts';
import { useDeafSince } from '../../platform/network.ts';
import { useSettings } from '../../platform/settings.ts';
import { useNow, useRelative } from '../../platform/time.ts';
import type { Shown } from './shown.ts';

/** One lock in two lines: whose it is, whole and first, then how it stands. Drawn again only when its lock, its connection or the age changed. */
export const LockRow = memo(
  ({
    shown: { lock, connection, fresh },
    place = false,
    ticked,
  }: {
    shown: Shown;
    place?: boolean;
    ticked?: boolean;
  }) => {
    const { t } = useTranslation(['map', 'lock']);
    const lang = useSettings((s) => s.lang);
    const outs = useDictionary('out_of_use');
    const relative = useRelative();
    const now = useNow();
    // an age that goes on counting, a speed and a sign of the connection would seem to be the present
    const deaf = useDeafSince() !== null;
    const trust = trustOf(lock, !deaf && fresh);
    // of one whose reports are put aside the last of those, not the last that was taken
    const heard = lock.aside_since ? lock.seen_time : lock.report_time;
    const late = deaf || connection === 'late' || connection === 'offline';
    return (
      <div className="lock-row" data-placed={place} data-ticked={ticked}>
        {ticked !== undefined && (
          <span className="lock-tick" aria-hidden="true">
            {ticked && <CheckOutlined />}
          </span>
        )}
        <StateSign status={lock.lock_status} connection={connection} trust={trust} lang={lang} size={26} />
        <h3>
          <strong>{headOf(lock)}</strong>
          {nameBelow(lock) && <span>{nameBelow(lock)}</span>}
        </h3>
        {lock.aside_since && !late ? (
          <PutAsideShort since={lock.aside_since} narrow />
        ) : (
          <time data-old={late}>{!heard ? t('never') : deaf ? shortTime(heard, now) : relative(heard)}</time>
        )}
        <p>
          {lock.out_of_use !== null && <b className="lock-row-out">{outs.word(lock.out_of_use)}</b>}
          <Reason lock={lock} trust={trust} />
          {!deaf && isMoving(lock, connection) && (
            <span className="lock-row-speed">
              {lock.heading !== null && <HeadingArrow degrees={lock.heading} size={10} />}
              {Math.round(lock.velocity ?? 0)}
            </span>
          )}
        </p>
        <span className="lock-row-battery">
          <Battery percent={lock.electric} charging={lock.charging === true} lang={lang} />
        </span>
        {place && (
          <span className="lock-row-place">
            {lock.lon !== null && isPlaceOld(lock) && (
              <b className="lock-row-place-old">
                {lock.place_time
                  ? t('lock:noPlaceSince', { time: shortTime(lock.place_time, now) })
                  : t('lock:placeOfUnknownTime')}
              </b>
            )}
            <PlaceWords lon={lock.lon} lat={lock.lat} />
          </span>
        )}
      </div>
    );
  },
);

/** What is wrong, if anything shouts, and the state in a word; of an abnormal lock its fault says more than its state. */
const Reason = ({ lock, trust }: { lock: Shown['lock']; trust: StateTrust }) => {
  const kinds = useDictionary('alarm_kind');
  const faults = useDictionary('fault');
  const lang = useSettings((s) => s.lang);
  if (lock.alarm !== null && (isCritical(lock.alarm_severity) || lock.lock_status === 3))
    return (
      <>
        <b className="lock-row-alarm">{kinds.word(lock.alarm)}</b>
        <StateWord status={lock.lock_status} trust={trust} lang={lang} short />
      </>
    );
  const fault = lock.lock_status === 3 ? faultWord(faults, lock.fault) : '';
  if (fault !== '') return <b className="lock-row-alarm">{fault}</b>;
  return (
    <>
      <StateWord status={lock.lock_status} trust={trust} lang={lang} />
      {lock.alarm !== null && <span className="lock-row-warning">{kinds.word(lock.alarm)}</span>}
    </>
  );
};
