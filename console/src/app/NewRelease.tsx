import { Alert, Button } from 'antd';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useNetwork } from '../platform/network.ts';
import { declineRelease, followRelease, useRelease } from '../platform/release.ts';

/** People leave the console open for weeks: when the server has a newer one, or a part of this one is gone, it says so. */
export const NewRelease = () => {
  const { t } = useTranslation('app');
  const offered = useRelease((s) => s.offered);
  const { online } = useNetwork();
  useEffect(followRelease, []);
  // a reload without a network would lose the page for nothing
  if (offered === null || !online) return null;
  return (
    <Alert
      banner
      type="info"
      title={t(`release.${offered}`)}
      action={
        <>
          <Button size="small" onClick={() => void declineRelease()}>
            {t('release.later')}
          </Button>
          <Button size="small" type="primary" onClick={() => location.reload()}>
            {t('crash.reload')}
          </Button>
        </>
      }
    />
  );
};
