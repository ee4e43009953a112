import type { Alarm } from '@plomb/contract/alarms/alarms';
import { create } from 'zustand';
import { cared, nothingWatched, putAway, read, type Watched, watched, without } from './watch.ts';

/**
 * What came in, outside of React: the stream hands over a whole burst before anything is drawn, and each alarm of it
 * must build on the one before.
 */
export const useWatched = create<Watched>(() => nothingWatched);

/** Takes alarms in; answers those that are news. */
export const takeIn = (alarms: readonly Alarm[]): Alarm[] => {
  const { state, news } = watched(useWatched.getState(), alarms);
  useWatched.setState(state, true);
  return news;
};
export const away = (id: number): void => useWatched.setState((s) => putAway(s, id), true);
export const caredFor = (id: number): void => useWatched.setState((s) => cared(s, id), true);
export const closed = (ids: ReadonlySet<number>): void => useWatched.setState((s) => without(s, ids), true);

/** What is looked at in one window of a browser is new in none of them. */
const windows = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('alarms read');
const readHere = (id?: number): void => useWatched.setState((s) => read(s, id), true);
windows?.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
  if (data === 'all') readHere();
  else if (typeof data === 'number') readHere(data);
});
/** One, or without its number all of them. */
export const readQuiet = (id?: number): void => {
  readHere(id);
  windows?.postMessage(id ?? 'all');
};
