import { TREND_DAYS } from '@plomb/contract/dashboard/dashboard';
import { dashboardCalls } from '@plomb/contract/dashboard/domain';
import dayjs from 'dayjs';
import { useNow } from '../../platform/time.ts';
import { usePart } from '../../ui/usePart.ts';
import { AlarmDays } from './AlarmDays.tsx';
import { OpeningWays } from './OpeningWays.tsx';
import { daysUntil } from './period.ts';
import { ReportHours } from './ReportHours.tsx';
import { SealDays } from './SealDays.tsx';

const { alarmDays, sealDays, reportHours } = dashboardCalls.dashboard;

/** How it went of late: alarms, seals and openings a day, by which ways, and reports an hour. */
export const Trends = ({ paused }: { paused: boolean }) => {
  const days = daysUntil(dayjs(useNow()), TREND_DAYS);
  const seldom = { paused, every: 60_000 };
  const alarms = usePart(alarmDays, { days }, seldom);
  const seals = usePart(sealDays, { days }, seldom);
  const reports = usePart(reportHours, {}, seldom);
  const sealed = seals?.data?.days ?? [];
  return (
    <>
      {alarms && <AlarmDays part={alarms} days={alarms.data?.days ?? []} />}
      {seals && <SealDays part={seals} days={sealed} />}
      {seals && <OpeningWays part={seals} days={sealed} />}
      {reports && <ReportHours part={reports} hours={reports.data?.hours ?? []} />}
    </>
  );
};
