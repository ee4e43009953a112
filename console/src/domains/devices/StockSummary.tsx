import { deviceCalls } from '@plomb/contract/devices/domain';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { send } from '../../platform/client.ts';
import { useDictionary } from '../../platform/dictionaries.ts';
import { useMay } from '../../platform/may.ts';
import { usePage } from '../../ui/page.ts';
import { useNumber } from '../../ui/useNumber.ts';

const { summary, receive } = deviceCalls.stock;

/** How many devices stand where; what is overdue, lost or waits for the reader stands out. */
export const StockSummary = ({ receive: open }: { receive: () => void }) => {
  const { t } = useTranslation('devices');
  const statuses = useDictionary('stock_status');
  const number = useNumber();
  const may = useMay();
  const { active } = usePage();
  const { data } = useQuery({
    queryKey: [summary.path],
    queryFn: () => send(summary, {}, { quiet: true }),
    refetchInterval: active ? 30_000 : false,
  });
  if (!data) return <div className="stock-summary" aria-busy="true" />;
  const apart = (['maintenance', 'lost', 'overdue', 'scrapped'] as const).filter((what) => data[what] > 0);
  return (
    <section className="stock-summary" aria-label={t('stock.summary')}>
      <ul>
        {data.counts.map(({ stock_status, count }) => (
          <li key={stock_status}>
            <b>{number(count)}</b> {statuses.word(stock_status)}
          </li>
        ))}
        {apart.map((what) => (
          <li key={what} data-what={what}>
            <b>{number(data[what])}</b> {t(`stock.apart.${what}`)}
          </li>
        ))}
      </ul>
      {data.incoming > 0 && may(receive) && (
        <Button onClick={open}>{t('stock.incoming', { count: data.incoming })}</Button>
      )}
    </section>
  );
};
