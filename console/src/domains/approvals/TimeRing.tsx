import type { Approval } from '@plomb/contract/approvals/approvals';
import { useTranslation } from 'react-i18next';
import { useSeconds } from '../../lock/useSeconds.ts';

const two = (n: number): string => String(n).padStart(2, '0');
/** Hours, where there are any, minutes and seconds. */
export const clockOf = (seconds: number): string => {
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
};

/** Seconds until a request lapses, as they go by. */
export const useSecondsLeft = ({ state, expire_time }: Pick<Approval, 'state' | 'expire_time'>): number => {
  const now = useSeconds(state === 'waiting');
  return Math.max(0, Math.ceil((Date.parse(expire_time) - now) / 1000));
};

/** The share of its time that is left. */
export const shareLeft = (
  seconds: number,
  { create_time, expire_time }: Pick<Approval, 'create_time' | 'expire_time'>,
) => Math.min(1, (seconds * 1000) / Math.max(1, Date.parse(expire_time) - Date.parse(create_time)));

const R = 26;
const ROUND = 2 * Math.PI * R;

/** How long a request waits still. */
export const TimeRing = ({ one }: { one: Approval }) => {
  const { t } = useTranslation('approvals');
  const seconds = useSecondsLeft(one);
  if (one.state !== 'waiting' || seconds === 0) return null;
  const share = shareLeft(seconds, one);
  const clock = clockOf(seconds);
  return (
    <div
      className="time-ring"
      role="timer"
      aria-label={t('left', { time: clock })}
      data-late={share < 0.25 || undefined}
      data-long={clock.length > 5 || undefined}
    >
      <svg viewBox="0 0 60 60" aria-hidden="true">
        <circle cx="30" cy="30" r={R} />
        <circle cx="30" cy="30" r={R} strokeDasharray={`${share * ROUND} ${ROUND}`} />
      </svg>
      <b>{clock}</b>
    </div>
  );
};
