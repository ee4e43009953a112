import { MutedOutlined, SoundOutlined } from '@ant-design/icons';
import { alarms } from '@plomb/contract/alarms/alarms';
import { useQueryClient } from '@tanstack/react-query';
import { Button, Input, Radio } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { shortTime } from '../../lock/shortTime.ts';
import { failureWords, Refused } from '../../platform/answer.ts';
import { send } from '../../platform/client.ts';
import { useUnsaid } from '../../platform/notices.ts';
import { useSettings } from '../../platform/settings.ts';
import { useNow } from '../../platform/time.ts';
import { isMuted, useMute } from './mute.ts';

const { mute, count } = alarms;
const choices = [15, 60, 240] as const;

/** Silence for a while, with a reason that others can read. What is critical still stands on the screen. */
export const MuteControl = () => {
  const { t } = useTranslation('alarms');
  const lang = useSettings((s) => s.lang);
  const now = useNow();
  const queries = useQueryClient();
  const muted = useMute();
  const [asking, ask] = useState(false);
  const [minutes, choose] = useState<number>(choices[0]);
  const [reason, setReason] = useState('');
  const [busy, setBusy] = useState(false);
  const [failure, fail] = useState<unknown>(null);
  const change = async (input: { minutes: number; reason: string }): Promise<void> => {
    setBusy(true);
    fail(null);
    try {
      await send(mute, input);
      await queries.invalidateQueries({ queryKey: [count.path] });
      ask(false);
      setReason('');
    } catch (error) {
      fail(error);
    }
    setBusy(false);
  };
  const wrong = failure instanceof Refused ? failure.fields.reason?.[lang] : undefined;
  const why = useUnsaid(failure === null ? '' : (wrong ?? failureWords(failure, lang)));
  if (isMuted(muted, now))
    return (
      <p className="mute" data-on>
        <MutedOutlined /> {t('mute.until', { time: shortTime(muted.until_time, now), reason: muted.reason })}
        <Button type="link" size="small" loading={busy} onClick={() => void change({ minutes: 0, reason: '' })}>
          {t('mute.end')}
        </Button>
      </p>
    );
  if (!asking)
    return (
      <Button className="mute" type="text" size="small" icon={<SoundOutlined />} onClick={() => ask(true)}>
        {t('mute.ask')}
      </Button>
    );
  return (
    <form
      className="mute"
      onSubmit={(event) => {
        event.preventDefault();
        void change({ minutes, reason });
      }}
    >
      <Radio.Group
        size="small"
        value={minutes}
        options={choices.map((value) => ({
          value,
          label: value < 60 ? t('mute.minutes', { count: value }) : t('mute.hours', { count: value / 60 }),
        }))}
        onChange={({ target }) => choose(Number(target.value))}
      />
      <small className="mute-means">{t('mute.means')}</small>
      <Input
        size="small"
        maxLength={200}
        aria-label={t('mute.reason')}
        aria-invalid={wrong !== undefined}
        placeholder={t('mute.reason')}
        value={reason}
        onChange={({ target }) => setReason(target.value)}
      />
      <Button size="small" htmlType="submit" loading={busy}>
        {t('mute.submit')}
      </Button>
      {failure !== null && (
        <span role="alert" className="messages-failed">
          {/* the one field of the form: what is wrong with it is said, and not that something is */}
          {why}
        </span>
      )}
    </form>
  );
};
