import { deviceStates, StockStatus } from '@plomb/contract/devices/stockSteps';
import { Astray, Heard } from '@plomb/contract/lock/connection';
import { bySeverity } from '@plomb/contract/lock/signs';
import { useTranslation } from 'react-i18next';
import { useDictionary } from '../platform/dictionaries.ts';
import { FilterChip } from '../ui/list/FilterChip.tsx';
import { useDeviceOptions } from './useDeviceOptions.ts';

/** By what devices are narrowed, wherever many are meant. */
export const DeviceFilters = () => {
  const { t } = useTranslation('lock');
  const states = useDictionary('msg_ls');
  const connections = useDictionary('connection');
  const stock = useDictionary('stock_status');
  const lives = useDictionary('device_state');
  const heard = useDictionary('heard');
  const astray = useDictionary('astray');
  const options = useDeviceOptions();
  return (
    <>
      <FilterChip
        several
        name="lock_status"
        label={t('filters.state')}
        options={bySeverity.map((s) => ({ value: s, label: states.word(s) }))}
      />
      <FilterChip
        several
        name="connection"
        label={t('filters.connection')}
        options={(['online', 'sleeping', 'late', 'offline'] as const).map((c) => ({
          value: c,
          label: connections.word(c),
        }))}
      />
      <FilterChip
        name="device_type_id"
        label={t('filters.type')}
        options={(options?.deviceTypes ?? []).map((d) => ({ value: d.id, label: d.device_type_name }))}
      />
      <FilterChip
        name="org_id"
        label={t('filters.organisation')}
        options={(options?.organizations ?? []).map((o) => ({ value: o.id, label: o.org_name }))}
      />
      <FilterChip
        several
        name="stock_status"
        label={stock.title}
        options={Object.values(StockStatus).map((s) => ({ value: s, label: stock.word(s) }))}
      />
      <FilterChip
        name="status"
        label={t('filters.status')}
        options={[
          { value: 1, label: t('filters.enabled') },
          { value: 2, label: t('filters.disabled') },
        ]}
      />
      <FilterChip
        name="device_state"
        label={lives.title}
        options={deviceStates.map((one) => ({ value: one, label: lives.word(one) }))}
      />
      <FilterChip
        several
        name="heard"
        label={heard.title}
        options={Heard.options.map((name) => ({ value: name, label: heard.word(name) }))}
      />
      <FilterChip
        several
        name="astray"
        label={astray.title}
        options={Astray.options.map((name) => ({ value: name, label: astray.word(name) }))}
      />
      <FilterChip
        name="low_battery"
        label={t('filters.battery')}
        options={[
          { value: true, label: t('filters.batteryLow') },
          { value: false, label: t('filters.batteryNotLow') },
        ]}
      />
    </>
  );
};
