import { BellOutlined } from '@ant-design/icons';
import { calls } from '@plomb/contract/calls';
import { Button, Tooltip } from 'antd';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useMay } from '../../platform/may.ts';
import { useAlarmCount } from './useAlarmCount.ts';
import './alarms.css';

/** The bell of the top bar: the count beside it, the list behind it. */
export const AlarmBell = () => {
  const { t } = useTranslation('alarms');
  const navigate = useNavigate();
  const count = useAlarmCount();
  if (!useMay()(calls.alarms.list)) return null;
  const label = count ? t('bell', { count }) : t('bellNone');
  return (
    <Tooltip title={label}>
      <Button
        className="bell"
        type="text"
        icon={<BellOutlined />}
        aria-label={label}
        onClick={() => void navigate('/alarm?status=unprocessed')}
      >
        {count ? <b className="bell-count">{count > 999 ? '999+' : count}</b> : null}
      </Button>
    </Tooltip>
  );
};
