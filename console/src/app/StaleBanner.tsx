import { Alert, Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { shortTime } from '../lock/shortTime.ts';
import { tryLineNow } from '../platform/live.ts';
import { useDeafSince, useNetwork } from '../platform/network.ts';
import { useSession } from '../platform/session.ts';

/** Says that what is on the screen may be old: the session ended and the person stayed, or the line is broken. */
export const StaleBanner = () => {
  const { t } = useTranslation('app');
  const expired = useSession((s) => s.expired);
  const { online } = useNetwork();
  const deaf = useDeafSince();
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
  const since = shortTime(new Date(deaf).toISOString(), Date.now());
  if (!online) return <Alert banner type="warning" title={t('stale.offline', { since })} />;
  return (
    <Alert
      banner
      type="warning"
      title={t('stale.lost', { since })}
      action={
        <Button size="small" onClick={tryLineNow}>
          {t('stale.tryNow')}
        </Button>
      }
    />
  );
};
