import { outOfUseOf } from '@plomb/contract/lock/operable';
import { stateSigns } from '@plomb/contract/lock/signs';
import { trustOf } from '@plomb/contract/lock/trust';
import { useTranslation } from 'react-i18next';
import { ClockDoubt } from '../../lock/ClockDoubt.tsx';
import { ManagementNote } from '../../lock/ManagementNote.tsx';
import { PutAside } from '../../lock/PutAside.tsx';
import { Battery } from '../../lock/sign/Battery.tsx';
import { Signal } from '../../lock/sign/Signal.tsx';
import { StateSign, StateWord } from '../../lock/sign/StateSign.tsx';
import { useDeafSince } from '../../platform/network.ts';
import { useSettings } from '../../platform/settings.ts';
import { clockTime, duration, useNow } from '../../platform/time.ts';
import { DictTag } from '../../ui/DictTag.tsx';
import { type Device, isOut } from './device.ts';
import { AsOf } from './signs.tsx';

/** The state of one lock as the device list knows it: sign, word, since when. */
export const DeviceState = ({ device: d }: { device: Device }) => {
  const { t } = useTranslation('devices');
  const lang = useSettings((s) => s.lang);
  const now = useNow();
  const out = isOut(d);
  const trust = trustOf(d, useDeafSince() === null && d.fresh && !out);
  return (
    <section className="device-state" data-shape={out ? 'initial' : stateSigns[d.lock_status].shape} data-out={out}>
      <StateSign
        status={d.lock_status}
        connection={out ? 'online' : d.connection}
        trust={trust}
        lang={lang}
        size={44}
        decorative
      />
      <div>
        <h2>
          <StateWord status={d.lock_status} trust={trust} lang={lang} />
          <DictTag code="out_of_use" value={outOfUseOf(d)} />
        </h2>
        {d.lock_since && (
          <p>{t('since', { time: clockTime(d.lock_since).slice(5, 16), age: duration(d.lock_since, now, lang) })}</p>
        )}
        {d.clock_doubt && <ClockDoubt />}
        <ManagementNote {...d} />
        {d.aside_since && !out && <PutAside id={d.id} since={d.aside_since} />}
      </div>
    </section>
  );
};

/** How reachable it is, and three readings. */
export const DeviceFigures = ({ device: d }: { device: Device }) => {
  const { t } = useTranslation('devices');
  const lang = useSettings((s) => s.lang);
  return (
    <dl className="device-figures">
      <div>
        <dt>{t('connection')}</dt>
        <dd>
          <AsOf device={d} out={isOut(d)} />
        </dd>
      </div>
      <div>
        <dt>{t('battery')}</dt>
        <dd>
          <Battery percent={d.electric} lang={lang} />
        </dd>
      </div>
      <div>
        <dt>{t('signal')}</dt>
        <dd>
          <Signal csq={d.signal} lang={lang} />
        </dd>
      </div>
      <div>
        <dt>{t('temperature')}</dt>
        <dd>{d.temperature === null ? '–' : `${d.temperature} °C`}</dd>
      </div>
    </dl>
  );
};
