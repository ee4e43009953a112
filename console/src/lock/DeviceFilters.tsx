import { StockStatus } from '@plomb/contract/devices/stockSteps';
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
    </>
  );
};
