import { create } from 'zustand';
import { keepLocks, onStep, theFleet, useLiveLocks } from '../../lock/liveLocks.ts';
import { serverNow } from '../../platform/clock.ts';
import { Board, type Change } from './board.ts';
import type { LockFilter, Sort } from './lockFilter.ts';
import { compareNames, type Named, sortNames } from './names.ts';

/** The one board of the workspace. It changes in place; `version` counts up when what it lists is to be read again. */
export const board = new Board();
export const useBoardVersion = create<{ version: number }>(() => ({ version: 0 }));

const listeners = new Set<(change: Change) => void>();
/** Hears every change at once, before the list follows; answers how to stop. */
export const onBoard = (listener: (change: Change) => void): (() => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

/** Milliseconds: nobody reads a list that is sorted anew more often. */
const CALM = 1000;
let renewed = Number.NEGATIVE_INFINITY;
let later: ReturnType<typeof setTimeout> | null = null;
const renew = (): void => {
  if (later !== null) clearTimeout(later);
  later = null;
  renewed = performance.now();
  useBoardVersion.setState(({ version }) => ({ version: version + 1 }));
};
const renewSoon = (): void => {
  const rest = renewed + CALM - performance.now();
  if (rest <= 0) renew();
  else later ??= setTimeout(renew, rest);
};
const tell = (change: Change): void => {
  for (const listener of listeners) listener(change);
};

/** While the stream is broken the silence is ours, not the locks': they must not all seem to go offline. */
const now = (): number => useLiveLocks.getState().asOf ?? serverNow();

/** A choice of the reader: seen at once. */
export const filterBoard = (filter: LockFilter, orgs: ReadonlySet<number> | null = null): void => {
  tell(board.filter(filter, orgs));
  renew();
};
export const sortBoard = (sort: Sort): void => {
  board.sort(sort);
  renew();
};

/** The fleet as it is now: what changed while nobody was looking. */
const catchUp = (): void => {
  const fleet = theFleet();
  const removed = [...board.all.keys()].filter((id) => !fleet.has(id));
  const changed = [...fleet.values()].filter((lock) => board.all.get(lock.id)?.lock !== lock);
  tell(board.apply(changed, removed, now()));
  renew();
};

/** Names sorted in one go while that takes no longer than a frame. */
const FEW = 2000;
let ranked = -1;
let ranking = false;
const breath = (): Promise<void> => new Promise((done) => setTimeout(done, 0));

const rank = async (): Promise<void> => {
  if (ranking || ranked === board.named || !useLiveLocks.getState().loaded) return;
  ranking = true;
  const at = board.named;
  const names: Named[] = Array.from(board.all.values(), ({ lock }) => ({ id: lock.id, name: lock.device_name }));
  const sorted =
    names.length <= FEW
      ? names.sort(compareNames)
      : await sortNames(names, async () => {
          await breath();
          return listening;
        });
  ranking = false;
  if (sorted === null) return;
  ranked = at;
  board.order(new Map(sorted.map((n, place) => [n.id, place])));
  renewSoon();
};
let listening = false;

/** Keeps the board current: with each step of the stream, and by one clock, because silence changes a connection too. */
export const keepBoard = (): (() => void) => {
  const letGo = keepLocks();
  listening = true;
  const unhear = [
    onStep(({ changed, removed }) => {
      tell(board.apply(changed, removed, now()));
      renewSoon();
    }),
    useBoardVersion.subscribe(() => void rank()),
    useLiveLocks.subscribe(({ loaded }, before) => {
      if (loaded && !before.loaded) renew();
    }),
  ];
  const clock = setInterval(() => {
    const change = board.age(now());
    if (change.put.length + change.gone.length === 0) return;
    tell(change);
    renewSoon();
  }, 10_000);
  catchUp();
  return () => {
    listening = false;
    clearInterval(clock);
    if (later !== null) clearTimeout(later);
    later = null;
    for (const u of unhear) u();
    letGo();
  };
};
