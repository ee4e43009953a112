import type { Alarm } from '@plomb/contract/alarms/alarms';
import { alarmCalls } from '@plomb/contract/alarms/domain';
import { personNamed } from '@plomb/contract/kit/personNamed';
import { useQuery } from '@tanstack/react-query';
import { Button, Skeleton } from 'antd';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { headOf } from '../../lock/names.ts';
import { send } from '../../platform/client.ts';
import { useDictionary } from '../../platform/dictionaries.ts';
import { useRelative } from '../../platform/time.ts';
import { AlarmMark } from './AlarmMark.tsx';
import { MuteControl } from './MuteControl.tsx';
import { usePlace } from './usePlace.ts';
import { useTally } from './useQueue.ts';
import { grouped } from './watch.ts';
import './messages.css';

const { list } = alarmCalls.alarms;
/** Of each kind so many stand here; the rest is a line that leads to the list. */
const FEW = 3;

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

/** What waits, the worst first: the same thing on many locks is one matter with one line for each of a few. */
export const AlarmMessages = (props: { summary: string; failed: boolean; close: () => void }) => {
  const { t } = useTranslation('alarms');
  const kinds = useDictionary('alarm_kind');
  const { data, isError, refetch } = useQuery({
    queryKey: [list.path, 'messages'],
    queryFn: () => send(list, { status: 'unprocessed', size: 100 }, { quiet: true }),
  });
  const { data: tally } = useTally();
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
      <p className="messages-list">
        <Link to="/alarm" onClick={props.close}>
          {t('messages.list')}
        </Link>
        <Link to="/alarm?view=list&status=processed" onClick={props.close}>
          {t('messages.history')}
        </Link>
      </p>
      <MuteControl />
    </section>
  );
};
