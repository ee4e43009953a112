import { mailboxCalls } from '@plomb/contract/mailbox/domain';
import { Alert, Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { send } from '../../platform/client.ts';
import { useMay } from '../../platform/may.ts';
import { said } from '../../platform/notices.ts';
import { clockTime } from '../../platform/time.ts';
import { useToldWords, useTroubles } from './Troubles.tsx';

const { invite } = mailboxCalls.alarmConfigs;

/** Whoever reads there has left: since when, who knows, and a way to ask them back. */
export const Left = ({ config, address }: { config: number; address: string }) => {
  const { t } = useTranslation('mailbox');
  const may = useMay()(invite);
  const toldWords = useToldWords();
  const [busy, setBusy] = useState(false);
  const { data, refetch } = useTroubles();
  const left = data?.rows.find((one) => one.config_id === config && one.kind === 'left');
  const ask = async (): Promise<void> => {
    setBusy(true);
    try {
      await send(invite, { id: config });
      said(t('invited'));
      await refetch();
    } catch {
      // why not was said by whoever sent it
    } finally {
      setBusy(false);
    }
  };
  return (
    <Alert
      className="mailbox-left"
      type="warning"
      showIcon
      title={t('leftText', { address })}
      // the way back stands below: beside it, an address would break in the middle
      description={
        <>
          {left && (
            <>
              {t('leftSince', { time: clockTime(left.since) })} {toldWords(left)}
              {left.invite_time && <p>{t('invitedAt', { time: clockTime(left.invite_time) })}</p>}
            </>
          )}
          {may && (
            <p>
              <Button size="small" loading={busy} onClick={() => void ask()}>
                {t('invite')}
              </Button>
            </p>
          )}
        </>
      }
    />
  );
};
