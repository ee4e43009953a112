import { meteringCalls } from '@plomb/contract/metering/domain';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { failureWords } from '../../platform/answer.ts';
import { send } from '../../platform/client.ts';
import { useSettings } from '../../platform/settings.ts';
import { DictTag } from '../../ui/DictTag.tsx';
import { usePersonName } from './signs.tsx';

/** What is due on one day, one by one. */
export const DayList = ({ day, type }: { day: string; type: number | undefined }) => {
  const { t } = useTranslation('metering');
  const { t: ui } = useTranslation('ui');
  const lang = useSettings((s) => s.lang);
  const personName = usePersonName();
  const asked = { day, ...(type && { type_id: type }) };
  const { data, error, refetch } = useQuery({
    queryKey: [meteringCalls.meterCalendar.day.path, asked],
    queryFn: () => send(meteringCalls.meterCalendar.day, asked, { quiet: true }),
    placeholderData: (before) => before,
  });
  if (!data)
    return (
      error && (
        <p className="calendar-day calendar-late" role="alert">
          {failureWords(error, lang)} <Button onClick={() => void refetch()}>{ui('retry')}</Button>
        </p>
      )
    );
  return (
    <div className="calendar-day" aria-live="polite">
      {data.rows.length === 0 ? (
        <p>{t('calendar.dayEmpty', { day })}</p>
      ) : (
        <>
          <h3>{t('calendar.day', { day })}</h3>
          <ul>
            {data.rows.map((one) => (
              <li key={`${one.kind} ${one.meter_id}`}>
                <DictTag code="meter_due_kind" value={one.kind} />
                <Link className="meter-link" to={`/meter/${one.meter_id}`}>
                  {one.meter_name}
                </Link>
                <span>{[one.station, one.type_name].join(' · ')}</span>
                <span>{personName(one.operator_id, one.oper_name, t('calendar.nobody'))}</span>
              </li>
            ))}
          </ul>
          {data.more && <p>{t('calendar.dayMore')}</p>}
        </>
      )}
    </div>
  );
};
