import { sealCalls } from '@plomb/contract/seals/domain';
import { rfidGroupings } from '@plomb/contract/seals/rfid';
import { type RfidResult, rfidActions, rfidMeaning, rfidResults } from '@plomb/contract/seals/rfidSteps';
import { useQuery } from '@tanstack/react-query';
import { Segmented } from 'antd';
import dayjs from 'dayjs';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { failureWords } from '../../platform/answer.ts';
import { send } from '../../platform/client.ts';
import { useDictionary } from '../../platform/dictionaries.ts';
import { useSettings } from '../../platform/settings.ts';
import { clockTime } from '../../platform/time.ts';
import { useNumber } from '../../ui/useNumber.ts';

const { rfidRecords } = sealCalls;
interface Time {
  from: string;
  to: string;
}
const dayOf = (time: string): string => dayjs(time).format('MM-DD');
/** A list has its last millisecond, too. */
const behind = (time: Time, more: Record<string, string>): string =>
  `/rfidRecord?${new URLSearchParams({ from: time.from, to: new Date(Date.parse(time.to) - 1).toISOString(), ...more })}`;

/**
 * How often each action was done and failed in a time; each number opens its records.
 * `isNarrower`: what is listed beside is of fewer than all that is counted.
 */
export const RfidNumbers = ({ time, isNarrower }: { time: Time; isNarrower: boolean }) => {
  const { t } = useTranslation('seals');
  const lang = useSettings((s) => s.lang);
  const number = useNumber();
  const actions = useDictionary('rfid_action');
  const { data, error } = useQuery({
    queryKey: [rfidRecords.statistics.path, time],
    queryFn: () => send(rfidRecords.statistics, time, { quiet: true }),
    refetchInterval: 30_000,
    placeholderData: (before) => before,
  });
  if (error && !data) return <p role="alert">{failureWords(error, lang)}</p>;
  const count = (result: RfidResult): number => data?.rows.find((row) => row.result === result)?.count ?? 0;
  const failed = rfidResults
    .filter((result) => !rfidMeaning(result).good)
    .reduce<number>((n, one) => n + count(one), 0);
  const total = data?.total ?? 0;
  return (
    <dl className="rfid-numbers" aria-busy={!data}>
      {rfidActions.map((action) => (
        <div key={action}>
          <dt>{actions.word(action)}</dt>
          {rfidResults
            .filter((result) => rfidMeaning(result).action === action)
            .toSorted((a, b) => Number(rfidMeaning(b).good) - Number(rfidMeaning(a).good))
            .map((result) => {
              const { good } = rfidMeaning(result);
              return (
                <dd key={result} data-good={good} data-some={count(result) > 0}>
                  <Link to={behind(time, { result: String(result) })}>{number(count(result))}</Link>
                  <small>
                    <code>{result}</code> {t(good ? 'rfid.done' : 'rfid.failed')}
                  </small>
                </dd>
              );
            })}
        </div>
      ))}
      <div>
        <dt>{isNarrower ? t('rfid.totalOfAll') : t('rfid.total')}</dt>
        <dd data-good data-some={total > 0}>
          <Link to={behind(time, {})}>{number(total)}</Link>
          <small>{t('rfid.share', { percent: total === 0 ? 0 : Math.round((failed / total) * 1000) / 10 })}</small>
          {/* rows below may be of another time */}
          <small>{`${dayOf(time.from)} – ${dayOf(time.to)}`}</small>
        </dd>
      </div>
    </dl>
  );
};

/** Failures put together by cause, lock or person: how many, since when, where most of them were, and the way to their records. */
export const RfidFailures = ({ time, isNarrower }: { time: Time; isNarrower: boolean }) => {
  const { t } = useTranslation('seals');
  const lang = useSettings((s) => s.lang);
  const number = useNumber();
  const causes = useDictionary('rfid_cause');
  const [by, setBy] = useState<(typeof rfidGroupings)[number]>('cause');
  const { data, error } = useQuery({
    queryKey: [rfidRecords.failures.path, by, time],
    queryFn: () => send(rfidRecords.failures, { ...time, by }, { quiet: true }),
    refetchInterval: 30_000,
    placeholderData: (before) => before,
  });
  const most = Math.max(1, ...(data?.groups ?? []).map(({ count }) => count));
  return (
    <section className="rfid-failures" aria-labelledby="rfid-failures" aria-busy={!data && !error}>
      <header>
        <div>
          <h2 id="rfid-failures">{t('rfid.failures')}</h2>
          {data && (
            <small>
              {isNarrower
                ? t('rfid.failedOfAll', { n: data.total })
                : t('rfid.grouped', { n: data.total, count: data.groups.length })}
            </small>
          )}
        </div>
        <Segmented
          size="small"
          value={by}
          onChange={setBy}
          aria-label={t('rfid.failures')}
          tabIndex={-1}
          options={rfidGroupings.map((value) => ({ value, label: t(`rfid.by.${value}`) }))}
        />
      </header>
      {error && !data && <p role="alert">{failureWords(error, lang)}</p>}
      {data?.groups.length === 0 && <p className="seal-hint">{t('rfid.noFailures')}</p>}
      <ol>
        {data?.groups.map((group) => {
          const name = group.name || (group.cause ? causes.word(group.cause) : t('rfid.noCause'));
          const filter = {
            good: 'false',
            ...(group.cause && { cause: group.cause }),
            ...(group.seal_id && { seal_id: String(group.seal_id) }),
            ...(group.operator_id && { operator_id: String(group.operator_id) }),
          };
          return (
            <li key={`${group.cause} ${group.seal_id} ${group.operator_id} ${group.name}`}>
              <b data-stuck={group.stuck > 0}>{number(group.count)}</b>
              <div>
                <strong>{name}</strong>
                <small>
                  {[
                    by !== 'lock' && t('rfid.locks', { count: group.locks }),
                    t('rfid.since', { time: clockTime(group.since).slice(5, 16) }),
                  ]
                    .filter(Boolean)
                    .join(' · ')}
                </small>
                {group.reader && <small>{t('rfid.mostAt', { reader: group.reader, n: group.at_reader })}</small>}
              </div>
              <i aria-hidden>
                <span style={{ inlineSize: `${(group.count / most) * 100}%` }} />
              </i>
              <p>
                {group.stuck > 0
                  ? t('rfid.stuck', { count: group.stuck })
                  : group.cause
                    ? t(`rfid.advice.${group.cause}`)
                    : t('rfid.adviceNone')}
              </p>
              <Link to={behind(time, filter)}>{t('rfid.see')}</Link>
            </li>
          );
        })}
      </ol>
      <p className="seal-hint rfid-rule">{t('rfid.rule')}</p>
    </section>
  );
};
