import type { OutputOf } from '@plomb/contract/kit/call';
import { params } from '@plomb/contract/params';
import { create } from 'zustand';
import { send } from './client.ts';
import { onLive } from './live.ts';

/** The system parameters the console obeys; null until they have come. */
type ShownParams = OutputOf<typeof params.shown>;

const store = create<{ shown: ShownParams | null }>(() => ({ shown: null }));
export const useShownParams = (): ShownParams | null => store((s) => s.shown);

const load = async (): Promise<void> => {
  try {
    store.setState({ shown: await send(params.shown, {}, { quiet: true }) });
  } catch {
    // those at hand stay; the next opening of the stream asks again
  }
};

/** Keeps them current while somebody is signed in; answers how to stop. */
export const keepParams = (): (() => void) => {
  void load();
  // every opening of the stream tells the rights first
  const unhear = (['params', 'resync', 'rights'] as const).map((event) => onLive(event, () => void load()));
  return () => {
    for (const stop of unhear) stop();
    store.setState({ shown: null });
  };
};
