import { deviceCalls } from '@plomb/contract/devices/domain';
import { finds } from '@plomb/contract/kit/search';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type RefSelectProps, Select } from 'antd';
import { type Ref, useState } from 'react';
import { send } from '../platform/client.ts';
import { useMay } from '../platform/may.ts';

const { list } = deviceCalls.devices;

export interface NamedDevice {
  id: number;
  sn: string;
  device_name: string;
  subject: string;
}
/** Whatever it may be found by. */
const allOf = ({ sn, device_name, subject }: NamedDevice): string =>
  [subject, device_name, sn].filter(Boolean).join(' · ');
const nameOf = ({ sn, device_name, subject }: NamedDevice): string =>
  [subject || device_name, sn].filter(Boolean).join(' · ');

/** More names than these in the field would push the rest of the form out of sight. */
const MOST_NAMES = 20;

/** Some devices, found by their number, name or plate; without a search those that are chosen stand first. */
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
  ref?: Ref<RefSelectProps>;
  'aria-label'?: string;
}) => {
  const may = useMay();
  const [sought, seek] = useState('');
  const { data, isPlaceholderData } = useQuery({
    queryKey: [list.path, 'offered', sought],
    queryFn: () => send(list, { page: 1, size: 20, ...(sought ? { keyword: sought } : {}) }, { quiet: true }),
    enabled: may(list),
    placeholderData: keepPreviousData,
  });
  // until it is answered only what surely fits is offered: Enter never takes what an older search has found
  const found = data?.rows.filter((one) => !isPlaceholderData || finds(sought)(allOf(one)));
  // the server finds by more than what stands in the name: what was chosen before comes after what it found
  const near = sought
    ? [...(found ?? []), ...known.filter((one) => finds(sought)(allOf(one)))]
    : [...known, ...(found ?? [])];
  const offered = new Map<number, NamedDevice>(near.map((one) => [one.id, one]));
  return (
    <Select
      {...select}
      mode="multiple"
      maxTagCount={MOST_NAMES}
      showSearch={{ filterOption: false, onSearch: seek }}
      value={value}
      onChange={(ids: number[]) => {
        // the field has emptied itself
        seek('');
        onChange?.(ids);
      }}
      options={[...offered.values()].map((one) => ({ value: one.id, label: nameOf(one), all: allOf(one) }))}
      optionRender={({ data }) => data.all}
    />
  );
};
