import { UserAddOutlined } from '@ant-design/icons';
import { applications } from '@plomb/contract/friends/applications';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { send } from '../../platform/client.ts';
import { useMay } from '../../platform/may.ts';
import { useSession } from '../../platform/session.ts';
import { useFriendNews } from './useFriendNews.ts';
import './friends.css';

const { waiting } = applications;

/** In the top bar, while applications wait for one's own answer: how many, and the way to them. */
export const ApplicationsSign = () => {
  // the bar is on every page: its words are there already
  const { t } = useTranslation('app');
  const navigate = useNavigate();
  const may = useMay()(waiting);
  const alive = useSession((s) => s.expired === 'no');
  useFriendNews();
  const { data } = useQuery({
    queryKey: [waiting.path],
    queryFn: () => send(waiting, {}, { quiet: true }),
    enabled: may && alive,
    refetchInterval: 300_000,
  });
  if (!data || data.count === 0) return null;
  const label = t('applications', { count: data.count });
  return (
    <Button
      className="applications-sign"
      type="text"
      icon={<UserAddOutlined />}
      aria-label={label}
      title={label}
      onClick={() => void navigate('/application?direction=incoming')}
    >
      <b>{data.count}</b>
    </Button>
  );
};
