import { deviceCalls } from '@plomb/contract/devices/domain';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Select } from 'antd';
import { useState } from 'react';
import { send } from '../platform/client.ts';
import { useMay } from '../platform/may.ts';

const { list } = deviceCalls.devices;

export interface NamedDevice {
  id: number;
  sn: string;
  device_name: string;
  subject: string;
}
const nameOf = ({ sn, device_name, subject }: NamedDevice): string =>
  [subject || device_name, sn].filter(Boolean).join(' · ');

/** Some devices, found by their number, name or plate. */
export const DevicesSelect = ({
  value = [],
  onChange,
  known,
  ...select
}: {
  id?: string;
  value?: number[];
  onChange?: (ids: number[]) => void;
  /** by their names, those chosen before */
  known: readonly NamedDevice[];
  placeholder?: string;
  'aria-label'?: string;
}) => {
  const may = useMay();
  const [sought, seek] = useState('');
  const found = useQuery({
    queryKey: [list.path, 'offered', sought],
    queryFn: () => send(list, { page: 1, size: 20, ...(sought ? { keyword: sought } : {}) }, { quiet: true }),
    enabled: may(list),
    placeholderData: keepPreviousData,
  }).data?.rows;
  const offered = new Map<number, NamedDevice>([...known, ...(found ?? [])].map((one) => [one.id, one]));
  return (
    <Select
      {...select}
      mode="multiple"
      showSearch={{ filterOption: false, onSearch: seek }}
      value={value}
      onChange={(ids: number[]) => onChange?.(ids)}
      options={[...offered.values()].map((one) => ({ value: one.id, label: nameOf(one) }))}
    />
  );
};
