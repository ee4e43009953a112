import { deviceCalls } from '@plomb/contract/devices/domain';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Radio, Select } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { send } from '../../platform/client.ts';
import { useMay } from '../../platform/may.ts';

const { list } = deviceCalls.devices;

export interface NamedDevice {
  id: number;
  sn: string;
  device_name: string;
  subject: string;
}
const nameOf = ({ sn, device_name, subject }: NamedDevice): string =>
  [subject || device_name, sn].filter(Boolean).join(' · ');

/** The locks a rule is for: all of its organisation and below, or chosen ones. */
export const RuleDevices = ({
  id,
  value = null,
  onChange,
  known,
}: {
  id?: string;
  value?: number[] | null;
  onChange?: (ids: number[] | null) => void;
  /** by their names, those chosen before */
  known: readonly NamedDevice[];
}) => {
  const { t } = useTranslation('cards');
  const may = useMay();
  const [sought, seek] = useState('');
  const found = useQuery({
    queryKey: [list.path, 'offered', sought],
    queryFn: () => send(list, { page: 1, size: 20, ...(sought ? { keyword: sought } : {}) }, { quiet: true }),
    enabled: value !== null && may(list),
    placeholderData: keepPreviousData,
  }).data?.rows;
  const offered = new Map<number, NamedDevice>([...known, ...(found ?? [])].map((one) => [one.id, one]));
  return (
    <>
      <Radio.Group
        value={value === null ? 'all' : 'chosen'}
        onChange={(event) => onChange?.(event.target.value === 'all' ? null : [])}
        options={[
          { value: 'all', label: t('rule.allDevices') },
          { value: 'chosen', label: t('rule.chosenDevices'), disabled: !may(list) && value === null },
        ]}
      />
      {value !== null && (
        <Select
          {...(id ? { id } : {})}
          className="rule-devices"
          mode="multiple"
          aria-label={t('rule.chosenDevices')}
          placeholder={t('rule.seekDevices')}
          showSearch={{ filterOption: false, onSearch: seek }}
          value={value}
          onChange={(ids: number[]) => onChange?.(ids)}
          options={[...offered.values()].map((one) => ({ value: one.id, label: nameOf(one) }))}
        />
      )}
    </>
  );
};
