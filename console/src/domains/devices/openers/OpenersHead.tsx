import { stateSigns } from '@plomb/contract/lock/signs';
import { trustOf } from '@plomb/contract/lock/trust';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { DeviceLink } from '../../../lock/DeviceLink.tsx';
import { StateSign, StateWord } from '../../../lock/sign/StateSign.tsx';
import { useDeafSince } from '../../../platform/network.ts';
import { useSettings } from '../../../platform/settings.ts';
import { clockTime, duration, useNow } from '../../../platform/time.ts';
import { Serial } from '../../../ui/Serial.tsx';
import { type Device, isOut } from '../device.ts';
import { AsOf } from '../signs.tsx';

/** Which lock, how it stands, and since when. */
export const TheLock = ({ device: d }: { device: Device }) => {
  const { t } = useTranslation('devices');
  const lang = useSettings((s) => s.lang);
  const now = useNow();
  const out = isOut(d);
  const trust = trustOf(d, useDeafSince() === null && d.fresh && !out);
  return (
    <div className="openers-lock">
      <span className="openers-sign" data-shape={out ? 'initial' : stateSigns[d.lock_status].shape}>
        <StateSign
          status={d.lock_status}
          connection={out ? 'online' : d.connection}
          trust={trust}
          lang={lang}
          size={30}
          decorative
        />
      </span>
      <div>
        <p>
          <b className="openers-state">
            <StateWord status={d.lock_status} trust={trust} lang={lang} />
          </b>
          <DeviceLink id={d.id}>
            <Serial value={d.sn} />
          </DeviceLink>
          <b>{d.subject || d.device_name}</b>
        </p>
        <small>
          {d.lock_since &&
            `${t('since', { time: clockTime(d.lock_since).slice(5, 16), age: duration(d.lock_since, now, lang) })} · `}
          {d.org_name} · <AsOf device={d} out={out} />
        </small>
      </div>
    </div>
  );
};

/** A figure of the head: what it is of, and what it says. */
export const Figure = ({ of, value, more }: { of: string; value: ReactNode; more: ReactNode }) => (
  <dl className="openers-figure">
    <dt>{of}</dt>
    <dd>
      <b>{value}</b> <span>{more}</span>
    </dd>
  </dl>
);
