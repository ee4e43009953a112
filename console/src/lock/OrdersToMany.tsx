import { batchKinds } from '@plomb/contract/batches/batches';
import { batchCalls } from '@plomb/contract/batches/domain';
import { orders } from '@plomb/contract/orders/orders';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useMay } from '../platform/may.ts';
import type { Query } from '../ui/list/listQuery.ts';

/** So many stand in an address by themselves. */
const MOST = 200;
const placing = new Set(['page', 'size', 'sort', 'retired']);

/** From the list of devices to an order for those that are chosen, or for all that the list was narrowed to; or to whom they go. */
export const OrdersToMany = ({
  ids,
  list: { query, total },
}: {
  ids: readonly number[];
  list: { query: Query; total: number | undefined };
}) => {
  const { t } = useTranslation('lock');
  const may = useMay();
  const navigate = useNavigate();
  const mayOrder = may(batchCalls.batches.prepare) && batchKinds.some((kind) => may(orders[kind]));
  const mayDistribute = may(batchCalls.assignments.add);
  if (query.retired === true || !(mayOrder || mayDistribute)) return null;
  const isAll = total !== undefined && ids.length === total;
  if (ids.length > MOST && !isAll) return <small>{t('many.most', { most: MOST })}</small>;
  const go = (path: string): void => {
    const address = new URLSearchParams({ work: 'new' });
    if (ids.length <= MOST) address.set('ids', ids.join(','));
    else
      for (const [name, value] of Object.entries(query))
        if (!placing.has(name) && value !== undefined) address.set(name, String(value));
    void navigate(`${path}?${address}`);
  };
  return (
    <>
      {mayOrder && <Button onClick={() => go('/batch')}>{t('many.ask')}</Button>}
      {mayDistribute && <Button onClick={() => go('/assignment')}>{t('many.distribute')}</Button>}
    </>
  );
};
