import { trustOf } from '@plomb/contract/lock/trust';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { headOf, nameBelow } from '../../../lock/names.ts';
import { usePlaceAsked } from '../../../lock/placeWords.ts';
import { shortTime } from '../../../lock/shortTime.ts';
import { StateSign, StateWord } from '../../../lock/sign/StateSign.tsx';
import { useConnectionWord } from '../../../lock/useConnectionWord.ts';
import type { LngLat } from '../../../map/marks.ts';
import { StillMap } from '../../../map/StillMap.tsx';
import { byServer } from '../../../platform/clock.ts';
import { useDeafSince } from '../../../platform/network.ts';
import { useDark, useSettings } from '../../../platform/settings.ts';
import { duration, useNow, useRelative } from '../../../platform/time.ts';
import { Serial } from '../../../ui/Serial.tsx';
import type { Shown } from '../shown.ts';
import { ItemSign } from './ItemSign.tsx';
import type { WallItem } from './items.ts';
import type { Turning } from './rotation.ts';
import { useItemWords } from './useItemWords.ts';
import { useSecond } from './useSecond.ts';

/** Degrees: a picture is drawn anew when a lock has gone further than would be seen on it. */
const onGrid = (degrees: number): number => Math.round(degrees * 50) / 50;

/** How far the turn is. Drawn once a second, by itself. */
const Progress = ({ turning, every, only }: { turning: Turning; every: number; only: boolean }) => {
  const { t } = useTranslation('map/wall');
  useSecond();
  if (turning.heldUntil !== null) return <span>{t('heldOn')}</span>;
  if (only) return null;
  const gone = (Date.now() - turning.since) / 1000;
  const left = Math.max(0, Math.ceil(every - gone));
  return (
    <>
      <span>{t('nextIn', { count: left })}</span>
      <i className="wall-progress" aria-hidden="true">
        <i style={{ inlineSize: `${Math.min(100, (100 * gone) / every)}%` }} />
      </i>
    </>
  );
};

/** The lock as it is heard now, and how old that is. */
const LockNow = ({ shown }: { shown: Shown }) => {
  const { t } = useTranslation('map/wall');
  const lang = useSettings((s) => s.lang);
  const connectionWord = useConnectionWord();
  const relative = useRelative();
  const now = useNow();
  const deaf = useDeafSince() !== null;
  const { lock, connection, fresh } = shown;
  const trust = trustOf(lock, fresh);
  const { seen_time } = lock;
  return (
    <>
      <dt>{t('lockNow')}</dt>
      <dd className="wall-lock-now">
        <StateSign status={lock.lock_status} connection={connection} trust={trust} lang={lang} size={26} decorative />
        <StateWord status={lock.lock_status} trust={trust} lang={lang} />
        <span>
          {connectionWord(connection)}
          {seen_time !== null && ` · ${t('seen', { age: deaf ? shortTime(seen_time, now) : relative(seen_time) })}`}
        </span>
      </dd>
      {lock.electric !== null && (
        <>
          <dt>{t('charge')}</dt>
          <dd>{lock.electric}%</dd>
        </>
      )}
    </>
  );
};

/** A place in words, else by its figures; null: of no place. */
const useWhere = (lon: number | null, lat: number | null): string | null => {
  const { words, coming } = usePlaceAsked(lon, lat);
  // one that drives on is somewhere else every moment: until that has its words, those of a moment ago stand
  const [before, keep] = useState(words);
  if (words !== null && words !== before) keep(words);
  if (lon === null || lat === null) return null;
  return words ?? before ?? (coming ? '…' : `${lat.toFixed(4)}, ${lon.toFixed(4)}`);
};

/** What is looked at: what is the matter, on which lock, since when, where, and who has it. */
export const WallFocus = (props: {
  item: WallItem;
  shown: Shown | null;
  place: number;
  of: number;
  turning: Turning;
  every: number;
  /** since when it may be old, ms since 1970 by this computer's clock; null: it is of now */
  old: number | null;
}) => {
  const { item, shown, place, of, turning, every, old } = props;
  const { t } = useTranslation('map/wall');
  const lang = useSettings((s) => s.lang);
  const wordsOf = useItemWords();
  const now = useNow();
  const alarm = item.kind === 'alarm' ? item.alarm : null;
  // where it rang is where somebody has to look; where its lock has gone since is another place
  const rang = useWhere(alarm?.lon ?? null, alarm?.lat ?? null);
  const is = useWhere(shown?.lock.lon ?? null, shown?.lock.lat ?? null);
  const mode = useDark() ? 'dark' : 'light';
  const here: LngLat | null =
    alarm?.lon != null && alarm.lat != null
      ? [alarm.lon, alarm.lat]
      : shown && shown.lock.lon !== null && shown.lock.lat !== null
        ? [onGrid(shown.lock.lon), onGrid(shown.lock.lat)]
        : null;
  const below = [nameBelow(item), item.kind === 'approval' ? item.approval.firmware_version : ''].filter(Boolean);
  return (
    <section className="wall-focus" data-critical={item.critical} aria-label={t('focus')}>
      <header>
        <span>{t('place', { place, of })}</span>
        {old !== null && <b className="wall-as-of">{t('asOf', { time: shortTime(byServer(old), now) })}</b>}
        <Progress turning={turning} every={every} only={of === 1} />
      </header>
      <div className="wall-what">
        <ItemSign item={item} size={54} />
        <div>
          <h2>{wordsOf(item)}</h2>
          <p>
            {[
              item.since !== null && t('since', { age: duration(item.since, now, lang) }),
              item.kind === 'silent' && item.since === null && t('neverHeard'),
              alarm && (alarm.owner === '' ? t('unclaimed') : t('owner', { name: alarm.owner })),
              alarm && alarm.hits > 1 && t('hits', { count: alarm.hits }),
            ]
              .filter(Boolean)
              .join(' · ')}
          </p>
        </div>
      </div>
      {(headOf(item) || item.sn) !== '' && (
        <div className="wall-whose">
          <b>{headOf(item) || <Serial value={item.sn} />}</b>
          <p>
            {below.join(' · ')}
            {headOf(item) !== '' && item.sn !== '' && (
              <>
                {below.length > 0 && ' · '}
                <Serial value={item.sn} />
              </>
            )}
          </p>
        </div>
      )}
      {here && <StillMap at={here} lang={lang} mode={mode} label={t('placeMap')} />}
      <dl>
        {rang !== null && (
          <>
            <dt>{t('rangAt')}</dt>
            <dd>{rang}</dd>
          </>
        )}
        {is !== null && (
          <>
            <dt>{t(alarm ? 'isAt' : 'where')}</dt>
            <dd>{is}</dd>
          </>
        )}
        {shown && <LockNow shown={shown} />}
      </dl>
    </section>
  );
};
