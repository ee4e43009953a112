import type { LedgerRow } from '@plomb/contract/custody/ledger';
import { rightsOf } from '@plomb/contract/custody/rows';
import { useTranslation } from 'react-i18next';
import { DictTag } from '../../ui/DictTag.tsx';

/** Who did it; where no person did, the lock, as it names who moved it. */
export const Who = ({ row }: { row: Pick<LedgerRow, 'oper_name' | 'details'> }) => {
  const { t } = useTranslation('custody');
  if (row.oper_name) return row.details.by_lock ? t('byLock', { name: row.oper_name }) : row.oper_name;
  const { actor } = row.details;
  return typeof actor === 'string' ? t('byLock', { name: actor }) : null;
};

export const Rights = ({ byRight }: { byRight: string }) =>
  rightsOf(byRight).map(({ right, id }) => (
    <span key={right} className="ledger-right">
      <DictTag code="ledger_right" value={right} />
      {id !== null && <small>#{id}</small>}
    </span>
  ));
