import { orderCalls } from '@plomb/contract/orders/domain';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { CommandSign } from '../../lock/sign/CommandSign.tsx';
import { send } from '../../platform/client.ts';
import { serverNow } from '../../platform/clock.ts';
import { useSettings } from '../../platform/settings.ts';
import type { Query } from '../../ui/list/listQuery.ts';
import { useTheList } from '../../ui/list/useList.ts';
import { usePage } from '../../ui/page.ts';
import { useNumber } from '../../ui/useNumber.ts';

const { summary } = orderCalls.orderQueue;
const DAY = 24 * 3600 * 1000;

/** What each figure counts, as a filter: whoever presses it sees just those. */
const tiles = [
  { name: 'needs_person', sign: 'uncertain', asks: () => ({ needs_person: true }) },
  { name: 'queued', sign: 'queued', asks: () => ({ stage: 'queued' }) },
  { name: 'sent', sign: 'sent', asks: () => ({ stage: 'sent' }) },
  { name: 'answered', sign: 'answered_ok', asks: () => ({ stage: 'answered_ok', kind: 'seal,unseal', ...lastDay() }) },
  { name: 'expired', sign: 'expired', asks: () => ({ stage: 'expired', ...lastDay() }) },
  { name: 'cancelled', sign: 'cancelled', asks: () => ({ stage: 'cancelled', ...lastDay() }) },
] as const;
const lastDay = () => ({ from: new Date(serverNow() - DAY).toISOString() });
const nothing: Query = { needs_person: undefined, stage: undefined, kind: undefined, from: undefined, to: undefined };

/** How the orders stand, a figure each; pressed it narrows the list to those. */
export const OrderSummary = () => {
  const { t } = useTranslation('orders');
  const lang = useSettings((s) => s.lang);
  const number = useNumber();
  const { active } = usePage();
  const { change } = useTheList();
  const { data } = useQuery({
    queryKey: [summary.path],
    queryFn: () => send(summary, {}, { quiet: true }),
    refetchInterval: active ? 30_000 : false,
  });
  return (
    <section className="order-tiles" aria-label={t('queue.counts')} aria-busy={data === undefined}>
      {tiles.map(({ name, sign, asks }) => (
        <button
          key={name}
          type="button"
          data-tile={name}
          data-some={(data?.[name] ?? 0) > 0}
          onClick={() => change({ ...nothing, ...asks() })}
        >
          <span>
            <CommandSign stage={sign} lang={lang} size={18} decorative />
            {t(`queue.tile.${name}`)}
          </span>
          <b>{data ? number(data[name]) : '–'}</b>
        </button>
      ))}
    </section>
  );
};
