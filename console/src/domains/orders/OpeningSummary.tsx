import { orderCalls } from '@plomb/contract/orders/domain';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import dayjs from 'dayjs';
import { useTranslation } from 'react-i18next';
import { failureWords } from '../../platform/answer.ts';
import { send } from '../../platform/client.ts';
import { byServer, serverNow } from '../../platform/clock.ts';
import { useDictionary } from '../../platform/dictionaries.ts';
import { useSettings } from '../../platform/settings.ts';
import { clockTime } from '../../platform/time.ts';
import { useTheList } from '../../ui/list/useList.ts';
import { usePage } from '../../ui/page.ts';
import { useNumber } from '../../ui/useNumber.ts';
import { OpeningDays } from './OpeningDays.tsx';
import { weekUntil } from './weekUntil.ts';

const { summary } = orderCalls.openings;
/** By which the list and these figures are narrowed alike; day, way and right are what the figures are told apart by. */
const ofLocks = summary.input.omit({ days: true });

/** The openings of a week: those without right apart, and how the others were done. */
export const OpeningSummary = () => {
  const { t } = useTranslation('orders');
  const { t: ui } = useTranslation('ui');
  const ways = useDictionary('opening_way');
  const number = useNumber();
  const { active } = usePage();
  const { query, change } = useTheList();
  const of = ofLocks.parse(query);
  const lang = useSettings((s) => s.lang);
  const { data, dataUpdatedAt, isPlaceholderData, error, refetch } = useQuery({
    queryKey: [summary.path, of],
    queryFn: () => send(summary, { ...of, days: weekUntil(dayjs(serverNow())) }, { quiet: true }),
    placeholderData: keepPreviousData,
    refetchInterval: active ? 30_000 : false,
  });
  const failed = error && (
    <p role="alert" className="opening-failed">
      {failureWords(error, lang)} {data && t('opening.weekAsOf', { time: clockTime(byServer(dataUpdatedAt)) })}{' '}
      <Button size="small" onClick={() => void refetch()}>
        {ui('retry')}
      </Button>
    </p>
  );
  if (!data)
    return (
      <section className="opening-summary" aria-label={t('opening.week')} aria-busy={!error}>
        {failed}
      </section>
    );
  const { way, without_right, from, to } = query;
  const isMore = [way, without_right, from, to].some((one) => one !== undefined);
  const week = { from: data.days[0]?.from, to: undefined };
  const most = Math.max(1, ...data.ways.map(({ count }) => count));
  return (
    <section className="opening-summary" aria-label={t('opening.week')} aria-busy={isPlaceholderData}>
      {failed}
      <p className="opening-of">
        {t(Object.keys(of).length > 0 ? 'opening.weekOfThese' : 'opening.weekOfAll')}
        {isMore && ` ${t('opening.weekMore')}`}
      </p>
      <div className="opening-week">
        <button
          type="button"
          className="opening-without"
          data-some={data.without_right > 0}
          onClick={() => change({ ...week, way: undefined, without_right: true })}
        >
          <b>{number(data.without_right)}</b> {t('opening.withoutRight')}
        </button>
        <p>
          <b>{t('opening.total', { count: data.total })}</b> {t('opening.locks', { count: data.locks })}
        </p>
        <ul>
          {data.ways.map(({ way, count }) => (
            <li key={way}>
              <button type="button" onClick={() => change({ ...week, without_right: undefined, way })}>
                {ways.word(way)}
                <span className="opening-bar" aria-hidden="true">
                  <span style={{ inlineSize: `${Math.round((count / most) * 100)}%` }} />
                </span>
                <b>{number(count)}</b>
              </button>
            </li>
          ))}
        </ul>
      </div>
      {data.total > 0 && (
        <OpeningDays data={data} choose={(day) => change({ ...day, way: undefined, without_right: undefined })} />
      )}
    </section>
  );
};
