import { personNamed } from '@plomb/contract/kit/personNamed';
import { useTranslation } from 'react-i18next';
import { FilterChip } from '../../ui/list/FilterChip.tsx';
import { useTheList } from '../../ui/list/useList.ts';

interface Asked {
  operator_id: number;
  oper_name: string;
  login_name: string;
}

/** Narrows the orders to those of one person: one of those in sight, or the one the address brought along. */
export const PersonChip = ({ rows }: { rows: readonly Asked[] | undefined }) => {
  const { t } = useTranslation('orders');
  const { operator_id: chosen } = useTheList().query;
  const people = new Map<number, string>();
  if (typeof chosen === 'number') people.set(chosen, `#${chosen}`);
  for (const { operator_id, oper_name, login_name } of rows ?? [])
    people.set(operator_id, personNamed(oper_name, login_name));
  return (
    <FilterChip
      name="operator_id"
      label={t('queue.person')}
      options={[...people].map(([value, label]) => ({ value, label }))}
    />
  );
};
