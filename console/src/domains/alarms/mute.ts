import { alarms } from '@plomb/contract/alarms/alarms';
import { useQuery } from '@tanstack/react-query';
import type { AlarmCount } from './useAlarmCount.ts';

const { count } = alarms;
export type Mute = AlarmCount['mute'];

/** Whether alarms are muted at a moment: the server may have said so a while ago. */
export const isMuted = (mute: Mute, now: number): mute is NonNullable<Mute> =>
  mute !== null && Date.parse(mute.until_time) > now;

/** What the bell was told last of it: nobody asks twice. */
export const useMute = (): Mute => {
  const { data } = useQuery<{ mute: Mute }>({ queryKey: [count.path], enabled: false });
  return data?.mute ?? null;
};
