import type { LockPatch } from '@plomb/contract/live/live';
import {
  type FleetLock,
  type FleetPart,
  fleetLocks,
  type MapLock,
  MOST_DRAWN,
  MOST_HELD,
  MOST_LISTED,
  map,
} from '@plomb/contract/map/map';
import { create } from 'zustand';
import { Refused } from '../platform/answer.ts';
import { send } from '../platform/client.ts';
import { serverNow } from '../platform/clock.ts';
import { isCovered, onLive, onOpened, useLive, wantLocks } from '../platform/live.ts';
import { covers, nothing, type Wants } from '../platform/liveWants.ts';
import { waitForLine } from '../platform/wait.ts';

export interface LiveLocks {
  /** how many there are */
  size: number;
  loaded: boolean;
  /** some so many there are in all, while the list comes in parts for the first time; null: it is whole, or none came yet */
  coming: number | null;
  /** why the last attempt to fetch them failed; null = it did not */
  failure: unknown;
  /**
   * More than zero: there are more than are held here (`MOST_HELD`), and `holdLocks` says which of them are. Counts up
   * whenever they are to be asked for anew.
   */
  large: number;
  /** ms since 1970 by the server's clock: since then what is shown may be old; null = it is current */
  asOf: number | null;
}
export const useLiveLocks = create<LiveLocks>(() => ({
  size: 0,
  loaded: false,
  coming: null,
  failure: null,
  large: 0,
  asOf: null,
}));

/** What a step of the stream, or a part of the list, did. */
export interface Step {
  changed: readonly FleetLock[];
  removed: readonly number[];
}

/**
 * Every lock the operator may see, kept current by the stream. Changed in place and told by steps: a hundred thousand
 * locks are not copied because a thousand of them moved.
 */
const fleet = new Map<number, FleetLock>();
const listeners = new Set<(step: Step) => void>();
export const theFleet = (): ReadonlyMap<number, FleetLock> => fleet;
/** Hears every step; answers how to stop. */
export const onStep = (listener: (step: Step) => void): (() => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};
const tell = (step: Step): void => {
  if (step.changed.length === 0 && step.removed.length === 0) return;
  if (useLiveLocks.getState().size !== fleet.size) useLiveLocks.setState({ size: fleet.size });
  for (const listener of listeners) listener(step);
};

const isWhole = (lock: LockPatch | FleetLock): lock is FleetLock =>
  lock.sn !== undefined && lock.lock_status !== undefined;
const differs = (a: FleetLock, b: FleetLock): boolean =>
  (Object.keys(b) as (keyof FleetLock)[]).some((field) => a[field] !== b[field]);

/** Applies a step of the stream. A part of a lock that is not known says nothing: whole ones come with the list. */
export const applyPatches = (
  locks: Map<number, FleetLock>,
  patches: readonly LockPatch[],
  removed: readonly number[],
): Step => {
  const gone = removed.filter((id) => locks.delete(id));
  const changed: FleetLock[] = [];
  for (const patch of patches) {
    const known = locks.get(patch.id);
    const whole = known ? { ...known, ...patch } : patch;
    if (!isWhole(whole) || (known && !differs(known, whole))) continue;
    locks.set(patch.id, whole);
    changed.push(whole);
  }
  return { changed, removed: gone };
};

/** Locks in one request: as many as the server reads without holding others up. */
const PART = 5000;
const everything: Wants = { all: true, ids: [] };

/** News that comes while the list is under way: newer than parts of it, so it is put over each part. */
interface Loading {
  stop: AbortController;
  news: Map<number, LockPatch>;
  removed: Set<number>;
}
let loading: Loading | null = null;
const startLoading = (): Loading => {
  loading?.stop.abort();
  loading = { stop: new AbortController(), news: new Map(), removed: new Set() };
  return loading;
};
/** what of the locks is asked of the stream */
let wants: Wants = nothing;
let letGo: (() => void) | null = null;
const want = (next: Wants): void => {
  const before = letGo;
  wants = next;
  letGo = wantLocks(next);
  before?.();
};
/** the stream has brought every change since the list was fetched */
let inStep = false;
let users = 0;
let end: (() => void) | null = null;

/** One part, asked for until it comes: 1, 2, 4 … 30 s apart. A refusal is final. */
const partAfter = async (after: number | null, signal: AbortSignal): Promise<FleetPart> => {
  for (let failures = 0; ; failures += 1)
    try {
      const part = await send(map.locks, { size: PART, ...(after ? { after } : {}) }, { quiet: true, signal });
      if (failures > 0) useLiveLocks.setState({ failure: null });
      return part;
    } catch (failure) {
      if (signal.aborted) throw failure;
      useLiveLocks.setState({ failure });
      if (failure instanceof Refused && failure.sign !== 'error' && failure.sign !== 'unavailable') throw failure;
      await waitForLine(Math.min(30_000, 1000 * 2 ** failures) * (0.75 + Math.random() / 4), signal);
      if (signal.aborted) throw failure;
    }
};

/** Rows that were asked for, with what was told of them meanwhile put over them. */
const withNews = (locks: readonly FleetLock[], { news, removed }: Loading): FleetLock[] =>
  locks.filter((lock) => !removed.has(lock.id)).map((lock) => ({ ...lock, ...news.get(lock.id) }) as FleetLock);

const putPart = (part: FleetPart, mine: Loading, seen: Set<number>): void => {
  const rows = withNews(fleetLocks(part), mine);
  for (const lock of rows) seen.add(lock.id);
  tell(applyPatches(fleet, rows, []));
};

/** Locks beyond those of the view that the stream goes on bringing, so that it is not opened anew for every look. */
const MOST_WANTED = 3 * (MOST_DRAWN + MOST_LISTED);
const wantIds = (ids: readonly number[]): void => {
  if (!wants.all && covers(wants, { all: false, ids })) return;
  const more = [...new Set([...wants.ids, ...ids])];
  want({ all: false, ids: more.length > MOST_WANTED ? ids : more });
};

/** The fleet is too large to be held: what of it was held goes, and who shows it asks for what it shows. */
const becomeLarge = (): void => {
  if (wants.all) want(nothing);
  if (useLiveLocks.getState().large === 0) tell(applyPatches(fleet, [], [...fleet.keys()]));
  useLiveLocks.setState(({ large }) => ({ large: large + 1, coming: null, size: fleet.size }));
};

/**
 * Of a fleet too large to be held: the locks that `ask` reads, and no others. Answers what it read, null where it was
 * overtaken by a newer look or failed, which `failure` then says.
 */
export const holdLocks = async <T extends { locks: readonly FleetLock[]; asOf: number | null }>(
  ask: (signal: AbortSignal) => Promise<T>,
): Promise<T | null> => {
  const mine = startLoading();
  const began = serverNow();
  try {
    const answer = await ask(mine.stop.signal);
    if (mine.stop.signal.aborted) return null;
    const rows = withNews(answer.locks, mine);
    const ids = new Set(rows.map((lock) => lock.id));
    tell(
      applyPatches(
        fleet,
        rows,
        [...fleet.keys()].filter((id) => !ids.has(id)),
      ),
    );
    wantIds([...ids]);
    const asOf = useLive.getState().state === 'open' ? answer.asOf : began;
    useLiveLocks.setState({ loaded: true, failure: null, size: fleet.size, asOf });
    return answer;
  } catch (failure) {
    if (mine.stop.signal.aborted) return null;
    useLiveLocks.setState(({ asOf }) => ({ failure, asOf: asOf ?? began }));
    return null;
  } finally {
    if (loading === mine) loading = null;
  }
};

/** Fetches the whole list anew and puts it over what is there; what is not in it any more goes. */
const load = async (): Promise<void> => {
  const mine = startLoading();
  inStep = false;
  const seen = new Set<number>();
  try {
    let after: number | null = null;
    do {
      const part: FleetPart = await partAfter(after, mine.stop.signal);
      if (part.registered > MOST_HELD) return becomeLarge();
      if (!wants.all) want(everything);
      if (part.next !== null && !useLiveLocks.getState().loaded) useLiveLocks.setState({ coming: part.registered });
      putPart(part, mine, seen);
      after = part.next;
    } while (after !== null);
    const gone = [...fleet.keys()].filter((id) => !seen.has(id) && !mine.news.has(id));
    tell(applyPatches(fleet, [], gone));
    inStep = isCovered(everything);
    useLiveLocks.setState({
      loaded: true,
      coming: null,
      failure: null,
      large: 0,
      size: fleet.size,
      ...(inStep ? { asOf: null } : {}),
    });
  } catch (failure) {
    // given up for a newer attempt, or refused: said by `failure`
    if (!mine.stop.signal.aborted) console.info('the locks were not fetched', failure);
  } finally {
    if (loading === mine) loading = null;
  }
};

/** Milliseconds between two looks at a large fleet that the stream gives rise to. */
const AFTER = 1000;

/** Fetches the list again, whatever is under way: when the person presses retry. */
export const reloadLocks = (): Promise<void> => load();

const grow = (step: { locks: readonly LockPatch[]; removed: readonly number[] }): void => {
  if (loading) {
    for (const id of step.removed) {
      loading.news.delete(id);
      loading.removed.add(id);
    }
    for (const patch of step.locks) {
      if (patch.sn !== undefined) loading.removed.delete(patch.id);
      loading.news.set(patch.id, { ...loading.news.get(patch.id), ...patch });
    }
  }
  // of a fleet too large to be held only those are kept that somebody shows
  const patches = useLiveLocks.getState().large > 0 ? step.locks.filter((l) => fleet.has(l.id)) : step.locks;
  tell(applyPatches(fleet, patches, step.removed));
};

/** What was learnt of one lock apart from the stream: the list follows at once, where it has the lock. */
export const learnLock = (lock: MapLock): void => {
  const known = fleet.get(lock.id);
  if (!known) return;
  const fields = Object.keys(known) as (keyof FleetLock)[];
  grow({ locks: [{ id: lock.id, ...Object.fromEntries(fields.map((f) => [f, lock[f]])) }], removed: [] });
};

/** A thousand browsers that are told to fetch again in one instant do not do so in one instant. */
const spread = (): number =>
  Math.random() * (useLiveLocks.getState().large > 0 ? 10_000 : Math.min(10_000, 200 + fleet.size / 10));

const begin = (): (() => void) => {
  let later: ReturnType<typeof setTimeout> | null = null;
  const afresh = (milliseconds: number): void => {
    if (later !== null) clearTimeout(later);
    later = setTimeout(() => (useLiveLocks.getState().large > 0 ? becomeLarge() : void load()), milliseconds);
  };
  const stale = (since: number): void => {
    if (useLiveLocks.getState().asOf === null) useLiveLocks.setState({ asOf: since });
  };
  want(everything);
  const unhear = [
    onLive('locks', grow),
    onOpened(({ covers: brings, resumed }) => {
      // what was asked for before the stream brought it may have changed in between
      if (useLiveLocks.getState().large > 0 && covers(brings, wants)) return afresh(AFTER);
      if (!brings.all) return;
      if (resumed && inStep) return useLiveLocks.setState({ asOf: null });
      if (resumed && loading) return;
      afresh(0);
    }),
    onLive('resync', () => {
      stale(serverNow());
      inStep = false;
      afresh(useLiveLocks.getState().loaded ? spread() : 0);
    }),
    useLive.subscribe(({ state, since }) => {
      if (state === 'lost' || state === 'idle' || state === 'refused') stale(since);
    }),
  ];
  if (isCovered(everything)) afresh(0);
  // the stream may be long in coming: what the list says is better than nothing
  else afresh(useLive.getState().state === 'lost' ? 0 : 1500);
  return () => {
    if (later !== null) clearTimeout(later);
    loading?.stop.abort();
    for (const u of unhear) u();
    letGo?.();
    [letGo, wants] = [null, nothing];
    fleet.clear();
    inStep = false;
    useLiveLocks.setState({ size: 0, loaded: false, coming: null, failure: null, large: 0, asOf: null });
  };
};

/** Milliseconds that the locks are kept after nobody shows them any more: coming back to the map is at once. */
const LINGER = 5 * 60_000;
let leaving: ReturnType<typeof setTimeout> | null = null;

/** Keeps the locks current for as long as somebody shows them, and a while longer; answers how to let go. */
export const keepLocks = (): (() => void) => {
  users += 1;
  if (leaving !== null) clearTimeout(leaving);
  leaving = null;
  end ??= begin();
  return () => {
    users -= 1;
    if (users > 0) return;
    leaving = setTimeout(dropLocks, LINGER);
  };
};
/** Lets go of them now: somebody else may sign in here. */
export const dropLocks = (): void => {
  if (leaving !== null) clearTimeout(leaving);
  leaving = null;
  if (users > 0) return;
  end?.();
  end = null;
};
