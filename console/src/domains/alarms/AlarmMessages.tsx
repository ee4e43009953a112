import { AuditOutlined, CloseOutlined, QuestionCircleOutlined } from '@ant-design/icons';
import type { Alarm } from '@plomb/contract/alarms/alarms';
import { alarmCalls } from '@plomb/contract/alarms/domain';
import { approvalTitles } from '@plomb/contract/approvals/approvals';
import { approvalCalls } from '@plomb/contract/approvals/domain';
import { dashboardCalls } from '@plomb/contract/dashboard/domain';
import { personNamed } from '@plomb/contract/kit/personNamed';
import { orderKinds } from '@plomb/contract/lock/orderKinds';
import { mailboxCalls } from '@plomb/contract/mailbox/domain';
import { useQuery } from '@tanstack/react-query';
import { Button, Skeleton } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { alarmWord } from '../../lock/alarmWord.ts';
import { headOf } from '../../lock/names.ts';
import { send } from '../../platform/client.ts';
import { useDictionary } from '../../platform/dictionaries.ts';
import { useMay } from '../../platform/may.ts';
import { useSettings } from '../../platform/settings.ts';
import { useRelative } from '../../platform/time.ts';
import { useKeys } from '../../ui/keys.ts';
import { AlarmMark } from './AlarmMark.tsx';
import { readQuiet, useWatched } from './alarmStore.ts';
import { FailingWays } from './FailingWays.tsx';
import { MuteControl } from './MuteControl.tsx';
import { usePlace } from './usePlace.ts';
import { useTally } from './useQueue.ts';
import { grouped } from './watch.ts';
import './caseChip.css';
import './messages.css';

const { list } = alarmCalls.alarms;
const { troubles } = mailboxCalls.alarmConfigs;
/** Of each kind so many stand here; the rest is a line that leads to the list. */
const FEW = 3;
/** And so many of those that were dealt with last. */
const LATELY = 3;
const approvalList = '/approval?view=waiting';
const orderList = '/order?needs_person=true';

/** Came while this window was open, and nobody has looked at it in this browser. */
const New = () => {
  const { t } = useTranslation('alarms');
  return <i className="messages-new" role="img" aria-label={t('messages.new')} title={t('messages.new')} />;
};

/** Whose it is, where, and since when or with whom. */
const Message = ({ alarm, close }: { alarm: Alarm; close: () => void }) => {
  const { t } = useTranslation('alarms');
  const relative = useRelative();
  const place = usePlace(alarm);
  const isNew = useWatched((state) => state.unread.has(alarm.id));
  return (
    <li>
      <Link
        to={`/alarm?id=${alarm.id}`}
        onClick={() => {
          readQuiet(alarm.id);
          close();
        }}
      >
        <b>
          {headOf(alarm)}
          {isNew && <New />}
        </b>
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

/** Orders and approvals that wait, and ways of telling that fail, of what this person may see. */
const useOthers = () => {
  const may = useMay();
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
  const failing = useQuery({
    queryKey: [troubles.path, 'messages'],
    queryFn: () => send(troubles, {}, { quiet: true }),
    enabled: may(troubles),
  }).data;
  return { approvals, orders: uncertain, ways: failing && { count: failing.rows.length } };
};
type Others = ReturnType<typeof useOthers>;

/** How much waits for one, each the length of the list it opens. */
const Figures = ({ others: { approvals, orders }, close }: { others: Others; close: () => void }) => {
  const { t } = useTranslation('alarms');
  const { data: tally } = useTally();
  if (!tally) return null;
  const figures = [
    { key: 'toDo', count: tally.all, to: '/alarm' },
    ...(approvals ? [{ key: 'approvals', count: approvals.count, to: approvalList } as const] : []),
    ...(orders ? [{ key: 'orders', count: orders.count, to: orderList } as const] : []),
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

interface OtherRow {
  id: number;
  whose: string;
  what: string;
  since: string;
}

/** What waits and is no alarm: its first rows, the longest waiting first, and the way to all of them. */
const OtherGroup = (props: {
  part: 'approvals' | 'orders';
  count: number;
  rows: OtherRow[];
  to: string;
  close: () => void;
}) => {
  const { t } = useTranslation('alarms');
  const relative = useRelative();
  if (props.count === 0) return null;
  return (
    <section className="messages-group">
      <h3>
        {props.part === 'orders' ? <QuestionCircleOutlined aria-hidden /> : <AuditOutlined aria-hidden />}
        {t(`messages.part.${props.part}`)}
        <small>{props.count}</small>
      </h3>
      <ul>
        {props.rows.map(({ id, whose, what, since }) => (
          <li key={id}>
            <Link to={`${props.to}&id=${id}`} onClick={props.close}>
              <b>{whose}</b>
              <span>{relative(since)}</span>
              <small>{what}</small>
            </Link>
          </li>
        ))}
      </ul>
      {props.count > props.rows.length && (
        <Link to={props.to} onClick={props.close}>
          {t('messages.all', { count: props.count })}
        </Link>
      )}
    </section>
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

const severities = ['critical', 'warning', 'info'] as const;
type Part = (typeof severities)[number] | 'approvals' | 'orders' | 'ways';

/**
 * Everything that waits, beside the page: the same thing on many locks is one matter with one line for each of a few, the worst
 * first. It stays until it is closed or leads somewhere; what is critical stands on the screen as well.
 */
export const AlarmMessages = (props: { summary: string; failed: boolean; close: () => void; leave: () => void }) => {
  const { t } = useTranslation('alarms');
  const { t: ui } = useTranslation('ui');
  const lang = useSettings((s) => s.lang);
  const kinds = useDictionary('alarm_kind');
  const severityWords = useDictionary('alarm_severity');
  const unread = useWatched((state) => state.unread);
  const [part, choose] = useState<Part | null>(null);
  const panel = useRef<HTMLElement>(null);
  useEffect(() => panel.current?.focus(), []);
  useKeys(t('messages.label'), [{ keys: ['Escape'], does: ui('close'), inFields: true, press: props.leave }]);
  const { data, isError, refetch } = useQuery({
    queryKey: [list.path, 'messages'],
    queryFn: () => send(list, { status: 'unprocessed', size: 100 }, { quiet: true }),
  });
  const { data: tally } = useTally();
  const others = useOthers();
  const mayRules = useMay()(alarmCalls.alarmRules.list);
  const told = grouped(data?.rows ?? []).map(({ kind, alarms }) => ({
    kind,
    alarms,
    severity: alarms[0]?.severity ?? 'warning',
    // the rows are the first of all there are
    count: Math.max(tally?.kinds.find((one) => one.kind === kind)?.count ?? 0, alarms.length),
  }));
  // of kinds of which not one is among them no more is known than how many there are
  const untold = data?.more ? (tally?.kinds ?? []).filter(({ kind }) => !told.some((one) => one.kind === kind)) : [];
  const groups = [...told, ...untold.map((one) => ({ ...one, alarms: [] }))];
  const chips: { part: Part; word: string; count: number }[] = [
    ...severities.map((severity) => ({
      part: severity,
      word: severityWords.word(severity),
      count: groups.filter((one) => one.severity === severity).reduce((sum, one) => sum + one.count, 0),
    })),
    ...(['approvals', 'orders', 'ways'] as const).map((one) => ({
      part: one,
      word: t(`messages.part.${one}`),
      count: others[one]?.count ?? 0,
    })),
  ].filter(({ count }) => count > 0);
  // the last of a part was dealt with meanwhile
  const chosen = chips.some((chip) => chip.part === part) ? part : null;
  const shows = (one: Part): boolean => chosen === null || chosen === one;
  return (
    <aside className="messages" ref={panel} tabIndex={-1} aria-label={t('messages.label')}>
      <header>
        <h2>{t('messages.title')}</h2>
        {unread.size > 0 && (
          <>
            <span>{t('messages.count', { count: unread.size })}</span>
            <Button type="link" size="small" onClick={() => readQuiet()}>
              {t('messages.readAll')}
            </Button>
          </>
        )}
        <Button type="text" icon={<CloseOutlined />} aria-label={ui('close')} onClick={props.leave} />
      </header>
      <div className="messages-body">
        <p className="messages-summary">{props.summary}</p>
        <Figures others={others} close={props.close} />
        {(isError || props.failed) && (
          <p className="messages-failed" role="alert">
            {t('messages.failed')}
            <Button type="link" size="small" onClick={() => void refetch()}>
              {t('messages.retry')}
            </Button>
          </p>
        )}
        {chips.length > 1 && (
          <fieldset className="messages-parts" aria-label={t('messages.parts')}>
            {[{ part: null, word: t('messages.everything'), count: null }, ...chips].map((chip) => (
              <button
                key={chip.part ?? ''}
                type="button"
                className="case-chip"
                aria-pressed={chosen === chip.part}
                onClick={() => choose(chip.part)}
              >
                {chip.word} <b>{chip.count}</b>
              </button>
            ))}
          </fieldset>
        )}
        {!data && !isError && <Skeleton active title={false} paragraph={{ rows: 4 }} />}
        {data && groups.length === 0 && <p className="messages-none">{t('messages.none')}</p>}
        {groups
          .filter(({ severity }) => shows(severity))
          .map(({ kind, alarms, severity, count }) => (
            <section key={kind} className="messages-group">
              <h3>
                <AlarmMark severity={severity} size={18} />
                {kinds.word(kind)}
                {alarms.some(({ id }) => unread.has(id)) && <New />}
                <small>{t(alarms.some(({ seal }) => seal) ? 'messages.seals' : 'messages.locks', { count })}</small>
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
        {shows('approvals') && others.approvals && (
          <OtherGroup
            part="approvals"
            count={others.approvals.count}
            rows={others.approvals.rows.map((one) => ({
              id: one.id,
              whose: one.firmware_version || headOf(one),
              what: approvalTitles[one.kind][lang],
              since: one.create_time,
            }))}
            to={approvalList}
            close={props.close}
          />
        )}
        {shows('orders') && others.orders && (
          <OtherGroup
            part="orders"
            count={others.orders.count}
            rows={others.orders.rows.slice(0, FEW).map((one) => ({
              id: one.id,
              whose: headOf(one),
              what: orderKinds[one.kind].title[lang],
              since: one.create_time,
            }))}
            to={orderList}
            close={props.close}
          />
        )}
        {shows('ways') && <FailingWays close={props.close} />}
        {chosen === null && <Lately close={props.close} />}
      </div>
      <footer>
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
      </footer>
    </aside>
  );
};
