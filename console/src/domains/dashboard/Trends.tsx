import { TREND_DAYS } from '@plomb/contract/dashboard/dashboard';
import { dashboardCalls } from '@plomb/contract/dashboard/domain';
import type { OutputOf } from '@plomb/contract/kit/call';
import dayjs, { type Dayjs } from 'dayjs';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useDictionary } from '../../platform/dictionaries.ts';
import { useSettings } from '../../platform/settings.ts';
import { useNow } from '../../platform/time.ts';
import { useNumber } from '../../ui/useNumber.ts';
import { type Part, usePart } from '../../ui/usePart.ts';
import { DaysChart, TrendPanel } from './Chart.tsx';

const { alarmDays, sealDays } = dashboardCalls.dashboard;
type AlarmDays = OutputOf<typeof alarmDays>['days'];
type SealDays = OutputOf<typeof sealDays>['days'];

/** When today and the days before it began, by the clock on the wall: one of them may have 23 or 25 hours. */
export const daysUntil = (now: Dayjs): string[] =>
  Array.from({ length: TREND_DAYS }, (_, at) =>
    now
      .subtract(TREND_DAYS - 1 - at, 'day')
      .startOf('day')
      .toISOString(),
  );

const named = (from: string): string => dayjs(from).format('MM-DD');

/** How both went of late: alarms, and seals and openings, a day. */
export const Trends = ({ paused }: { paused: boolean }) => {
  const days = daysUntil(dayjs(useNow()));
  const seldom = { paused, every: 60_000 };
  const alarms = usePart(alarmDays, { days }, seldom);
  const seals = usePart(sealDays, { days }, seldom);
  return (
    <>
      {alarms && <Alarms part={alarms} days={alarms.data?.days ?? []} />}
      {seals && <Seals part={seals} days={seals.data?.days ?? []} />}
    </>
  );
};

const Alarms = ({ part, days }: { part: Part<unknown>; days: AlarmDays }) => {
  const { t } = useTranslation('dashboard');
  const number = useNumber();
  const lang = useSettings((s) => s.lang);
  const [all, illegal] = [t('allAlarms'), t('illegal')];
  const line = (of: (day: AlarmDays[number]) => number, top: number): string[] =>
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
        rows: days.map((day) => ({ key: day.from, head: named(day.from), cells: [day.total, day.illegal] })),
      }}
    >
      <DaysChart
        label={t('alarmDays')}
        most={Math.max(0, ...days.map(({ total }) => total))}
        days={days.map(({ from, total, illegal: n }) => ({
          key: from,
          name: named(from),
          said: [`${named(from)}: ${all} ${number(total)}`, `${illegal} ${number(n)}`].join(
            lang === 'zh' ? '，' : ', ',
          ),
        }))}
        behind={(top) => (
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

const Seals = ({ part, days }: { part: Part<unknown>; days: SealDays }) => {
  const { t } = useTranslation('dashboard');
  const number = useNumber();
  const lang = useSettings((s) => s.lang);
  const dictionary = useDictionary('opening_way');
  const used = new Map<string, number>();
  for (const { ways } of days) for (const { way, count } of ways) used.set(way, (used.get(way) ?? 0) + count);
  const ways = [...used].toSorted(([, a], [, b]) => b - a).map(([way]) => way);
  const openings = (at: number): string => {
    const next = days[at + 1]?.from;
    const to = next === undefined ? '' : `&to=${dayjs(next).subtract(1, 'millisecond').toISOString()}`;
    return `/opening?from=${days[at]?.from}${to}`;
  };
  const said = ({ from, sealed, opened, ways: some }: SealDays[number]): string =>
    [
      `${named(from)}: ${t('sealed')} ${number(sealed)}`,
      `${t('opened')} ${number(opened)}${
        some.length > 0
          ? ` (${some.map(({ way, count }) => `${dictionary.word(way)} ${number(count)}`).join(', ')})`
          : ''
      }`,
    ].join(lang === 'zh' ? '，' : ', ');
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
        heads: [t('day'), t('sealed'), t('opened'), ...ways.map((way) => dictionary.word(way))],
        rows: days.map((day, at) => ({
          key: day.from,
          head: <Link to={openings(at)}>{named(day.from)}</Link>,
          cells: [day.sealed, day.opened, ...ways.map((way) => day.ways.find((one) => one.way === way)?.count ?? 0)],
        })),
      }}
    >
      <DaysChart
        label={t('sealDays')}
        most={Math.max(0, ...days.flatMap(({ sealed, opened }) => [sealed, opened]))}
        days={days.map((day) => ({
          key: day.from,
          name: named(day.from),
          said: said(day),
          drawn: (top) => (
            <>
              {bar(day.sealed, top, 'first')}
              {bar(day.opened, top, 'second')}
            </>
          ),
        }))}
      />
    </TrendPanel>
  );
};
