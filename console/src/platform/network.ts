import { useSyncExternalStore } from 'react';
import { serverNow } from './clock.ts';
import { useLive } from './live.ts';
import type { LiveState } from './liveShare.ts';
import { useSession } from './session.ts';

/** Whether this computer has a network at all, and since when (ms since 1970) that is so. */
export interface NetworkState {
  online: boolean;
  since: number;
}
let network: NetworkState = { online: navigator.onLine, since: serverNow() };
const watchers = new Set<() => void>();
const become = (online: boolean): void => {
  if (network.online === online) return;
  network = { online, since: serverNow() };
  for (const changed of watchers) changed();
};
// from the start, and for good: who asks later must learn since when
window.addEventListener('online', () => become(true));
window.addEventListener('offline', () => become(false));

const watch = (changed: () => void): (() => void) => {
  watchers.add(changed);
  return () => void watchers.delete(changed);
};
export const useNetwork = (): NetworkState => useSyncExternalStore(watch, () => network);

/**
 * Since when (ms since 1970) the console hears nothing of the locks, null while it hears: what it last heard of a
 * connection says nothing about the present then.
 */
export const useDeafSince = (): number | null =>
  deafSince(
    useNetwork(),
    useLive(),
    useSession((s) => s.expired),
  );

const deafSince = (
  { online, since }: NetworkState,
  live: { state: LiveState; since: number },
  expired: ReturnType<typeof useSession.getState>['expired'],
): number | null => {
  // whose session has ended hears nothing more, whoever ended it
  const isOver = expired !== 'no' && live.state !== 'open';
  const lost = live.state === 'lost' || isOver ? live.since : null;
  if (online) return lost;
  return lost === null ? since : Math.min(lost, since);
};

export const isDeaf = (): boolean => deafSince(network, useLive.getState(), useSession.getState().expired) !== null;
