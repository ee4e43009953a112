import type { Approval } from '@plomb/contract/approvals/approvals';
import { approvalCalls } from '@plomb/contract/approvals/domain';
import { LockStatus } from '@plomb/contract/lock/codes';
import { Button, Input } from 'antd';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { failureWords } from '../../platform/answer.ts';
import { send } from '../../platform/client.ts';
import { useMay } from '../../platform/may.ts';
import { said } from '../../platform/notices.ts';
import { useSettings } from '../../platform/settings.ts';
import { sealedFor } from '../../platform/signIn.ts';
import { useKeys } from '../../ui/keys.ts';
import { Wrong } from '../../ui/Wrong.tsx';
import { useSecondsLeft } from './TimeRing.tsx';
import { useApprovalsAnew } from './useApprovalNews.ts';
import '../../lock/order.css';

const of = approvalCalls.approvals;

/** What a no keeps as it is. */
const keeps = { unseal: 'keepSealed', firmware_resume: 'keepStopped', factory_reset: 'decline' } as const;

/** Whoever asked takes it back; somebody else approves with the own password, or declines in words; later the order is found from here. */
export const Decide = ({ one }: { one: Approval }) => {
  const { t } = useTranslation('approvals');
  const lang = useSettings((s) => s.lang);
  const may = useMay();
  const navigate = useNavigate();
  const anew = useApprovalsAnew();
  const id = useId();
  const [remark, setRemark] = useState('');
  const [password, setPassword] = useState('');
  const [missing, setMissing] = useState<'remark' | 'password' | null>(null);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);

  /** Also what was refused is read anew: something else is true than is shown. */
  const run = async (work: () => Promise<unknown>, words: string): Promise<void> => {
    setBusy(true);
    setFailure(null);
    try {
      await work();
      said(words);
    } catch (error) {
      setFailure(error);
    }
    setPassword('');
    await anew();
    setBusy(false);
  };
  const lacks = (field: 'remark' | 'password', value: string): boolean => {
    const no = value.trim() === '';
    setMissing(no ? field : null);
    if (no) document.getElementById(`${id}-${field}`)?.focus();
    return no;
  };
  const approve = async (): Promise<void> => {
    if (lacks('password', password)) return;
    await run(
      async () => {
        const sealed = await sealedFor(of.approve.path, password, true);
        return send(of.approve, { id: one.id, password: sealed, remark });
      },
      t(one.rollout ? 'approvedRollout' : 'approved'),
    );
  };
  const decline = async (): Promise<void> => {
    if (lacks('remark', remark)) return;
    await run(() => send(of.decline, { id: one.id, remark }), t(one.rollout ? 'declinedRollout' : 'declined'));
  };
  const to = (field: 'remark' | 'password') => () => document.getElementById(`${id}-${field}`)?.focus();
  const isOver = useSecondsLeft(one) === 0;
  const decides = one.state === 'waiting' && !isOver && !one.own && may(of.approve);
  useKeys(
    t('keys.title'),
    decides
      ? [
          { keys: ['a'], does: t('keys.approve'), press: to('password') },
          { keys: ['d'], does: t('keys.decline'), press: to('remark') },
        ]
      : [],
  );
  const failed = <Wrong words={failure === null ? '' : failureWords(failure, lang)} />;

  if (one.state !== 'waiting')
    return (
      <>
        {failed}
        {one.order_id !== null && (
          <Button onClick={() => void navigate(`/order?id=${one.order_id}`)}>{t('order')}</Button>
        )}
      </>
    );
  // the server refuses what is left of it, until it has settled it itself
  if (isOver)
    return (
      <>
        {failed}
        <p role="status">{t(one.rollout ? 'overRollout' : 'over')}</p>
      </>
    );
  if (one.own)
    return (
      <>
        {failed}
        <Button
          loading={busy}
          onClick={() =>
            void run(() => send(of.withdraw, { id: one.id }), t(one.rollout ? 'withdrawnRollout' : 'withdrawn'))
          }
        >
          {t('withdraw')}
        </Button>
      </>
    );
  if (!decides) return failed;
  // nothing keeps sealed what last said anything else
  const isSealed = one.lock === null || one.lock.lock_status === LockStatus.sealedLocked;
  const error = (field: 'remark' | 'password') => (
    <p className="order-error" id={`${id}-${field}-error`} role="alert">
      {missing === field && t(`${field}Missing`)}
    </p>
  );
  return (
    <div className="approval-decide">
      <div>
        <label htmlFor={`${id}-remark`}>{t('remarkLabel')}</label>
        <Input
          id={`${id}-remark`}
          value={remark}
          maxLength={200}
          disabled={busy}
          aria-invalid={missing === 'remark'}
          aria-describedby={`${id}-remark-error`}
          onChange={(e) => setRemark(e.target.value)}
        />
        {error('remark')}
      </div>
      <div>
        <label htmlFor={`${id}-password`}>{t('passwordLabel')}</label>
        <Input
          id={`${id}-password`}
          type="password"
          autoComplete="current-password"
          value={password}
          disabled={busy}
          aria-invalid={missing === 'password'}
          aria-describedby={`${id}-password-error`}
          onChange={(e) => setPassword(e.target.value)}
        />
        {error('password')}
      </div>
      {failed}
      <div className="approval-buttons">
        <Button type="primary" loading={busy} onClick={() => void decline()}>
          {t(one.kind === 'unseal' && !isSealed ? 'decline' : keeps[one.kind])}
        </Button>
        <Button className="order-request" disabled={busy} onClick={() => void approve()}>
          {t(
            ({ unseal: 'approveUnseal', firmware_resume: 'approveResume', factory_reset: 'approve' } as const)[
              one.kind
            ],
          )}
        </Button>
      </div>
    </div>
  );
};
