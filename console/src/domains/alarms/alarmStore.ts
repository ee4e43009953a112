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
export const readQuiet = (id?: number): void => useWatched.setState((s) => read(s, id), true);
