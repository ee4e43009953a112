import { codePause } from '@plomb/contract/personal/verification';
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { serverNow } from '../../platform/clock.ts';
import { useCountdown } from '../../platform/countdown.ts';

export interface SentCode {
  recipient: string;
  seconds: number;
}

/** The button that sends a code, and counts down until it may send another. `sent`: one that has gone already. */
export const SendCode = ({ ask, sent }: { ask: () => Promise<SentCode>; sent?: SentCode }) => {
  const { t } = useTranslation('personal');
  const [last, setLast] = useState(sent);
  const [until, setUntil] = useState(() => (sent ? serverNow() + sent.seconds * 1000 : 0));
  const [busy, setBusy] = useState(false);
  const wait = useCountdown(until);
  const send = async (): Promise<void> => {
    setBusy(true);
    try {
      const went = await ask();
      setLast(went);
      setUntil(serverNow() + Math.min(went.seconds, codePause) * 1000);
    } catch {
      // the refusal was told where refusals are
    } finally {
      setBusy(false);
    }
  };
  return (
    <div className="send-code">
      <Button onClick={() => void send()} disabled={wait > 0} loading={busy}>
        {wait > 0 ? t('sent.againIn', { seconds: wait }) : t(last ? 'sent.again' : 'sent.ask')}
      </Button>
      <span role="status">{last && t('sent.to', { recipient: last.recipient })}</span>
    </div>
  );
};
