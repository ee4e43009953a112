import { outOfUseOf } from '@plomb/contract/lock/operable';
import { trustOf } from '@plomb/contract/lock/trust';
import { NameAndPlate } from '../../lock/NameAndPlate.tsx';
import { Battery } from '../../lock/sign/Battery.tsx';
import { Signal } from '../../lock/sign/Signal.tsx';
import { StateSign, StateWord } from '../../lock/sign/StateSign.tsx';
import { useDeafSince } from '../../platform/network.ts';
import { useSettings } from '../../platform/settings.ts';
import { Serial } from '../../ui/Serial.tsx';
import { type Device, isOut } from './device.ts';
import { AsOf } from './signs.tsx';

/** A lock on a phone: its state first. */
export const DeviceCard = ({ device }: { device: Device }) => {
  const lang = useSettings((s) => s.lang);
  const out = isOut(device);
  const trust = trustOf(device, useDeafSince() === null && device.fresh && !out);
  return (
    <div className="device-card" data-out={out} data-status={device.lock_status}>
      <header>
        <StateSign
          status={device.lock_status}
          connection={out ? 'online' : device.connection}
          trust={trust}
          lang={lang}
          size={28}
          decorative
        />
        <div>
          <b>
            <StateWord status={device.lock_status} trust={trust} lang={lang} />
          </b>
          <NameAndPlate name={device.device_name} plate={device.subject} outOfUse={outOfUseOf(device)} />
        </div>
      </header>
      <p>
        <Serial value={device.sn} />
        <Battery percent={device.electric} lang={lang} />
      </p>
      <p>
        <span>
          <AsOf device={device} out={out} /> <Signal csq={device.signal} lang={lang} />
        </span>
        <small>{device.org_name}</small>
      </p>
    </div>
  );
};
