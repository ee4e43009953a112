import { Fault, LockStatus, ReportType } from '@plomb/contract/lock/codes';
import { positionStatuses, recordTold } from '@plomb/contract/records/reports';
import { useTranslation } from 'react-i18next';
import { LockChip } from '../../lock/LockChip.tsx';
import { useDictionary } from '../../platform/dictionaries.ts';
import { FilterChip } from '../../ui/list/FilterChip.tsx';
import { OrganisationChip } from './OrganisationChip.tsx';
import type { Report } from './reportColumns.tsx';

/** What reports are narrowed down by; `isState`: by what the lock said of itself, else by where it was. */
export const ReportFilters = ({ rows, isState }: { rows: readonly Report[] | undefined; isState: boolean }) => {
  const { t } = useTranslation('records');
  const states = useDictionary('msg_ls');
  const told = useDictionary('record_told');
  const fixes = useDictionary('position_status');
  const types = useDictionary('msg_type');
  const faults = useDictionary('fault');
  return (
    <>
      <OrganisationChip />
      <LockChip label={t('chip.lock')} rows={rows} />
      <FilterChip
        several
        name="lock_status"
        label={t('col.state')}
        options={Object.values(LockStatus).map((value) => ({ value, label: states.word(value) }))}
      />
      {isState && (
        <FilterChip
          several
          name="fault"
          label={t('col.fault')}
          options={Object.values(Fault)
            .filter((value) => value !== Fault.none)
            .map((value) => ({ value, label: faults.word(value) }))}
        />
      )}
      {isState && (
        <FilterChip
          several
          name="msg_type"
          label={t('col.type')}
          options={Object.values(ReportType).map((value) => ({ value, label: types.word(value) }))}
        />
      )}
      {!isState && (
        <FilterChip
          name="position_status"
          label={t('col.fix')}
          options={positionStatuses.map((value) => ({ value, label: fixes.word(value) }))}
        />
      )}
      <FilterChip
        name="told"
        label={t('col.told')}
        options={recordTold.map((value) => ({ value, label: told.word(value) }))}
      />
    </>
  );
};
