import { CaretRightOutlined, PauseOutlined } from '@ant-design/icons';
import { Button, Tooltip } from 'antd';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { byServer, serverNow } from '../../platform/clock.ts';
import { useRelative } from '../../platform/time.ts';

const step = 5;
/** Seconds since a moment, in steps: a figure that changes every second draws the eye. */
const useSeconds = (at: number): number => {
  const [now, setNow] = useState(() => serverNow());
  useEffect(() => {
    const timer = setInterval(() => setNow(serverNow()), step * 1000);
    return () => clearInterval(timer);
  }, []);
  return Math.floor(Math.max(0, now - Date.parse(byServer(at))) / (step * 1000)) * step;
};

/** How old what is shown is, a way to have it now, and one to hold it still while reading where that can be. */
export const Freshness = (props: {
  at: number;
  paused?: boolean;
  pause?: (on: boolean) => void;
  refresh?: () => void;
  fetching?: boolean;
}) => {
  const { at, paused = false, pause, refresh, fetching = false } = props;
  const { t } = useTranslation('ui');
  const relative = useRelative();
  const seconds = useSeconds(at);
  if (at === 0) return null;
  const label = paused ? t('resume') : t('pause');
  const age =
    seconds >= step && seconds < 60
      ? t('secondsAgo', { count: seconds })
      : t('updated', { age: relative(byServer(at)) });
  return (
    <span className="freshness" data-paused={paused}>
      {pause && (
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
      )}
      {refresh ? (
        <Tooltip title={t('refresh')}>
          <button type="button" onClick={refresh} aria-label={`${age}. ${t('refresh')}`}>
            {fetching ? t('updating') : age}
          </button>
        </Tooltip>
      ) : (
        age
      )}
    </span>
  );
};
