import { CheckOutlined, ClockCircleOutlined, LeftOutlined, RightOutlined } from '@ant-design/icons';
import type { OutputOf } from '@plomb/contract/kit/call';
import { meteringCalls } from '@plomb/contract/metering/domain';
import { useQuery } from '@tanstack/react-query';
import { Button, Select, Skeleton } from 'antd';
import dayjs from 'dayjs';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { failureWords } from '../../platform/answer.ts';
import { send } from '../../platform/client.ts';
import { serverNow } from '../../platform/clock.ts';
import { useSettings } from '../../platform/settings.ts';
import { type Key, useKeys } from '../../ui/keys.ts';
import { Blank } from '../../ui/list/Blank.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { usePage } from '../../ui/page.ts';
import { useNumber } from '../../ui/useNumber.ts';
import { DayList } from './DayList.tsx';
import { dayOf, moved, weeksOf } from './month.ts';
import { People } from './People.tsx';
import './calendar.css';

const { meterCalendar, meters } = meteringCalls;
type Day = OutputOf<typeof meterCalendar.month>['days'][number];

/** What is due on which day, what was done, and who has how much of it. */
export const CalendarPage = () => {
  const { t } = useTranslation('metering');
  const { t: ui } = useTranslation('ui');
  const lang = useSettings((s) => s.lang);
  const number = useNumber();
  const { active } = usePage();
  const [address, setAddress] = useSearchParams();
  // the day of the own organisation; until it is told, that of this browser
  const [today, setToday] = useState(() => dayOf(dayjs(serverNow())));
  const day = dayjs(address.get('day') ?? '').isValid() && address.get('day') ? address.get('day')! : today;
  const type = Number(address.get('type_id')) || undefined;
  const set = (name: string, value: string | undefined): void =>
    setAddress(
      (now) => {
        const next = new URLSearchParams(now);
        if (value === undefined) next.delete(name);
        else next.set(name, value);
        return next;
      },
      { replace: true },
    );
  const go = (to: string): void => set('day', to === today ? undefined : to);
  const weeks = weeksOf(day);
  const asked = { from: weeks[0]![0]!, to: weeks.at(-1)!.at(-1)!, ...(type && { type_id: type }) };
  const { data, error, refetch } = useQuery({
    queryKey: [meterCalendar.month.path, asked],
    queryFn: () => send(meterCalendar.month, asked, { quiet: true }),
    refetchInterval: active ? 30_000 : false,
    placeholderData: (before) => before,
  });
  const told = data?.today;
  useEffect(() => {
    if (told) setToday(told);
  }, [told]);
  const { data: types } = useQuery({
    queryKey: [meters.types.path],
    queryFn: () => send(meters.types, {}, { quiet: true }),
  });
  const grid = useRef<HTMLTableElement>(null);
  const step = (by: number) => (): void => {
    go(moved(day, by, 'day'));
    grid.current?.focus();
  };
  const keys: Key[] = [
    { keys: ['ArrowLeft'], does: t('calendar.keyDay'), press: step(-1) },
    { keys: ['ArrowRight'], does: t('calendar.keyDay'), press: step(1) },
    { keys: ['ArrowUp'], does: t('calendar.keyWeek'), press: step(-7) },
    { keys: ['ArrowDown'], does: t('calendar.keyWeek'), press: step(7) },
    { keys: ['t'], does: t('calendar.keyToday'), press: () => go(today) },
  ];
  useKeys(t('calendar.keys'), keys);

  const byDay = new Map(data?.days.map((one) => [one.day, one]));
  const month = day.slice(0, 7);
  const sum = (of: 'verifications' | 'inspections'): string =>
    number((data?.days ?? []).filter((one) => one.day.startsWith(month)).reduce((n, one) => n + one[of], 0));
  const weekdays = weeks[0]!.map((one) =>
    new Intl.DateTimeFormat(lang === 'zh' ? 'zh-CN' : 'en', { weekday: 'short' }).format(dayjs(one).toDate()),
  );
  return (
    <div className="metering-calendar">
      <PageHeader
        title={t('calendar.title')}
        count={
          data && (
            <>
              {t('calendar.sums', { verifications: sum('verifications'), inspections: sum('inspections') })}
              {data.overdue > 0 && <b className="calendar-late"> · {t('calendar.overdue', { count: data.overdue })}</b>}
            </>
          )
        }
        actions={
          <Select
            allowClear
            aria-label={t('calendar.type')}
            placeholder={t('calendar.type')}
            className="calendar-type"
            value={type ?? null}
            options={(types?.rows ?? []).map(({ id, type_name }) => ({ value: id, label: type_name }))}
            onChange={(id: number | null) => set('type_id', id ? String(id) : undefined)}
          />
        }
      />
      <div className="calendar-columns">
        <section className="calendar-pane">
          <header>
            <Button
              icon={<LeftOutlined />}
              aria-label={t('calendar.before')}
              onClick={() => go(moved(day, -1, 'month'))}
            />
            <h2>
              {new Intl.DateTimeFormat(lang === 'zh' ? 'zh-CN' : 'en', { year: 'numeric', month: 'long' }).format(
                dayjs(day).toDate(),
              )}
            </h2>
            <Button
              icon={<RightOutlined />}
              aria-label={t('calendar.after')}
              onClick={() => go(moved(day, 1, 'month'))}
            />
            <Button onClick={() => go(today)}>{t('calendar.today')}</Button>
            <ul className="calendar-legend">
              <li data-kind="verification">{t('calendar.verification')}</li>
              <li data-kind="inspection">{t('calendar.inspection')}</li>
              <li data-kind="late">
                <ClockCircleOutlined aria-hidden /> {t('calendar.late')}
              </li>
              <li data-kind="done">
                <CheckOutlined aria-hidden /> {t('calendar.done')}
              </li>
            </ul>
          </header>
          {/* days of which nothing is known are not drawn as days on which nothing is due */}
          {error && !data ? (
            <Blank kind="failed" title={t('calendar.missing')} text={failureWords(error, lang)}>
              <Button type="primary" onClick={() => void refetch()}>
                {ui('retry')}
              </Button>
            </Blank>
          ) : (
            <>
              <table ref={grid} tabIndex={-1} aria-label={t('calendar.title')} aria-busy={!data}>
                <thead>
                  <tr>
                    {weekdays.map((name) => (
                      <th key={name} scope="col">
                        {name}
                      </th>
                    ))}
                  </tr>
                </thead>
                <tbody>
                  {weeks.map((week) => (
                    <tr key={week[0]}>
                      {week.map((one) => (
                        <Cell
                          key={one}
                          day={one}
                          of={byDay.get(one)}
                          isToday={one === today}
                          isChosen={one === day}
                          isOther={!one.startsWith(month)}
                          choose={() => go(one)}
                        />
                      ))}
                    </tr>
                  ))}
                </tbody>
              </table>
              <DayList day={day} type={type} />
            </>
          )}
        </section>
        {data ? (
          <People month={data} today={today} />
        ) : (
          !error && (
            <section className="calendar-pane calendar-waits">
              <Skeleton active paragraph={{ rows: 8 }} />
            </section>
          )
        )}
      </div>
    </div>
  );
};

const Cell = ({
  day,
  of,
  isToday,
  isChosen,
  isOther,
  choose,
}: {
  day: string;
  of: Day | undefined;
  isToday: boolean;
  isChosen: boolean;
  isOther: boolean;
  choose: () => void;
}) => {
  const { t } = useTranslation('metering');
  const { verifications = 0, inspections = 0, overdue = 0, verified = 0, inspected = 0 } = of ?? {};
  const lines = [
    { kind: 'done', icon: <CheckOutlined aria-hidden />, words: t('calendar.verification'), count: verified },
    { kind: 'done', icon: <CheckOutlined aria-hidden />, words: t('calendar.inspection'), count: inspected },
    { kind: 'verification', icon: null, words: t('calendar.verification'), count: verifications },
    { kind: 'inspection', icon: null, words: t('calendar.inspection'), count: inspections },
    { kind: 'late', icon: <ClockCircleOutlined aria-hidden />, words: t('calendar.late'), count: overdue },
  ].filter(({ count }) => count > 0);
  return (
    <td data-today={isToday} data-chosen={isChosen} data-other={isOther}>
      <button type="button" aria-current={isToday ? 'date' : undefined} aria-pressed={isChosen} onClick={choose}>
        <span className="unseen">
          {t('calendar.counts', { day, verifications, inspections, overdue, verified, inspected })}
        </span>
        <b aria-hidden>{Number(day.slice(8))}</b>
        {lines.map(({ kind, icon, words, count }) => (
          <span key={`${kind} ${words}`} data-kind={kind} aria-hidden>
            {icon} <em>{words}</em> {count}
          </span>
        ))}
      </button>
    </td>
  );
};
