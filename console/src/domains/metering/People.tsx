import { ClockCircleOutlined } from '@ant-design/icons';
import type { OutputOf } from '@plomb/contract/kit/call';
import { meteringCalls } from '@plomb/contract/metering/domain';
import { useQueryClient } from '@tanstack/react-query';
import { Button } from 'antd';
import dayjs from 'dayjs';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { send } from '../../platform/client.ts';
import { useMay } from '../../platform/may.ts';
import { said } from '../../platform/notices.ts';
import { relief } from './month.ts';
import { useDueWords, usePersonName } from './signs.tsx';

const { meterCalendar, meters } = meteringCalls;
type Month = OutputOf<typeof meterCalendar.month>;
type Person = Month['people'][number];

/** Who has how much of it this week, and what of it; whoever has too much can give some to whoever has room. */
export const People = ({ month, today }: { month: Month; today: string }) => {
  const { t } = useTranslation('metering');
  return (
    <section className="calendar-pane calendar-people" aria-labelledby="calendar-people">
      <header>
        <h2 id="calendar-people">{t('calendar.people')}</h2>
        <span>
          {t('calendar.peopleCount', { count: month.people.filter(({ operator_id }) => operator_id).length })}
        </span>
      </header>
      {month.people.length === 0 && <p className="calendar-said">{t('calendar.none')}</p>}
      <ul className="calendar-persons">
        {month.people.map((person) => (
          <Load key={person.operator_id ?? 0} of={person} capacity={month.capacity} today={today} />
        ))}
      </ul>
      <Relief month={month} />
    </section>
  );
};

const Load = ({ of, capacity, today }: { of: Person; capacity: number; today: string }) => {
  const { t } = useTranslation('metering');
  const words = useDueWords();
  const name = usePersonName()(of.operator_id, of.oper_name, t('calendar.nobody'));
  const isOver = of.operator_id !== null && of.week > capacity;
  const left = (day: string): number => dayjs(day).diff(dayjs(today), 'day');
  return (
    <li className="calendar-person" data-over={isOver}>
      <p className="calendar-load">
        <b>{name}</b>
        {of.overdue > 0 && <span className="calendar-late">{t('calendar.overdue', { count: of.overdue })}</span>}
        <span className="calendar-sum">
          {of.operator_id === null ? of.week : t('calendar.load', { week: of.week, capacity })}
        </span>
      </p>
      {of.operator_id !== null && (
        <div
          className="calendar-bar"
          role="img"
          aria-label={t('calendar.loadLabel', { name, week: of.week, capacity })}
        >
          <i style={{ inlineSize: `${Math.min(100, (of.week / capacity) * 100)}%` }} />
        </div>
      )}
      <ol className="calendar-items">
        {of.items.map((item) => (
          <li
            className="calendar-item"
            key={`${item.kind} ${item.meter_id}`}
            data-kind={left(item.day) < 0 ? 'late' : item.kind}
          >
            {left(item.day) < 0 ? <ClockCircleOutlined aria-hidden /> : <i className="calendar-square" aria-hidden />}
            <Link className="meter-link" to={`/meter/${item.meter_id}`}>
              {item.meter_name}
            </Link>
            <span className="calendar-station">
              {[t(`calendar.${item.kind}`), item.station].filter(Boolean).join(' · ')}
            </span>
            <em className="calendar-left">{words(left(item.day))}</em>
          </li>
        ))}
      </ol>
      {of.more > 0 && <p className="calendar-rest">{t('calendar.more', { count: of.more })}</p>}
    </li>
  );
};

/** Verifications and inspections of this week that would go to somebody else, the last due first. */
const Relief = ({ month }: { month: Month }) => {
  const { t } = useTranslation('metering');
  const may = useMay();
  const queries = useQueryClient();
  const [busy, setBusy] = useState(false);
  const found = relief(month.people, month.capacity);
  if (!found || !may(meters.assign)) return null;
  const { from, to, over } = found;
  const given = from.items.slice(-found.count);
  const give = async (): Promise<void> => {
    setBusy(true);
    try {
      for (const [kind, as] of [
        ['verification', 'verifier'],
        ['inspection', 'inspector'],
      ] as const) {
        const ids = given.filter((item) => item.kind === kind).map(({ meter_id }) => meter_id);
        if (ids.length > 0) await send(meters.assign, { ids, as, operator_id: to.operator_id });
      }
      said(t('calendar.given', { count: given.length, free: to.oper_name }));
      await queries.invalidateQueries({ predicate: ({ queryKey: [path] }) => String(path).startsWith('/meter') });
    } finally {
      setBusy(false);
    }
  };
  return (
    <footer className="calendar-relief">
      <span>{t('calendar.overload', { name: from.oper_name, over, free: to.oper_name })}</span>
      <Button loading={busy} onClick={() => void give().catch(() => undefined)}>
        {t('calendar.give', { count: given.length, free: to.oper_name })}
      </Button>
    </footer>
  );
};
