import { meteringCalls } from '@plomb/contract/metering/domain';
import type { Meter } from '@plomb/contract/metering/meters';
import { useQuery } from '@tanstack/react-query';
import { Skeleton } from 'antd';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { failureWords } from '../../platform/answer.ts';
import { send } from '../../platform/client.ts';
import { serverNow } from '../../platform/clock.ts';
import { useMay } from '../../platform/may.ts';
import { useSettings } from '../../platform/settings.ts';
import { clockTime } from '../../platform/time.ts';
import { DictTag } from '../../ui/DictTag.tsx';
import { later } from '../../ui/later.tsx';
import { usePage } from '../../ui/page.ts';
import { useDueWords, usePersonName } from './signs.tsx';
import { useNext } from './useNext.ts';

const { meterWorks } = meteringCalls;
const WorkSteps = later(async () => (await import('./workForms.tsx')).WorkSteps);

/** What a meter waits for: its verification, its inspections, its repair. */
export const MeterSide = ({ meter, repair }: { meter: Meter; repair: ReturnType<typeof useRepair> }) => (
  <div className="meter-side">
    {meter.state !== 'scrapped' && <Verification meter={meter} />}
    <Inspections meter={meter} />
    <Repair of={repair} />
  </div>
);

/** How much of the time between two verifications is over, in percent. */
export const spent = (verified: string | null, due: string | null, now: number): number => {
  if (!due) return 0;
  const end = Date.parse(due);
  const begin = verified ? Date.parse(verified) : end - 365 * 86_400_000;
  return Math.round(Math.min(1, Math.max(0, (now - begin) / (end - begin))) * 100);
};

const Verification = ({ meter }: { meter: Meter }) => {
  const { t } = useTranslation('metering');
  const personName = usePersonName();
  const days = meter.due_days;
  return (
    <section className="meter-pane" aria-labelledby="meter-verification">
      <header>
        <h2 id="meter-verification">{t('page.verification')}</h2>
        <DictTag code="meter_due" value={meter.due} />
      </header>
      {days === null ? (
        <p>{t('page.noDue')}</p>
      ) : (
        <>
          <p>{t(days < 0 ? 'page.overdue' : 'page.dueIn')}</p>
          <p className="meter-days" data-due={meter.due}>
            <b>{Math.abs(days)}</b> {t('page.days', { count: Math.abs(days) })} · {meter.due_date}
          </p>
          <div className="meter-bar" data-due={meter.due} aria-hidden>
            <i style={{ inlineSize: `${spent(meter.verify_date, meter.due_date, serverNow())}%` }} />
          </div>
        </>
      )}
      <p className="meter-ends">
        <span>{meter.verify_date}</span>
        <span>{t('type.months', { count: meter.verify_months })}</span>
      </p>
      <p>
        {meter.verifier_id === null
          ? t('page.bookedNobody')
          : t('page.bookedWith', { name: personName(meter.verifier_id, meter.verifier_name, '') })}
      </p>
      {meter.certificate && <p className="mono">{meter.certificate}</p>}
    </section>
  );
};

const Inspections = ({ meter }: { meter: Meter }) => {
  const { t } = useTranslation('metering');
  const personName = usePersonName();
  const dueWords = useDueWords();
  const missed = meter.inspected.filter((month) => month.missed).length;
  const sum = (of: 'times' | 'wrong'): number => meter.inspected.reduce((n, month) => n + month[of], 0);
  return (
    <section className="meter-pane" aria-labelledby="meter-inspections">
      <header>
        <h2 id="meter-inspections">{t('page.inspections')}</h2>
        <span>{t('type.days', { count: meter.inspect_days })}</span>
      </header>
      <ol className="meter-months">
        {meter.inspected.map(({ month, times, wrong, missed }) => {
          const state = times === 0 ? (missed ? 'missed' : 'none') : wrong > 0 ? 'wrong' : 'good';
          const words = {
            none: 'page.monthNone',
            missed: 'page.monthMissed',
            wrong: 'page.monthWrong',
            good: 'page.monthGood',
          } as const;
          return (
            <li key={month} className="meter-month">
              <span
                data-state={state}
                role="img"
                aria-label={t(words[state], { month })}
                title={t(words[state], { month })}
              >
                {{ none: '–', missed: '✕', wrong: '!', good: '✓' }[state]}
              </span>
              <small aria-hidden>{month.slice(5)}</small>
            </li>
          );
        })}
      </ol>
      <p className="meter-count">
        {t('page.inspectionsDone', { count: sum('times') })}
        {sum('wrong') > 0 && ` · ${t('page.inspectionsWrong', { count: sum('wrong') })}`}
        {missed > 0 && ` · ${t('page.inspectionsMissed', { count: missed })}`}
      </p>
      {meter.next_inspection && (
        <p>
          {t('page.next', {
            day: meter.next_inspection,
            name: personName(meter.inspector_id, meter.inspector_name, t('meter.nobody')),
          })}
          {meter.inspection_days !== null && meter.inspection_days < 0 && (
            <b className="meter-wrong"> · {dueWords(meter.inspection_days)}</b>
          )}
        </p>
      )}
    </section>
  );
};

/** The order that is open, or the last one that was, and as of when. */
export const useRepair = (meter: Meter) => {
  const may = useMay();
  const { active } = usePage();
  const mayList = may(meterWorks.list);
  const last = useQuery({
    enabled: mayList && meter.work_id === null,
    queryKey: [meterWorks.list.path, meter.id, 'last'],
    queryFn: () => send(meterWorks.list, { meter_id: meter.id, size: 1 }, { quiet: true }),
  });
  const id = meter.work_id ?? last.data?.rows[0]?.id;
  const work = useQuery({
    enabled: mayList && id !== undefined,
    queryKey: [meterWorks.detail.path, id, 'page'],
    queryFn: () => send(meterWorks.detail, { id: id! }, { quiet: true }),
    refetchInterval: active ? 15_000 : false,
  });
  return {
    ...{ mayList, work: work.data, at: work.dataUpdatedAt, error: last.error ?? work.error },
    /** there was never any */
    isNone: id === undefined && last.data !== undefined,
  };
};

const Repair = ({ of: { mayList, work, error, isNone } }: { of: ReturnType<typeof useRepair> }) => {
  const { t } = useTranslation('metering');
  const lang = useSettings((s) => s.lang);
  const next = useNext();
  if (!mayList) return null;
  if (!work)
    return (
      <section className="meter-pane">
        {isNone && <p>{t('page.noRepair')}</p>}
        {!isNone && error && <p role="alert">{failureWords(error, lang)}</p>}
        {!isNone && !error && <Skeleton active title={false} paragraph={{ rows: 2 }} />}
      </section>
    );
  const todo = next(work);
  const lines = [
    { what: 'page.opened', who: work.opener, at: work.open_time },
    { what: 'page.repaired', who: work.repairer || work.assignee, at: work.repair_time },
    { what: 'page.second', who: work.signer, at: work.sign_time },
  ] as const;
  return (
    <section className="meter-pane" aria-labelledby="meter-repair">
      <header>
        <h2 id="meter-repair">
          <Link className="meter-link" to={`/meterWork?id=${work.id}`}>
            {t('page.repair', { number: work.number })}
          </Link>
        </h2>
        <DictTag code="work_state" value={work.state} />
      </header>
      <p>{work.reason}</p>
      <ol className="meter-signed">
        {lines.map(({ what, who, at }) => (
          <li key={what} className="meter-signature" data-done={at !== null}>
            <b>{who || '–'}</b>
            <span>{`${t(what)} · ${at ? clockTime(at).slice(0, 16) : t('page.waits')}`}</span>
          </li>
        ))}
      </ol>
      {todo && <p>{todo}</p>}
      <div className="meter-steps">
        <WorkSteps work={work} />
      </div>
    </section>
  );
};
