import { BellOutlined, MutedOutlined } from '@ant-design/icons';
import { alarms } from '@plomb/contract/alarms/alarms';
import { Button, Skeleton } from 'antd';
import { useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { shortTime } from '../../lock/shortTime.ts';
import { byServer, serverNow } from '../../platform/clock.ts';
import { useMay } from '../../platform/may.ts';
import { useNow } from '../../platform/time.ts';
import { later } from '../../ui/later.tsx';
import { useWatched } from './alarmStore.ts';
import { isMuted, useMute } from './mute.ts';
import { type AlarmCount, useAlarmCount } from './useAlarmCount.ts';
import './alarms.css';

const AlarmMessages = later(async () => (await import('./AlarmMessages.tsx')).AlarmMessages, {
  meanwhile: (
    <aside className="messages">
      <Skeleton active title={false} paragraph={{ rows: 4 }} />
    </aside>
  ),
});
/** It comes when the server is heard again; the summary stands at the bell meanwhile. */
const notYet = (): void => {};

/** The number beside the bell: what is known, and when it was known if it cannot be renewed. */
const Count = ({ count }: { count: AlarmCount }) => {
  if (count.failed && count.at === 0) return <b className="bell-count bell-unknown">?</b>;
  if (count.unprocessed === 0) return count.failed ? <b className="bell-count bell-unknown">?</b> : null;
  return (
    <b className={`bell-count${count.failed ? ' bell-unknown' : ''}`} data-critical={count.critical > 0}>
      {count.unprocessed > 999 ? '999+' : count.unprocessed}
    </b>
  );
};

/** The bell of the top bar: how many alarms want somebody, and behind it what came in quietly. */
export const AlarmBell = () => {
  const { t } = useTranslation('alarms');
  const count = useAlarmCount();
  const unread = useWatched((s) => s.unread.size);
  const bell = useRef<HTMLButtonElement>(null);
  const [open, setOpen] = useState(false);
  const mute = useMute();
  const muted = isMuted(mute, useNow());
  if (!useMay()(alarms.list) || count === null) return null;
  const known = count && (count.at > 0 || !count.failed);
  const label = !count
    ? t('bellUnknown')
    : known
      ? t('bell', {
          ...{ count: count.unprocessed, critical: count.critical },
          locks: t('bellLocks', { count: count.locks }),
        })
      : t('bellFailed');
  const whole = [
    label,
    count?.failed && known ? t('bellOld', { time: shortTime(byServer(count.at), serverNow()) }) : '',
    unread > 0 ? t('unread', { count: unread }) : '',
    muted ? t('mute.on') : '',
  ]
    .filter((part) => part !== '')
    .join(' · ');
  return (
    <>
      <Button
        ref={bell}
        className="bell"
        type="text"
        icon={muted ? <MutedOutlined /> : <BellOutlined />}
        aria-label={whole}
        aria-expanded={open}
        title={open ? '' : whole}
        onClick={() => setOpen(!open)}
      >
        {count && <Count count={count} />}
        {unread > 0 && <i className="bell-unread" />}
      </Button>
      {open &&
        createPortal(
          <AlarmMessages
            summary={whole}
            failed={count?.failed ?? false}
            close={() => setOpen(false)}
            leave={() => {
              setOpen(false);
              bell.current?.focus();
            }}
            missing={notYet}
          />,
          document.body,
        )}
    </>
  );
};
