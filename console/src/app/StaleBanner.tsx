import { Alert, Button } from 'antd';
import { useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { useLive } from '../platform/live.ts';
import { useSession } from '../platform/session.ts';
import { useRelative } from '../platform/time.ts';

const watchLine = (changed: () => void): (() => void) => {
  for (const name of ['online', 'offline']) window.addEventListener(name, changed);
  return () => {
    for (const name of ['online', 'offline']) window.removeEventListener(name, changed);
  };
};

/** Says that what is on the screen may be old: the session ended and the person stayed, or the line is broken. */
export const StaleBanner = () => {
  const { t } = useTranslation('app');
  const relative = useRelative();
  const expired = useSession((s) => s.expired);
  const live = useLive();
  const online = useSyncExternalStore(watchLine, () => navigator.onLine);
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
  if (online && live.state !== 'lost') return null;
  const since = relative(new Date(live.since).toISOString());
  return <Alert banner type="warning" title={online ? t('stale.lost', { since }) : t('stale.offline')} />;
};
