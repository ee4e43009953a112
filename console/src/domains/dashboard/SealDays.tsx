import type { dashboardCalls } from '@plomb/contract/dashboard/domain';
import type { OutputOf } from '@plomb/contract/kit/call';
import { useTranslation } from 'react-i18next';
import { useSettings } from '../../platform/settings.ts';
import { useNumber } from '../../ui/useNumber.ts';
import type { Part } from '../../ui/usePart.ts';
import { DaysChart, TrendPanel } from './Chart.tsx';
import { dayOf, within } from './period.ts';

type Days = OutputOf<typeof dashboardCalls.dashboard.sealDays>['days'];

/** Seals that were set and locks that were opened, a day. */
export const SealDays = ({ part, days }: { part: Part<unknown>; days: Days }) => {
  const { t } = useTranslation('dashboard');
  const number = useNumber();
  const lang = useSettings((s) => s.lang);
  const openings = (at: number): string => `/opening?${within(days[at]?.from ?? '', days[at + 1]?.from)}`;
  const bar = (count: number, top: number, mark: string) =>
    count > 0 && <span data-mark={mark} style={{ blockSize: `max(2px, ${(100 * count) / top}%)` }} />;
  return (
    <TrendPanel
      title={t('sealDays')}
      part={part}
      legend={
        <>
          <li>
            <i data-mark="first" /> {t('sealed')}
          </li>
          <li>
            <i data-mark="second" /> {t('opened')}
          </li>
        </>
      }
      figures={{
        heads: [t('day'), t('sealed'), t('opened')],
        rows: days.map((day, at) => ({
          key: day.from,
          head: dayOf(day.from),
          cells: [day.sealed, { count: day.opened, to: openings(at) }],
        })),
      }}
    >
      <DaysChart
        label={t('sealDays')}
        most={Math.max(0, ...days.flatMap(({ sealed, opened }) => [sealed, opened]))}
        days={days.map(({ from, sealed, opened }, at) => ({
          key: from,
          name: dayOf(from),
          said: [`${dayOf(from)}: ${t('sealed')} ${number(sealed)}`, `${t('opened')} ${number(opened)}`].join(
            lang === 'zh' ? '，' : ', ',
          ),
          to: openings(at),
          drawn: (top) => (
            <>
              {bar(sealed, top, 'first')}
              {bar(opened, top, 'second')}
            </>
          ),
        }))}
      />
    </TrendPanel>
  );
};
