import type { Lang } from '@plomb/contract/kit/text';
import type { MapLock } from '@plomb/contract/map/map';
import { useTranslation } from 'react-i18next';
import { useDictionary } from '../platform/dictionaries.ts';
import { grouped, withDecimals } from '../platform/numbers.ts';
import { useSettings } from '../platform/settings.ts';
import { Serial } from '../ui/Serial.tsx';
import { faultWord } from './codes.ts';
import { LockFences } from './LockFences.tsx';
import { PlaceWords } from './PlaceWords.tsx';
import { Battery } from './sign/Battery.tsx';
import { Signal } from './sign/Signal.tsx';

const figure = (value: number | null, digits: number): string => (value === null ? '–' : value.toFixed(digits));

/** Signal, battery, and the temperature, or the voltage of a lock that measures none. */
export const LockFigures = ({ lock }: { lock: MapLock }) => {
  const { t } = useTranslation('lock');
  const lang = useSettings((s) => s.lang);
  const volts = lock.temperature === null && lock.voltage !== null;
  return (
    <dl className="lock-figures">
      <div>
        <dt>{t('signal')}</dt>
        <dd>
          <Signal csq={lock.signal} lang={lang} />
        </dd>
      </div>
      <div>
        <dt>{t('battery')}</dt>
        <dd>
          <Battery percent={lock.electric} charging={lock.charging === true} lang={lang} />
        </dd>
      </div>
      <div>
        <dt>{t(volts ? 'voltage' : 'temperature')}</dt>
        <dd>
          {volts ? figure(lock.voltage, 2) : figure(lock.temperature, 1)}
          {(volts || lock.temperature !== null) && <small>{volts ? 'V' : '°C'}</small>}
        </dd>
      </div>
    </dl>
  );
};

/** An odometer is read in whole kilometres once there are many. */
const odometer = (kilometres: number, lang: Lang): string =>
  kilometres < 100 ? grouped(Math.round(10 * kilometres) / 10, lang) : withDecimals(kilometres, 0, lang);

/** What is seldom looked at. */
export const LockFacts = ({ lock }: { lock: MapLock }) => {
  const { t } = useTranslation('lock');
  const lang = useSettings((s) => s.lang);
  const fault = faultWord(useDictionary('fault'), lock.fault);
  const volts = lock.temperature !== null && lock.voltage !== null;
  return (
    <dl className="lock-facts">
      <dt>{t('position')}</dt>
      <dd>
        {lock.lat === null || lock.lon === null ? (
          t('noPosition')
        ) : (
          <>
            <PlaceWords lon={lock.lon} lat={lock.lat} />
            <Serial value={`${lock.lat.toFixed(5)}, ${lock.lon.toFixed(5)}`} copy />
          </>
        )}
      </dd>
      {lock.lat !== null && <LockFences id={lock.id} at={`${lock.lat.toFixed(4)} ${lock.lon?.toFixed(4)}`} />}
      <dt>{t('type')}</dt>
      <dd>
        {lock.device_type_name} · {t('firmware')} {lock.ver || t('unknown')}
      </dd>
      {lock.mileage !== null && (
        <>
          <dt>{t('mileage')}</dt>
          <dd>{odometer(lock.mileage, lang)} km</dd>
        </>
      )}
      {volts && (
        <>
          <dt>{t('voltage')}</dt>
          <dd>{figure(lock.voltage, 2)} V</dd>
        </>
      )}
      {fault !== '' && (
        <>
          <dt>{t('faultName')}</dt>
          <dd>{fault}</dd>
        </>
      )}
      <dt>{t('organisation')}</dt>
      <dd>{lock.org_name}</dd>
    </dl>
  );
};
