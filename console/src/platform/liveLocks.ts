import type { LockPatch } from '@plomb/contract/live';
import { type MapLock, map } from '@plomb/contract/map';
import { create } from 'zustand';
import { send } from './client.ts';
import { onLive } from './live.ts';

/** Every lock the operator may see, kept current by the stream. `changed` are the ids of the last step. */
export interface LiveLocks {
  locks: ReadonlyMap<number, MapLock>;
  changed: readonly number[];
  removed: readonly number[];
  /** null = loaded, or not asked for yet */
  failure: unknown;
  loaded: boolean;
}

export const useLiveLocks = create<LiveLocks>(() => ({
  locks: new Map(),
  changed: [],
  removed: [],
  failure: null,
  loaded: false,
}));

/** Applies a step of the stream. A lock not known yet needs every field; a patch of an unknown lock asks for a reload. */
export const applyPatches = (
  locks: ReadonlyMap<number, MapLock>,
  patches: readonly LockPatch[],
  removed: readonly number[],
): { locks: Map<number, MapLock>; unknown: boolean } => {
  const next = new Map(locks);
  let unknown = false;
  for (const patch of patches) {
    const known = next.get(patch.id);
    const whole = known ? { ...known, ...patch } : patch;
    if (isWhole(whole)) next.set(patch.id, whole);
    else unknown = true;
  }
  for (const id of removed) next.delete(id);
  return { locks: next, unknown };
};
const isWhole = (lock: LockPatch | MapLock): lock is MapLock => lock.sn !== undefined && lock.lock_status !== undefined;

let users = 0;
let stop: (() => void) | null = null;

const load = async (): Promise<void> => {
  // steps that arrive while the list is under way are newer than parts of it: kept, and applied after it
  const waiting: { seq: number; locks: LockPatch[]; removed: number[] }[] = [];
  const unhear = onLive('locks', (step) => waiting.push(step));
  try {
    const list = await send(map.locks, {}, { quiet: true });
    let locks: ReadonlyMap<number, MapLock> = new Map(list.locks.map((l) => [l.id, l]));
    for (const step of waiting) if (step.seq > list.seq) locks = applyPatches(locks, step.locks, step.removed).locks;
    useLiveLocks.setState({ locks, changed: [...locks.keys()], removed: [], failure: null, loaded: true });
  } catch (failure) {
    useLiveLocks.setState({ failure });
  } finally {
    unhear();
  }
};

let loading: Promise<void> | null = null;
/** Fetches the whole list again: after a resync, or when the person presses retry. */
export const reloadLocks = (): Promise<void> => {
  loading ??= load().finally(() => {
    loading = null;
  });
  return loading;
};

/** Keeps the locks current for as long as somebody shows them; answers how to let go. For `useEffect`. */
export const keepLocks = (): (() => void) => {
  users += 1;
  if (users === 1) {
    const unhear = [
      onLive('resync', () => void reloadLocks()),
      onLive('locks', (step) => {
        if (!useLiveLocks.getState().loaded || loading) return;
        const { locks, unknown } = applyPatches(useLiveLocks.getState().locks, step.locks, step.removed);
        useLiveLocks.setState({ locks, changed: step.locks.map((l) => l.id), removed: step.removed });
        if (unknown) void reloadLocks();
      }),
    ];
    stop = () => {
      for (const u of unhear) u();
    };
    void reloadLocks();
  }
  return () => {
    users -= 1;
    if (users > 0) return;
    stop?.();
    stop = null;
    useLiveLocks.setState({ loaded: false });
  };
};
