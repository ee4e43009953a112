import { CaretRightOutlined, PauseOutlined } from '@ant-design/icons';
import { Button, Tooltip } from 'antd';
import { useTranslation } from 'react-i18next';
import { useRelative } from '../../platform/time.ts';

/** How old what is shown is, and a way to hold it still while reading. */
export const Freshness = ({ at, paused, pause }: { at: number; paused: boolean; pause: (on: boolean) => void }) => {
  const { t } = useTranslation('ui');
  const relative = useRelative();
  if (at === 0) return null;
  const label = paused ? t('resume') : t('pause');
  return (
    <span className="freshness" data-paused={paused}>
      <Tooltip title={label}>
        <Button
          type="text"
          size="small"
          aria-label={label}
          aria-pressed={paused}
          icon={paused ? <CaretRightOutlined /> : <PauseOutlined />}
          onClick={() => pause(!paused)}
        />
      </Tooltip>
      {t('updated', { age: relative(new Date(at).toISOString()) })}
    </span>
  );
};
