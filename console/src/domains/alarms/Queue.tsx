import { DownOutlined, RightOutlined } from '@ant-design/icons';
import type { Alarm } from '@plomb/contract/alarms/alarms';
import type { alarmCalls } from '@plomb/contract/alarms/domain';
import type { OutputOf } from '@plomb/contract/kit/call';
import { Button, Skeleton } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { failureWords } from '../../platform/answer.ts';
import { useDictionary } from '../../platform/dictionaries.ts';
import { useSettings } from '../../platform/settings.ts';
import { duration, useNow } from '../../platform/time.ts';
import { Blank } from '../../ui/list/Blank.tsx';
import { AlarmMark } from './AlarmMark.tsx';
import { QueueRow } from './QueueRow.tsx';
import { bySeverity } from './queue.ts';
import type { useQueue } from './useQueue.ts';

type Tally = OutputOf<(typeof alarmCalls)['alarms']['tally']>;
type Severity = Alarm['severity'];

interface Props {
  queue: ReturnType<typeof useQueue>;
  tally: Tally | undefined;
  /** every open alarm is in this queue, so the figures of all are those of its groups */
  whole: boolean;
  open: number | null;
  picked: ReadonlyMap<number, Alarm>;
  show: (id: number) => void;
  /** null: by whoever may process none nothing is ticked */
  pick: ((alarm: Alarm, on: boolean) => void) | null;
}

/** What waits, by severity, the longest waiting first. Mere notices are folded until somebody asks for them. */
export const Queue = ({ queue, tally, whole, open, picked, show, pick }: Props) => {
  const { t } = useTranslation('alarms');
  const lang = useSettings((s) => s.lang);
  const severities = useDictionary('alarm_severity');
  const kinds = useDictionary('alarm_kind');
  const now = useNow();
  const [turned, turn] = useState<ReadonlySet<Severity>>(new Set());
  const { rows, hasNextPage, error } = queue;
  if (error && rows.length === 0)
    return (
      <Blank kind="failed" title={t('queue.failed')} text={failureWords(error, lang)}>
        <Button onClick={() => void queue.refetch()}>{t('messages.retry')}</Button>
      </Blank>
    );
  if (queue.isPending) return <Skeleton className="queue-coming" active title={false} paragraph={{ rows: 8 }} />;
  const groups = bySeverity(rows);
  const isFolded = (severity: Severity): boolean => (severity === 'info') !== turned.has(severity);
  return (
    <div className="queue-rows">
      {groups.length === 0 && (
        <div className="queue-none">
          <Blank kind="empty" title={t('queue.none')} text={t(whole ? 'queue.noneText' : 'queue.noneHere')} />
        </div>
      )}
      {groups.map(({ severity, alarms }) => {
        const known = tally?.kinds.filter((kind) => kind.severity === severity) ?? [];
        const count = whole ? known.reduce((sum, kind) => sum + kind.count, 0) : alarms.length;
        const oldest = [
          ...(whole ? known.map((kind) => kind.oldest_time) : []),
          ...alarms.map((one) => one.first_time),
        ].sort();
        const last = severity === groups.at(-1)?.severity;
        const folded = isFolded(severity);
        return (
          <section key={severity} aria-label={severities.word(severity)}>
            <h2 className="queue-head">
              <button
                type="button"
                className="queue-group"
                aria-expanded={!folded}
                onClick={() =>
                  turn(
                    (before) =>
                      new Set(
                        [...before].filter((one) => one !== severity).concat(before.has(severity) ? [] : severity),
                      ),
                  )
                }
              >
                {folded ? <RightOutlined aria-hidden /> : <DownOutlined aria-hidden />}
                <AlarmMark severity={severity} size={15} />
                {severities.word(severity)} {Math.max(count, alarms.length)}
                {!whole && last && hasNextPage && '+'}
                <small>
                  {folded && known.length > 0
                    ? known.map((kind) => `${kinds.word(kind.kind)} ${kind.count}`).join(' · ')
                    : ''}
                </small>
                <small className="queue-oldest">
                  {t('queue.oldest', { age: duration(oldest[0] ?? '', now, lang) })}
                </small>
              </button>
            </h2>
            {!folded && (
              <ol>
                {alarms.map((alarm) => (
                  <QueueRow
                    key={alarm.id}
                    alarm={alarm}
                    open={alarm.id === open}
                    picked={picked.has(alarm.id)}
                    picking={pick !== null && (picked.size > 0 || severity === 'info')}
                    show={show}
                    pick={pick}
                  />
                ))}
              </ol>
            )}
          </section>
        );
      })}
      {hasNextPage && (
        <Button block type="text" loading={queue.isFetchingNextPage} onClick={() => void queue.fetchNextPage()}>
          {t('queue.more')}
        </Button>
      )}
      {tally && tally.processed > 0 && (
        <Link className="queue-done" to="/alarm?view=list&status=processed">
          <RightOutlined />
          <b>{t('queue.processed', { count: tally.processed })}</b>
          <span>{t('queue.byMe', { count: tally.processed_by_me })}</span>
          <small className="queue-mean">
            {tally.mean_minutes !== null && t('queue.mean', { minutes: Math.max(1, Math.round(tally.mean_minutes)) })}
          </small>
        </Link>
      )}
    </div>
  );
};
