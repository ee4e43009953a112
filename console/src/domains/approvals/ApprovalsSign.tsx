import { SafetyCertificateOutlined } from '@ant-design/icons';
import { approvalCalls } from '@plomb/contract/approvals/domain';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { send } from '../../platform/client.ts';
import { useMay } from '../../platform/may.ts';
import { useSession } from '../../platform/session.ts';
import { useApprovalNews } from './useApprovalNews.ts';
import './approvals.css';

const { waiting } = approvalCalls.approvals;

/** In the top bar, while requests wait for one's own decision: how many, and the way to them. */
export const ApprovalsSign = () => {
  // the bar is on every page: its words are there already
  const { t } = useTranslation('app');
  const navigate = useNavigate();
  const may = useMay()(waiting);
  const alive = useSession((s) => s.expired === 'no');
  useApprovalNews();
  const { data } = useQuery({
    queryKey: [waiting.path],
    queryFn: () => send(waiting, {}, { quiet: true }),
    enabled: may && alive,
    // what lapses is told; this is for what was missed
    refetchInterval: 60_000,
  });
  if (!data || data.count === 0) return null;
  const label = t('approvals', { count: data.count });
  return (
    <Button
      className="approvals-sign"
      type="text"
      icon={<SafetyCertificateOutlined />}
      aria-label={label}
      title={label}
      onClick={() => void navigate('/approval?view=waiting')}
    >
      <b>{data.count}</b>
    </Button>
  );
};
