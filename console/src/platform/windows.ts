import type { Lang } from '@plomb/contract/kit/text';
import { type UiSize, uiSizes } from './settings.ts';

/** What the windows of one browser tell each other about how they look. Who is signed in goes its own way: session.ts. */
export type Told = { kind: 'language'; lang: Lang } | { kind: 'size'; size: UiSize } | { kind: 'look'; look: unknown };

/** A message as it was meant; null for what another version of the console may have sent. */
export const readTold = (data: unknown): Told | null => {
  if (typeof data !== 'object' || data === null || !('kind' in data)) return null;
  if (data.kind === 'language' && 'lang' in data && (data.lang === 'zh' || data.lang === 'en'))
    return { kind: 'language', lang: data.lang };
  if (data.kind === 'size' && 'size' in data) {
    const size = uiSizes.find((s) => s === data.size);
    return size ? { kind: 'size', size } : null;
  }
  return data.kind === 'look' && 'look' in data ? { kind: 'look', look: data.look } : null;
};

const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('settings');

export const tell = (told: Told): void => channel?.postMessage(told);

/** Hears the other windows, never this one; answers how to stop. */
export const onTold = (hear: (told: Told) => void): (() => void) => {
  const heard = (event: MessageEvent<unknown>): void => {
    const told = readTold(event.data);
    if (told) hear(told);
  };
  channel?.addEventListener('message', heard);
  return () => channel?.removeEventListener('message', heard);
};
