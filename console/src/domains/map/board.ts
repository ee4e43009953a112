import { connectionOf } from '@plomb/contract/connection';
import type { Connection } from '@plomb/contract/devices';
import type { MapLock } from '@plomb/contract/map';
import { searchKey } from '@plomb/contract/search';
import { create } from 'zustand';
import { useLive } from '../../platform/live.ts';
import { keepLocks, useLiveLocks } from '../../platform/liveLocks.ts';

/** A lock as the workspace shows it. The object stays the same for as long as nothing about it changes. */
export interface Shown {
  lock: MapLock;
  connection: Connection;
  /** name, subject and serial number as searches compare them */
  text: string;
}

export interface Board {
  shown: ReadonlyMap<number, Shown>;
  /** place of each lock in the order of names */
  names: ReadonlyMap<number, number>;
}
export const emptyBoard: Board = { shown: new Map(), names: new Map() };

const textOf = (lock: MapLock): string => searchKey(`${lock.device_name}\n${lock.subject}\n${lock.sn}`);
const collator = new Intl.Collator('zh-Hans', { numeric: true });

/**
 * The board after a step of the stream or of time. What did not change keeps its object, so that rows need not be drawn
 * again; the order of names, the dear part with ten thousand locks, is made anew only when a name did.
 */
export const nextBoard = (board: Board, locks: ReadonlyMap<number, MapLock>, now: number): Board => {
  const shown = new Map<number, Shown>();
  let changed = locks.size !== board.shown.size;
  let renamed = changed;
  for (const [id, lock] of locks) {
    const before = board.shown.get(id);
    const connection = connectionOf(now, {
      connected: lock.connected,
      seen: lock.seen_time === null ? null : Date.parse(lock.seen_time),
      reportInterval: lock.report_interval,
      sleepInterval: lock.sleep_interval,
    });
    if (before?.lock === lock && before.connection === connection) {
      shown.set(id, before);
      continue;
    }
    changed = true;
    const same =
      before !== undefined &&
      before.lock.device_name === lock.device_name &&
      before.lock.subject === lock.subject &&
      before.lock.sn === lock.sn;
    renamed ||= !same;
    shown.set(id, { lock, connection, text: same ? before.text : textOf(lock) });
  }
  if (!changed) return board;
  return { shown, names: renamed ? nameOrder(shown) : board.names };
};

const nameOrder = (shown: ReadonlyMap<number, Shown>): Map<number, number> => {
  const sorted = [...shown.values()].sort(
    (a, b) => collator.compare(a.lock.device_name, b.lock.device_name) || a.lock.id - b.lock.id,
  );
  return new Map(sorted.map((s, place) => [s.lock.id, place]));
};

export const useBoard = create<Board>(() => emptyBoard);

/** Keeps the board current: with each step of the stream, and by one clock, because silence changes a connection too. */
export const keepBoard = (): (() => void) => {
  const step = (): void => {
    const before = useBoard.getState();
    const { state, since } = useLive.getState();
    // while the stream is broken the silence is ours, not the locks': they must not all seem to go offline
    const now = state === 'lost' ? since : Date.now();
    const next = nextBoard(before, useLiveLocks.getState().locks, now);
    if (next !== before) useBoard.setState(next, true);
  };
  const letGo = keepLocks();
  const unhear = useLiveLocks.subscribe(step);
  const clock = setInterval(step, 10_000);
  step();
  return () => {
    clearInterval(clock);
    unhear();
    letGo();
  };
};
