import { deviceCalls } from '@plomb/contract/devices/domain';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { send } from '../../platform/client.ts';
import { useRelative } from '../../platform/time.ts';
import { Serial } from '../../ui/Serial.tsx';

const { incoming } = deviceCalls.stock;

/**
 * What was issued to the reader and is not scanned yet. It cannot be taken from here: whoever receives a device has it in
 * the hand, and reads its number off it.
 */
export const StockIncoming = ({ taken }: { taken: readonly string[] }) => {
  const { t } = useTranslation('devices');
  const relative = useRelative();
  const { data } = useQuery({ queryKey: [incoming.path], queryFn: () => send(incoming, {}, { quiet: true }) });
  const waiting = data?.rows.filter(({ sn }) => !taken.includes(sn)) ?? [];
  if (!data) return null;
  return (
    <section className="stock-incoming">
      <h2>{t('stock.waiting', { count: waiting.length })}</h2>
      <ul>
        {waiting.slice(0, 20).map((device) => (
          <li key={device.id}>
            <Serial value={device.sn} /> {device.device_name}
            <small>{t('stock.issuedBy', { name: device.oper_name, age: relative(device.issue_time) })}</small>
          </li>
        ))}
      </ul>
      {waiting.length > 20 && <p>{t('stock.more', { count: waiting.length - 20 })}</p>}
    </section>
  );
};
