import { trustOf } from '@plomb/contract/stateTrust';
import { useSettings } from '../../platform/settings.ts';
import { NameAndPlate } from '../../ui/NameAndPlate.tsx';
import { Serial } from '../../ui/Serial.tsx';
import { Battery } from '../../ui/sign/Battery.tsx';
import { Signal } from '../../ui/sign/Signal.tsx';
import { StateSign, StateWord } from '../../ui/sign/StateSign.tsx';
import type { Device } from './device.ts';
import { AsOf } from './signs.tsx';

/** A lock on a phone: its state first. */
export const DeviceCard = ({ device }: { device: Device }) => {
  const lang = useSettings((s) => s.lang);
  const trust = trustOf(device, device.fresh);
  return (
    <div className="device-card" data-status={device.lock_status}>
      <header>
        <StateSign
          status={device.lock_status}
          connection={device.connection}
          trust={trust}
          lang={lang}
          size={28}
          decorative
        />
        <div>
          <b>
            <StateWord status={device.lock_status} trust={trust} lang={lang} />
          </b>
          <NameAndPlate name={device.device_name} plate={device.subject} />
        </div>
      </header>
      <p>
        <Serial value={device.sn} />
        <Battery percent={device.electric} lang={lang} />
      </p>
      <p>
        <span>
          <AsOf device={device} /> <Signal csq={device.signal} lang={lang} />
        </span>
        <small>{device.org_name}</small>
      </p>
    </div>
  );
};
