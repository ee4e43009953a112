import type { dashboardCalls } from '@plomb/contract/dashboard/domain';
import type { OutputOf } from '@plomb/contract/kit/call';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useDictionary } from '../../platform/dictionaries.ts';
import type { Part } from '../../ui/usePart.ts';
import { Bars } from './Bars.tsx';
import { TrendPanel } from './Chart.tsx';
import { dayOf, within } from './period.ts';

type Days = OutputOf<typeof dashboardCalls.dashboard.sealDays>['days'];

/** By which ways locks were opened, the most used first; a way, a day, and a way of a day open what they count. */
export const OpeningWays = ({ part, days }: { part: Part<unknown>; days: Days }) => {
  const { t } = useTranslation('dashboard');
  const dictionary = useDictionary('opening_way');
  const used = new Map<string, number>();
  for (const { ways } of days) for (const { way, count } of ways) used.set(way, (used.get(way) ?? 0) + count);
  const ways = [...used].toSorted(([, a], [, b]) => b - a).map(([way, count]) => ({ way, count }));
  const since = within(days[0]?.from ?? '', undefined);
  return (
    <TrendPanel
      title={t('openingWays')}
      part={part}
      // nothing is known of days that did not come
      legend={days.length > 0 && <li>{t('ofDays', { count: days.length })}</li>}
      figures={{
        heads: [t('day'), ...ways.map(({ way }) => dictionary.word(way))],
        rows: days.map((day, at) => {
          const then = within(day.from, days[at + 1]?.from);
          return {
            key: day.from,
            head: <Link to={`/opening?${then}`}>{dayOf(day.from)}</Link>,
            cells: ways.map(({ way }) => ({
              count: day.ways.find((one) => one.way === way)?.count ?? 0,
              to: `/opening?way=${way}&${then}`,
            })),
          };
        }),
      }}
    >
      {ways.length === 0 ? (
        <p className="panel-none">{t('noOpenings')}</p>
      ) : (
        <Bars
          lines={ways.map(({ way, count }) => ({
            key: way,
            to: `/opening?way=${way}&${since}`,
            name: dictionary.word(way),
            count,
          }))}
        />
      )}
    </TrendPanel>
  );
};
