import { useTranslation } from 'react-i18next';
import { CommandCard } from '../../../lock/CommandCard.tsx';
import { LockFigures } from '../../../lock/LockFigures.tsx';
import { LockTimeline } from '../../../lock/LockTimeline.tsx';
import { outstanding } from '../../../lock/timeline.ts';
import { useNow } from '../../../platform/time.ts';
import { ConnectNote } from '../ConnectNote.tsx';
import { DeviceFacts } from '../DeviceFacts.tsx';
import { DeviceFigures } from '../DeviceState.tsx';
import type { Device } from '../device.ts';
import { IdentityWarning } from '../Identity.tsx';
import type { Now } from './now.ts';
import { Where } from './Where.tsx';

/** What is now: the orders it waits for, its readings and what is registered of it, and what happened last. */
export const Overview = ({ device, now }: { device: Device; now: Now | null }) => {
  const { t } = useTranslation('devices');
  const time = useNow();
  return (
    <div className="device-overview">
      <section className="device-pane">
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
        {now ? <LockFigures lock={now.lock} /> : <DeviceFigures device={device} />}
        <IdentityWarning type={device} />
        <h2>{t('record.registered')}</h2>
        <DeviceFacts device={device} />
      </section>
      {now && (
        <section className="device-pane">
          <Where lock={now.lock} />
          <LockTimeline history={now.history} family={now.lock.family} />
        </section>
      )}
    </div>
  );
};
