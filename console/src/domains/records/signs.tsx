import { FieldTimeOutlined, ReloadOutlined, WarningOutlined } from '@ant-design/icons';
import { deviceCalls } from '@plomb/contract/devices/domain';
import { stateOf, trustedWord } from '@plomb/contract/lock/trust';
import type { RecordTold } from '@plomb/contract/records/reports';
import { Button } from 'antd';
import dayjs from 'dayjs';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { StateSign } from '../../lock/sign/StateSign.tsx';
import { StillMap } from '../../map/StillMap.tsx';
import { serverNow } from '../../platform/clock.ts';
import { useDictionary } from '../../platform/dictionaries.ts';
import { useMay } from '../../platform/may.ts';
import { useDark, useSettings } from '../../platform/settings.ts';
import { clockTime } from '../../platform/time.ts';

/** A lock as it was, by the code of its state: its sign and its word. */
export const StateThen = ({ state }: { state: string }) => {
  const lang = useSettings((s) => s.lang);
  const states = useDictionary('msg_ls');
  const { status, trust } = stateOf(state);
  return (
    <span className="records-state" data-status={status}>
      <StateSign status={status} trust={trust} lang={lang} size={19} decorative />{' '}
      {trustedWord(states.word(status), trust, lang)}
    </span>
  );
};

/** Beside what the lock itself did not say, or what nobody knows it was the lock that said. */
export const Doubt = ({ authenticated, inferred = false }: { authenticated: boolean; inferred?: boolean }) => {
  const { t } = useTranslation(['records', 'lock']);
  return (
    <>
      {!authenticated && (
        <small className="records-late records-doubt" title={t('unproved')}>
          {t('lock:events.unproved')}
        </small>
      )}
      {inferred && (
        <small className="records-late records-doubt" title={t('inferred')}>
          {t('lock:events.inferred')}
        </small>
      )}
    </>
  );
};

/** Of today the hour alone, as who watches reads it; the whole moment is told to who points at it. */
export const Moment = ({ at }: { at: string | null }) => {
  if (at === null) return null;
  const moment = dayjs(at);
  const isToday = moment.isSame(serverNow(), 'day');
  return <span title={clockTime(at)}>{moment.format(isToday ? 'HH:mm:ss' : 'MM-DD HH:mm:ss')}</span>;
};

export const placeText = (lat: number, lon: number): string => `${lat.toFixed(5)}, ${lon.toFixed(5)}`;

/** In the two largest units that it has: 42 s, 11 min, 3 h. */
export const useDelay = () => {
  const { t } = useTranslation('records');
  return (seconds: number): string => {
    const long = Math.abs(seconds);
    const [n, unit] =
      long < 90
        ? ([long, 'seconds'] as const)
        : long < 5400
          ? ([Math.round(long / 60), 'minutes'] as const)
          : ([Math.round(long / 3600), 'hours'] as const);
    return t(`delay.${unit}`, { figure: n });
  };
};

/** How long it took to reach us; a lock whose clock is ahead told it before it was. */
export const After = ({ seconds }: { seconds: number }) => {
  const { t } = useTranslation('records');
  const delay = useDelay();
  if (seconds < 0) return <span className="records-late">{t('ahead', { delay: delay(seconds) })}</span>;
  return <span className="records-after">{delay(seconds)}</span>;
};

const toldIcons = { live: null, late: <FieldTimeOutlined aria-hidden />, replayed: <ReloadOutlined aria-hidden /> };

export const Told = ({ told }: { told: RecordTold }) => {
  const words = useDictionary('record_told');
  return (
    <span className="records-told" data-told={told}>
      {toldIcons[told] ?? <i aria-hidden="true" />} {words.word(told)}
    </span>
  );
};

interface At {
  lat: number | null;
  lon: number | null;
}

/** Where it was, drawn; of what should have had a fix and has none, where it was last, said as that. */
export const PlaceMap = ({ at, last }: { at: At; last?: { lat: number; lon: number; device_time: string } | null }) => {
  const { t } = useTranslation('records');
  const lang = useSettings((s) => s.lang);
  const mode = useDark() ? 'dark' : 'light';
  const { lat, lon } = at;
  const place = lat !== null && lon !== null ? { lat, lon } : (last ?? null);
  return (
    <>
      {last !== undefined && (lat === null || lon === null) && (
        <p className="records-no-fix" role="note">
          <WarningOutlined aria-hidden /> {last ? t('noFixLast', { time: clockTime(last.device_time) }) : t('noFix')}
        </p>
      )}
      {place && (
        <div className="records-map" data-old={lat === null}>
          <StillMap
            at={[place.lon, place.lat]}
            lang={lang}
            mode={mode}
            label={t('map', { place: placeText(place.lat, place.lon) })}
          />
        </div>
      )}
    </>
  );
};

/** The frame of a record, explained byte by byte on the page of its device. */
export const FrameButton = ({ device, frame }: { device: number; frame: string | null }) => {
  const { t } = useTranslation('records');
  const may = useMay();
  const navigate = useNavigate();
  if (frame === null || !may(deviceCalls.deviceFrames.detail) || !may(deviceCalls.devices.detail)) return null;
  return (
    <Button onClick={() => void navigate(`/device/${device}?tab=frames&frame=${encodeURIComponent(frame)}`)}>
      {t('frame')}
    </Button>
  );
};

export const MapButton = ({ device }: { device: number }) => {
  const { t } = useTranslation('records');
  const navigate = useNavigate();
  return <Button onClick={() => void navigate(`/map?id=${device}`)}>{t('lockOnMap')}</Button>;
};
