import { ClockCircleOutlined } from '@ant-design/icons';
import { deviceCalls } from '@plomb/contract/devices/domain';
import { useQuery } from '@tanstack/react-query';
import { Alert } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { send } from '../../platform/client.ts';
import { useDictionary } from '../../platform/dictionaries.ts';
import { useSettings } from '../../platform/settings.ts';
import { clockTime } from '../../platform/time.ts';
import { usePage } from '../../ui/page.ts';
import { Serial } from '../../ui/Serial.tsx';
import type { Device } from './device.ts';

/** Milliseconds between two looks whether it was heard. */
const EVERY = 3000;

/**
 * Of a lock that was never heard: where it has to report to and what it shows there. It waits for the first word and
 * says so when it has come.
 */
export const ConnectNote = ({ device: d }: { device: Device }) => {
  const { t } = useTranslation('devices');
  const lang = useSettings((s) => s.lang);
  const rules = useDictionary('identity_rule');
  const { active } = usePage();
  const [waits] = useState(d.seen_time === null);
  const heard = useQuery({
    queryKey: [deviceCalls.devices.detail.path, d.id, lang],
    queryFn: () => send(deviceCalls.devices.detail, { id: d.id }, { quiet: true }),
    enabled: waits,
    refetchInterval: ({ state }) => (active && !state.data?.seen_time ? EVERY : false),
  });
  const address = useQuery({
    queryKey: [deviceCalls.deviceConnect.address.path],
    queryFn: () => send(deviceCalls.deviceConnect.address, {}, { quiet: true }),
    enabled: waits,
  });
  if (!waits) return null;
  const seen = d.seen_time ?? heard.data?.seen_time;
  if (seen)
    return (
      <Alert
        type="success"
        showIcon
        className="device-connect"
        role="status"
        title={t('connect.heard')}
        description={t('connect.heardText', { time: clockTime(seen) })}
      />
    );
  const host = address.data?.host || location.hostname;
  return (
    <Alert
      type="info"
      showIcon
      className="device-connect"
      title={t('connect.title')}
      description={
        <>
          <ol>
            <li>
              {t('connect.server')} <b className="mono">{host}</b>
            </li>
            <li>
              {t('connect.port')}{' '}
              <b className="mono">{address.data?.port ?? (address.isPending ? '…' : t('connect.askPort'))}</b>
            </li>
            <li>
              {t('connect.number')} <Serial value={d.sn} copy />
            </li>
            <li>
              {t('connect.proof')} {rules.word(d.identity_rule)}. {t(`connect.family.${d.family}`)}
            </li>
          </ol>
          <p role="status" className="device-connect-wait">
            <ClockCircleOutlined /> {t('connect.waiting')}
          </p>
        </>
      }
    />
  );
};
