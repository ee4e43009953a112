import { useTranslation } from 'react-i18next';
import { CommandCard } from '../../../lock/CommandCard.tsx';
import { LockFigures } from '../../../lock/LockFigures.tsx';
import { LockTimeline } from '../../../lock/LockTimeline.tsx';
import { outstanding } from '../../../lock/timeline.ts';
import { useNow } from '../../../platform/time.ts';
import { ConnectNote } from '../ConnectNote.tsx';
import { DeviceFacts } from '../DeviceFacts.tsx';
import { DeviceFigures } from '../DeviceState.tsx';
import { type Device, isOut } from '../device.ts';
import { IdentityWarning } from '../Identity.tsx';
import type { Now } from './now.ts';
import { AlarmsPanel, OpenersPanel, OrdersPanel } from './Panels.tsx';
import { Where } from './Where.tsx';

/**
 * What is now: what it waits for, where it is and its readings, who can open it and what is registered of it; beside that what rang, its
 * orders, and what happened last.
 */
export const Overview = ({ device, now }: { device: Device; now: Now | null }) => {
  const { t } = useTranslation('devices');
  const time = useNow();
  return (
    <div className="device-overview">
      <div className="device-column">
        <section className="device-pane device-presence">
          <ConnectNote device={device} />
          {now &&
            outstanding(now.history.orders, time).map((command) => (
              <CommandCard
                key={command.id}
                command={command}
                lock={now.lock}
                connection={now.connection}
                orders={now.history.orders}
              />
            ))}
          {now ? (
            <div className="device-spot">
              <Where lock={now.lock} />
              <LockFigures lock={now.lock} />
            </div>
          ) : (
            <DeviceFigures device={device} />
          )}
          <IdentityWarning type={device} />
        </section>
        {!isOut(device) && <OpenersPanel deviceId={device.id} />}
        <section className="device-pane device-registered">
          <h2>{t('record.registered')}</h2>
          <DeviceFacts device={device} />
        </section>
      </div>
      <div className="device-column">
        <AlarmsPanel deviceId={device.id} />
        {now && <OrdersPanel deviceId={device.id} history={now.history} />}
        {now && (
          <section className="device-pane device-lately">
            <LockTimeline history={now.history} family={now.lock.family} />
          </section>
        )}
      </div>
    </div>
  );
};
