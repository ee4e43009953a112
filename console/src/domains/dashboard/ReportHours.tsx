import { REPORT_HOURS } from '@plomb/contract/dashboard/dashboard';
import type { dashboardCalls } from '@plomb/contract/dashboard/domain';
import type { OutputOf } from '@plomb/contract/kit/call';
import dayjs from 'dayjs';
import { useTranslation } from 'react-i18next';
import { useSettings } from '../../platform/settings.ts';
import { useNumber } from '../../ui/useNumber.ts';
import type { Part } from '../../ui/usePart.ts';
import { DaysChart, TrendPanel } from './Chart.tsx';
import { dayOf, hourOf, within } from './period.ts';

type Hours = OutputOf<typeof dashboardCalls.dashboard.reportHours>['hours'];
const DAY = REPORT_HOURS / 2;

const recordsOf = (from: string): string => `/locationRecord?${within(from, dayjs(from).add(1, 'hour').toISOString())}`;

/** How many reports came of each hour of the last day, and 24 hours before each: a fleet that falls silent is seen by it. */
export const ReportHours = ({ part, hours }: { part: Part<unknown>; hours: Hours }) => {
  const { t } = useTranslation('dashboard');
  const number = useNumber();
  const lang = useSettings((s) => s.lang);
  const shown = hours.slice(-DAY).map((hour, at) => ({
    ...hour,
    before: hours[at]!,
    /** the last is under way: that it has few yet says nothing */
    name: at === DAY - 1 ? t('soFar', { hour: hourOf(hour.from) }) : hourOf(hour.from),
  }));
  return (
    <TrendPanel
      title={t('reportHours')}
      part={part}
      isWide
      legend={
        <>
          <li>
            <i data-mark="first" /> {t('lastDay')}
          </li>
          <li>
            <i data-mark="dashed" /> {t('dayBefore')}
          </li>
        </>
      }
      figures={{
        heads: [t('hour'), t('reports'), t('dayBefore')],
        rows: shown
          .map(({ from, reports, before, name }) => ({
            key: from,
            head: `${dayOf(from)} ${name}`,
            cells: [
              { count: reports, to: recordsOf(from) },
              { count: before.reports, to: recordsOf(before.from) },
            ],
          }))
          .toReversed(),
      }}
    >
      <DaysChart
        label={t('reportHours')}
        most={Math.max(0, ...hours.map(({ reports }) => reports))}
        days={shown.map(({ from, reports, before, name }) => ({
          key: from,
          name: hourOf(from),
          said: [`${name}: ${number(reports)}`, `${t('dayBefore')} ${number(before.reports)}`].join(
            lang === 'zh' ? '，' : ', ',
          ),
          to: recordsOf(from),
          drawn: (top) =>
            reports > 0 && <span data-mark="first" style={{ blockSize: `max(2px, ${(100 * reports) / top}%)` }} />,
        }))}
        above={(top) => (
          <svg className="lines" viewBox={`0 0 ${shown.length} 100`} preserveAspectRatio="none" aria-hidden="true">
            <polyline
              data-mark="dashed"
              points={shown.map(({ before }, at) => `${at + 0.5},${100 - (100 * before.reports) / top}`).join(' ')}
            />
          </svg>
        )}
      />
    </TrendPanel>
  );
};
