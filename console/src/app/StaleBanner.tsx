import { Alert, Button } from 'antd';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { secondTime, shortTime } from '../lock/shortTime.ts';
import { serverNow } from '../platform/clock.ts';
import { tryLineNow, useLive } from '../platform/live.ts';
import { useDeafSince, useNetwork } from '../platform/network.ts';
import { useSession } from '../platform/session.ts';

/** Says that what is on the screen may be old: the session ended and the person stayed, or the line is broken. */
export const StaleBanner = () => {
  const { t } = useTranslation('app');
  const expired = useSession((s) => s.expired);
  const { online } = useNetwork();
  const deaf = useDeafSince();
  const tried = useLive((s) => s.tried);
  const [pressed, setPressed] = useState<number | null>(null);
  /** of the press on the button: it tries still, or has tried in vain */
  const trying = pressed !== null && (tried === null || tried < pressed);
  const isLost = deaf !== null;
  useEffect(() => {
    if (!isLost) setPressed(null);
  }, [isLost]);
  if (expired === 'stayed')
    return (
      <Alert
        banner
        type="warning"
        title={t('stale.expired')}
        action={
          <Button size="small" type="primary" onClick={() => useSession.setState({ expired: 'asking' })}>
            {t('expired.again')}
          </Button>
        }
      />
    );
  if (deaf === null || expired === 'asking') return null;
  const since = shortTime(new Date(deaf).toISOString(), serverNow());
  if (!online) return <Alert banner type="warning" title={t('stale.offline', { since })} />;
  return (
    <Alert
      banner
      type="warning"
      title={
        <>
          {t('stale.lost', { since })}{' '}
          <span role="status">
            {pressed !== null &&
              (trying || tried === null
                ? t('stale.trying')
                : t('stale.tried', { time: secondTime(new Date(tried).toISOString()) }))}
          </span>
        </>
      }
      action={
        <Button
          size="small"
          loading={trying}
          onClick={() => {
            setPressed(serverNow());
            tryLineNow();
          }}
        >
          {t('stale.tryNow')}
        </Button>
      }
    />
  );
};
