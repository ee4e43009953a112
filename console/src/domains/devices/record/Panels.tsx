import { AlertOutlined } from '@ant-design/icons';
import { alarmCalls } from '@plomb/contract/alarms/domain';
import { deviceCalls } from '@plomb/contract/devices/domain';
import { personNamed } from '@plomb/contract/kit/personNamed';
import { LockStatus } from '@plomb/contract/lock/codes';
import { orderedBy } from '@plomb/contract/lock/orderedBy';
import { sayOrder } from '@plomb/contract/lock/orderKinds';
import { stageOf } from '@plomb/contract/lock/signs';
import { useQueryClient } from '@tanstack/react-query';
import { Button, Skeleton } from 'antd';
import { type ReactNode, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { alarmWord } from '../../../lock/alarmWord.ts';
import type { History } from '../../../lock/history.ts';
import { shortTime } from '../../../lock/shortTime.ts';
import { CommandSign } from '../../../lock/sign/CommandSign.tsx';
import { StateSign } from '../../../lock/sign/StateSign.tsx';
import { useStageWord } from '../../../lock/sign/useStageWord.ts';
import { isUnderWay } from '../../../lock/stepper.ts';
import { failureWords } from '../../../platform/answer.ts';
import { useDictionary } from '../../../platform/dictionaries.ts';
import { onLive } from '../../../platform/live.ts';
import { useSettings } from '../../../platform/settings.ts';
import { duration, useNow } from '../../../platform/time.ts';
import { usePart } from '../../../ui/usePart.ts';
import { AnswerSign } from '../openers/AnswerSign.tsx';
import { summaryOf, useCountWords } from '../openers/useCountWords.ts';
import { useOpenerWords } from '../openers/useOpenerWords.ts';
import '../../../lock/deviceLink.css';

/** So many of each stand on the overview; the rest is behind their tab. */
const FEW = 3;
/** Who can open it stands in two columns. */
const OPENERS = 6;

interface Props {
  title: string;
  note?: string | false;
  /** the tab that has all of it */
  all: { to: string; text: string };
  state: { known: boolean; error: unknown; again: () => void };
  children: ReactNode;
}

/** Some of what a tab has, and the way there. What does not load says so in its place. */
const Panel = ({ title, note, all, state, children }: Props) => {
  const { t: ui } = useTranslation('ui');
  const lang = useSettings((s) => s.lang);
  const { known, error, again } = state;
  return (
    <section className="device-pane device-panel" aria-label={title} aria-busy={!known && !error}>
      <header>
        <h2>{title}</h2>
        {known && note && <span className="device-note">{note}</span>}
        <Link className="device-link" to={all.to}>
          {all.text}
        </Link>
      </header>
      {error ? (
        <p role="alert" className="device-note">
          {failureWords(error, lang)}{' '}
          <Button size="small" onClick={again}>
            {ui('retry')}
          </Button>
        </p>
      ) : null}
      {known ? children : !error && <Skeleton active title={false} paragraph={{ rows: FEW }} />}
    </section>
  );
};

/** The orders it was given last, with how far each came. */
export const OrdersPanel = ({ deviceId, history }: { deviceId: number; history: History }) => {
  const { t } = useTranslation('devices');
  const lang = useSettings((s) => s.lang);
  const stageWord = useStageWord();
  const now = useNow();
  const { orders } = history;
  const open = orders.filter(isUnderWay).length;
  return (
    <Panel
      title={t('record.orders')}
      note={open > 0 && t('record.underWay', { count: open })}
      all={{ to: `/device/${deviceId}?tab=life&kind=order`, text: t('record.allOrders') }}
      state={{
        known: history.ordersKnown,
        error: history.ordersError,
        again: history.retry,
      }}
    >
      {orders.length === 0 ? (
        <p className="device-note">{t('record.noOrders')}</p>
      ) : (
        <ul className="device-rows">
          {orders.slice(0, FEW).map((order) => {
            const contradicted = order.evidence === 'contradicted';
            const stage = stageOf(order);
            return (
              <li key={order.id}>
                <CommandSign stage={contradicted ? 'answered_fail' : stage} lang={lang} size={18} decorative />
                <span>
                  <b>{sayOrder(order.kind, order.args)[lang]}</b>
                  <small>
                    {orderedBy(order)} · {shortTime(order.create_time, now)}
                  </small>
                </span>
                <span>{stageWord(contradicted ? 'contradicted' : stage)}</span>
              </li>
            );
          })}
        </ul>
      )}
    </Panel>
  );
};

/** What rang on it and nobody has dealt with, the gravest first; each opens its case. */
export const AlarmsPanel = ({ deviceId }: { deviceId: number }) => {
  const { t } = useTranslation('devices');
  const lang = useSettings((s) => s.lang);
  const kinds = useDictionary('alarm_kind');
  const now = useNow();
  const queries = useQueryClient();
  const { list } = alarmCalls.alarms;
  const part = usePart(
    list,
    { device_id: deviceId, status: 'unprocessed', size: FEW },
    { paused: false, every: 30_000 },
  );
  useEffect(
    () =>
      onLive('alarm', ({ alarm }) => {
        if (alarm.device_id === deviceId)
          void queries.invalidateQueries({ queryKey: [list.path, { device_id: deviceId }] }, { cancelRefetch: false });
      }),
    [deviceId, list, queries],
  );
  if (!part) return null;
  const { rows = [], more = false } = part.data ?? {};
  return (
    <Panel
      title={t('record.alarms')}
      note={more && t('record.moreAlarms')}
      all={{ to: `/device/${deviceId}?tab=life&kind=alarm`, text: t('record.allAlarms') }}
      state={{ known: part.data !== undefined, error: part.error, again: part.again }}
    >
      {rows.length === 0 ? (
        <p className="device-note">{t('record.noAlarms')}</p>
      ) : (
        <ul className="device-rows">
          {rows.map((alarm) => (
            <li key={alarm.id} data-severity={alarm.severity}>
              {alarm.severity === 'critical' ? (
                <StateSign status={LockStatus.abnormal} lang={lang} size={18} decorative />
              ) : (
                <AlertOutlined aria-hidden />
              )}
              <span>
                <Link className="device-link" to={`/alarm?status=unprocessed&id=${alarm.id}`}>
                  <b>{alarmWord(kinds, alarm)}</b>
                </Link>
                <small>
                  {alarm.owner === ''
                    ? t('record.unclaimed')
                    : t('record.takenBy', { name: personNamed(alarm.owner, alarm.owner_login) })}
                </small>
              </span>
              <span>{duration(alarm.first_time, now, lang)}</span>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
};

/** Who and what can open it at this moment, by the answer that an order meets. */
export const OpenersPanel = ({ deviceId }: { deviceId: number }) => {
  const { t } = useTranslation('devices');
  const { t: words } = useTranslation('devices/openers');
  const counted = useCountWords();
  const said = useOpenerWords();
  const part = usePart(
    deviceCalls.openers.list,
    { device_id: deviceId, answer: 'may', size: OPENERS },
    { paused: false, every: 20_000 },
  );
  if (!part) return null;
  const { can, more } = part.data ? summaryOf(counted, part.data.counts) : { can: '', more: '' };
  return (
    <Panel
      title={t('record.openers')}
      note={[can, more].filter(Boolean).join(' · ')}
      all={{ to: `/device/${deviceId}?tab=rights`, text: t('record.allOpeners') }}
      state={{ known: part.data !== undefined, error: part.error, again: part.again }}
    >
      {part.data && part.data.rows.length > 0 && (
        <ul className="device-rows device-openers">
          {part.data.rows.map((one, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a lock stands for several cards that nobody registered
            <li key={`${one.what}-${one.id}-${at}`}>
              <AnswerSign answer={one.answer} />
              <span>
                <b>{said.name(one)}</b>
                <small>{said.below(one)}</small>
              </span>
              <span>{words(`right.${one.what}`)}</span>
            </li>
          ))}
        </ul>
      )}
      {part.data && !part.data.cards && <p className="device-note">{words('noCards')}</p>}
    </Panel>
  );
};
