import { deviceCalls } from '@plomb/contract/devices/domain';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Select } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { headOf } from '../../../lock/names.ts';
import { send } from '../../../platform/client.ts';
import { useMay } from '../../../platform/may.ts';

const { list } = deviceCalls.devices;

/** The lock that is asked about, found by its number, name or plate. */
export const DeviceChoice = ({
  known,
  onChange,
}: {
  known: { id: number; sn: string; device_name: string; subject: string } | undefined;
  onChange: (id: number) => void;
}) => {
  const { t } = useTranslation('devices/openers');
  const may = useMay();
  const [sought, seek] = useState('');
  const found = useQuery({
    queryKey: [list.path, 'offered', sought],
    queryFn: () => send(list, { page: 1, size: 20, ...(sought ? { keyword: sought } : {}) }, { quiet: true }),
    enabled: may(list),
    placeholderData: keepPreviousData,
  }).data?.rows;
  const offered = new Map([...(known ? [known] : []), ...(found ?? [])].map((one) => [one.id, one]));
  return (
    <Select
      className="openers-device"
      showSearch={{ filterOption: false, onSearch: seek }}
      aria-label={t('device')}
      placeholder={t('deviceSearch')}
      value={known?.id ?? null}
      onChange={(id: number | null) => id !== null && onChange(id)}
      options={[...offered.values()].map((one) => ({ value: one.id, label: `${headOf(one)} · ${one.sn}` }))}
    />
  );
};
