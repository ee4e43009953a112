import { create } from 'zustand';
import type { Why } from './pickBase.ts';

/** After so long one that did not come is tried again: all maps of this page would else stay with what followed. */
const AGAIN_MS = 5 * 60_000;

/** Base maps that did not come to this page, whichever of its maps found that out. */
export const useAwayBases = create<{ away: Readonly<Record<number, Why>> }>(() => ({ away: {} }));
const timers = new Map<number, ReturnType<typeof setTimeout>>();

/** It is tried again: its time has come, or somebody wants to see it. */
export const forgiveBase = (id: number): void => {
  clearTimeout(timers.get(id));
  timers.delete(id);
  useAwayBases.setState(({ away: { [id]: gone, ...away } }) => (gone ? { away } : {}));
};
export const baseIsAway = (id: number, why: Why): void => {
  clearTimeout(timers.get(id));
  timers.set(
    id,
    setTimeout(() => forgiveBase(id), AGAIN_MS),
  );
  useAwayBases.setState(({ away }) => (away[id] === why ? {} : { away: { ...away, [id]: why } }));
};
