import { HourglassOutlined } from '@ant-design/icons';
import type { Approval, ApprovalState } from '@plomb/contract/approvals/approvals';
import { approvalCalls } from '@plomb/contract/approvals/domain';
import { personNamed } from '@plomb/contract/kit/personNamed';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { send } from '../../platform/client.ts';
import { useMay } from '../../platform/may.ts';
import { notify, serverErrorTime } from '../../platform/notices.ts';
import { useSession } from '../../platform/session.ts';
import { useSettings } from '../../platform/settings.ts';
import { later } from '../../ui/later.tsx';
import { headOf } from './about.ts';
import './approvals.css';

const { own } = approvalCalls.approvals;
const OwnRequests = later(async () => (await import('./OwnRequests.tsx')).OwnRequests, { ahead: false });

/** Says what became of a request that was seen waiting: whoever asked hears of it on whatever page they are. */
const useOutcomes = (rows: readonly Approval[] | undefined): void => {
  const { t } = useTranslation('app');
  const lang = useSettings((s) => s.lang);
  const known = useRef(new Map<number, ApprovalState>());
  useEffect(() => {
    if (!rows) return;
    for (const one of rows) {
      const { state } = one;
      // what one has taken back oneself is no news
      if (known.current.get(one.id) === 'waiting' && state !== 'waiting' && state !== 'withdrawn') {
        const about = headOf(one, lang);
        const name = personNamed(one.decider_name, one.decider_login);
        const words = [t(one.rollout ? `own.rollout.${state}` : `own.${state}`, { about, name }), one.remark]
          .filter(Boolean)
          .join(' · ');
        notify(state === 'approved' ? 'success' : 'info', words, serverErrorTime);
      }
    }
    known.current = new Map(rows.map(({ id, state }) => [id, state]));
  }, [rows, t, lang]);
};

/** In the top bar, while one's own requests wait or were settled within a day: how many wait, and what became of the rest. */
export const OwnRequestsSign = () => {
  const { t } = useTranslation('app');
  const may = useMay()(own);
  const alive = useSession((s) => s.expired === 'no');
  const [open, setOpen] = useState(false);
  const { data } = useQuery({
    queryKey: [own.path],
    queryFn: () => send(own, {}, { quiet: true }),
    enabled: may && alive,
    // what is settled is told; this is for what was missed
    refetchInterval: 60_000,
  });
  useOutcomes(data?.rows);
  if (!data || (data.rows.length === 0 && !open)) return null;
  const waiting = data.rows.filter(({ state }) => state === 'waiting').length;
  const label = t('own.sign', { count: waiting });
  return (
    <>
      <Button
        className="approvals-sign"
        data-waits={waiting > 0}
        type="text"
        icon={<HourglassOutlined />}
        aria-label={label}
        aria-haspopup="dialog"
        title={label}
        onClick={() => setOpen(true)}
      >
        {waiting > 0 && <b>{waiting}</b>}
      </Button>
      {open && <OwnRequests rows={data.rows} close={() => setOpen(false)} missing={() => setOpen(false)} />}
    </>
  );
};
