import type { dashboardCalls } from '@plomb/contract/dashboard/domain';
import type { OutputOf } from '@plomb/contract/kit/call';
import { useTranslation } from 'react-i18next';
import { useSettings } from '../../platform/settings.ts';
import { useNumber } from '../../ui/useNumber.ts';
import type { Part } from '../../ui/usePart.ts';
import { DaysChart, TrendPanel } from './Chart.tsx';
import { dayOf } from './period.ts';

type Days = OutputOf<typeof dashboardCalls.dashboard.alarmDays>['days'];

/** Alarms that began, and those of force or without right among them, a day. */
export const AlarmDays = ({ part, days }: { part: Part<unknown>; days: Days }) => {
  const { t } = useTranslation('dashboard');
  const number = useNumber();
  const lang = useSettings((s) => s.lang);
  const [all, illegal] = [t('allAlarms'), t('illegal')];
  const line = (of: (day: Days[number]) => number, top: number): string[] =>
    days.map((day, at) => `${at + 0.5},${100 - (100 * of(day)) / top}`);
  return (
    <TrendPanel
      title={t('alarmDays')}
      part={part}
      legend={
        <>
          <li>
            <i data-mark="first" /> {all}
          </li>
          <li>
            <i data-mark="dashed" /> {illegal}
          </li>
        </>
      }
      figures={{
        heads: [t('day'), all, illegal],
        rows: days.map((day) => ({ key: day.from, head: dayOf(day.from), cells: [day.total, day.illegal] })),
      }}
    >
      <DaysChart
        label={t('alarmDays')}
        most={Math.max(0, ...days.map(({ total }) => total))}
        days={days.map(({ from, total, illegal: n }) => ({
          key: from,
          name: dayOf(from),
          said: [`${dayOf(from)}: ${all} ${number(total)}`, `${illegal} ${number(n)}`].join(
            lang === 'zh' ? '，' : ', ',
          ),
        }))}
        above={(top) => (
          <svg className="lines" viewBox={`0 0 ${days.length} 100`} preserveAspectRatio="none" aria-hidden="true">
            <polygon points={[`0.5,100`, ...line(({ total }) => total, top), `${days.length - 0.5},100`].join(' ')} />
            <polyline points={line(({ total }) => total, top).join(' ')} />
            <polyline data-mark="dashed" points={line((day) => day.illegal, top).join(' ')} />
          </svg>
        )}
      />
    </TrendPanel>
  );
};
