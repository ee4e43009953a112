import { useTranslation } from 'react-i18next';
import { useDeviceOptions } from '../../lock/useDeviceOptions.ts';
import { FilterChip } from '../../ui/list/FilterChip.tsx';

/** Whose records: for whoever sees more than one organisation. */
export const OrganisationChip = () => {
  const { t } = useTranslation('records');
  const all = useDeviceOptions()?.organizations ?? [];
  if (all.length < 2) return null;
  return (
    <FilterChip
      name="org_id"
      label={t('col.organisation')}
      options={all.map((one) => ({ value: one.id, label: one.org_name }))}
    />
  );
};
