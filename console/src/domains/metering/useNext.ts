import type { MeterWork } from '@plomb/contract/metering/works';
import { useTranslation } from 'react-i18next';

/** What is to be done next, of an order that is open; null: nothing. */
export const useNext = (): ((work: MeterWork) => string | null) => {
  const { t } = useTranslation('metering');
  return ({ state, assignee_id, verify_needed, verified, failed }) => {
    if (state === 'open') return t(assignee_id === null ? 'work.next.unassigned' : 'work.next.open');
    if (failed && (state === 'repaired' || state === 'signed')) return t('work.next.failed');
    if (state === 'repaired') return t('work.next.repaired');
    if (state !== 'signed') return null;
    return t(verify_needed && !verified ? 'work.next.verify' : 'work.next.seal');
  };
};
