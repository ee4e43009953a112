import type { Approval } from '@plomb/contract/approvals/approvals';
import { approvalCalls } from '@plomb/contract/approvals/domain';
import { personNamed } from '@plomb/contract/kit/personNamed';
import { reasonIn } from '@plomb/contract/orders/reason';
import { Button, Modal } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { send } from '../../platform/client.ts';
import { said } from '../../platform/notices.ts';
import { useSettings } from '../../platform/settings.ts';
import { clockTime } from '../../platform/time.ts';
import { DictTag } from '../../ui/DictTag.tsx';
import { aboutOf, headOf } from './about.ts';
import { clockOf, useSecondsLeft } from './TimeRing.tsx';
import { useApprovalsAnew } from './useApprovalNews.ts';
import './approvals.css';

const { withdraw } = approvalCalls.approvals;

/** What one has asked for within a day: what waits, and what became of the rest. It is taken back from here. */
export const OwnRequests = ({ rows, close }: { rows: readonly Approval[]; close: () => void }) => {
  const { t } = useTranslation('approvals');
  return (
    <Modal open width={560} title={t('own.title')} footer={null} onCancel={close}>
      {rows.length === 0 && <p>{t('own.none')}</p>}
      <ul className="own-requests">
        {rows.map((one) => (
          <OwnRequest key={one.id} one={one} close={close} />
        ))}
      </ul>
    </Modal>
  );
};

const OwnRequest = ({ one, close }: { one: Approval; close: () => void }) => {
  const { t } = useTranslation('approvals');
  const lang = useSettings((s) => s.lang);
  const anew = useApprovalsAnew();
  const [busy, setBusy] = useState(false);
  const seconds = useSecondsLeft(one);
  const decider = personNamed(one.decider_name, one.decider_login);
  const takeBack = async (): Promise<void> => {
    setBusy(true);
    try {
      await send(withdraw, { id: one.id }, { about: aboutOf(one) });
      said(t(one.rollout ? 'withdrawnRollout' : 'withdrawn'));
    } catch {
      // the refusal was told; what is true now is read below
    }
    await anew();
    setBusy(false);
  };
  return (
    <li>
      <div>
        <Link to={one.rollout ? `/firmwareRollout?work=${one.rollout.id}` : `/device/${one.device_id}`} onClick={close}>
          {headOf(one, lang)}
        </Link>
        <DictTag code="approval_state" value={one.state} />
      </div>
      <p>
        {[
          reasonIn(lang, one),
          one.state === 'waiting'
            ? seconds > 0
              ? t('left', { time: clockOf(seconds) })
              : t(one.rollout ? 'overRollout' : 'over')
            : one.end_time && clockTime(one.end_time),
          decider,
          one.remark,
        ]
          .filter(Boolean)
          .join(' · ')}
      </p>
      {one.state === 'waiting' && (
        <Button size="small" loading={busy} onClick={() => void takeBack()}>
          {t('withdraw')}
        </Button>
      )}
    </li>
  );
};
