import {
  CheckCircleOutlined,
  ClockCircleOutlined,
  CloseCircleOutlined,
  DeploymentUnitOutlined,
  QuestionCircleOutlined,
  UndoOutlined,
} from '@ant-design/icons';
import { type Approval, approvalTitles } from '@plomb/contract/approvals/approvals';
import { trustOf } from '@plomb/contract/lock/trust';
import { reasonIn } from '@plomb/contract/orders/reason';
import { useTranslation } from 'react-i18next';
import { shortTime } from '../../lock/shortTime.ts';
import { StateSign } from '../../lock/sign/StateSign.tsx';
import { useDictionary } from '../../platform/dictionaries.ts';
import { useDeafSince } from '../../platform/network.ts';
import { useSettings } from '../../platform/settings.ts';
import { useNow } from '../../platform/time.ts';
import { aboutOf } from './about.ts';
import { clockOf, shareLeft, useSecondsLeft } from './TimeRing.tsx';

interface Props {
  one: Approval;
  open: boolean;
  show: () => void;
}

/** A request that waits: who wants what of which lock, why, and how long that stands. */
export const WaitingRow = ({ one, open, show }: Props) => {
  const { t } = useTranslation('approvals');
  const lang = useSettings((s) => s.lang);
  const deaf = useDeafSince() !== null;
  const seconds = useSecondsLeft(one);
  const { lock } = one;
  return (
    <li>
      <button type="button" className="desk-row" data-approval={one.id} aria-current={open} onClick={show}>
        <span className="desk-sign">
          {lock ? (
            <StateSign status={lock.lock_status} trust={trustOf(lock, lock.fresh && !deaf)} lang={lang} size={22} />
          ) : one.rollout ? (
            <DeploymentUnitOutlined />
          ) : (
            <QuestionCircleOutlined />
          )}
        </span>
        <b>{t('desk.row', { name: one.oper_name, kind: approvalTitles[one.kind][lang], device: aboutOf(one) })}</b>
        <small>{reasonIn(lang, one) || one.org_name}</small>
        <small className="desk-left" data-late={shareLeft(seconds, one) < 0.25}>
          {seconds > 0 ? t('left', { time: clockOf(seconds) }) : t('desk.lapsed')}
        </small>
      </button>
    </li>
  );
};

const ends = {
  approved: <CheckCircleOutlined />,
  declined: <CloseCircleOutlined />,
  lapsed: <ClockCircleOutlined />,
  withdrawn: <UndoOutlined />,
  waiting: null,
} as const;

/** One that has ended, in a line. */
export const SettledRow = ({ one, open, show }: Props) => {
  const { t } = useTranslation('approvals');
  const lang = useSettings((s) => s.lang);
  const states = useDictionary('approval_state');
  const now = useNow();
  const words = t('desk.row', { name: one.oper_name, kind: approvalTitles[one.kind][lang], device: aboutOf(one) });
  return (
    <li>
      <button type="button" className="desk-settled" data-state={one.state} aria-current={open} onClick={show}>
        <span aria-hidden="true">{ends[one.state]}</span>
        <span title={words}>
          {states.word(one.state)} · {words}
        </span>
        <small>{one.end_time && shortTime(one.end_time, now)}</small>
      </button>
    </li>
  );
};
