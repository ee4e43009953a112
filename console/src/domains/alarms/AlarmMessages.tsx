import type { Alarm } from '@plomb/contract/alarms/alarms';
import { alarmCalls } from '@plomb/contract/alarms/domain';
import { approvalCalls } from '@plomb/contract/approvals/domain';
import { dashboardCalls } from '@plomb/contract/dashboard/domain';
import { personNamed } from '@plomb/contract/kit/personNamed';
import { useQuery } from '@tanstack/react-query';
import { Button, Skeleton } from 'antd';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { alarmWord } from '../../lock/alarmWord.ts';
import { headOf } from '../../lock/names.ts';
import { send } from '../../platform/client.ts';
import { useDictionary } from '../../platform/dictionaries.ts';
import { useMay } from '../../platform/may.ts';
import { useRelative } from '../../platform/time.ts';
import { AlarmMark } from './AlarmMark.tsx';
import { FailingWays } from './FailingWays.tsx';
import { MuteControl } from './MuteControl.tsx';
import { usePlace } from './usePlace.ts';
import { useTally } from './useQueue.ts';
import { grouped } from './watch.ts';
import './messages.css';

const { list } = alarmCalls.alarms;
/** Of each kind so many stand here; the rest is a line that leads to the list. */
const FEW = 3;
/** And so many of those that were dealt with last. */
const LATELY = 3;

/** Whose it is, where, and since when or with whom. */
const Message = ({ alarm, close }: { alarm: Alarm; close: () => void }) => {
  const { t } = useTranslation('alarms');
  const relative = useRelative();
  const place = usePlace(alarm);
  return (
    <li>
      <Link to={`/alarm?id=${alarm.id}`} onClick={close}>
        <b>{headOf(alarm)}</b>
        <span>
          {alarm.owner
            ? t('messages.takenBy', { name: personNamed(alarm.owner, alarm.owner_login) })
            : relative(alarm.first_time)}
        </span>
        <small>{place}</small>
      </Link>
    </li>
  );
};

/** Of what a person may see: how much waits for one, each the length of the list it opens. */
const Figures = ({ close }: { close: () => void }) => {
  const { t } = useTranslation('alarms');
  const may = useMay();
  const { data: tally } = useTally();
  const { waiting } = approvalCalls.approvals;
  const { orders } = dashboardCalls.dashboard;
  const approvals = useQuery({
    queryKey: [waiting.path, {}],
    queryFn: () => send(waiting, {}, { quiet: true }),
    enabled: may(waiting),
  }).data;
  const uncertain = useQuery({
    queryKey: [orders.path, {}],
    queryFn: () => send(orders, {}, { quiet: true }),
    enabled: may(orders),
  }).data;
  if (!tally) return null;
  const figures = [
    { key: 'toDo', count: tally.all, to: '/alarm' },
    ...(approvals ? [{ key: 'approvals', count: approvals.count, to: '/approval?view=waiting' } as const] : []),
    ...(uncertain ? [{ key: 'orders', count: uncertain.count, to: '/order?needs_person=true' } as const] : []),
    { key: 'notices', count: tally.notices, to: '/alarm?view=list&status=unprocessed&severity=info' },
  ] as const;
  return (
    <>
      <ul className="messages-figures">
        {figures.map(({ key, count, to }) => (
          <li key={key}>
            <Link to={to} onClick={close}>
              <b>{count}</b> {t(`messages.figure.${key}`, { count })}
            </Link>
          </li>
        ))}
      </ul>
      <p className="messages-same">{t('messages.same', { count: tally.all })}</p>
    </>
  );
};

/** What was dealt with last, and by whom. */
const Lately = ({ close }: { close: () => void }) => {
  const { t } = useTranslation('alarms');
  const kinds = useDictionary('alarm_kind');
  const relative = useRelative();
  const { data } = useQuery({
    queryKey: [list.path, 'lately'],
    queryFn: () => send(list, { status: 'processed', size: LATELY }, { quiet: true }),
  });
  if (!data || data.rows.length === 0) return null;
  return (
    <section className="messages-group">
      <h3>{t('messages.lately')}</h3>
      <ul>
        {data.rows.map((alarm) => (
          <li key={alarm.id}>
            <Link to={`/alarm?id=${alarm.id}`} onClick={close}>
              <b>{headOf(alarm)}</b>
              <span>{alarm.process_time && relative(alarm.process_time)}</span>
              <small>
                {[
                  alarmWord(kinds, alarm),
                  personNamed(alarm.processor, alarm.processor_login) || t('detail.bySystem'),
                ].join(' · ')}
              </small>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
};

/** What waits, the worst first: the same thing on many locks is one matter with one line for each of a few. */
export const AlarmMessages = (props: { summary: string; failed: boolean; close: () => void }) => {
  const { t } = useTranslation('alarms');
  const kinds = useDictionary('alarm_kind');
  const { data, isError, refetch } = useQuery({
    queryKey: [list.path, 'messages'],
    queryFn: () => send(list, { status: 'unprocessed', size: 100 }, { quiet: true }),
  });
  const { data: tally } = useTally();
  const mayRules = useMay()(alarmCalls.alarmRules.list);
  const told = grouped(data?.rows ?? []).map(({ kind, alarms }) => ({
    kind,
    alarms,
    severity: alarms[0]?.severity ?? 'warning',
    // the rows are the first of all there are
    count: Math.max(tally?.kinds.find((one) => one.kind === kind)?.count ?? 0, alarms.length),
  }));
  // of kinds of which not one is among them no more is known than how many there are
  const others = data?.more ? (tally?.kinds ?? []).filter(({ kind }) => !told.some((one) => one.kind === kind)) : [];
  const groups = [...told, ...others.map((one) => ({ ...one, alarms: [] }))];
  return (
    <section className="messages" aria-label={t('messages.label')}>
      <p className="messages-summary">{props.summary}</p>
      <Figures close={props.close} />
      {(isError || props.failed) && (
        <p className="messages-failed" role="alert">
          {t('messages.failed')}
          <Button type="link" size="small" onClick={() => void refetch()}>
            {t('messages.retry')}
          </Button>
        </p>
      )}
      {!data && !isError && <Skeleton active title={false} paragraph={{ rows: 4 }} />}
      {data && groups.length === 0 && <p className="messages-none">{t('messages.none')}</p>}
      {groups.map(({ kind, alarms, severity, count }) => (
        <section key={kind} className="messages-group">
          <h3>
            <AlarmMark severity={severity} size={18} />
            {kinds.word(kind)}
            <small>{t('messages.locks', { count })}</small>
          </h3>
          <ul>
            {alarms.slice(0, FEW).map((alarm) => (
              <Message key={alarm.id} alarm={alarm} close={props.close} />
            ))}
          </ul>
          {count > Math.min(alarms.length, FEW) && (
            <Link to={`/alarm?kind=${kind}`} onClick={props.close}>
              {t('messages.all', { count })}
            </Link>
          )}
        </section>
      ))}
      <Lately close={props.close} />
      <FailingWays close={props.close} />
      <p className="messages-list">
        <Link to="/alarm" onClick={props.close}>
          {t('messages.list')}
        </Link>
        <Link to="/alarm?view=list&status=processed" onClick={props.close}>
          {t('messages.history')}
        </Link>
        {mayRules && (
          <Link to="/alarmRule" onClick={props.close}>
            {t('messages.rules')}
          </Link>
        )}
      </p>
      <MuteControl />
    </section>
  );
};
