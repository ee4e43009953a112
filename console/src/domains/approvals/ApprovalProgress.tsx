import { CheckOutlined, CloseOutlined, HourglassOutlined } from '@ant-design/icons';
import { type Approval, approvals } from '@plomb/contract/approvals/approvals';
import { personNamed } from '@plomb/contract/kit/personNamed';
import { trustOf } from '@plomb/contract/lock/trust';
import { orders } from '@plomb/contract/orders/orders';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useEffectEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { shortTime } from '../../lock/shortTime.ts';
import { CommandSign } from '../../lock/sign/CommandSign.tsx';
import { StateSign, StateWord } from '../../lock/sign/StateSign.tsx';
import { useStageWord } from '../../lock/sign/useStageWord.ts';
import { send } from '../../platform/client.ts';
import { useDictionary } from '../../platform/dictionaries.ts';
import { useMay } from '../../platform/may.ts';
import { useDeafSince } from '../../platform/network.ts';
import { useSettings } from '../../platform/settings.ts';
import { clockTime, useNow } from '../../platform/time.ts';
import { orderSteps } from './desk.ts';
import { useApprovalsAnew } from './useApprovalNews.ts';
import './progress.css';

/** How far what was asked for came, and how the lock is meanwhile: it is as it was until the lock itself says otherwise. */
export const ApprovalProgress = ({ one }: { one: Approval }) => {
  const { t } = useTranslation('approvals');
  const lang = useSettings((s) => s.lang);
  const states = useDictionary('approval_state');
  const ways = useDictionary('approval_way');
  const stageWord = useStageWord();
  const now = useNow();
  const deaf = useDeafSince() !== null;
  const may = useMay()(orders.command);
  const { order_id, lock } = one;
  const { data: command } = useQuery({
    queryKey: [orders.command.path, order_id],
    queryFn: () => send(orders.command, { id: order_id ?? 0 }, { quiet: true }),
    enabled: may && order_id !== null,
    refetchInterval: 5000,
    retry: false,
  });
  // the lock moved: how it is now is older than that
  const anew = useEffectEvent(useApprovalsAnew());
  const proved = command?.evidence_time ?? null;
  useEffect(() => {
    if (proved !== null) void anew();
  }, [proved]);
  const decider = personNamed(one.decider_name, one.decider_login);
  const waits = one.state === 'waiting';
  const ended = one.end_time ? shortTime(one.end_time, now) : '';
  const nothingSent = one.state !== 'approved' && !one.rollout;
  return (
    <section className="approval-progress" aria-label={t('desk.progress')}>
      {lock && (
        <div className="approval-still">
          <StateSign
            status={lock.lock_status}
            trust={trustOf(lock, lock.fresh && !deaf)}
            lang={lang}
            size={40}
            decorative
          />
          <p>
            <b className="approval-still-word">
              <StateWord status={lock.lock_status} trust={trustOf(lock, lock.fresh && !deaf)} lang={lang} />
            </b>
            {nothingSent && <small>{t('desk.untouched')}</small>}
            {lock.lock_time && <small>{t('asOf', { time: clockTime(lock.lock_time) })}</small>}
          </p>
        </div>
      )}
      <ol>
        <Item look="passed" sign={<CheckOutlined />} word={t('desk.asked')}>
          {shortTime(one.create_time, now)} · {personNamed(one.oper_name, one.login_name)}
        </Item>
        <Item
          look={waits || one.state !== 'approved' ? 'current' : 'passed'}
          sign={waits ? <HourglassOutlined /> : one.state === 'approved' ? <CheckOutlined /> : <CloseOutlined />}
          word={states.word(one.state)}
        >
          {[
            waits ? t('desk.until', { time: shortTime(one.expire_time, now) }) : ended,
            decider,
            one.way && ways.word(one.way),
          ]
            .filter(Boolean)
            .join(' · ')}
          {one.remark && <q>{one.remark}</q>}
        </Item>
        {orderSteps(one, command).map((step) => (
          <Item
            key={step.key}
            look={step.look}
            sign={<CommandSign stage={step.sign} lang={lang} size={24} decorative />}
            word={stageWord(step.word)}
          >
            {step.time ? shortTime(step.time, now) : step.look === 'next' ? t(`desk.steps.${step.key}`) : ''}
          </Item>
        ))}
      </ol>
      {waits && <Deciders id={one.id} />}
      {waits && (
        <p className="approval-lapses">
          {t(one.rollout ? 'desk.lapsesRollout' : 'desk.lapses', { time: clockTime(one.expire_time) })}
        </p>
      )}
    </section>
  );
};

/** Who may decide it: whoever waits knows whom to call. */
const Deciders = ({ id }: { id: number }) => {
  const { t } = useTranslation('approvals');
  const now = useNow();
  const { data } = useQuery({
    queryKey: [approvals.deciders.path, id],
    queryFn: () => send(approvals.deciders, { id }, { quiet: true }),
    retry: false,
  });
  if (!data) return null;
  return (
    <div className="approval-deciders">
      <h3>{t('desk.deciders.title')}</h3>
      {data.frozen && (
        <p>{t('desk.deciders.frozen', { name: data.frozen.name, time: shortTime(data.frozen.until, now) })}</p>
      )}
      {!data.frozen && data.rows.length === 0 && data.others === 0 && <p>{t('desk.deciders.none')}</p>}
      <dl>
        {data.rows.map(({ id: who, oper_name, login_name, org_name, mail }) => (
          <div key={who}>
            <dt>
              {personNamed(oper_name, login_name)} <small>{org_name}</small>
            </dt>
            <dd>{t(mail ? `desk.deciders.mail.${mail}` : 'desk.deciders.console')}</dd>
          </div>
        ))}
      </dl>
      {data.others > 0 && (
        <p>{t(data.rows.length > 0 ? 'desk.deciders.others' : 'desk.deciders.unseen', { count: data.others })}</p>
      )}
    </div>
  );
};

const Item = (props: { look: string; sign: ReactNode; word: string; children: ReactNode }) => (
  <li data-look={props.look} {...(props.look === 'current' && { 'aria-current': 'step' as const })}>
    <span aria-hidden="true">{props.sign}</span>
    <b>{props.word}</b>
    <small>{props.children}</small>
  </li>
);
