import type { Connection } from './devices.ts';

export interface ConnectionFacts {
  /** an open socket, now */
  connected: boolean;
  /** ms since 1970 of the last word from the device, null = never */
  seen: number | null;
  /** seconds between reports while awake, and between wake-ups while asleep */
  reportInterval: number;
  sleepInterval: number;
}

/**
 * How reachable a lock is. Most locks sleep between reports with a closed socket, so a closed socket alone is no bad
 * news: sleeping until the next wake-up is due, then late, then offline.
 */
export const connectionOf = (
  now: number,
  { connected, seen, reportInterval, sleepInterval }: ConnectionFacts,
): Connection => {
  if (seen === null) return 'offline';
  const age = (now - seen) / 1000;
  if (connected && age <= 2 * reportInterval + 60) return 'online';
  if (age <= sleepInterval + 60) return 'sleeping';
  return age <= 2 * sleepInterval + 300 ? 'late' : 'offline';
};
