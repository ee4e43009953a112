import { randomUUID } from 'node:crypto';
import type { Alarm } from '@plomb/contract/alarms/alarms';
import type { LockPatch } from '@plomb/contract/live/live';
import type { Command } from '@plomb/contract/lock/command';
import { OpenLocks } from './openLocks.ts';

/** Somebody watching: where it looks, and how events reach it. */
export interface Watcher {
  operatorId: number;
  orgIds: ReadonlySet<number>;
  /** only these locks; null = all of its organisations */
  ids: ReadonlySet<number> | null;
  /** those of them that somebody has open before them: told at once */
  open?: ReadonlySet<number>;
  alarms: boolean;
  commands: boolean;
  send(event: string, data: unknown): boolean;
  /** bytes still waiting for it */
  pending(): number;
}

/** What became of a lock: its organisation and what is new of it, and the organisations it has left. */
interface Changed {
  orgId: number;
  /** null = it is nowhere any more */
  patch: LockPatch | null;
  left: ReadonlySet<number>;
}
interface News {
  seq: number;
  orgId: number;
  event: 'alarm' | 'command';
  data: object;
}
/** Until this moment of the house's clock nothing was shown here under a higher number. */
interface Mark {
  at: number;
  seq: number;
}
/** The changes of one stretch of time, by lock. */
interface Stretch {
  /** the number after which it begins */
  from: number;
  changed: Map<number, Changed & { seq: number }>;
}

/** Somebody of the house who hears every change as it is told, whoever may see it. */
export interface Follower {
  lock(orgId: number, patch: LockPatch): void;
  left(orgId: number, id: number): void;
  /** more has changed than is told */
  resync(): void;
}

/** A reader this far behind gets no more until it has caught up; then it starts afresh. */
const SLOW_BYTES = 1 << 20;
const NEWS_KEPT = 2000;
/** Ticks and locks after which a stretch is closed. Two are kept: who was away for longer fetches the list again. */
const STRETCH_TICKS = 60;
const STRETCH_LOCKS = 50_000;
/** Steps that may pass a reader by before it is told the present number. */
const QUIET_STEPS = 20;
/** How far apart hubs may hear the same, and their clocks be: who comes from another one is told so much again. */
const OVERLAP_MS = 5000;

const none: ReadonlySet<number> = new Set();
const merged = (before: Changed | undefined, next: Changed): Changed => {
  // hardly any lock leaves an organisation: a set for each change of each would be most of what is kept of it
  const left = before && before.left.size > 0 ? new Set([...before.left, ...next.left]) : next.left;
  if (next.patch === null) return { ...next, left };
  const patch = before?.patch ? { ...before.patch, ...next.patch } : next.patch;
  return { orgId: next.orgId, patch, left };
};

/**
 * What happens, to those who may see it. Changes of locks are collected and leave together once a tick, the last value
 * of a lock winning; alarms and commands leave at once, and so does what is new of a lock that somebody has open. Every event has a number, so that a reader whose connection
 * broke goes on where it stopped. A number is also a moment, in microseconds of the clock that all processes share: all
 * that was told before it has been shown. So a reader goes on at another hub, too, and hears the last seconds twice.
 */
export class Hub {
  /** whose numbers they are: those of another hub are worth what they say of the time */
  readonly epoch = randomUUID();
  readonly #now: () => number;
  #seq = 0;
  /** as a number: all that was told before it has been heard */
  #heard = 0;
  /** the oldest first; none: nobody has said yet from when on all is heard */
  #marks: Mark[] = [];
  readonly #watchers = new Set<Watcher>();
  readonly #behind = new Set<Watcher>();
  /** the last step in which each was told a number */
  readonly #told = new WeakMap<Watcher, number>();
  #changed = new Map<number, Changed>();
  /** what a reader that comes back may have missed, the older stretch first */
  #kept: [Stretch, Stretch] = [
    { from: 0, changed: new Map() },
    { from: 0, changed: new Map() },
  ];
  #steps = 0;
  /** the step with which the newer stretch began */
  #began = 0;
  #news: News[] = [];
  /** the number after which the news are kept */
  #newsFrom = 0;
  #resync = false;
  #follower: Follower | null = null;
  readonly #readings = new Set<Map<number, LockPatch>>();
  readonly #open: OpenLocks<Watcher>;

  constructor(now: () => number = Date.now, elapsed?: () => number) {
    this.#now = now;
    // only a foretaste: the next tick tells everybody the same, and its number is the one that counts after a break
    this.#open = new OpenLocks((by, orgId, patch) => {
      const text = JSON.stringify({ seq: this.#seq, locks: [patch], removed: [] });
      for (const watcher of by)
        if (watcher.orgIds.has(orgId) && watcher.ids?.has(patch.id) !== false && !this.#lagging(watcher))
          watcher.send('locks', text);
    }, elapsed);
  }

  get seq(): number {
    return this.#seq;
  }

  /** All that was told before this moment of the house's clock has been passed on to this hub. */
  heard(until: number): void {
    this.#heard = Math.floor(until * 1000);
    if (this.#marks.length === 0) this.#mark();
  }

  #mark(): void {
    this.#marks.push({ at: this.#now(), seq: this.#seq });
  }

  follow(follower: Follower): void {
    this.#follower = follower;
  }

  lock(orgId: number, patch: LockPatch): void {
    this.#follower?.lock(orgId, patch);
    for (const told of this.#readings) told.set(patch.id, { ...told.get(patch.id), ...patch });
    this.#put(patch.id, { orgId, patch, left: none });
    this.#open.lock(orgId, patch);
  }

  /** What came of open locks too soon after they were told leaves now, where enough time has passed. */
  tellHeld(): void {
    this.#open.tellHeld();
  }

  /**
   * Passes whole rows of locks on that `read` fetches from the database. What is told of a lock meanwhile may be newer than
   * the row that is under way: it stands over it.
   */
  async rows<T extends LockPatch & { org_id: number }>(read: () => Promise<readonly T[]>): Promise<Map<number, T>> {
    const told = new Map<number, LockPatch>();
    this.#readings.add(told);
    const rows = await read().finally(() => this.#readings.delete(told));
    for (const lock of rows) this.lock(lock.org_id, { ...lock, ...told.get(lock.id) });
    return new Map(rows.map((lock) => [lock.id, lock]));
  }

  /** A lock is not in this organisation any more: moved, switched off or gone. */
  left(orgId: number, id: number): void {
    this.#follower?.left(orgId, id);
    const before = this.#changed.get(id);
    const patch = before && before.orgId !== orgId ? before.patch : null;
    this.#put(id, { orgId: before?.orgId ?? orgId, patch, left: new Set([orgId]) });
  }

  #put(id: number, change: Changed): void {
    this.#changed.set(id, merged(this.#changed.get(id), change));
  }

  alarm(orgId: number, alarm: Alarm): void {
    const seq = ++this.#seq;
    this.#tell({ seq, orgId, event: 'alarm', data: { seq, alarm } });
  }

  command(orgId: number, command: Command): void {
    // what proved it goes first: nobody reads of a proof beside the status of before it
    if (this.#changed.has(command.device_id)) this.tick();
    const seq = ++this.#seq;
    this.#tell({ seq, orgId, event: 'command', data: { seq, command } });
  }

  /** What concerns everybody, whatever they watch. It has no number: who missed it asks anew after the next hello. */
  tellAll(event: 'dictionaries' | 'params', data: object): void {
    for (const watcher of this.#watchers) watcher.send(event, data);
  }

  /** What only these people see of their own changed; as with `tellAll`, who missed it asks anew. */
  tellPeople(operators: readonly number[]): void {
    for (const watcher of this.#watchers) if (operators.includes(watcher.operatorId)) watcher.send('personal', {});
  }

  /** More has changed than can be told one by one: everybody fetches the list again at the next tick. */
  resync(): void {
    this.#follower?.resync();
    this.#resync = true;
  }

  #tell(news: News): void {
    this.#news.push(news);
    if (this.#news.length > NEWS_KEPT)
      this.#newsFrom = this.#news.splice(0, this.#news.length - NEWS_KEPT / 2).at(-1)?.seq ?? 0;
    for (const watcher of this.#watchers)
      if (!this.#lagging(watcher) && concerns(news, watcher)) watcher.send(news.event, news.data);
  }

  /** Once a second: one text for all who see the same, however many they are. */
  tick(): void {
    if (this.#resync) {
      this.#resync = false;
      this.#changed = new Map();
      this.#open.settle();
      this.#seq = this.#next();
      this.#kept = [
        { from: this.#seq, changed: new Map() },
        { from: this.#seq, changed: new Map() },
      ];
      if (this.#marks.splice(0).length > 0) this.#mark();
      for (const watcher of this.#watchers) watcher.send('resync', { epoch: this.epoch, seq: this.#seq });
      return;
    }
    for (const watcher of this.#behind) {
      if (watcher.pending() > 0) continue;
      this.#behind.delete(watcher);
      watcher.send('resync', { epoch: this.epoch, seq: this.#seq });
    }
    if (this.#changed.size === 0) return;
    const changed = this.#changed;
    this.#changed = new Map();
    this.#open.settle();
    const before = this.#seq;
    // all that was heard until then is in this step, or was shown before
    const seq = this.#next();
    this.#seq = seq;
    this.#steps++;
    this.#keep(changed, before);
    this.#mark();
    const tick = new Tick(seq, changed);
    for (const watcher of this.#watchers) {
      if (this.#lagging(watcher)) continue;
      const text = tick.textFor(watcher);
      // who sees nothing of what happens still learns how far it has come, or it could not go on after a break
      const stands = this.#steps - (this.#told.get(watcher) ?? 0) > QUIET_STEPS;
      if (text) watcher.send('locks', text);
      else if (stands) watcher.send('locks', { seq, locks: [], removed: [] });
      if (text || stands) this.#told.set(watcher, this.#steps);
    }
  }

  #next(): number {
    return Math.max(this.#seq + 1, this.#heard);
  }

  #keep(changed: ReadonlyMap<number, Changed>, before: number): void {
    if (this.#steps - this.#began >= STRETCH_TICKS || this.#kept[1].changed.size > STRETCH_LOCKS) {
      this.#began = this.#steps;
      this.#kept = [this.#kept[1], { from: before, changed: new Map() }];
      this.#marks = this.#marks.filter(({ seq }) => seq >= this.#kept[0].from);
    }
    const { changed: stretch } = this.#kept[1];
    for (const [id, change] of changed) stretch.set(id, { ...merged(stretch.get(id), change), seq: this.#seq });
  }

  /**
   * Begins to watch. With the epoch and number of a broken stream, of this hub or another, it goes on there, or says that
   * the gap is too long.
   */
  watch(watcher: Watcher, from?: { epoch: string; since: number }): () => void {
    this.#watchers.add(watcher);
    this.#told.set(watcher, this.#steps);
    const at = { epoch: this.epoch, seq: this.#seq };
    const since = from && (from.epoch === this.epoch ? from.since : this.#sinceOf(from.since));
    if (!from) watcher.send('hello', at);
    else if (since === undefined || since > this.#seq || !this.#covers(since)) watcher.send('resync', at);
    else this.#replay(watcher, since);
    const close = this.#open.by(watcher);
    return () => {
      close();
      this.#watchers.delete(watcher);
      this.#behind.delete(watcher);
    };
  }

  /** The number here behind which lies all that was told after that number of another hub. */
  #sinceOf(number: number): number | undefined {
    const at = number / 1000;
    if (at > this.#now() + OVERLAP_MS) return undefined;
    return this.#marks.findLast((mark) => mark.at <= at - OVERLAP_MS)?.seq;
  }

  #covers(since: number): boolean {
    return since >= this.#kept[0].from && since >= this.#newsFrom;
  }

  #replay(watcher: Watcher, since: number): void {
    watcher.send('hello', { epoch: this.epoch, seq: since });
    for (const news of this.#news) if (news.seq > since && concerns(news, watcher)) watcher.send(news.event, news.data);
    const missed = new Map<number, Changed>();
    for (const { changed } of this.#kept)
      for (const [id, change] of changed) if (change.seq > since) missed.set(id, merged(missed.get(id), change));
    const text = new Tick(this.#seq, missed).textFor(watcher);
    if (text) watcher.send('locks', text);
  }

  #lagging(watcher: Watcher): boolean {
    if (this.#behind.has(watcher)) return true;
    if (watcher.pending() < SLOW_BYTES) return false;
    this.#behind.add(watcher);
    return true;
  }
}

const views = new WeakMap<ReadonlySet<number>, string>();
const viewOf = (orgIds: ReadonlySet<number>): string => {
  const known = views.get(orgIds) ?? [...orgIds].join();
  views.set(orgIds, known);
  return known;
};

/** The changes that leave together: written once each, and put together once for all who see the same. */
class Tick {
  readonly #seq: number;
  readonly #changed: ReadonlyMap<number, Changed>;
  /** by organisation: the texts of its locks, and the ids of those that left it */
  readonly #here = new Map<number, string[]>();
  readonly #left = new Map<number, number[]>();
  readonly #texts = new Map<string, string | null>();

  constructor(seq: number, changed: ReadonlyMap<number, Changed>) {
    this.#seq = seq;
    this.#changed = changed;
    for (const [id, { orgId, patch, left }] of changed) {
      if (patch) put(this.#here, orgId, JSON.stringify(patch));
      for (const org of left) put(this.#left, org, id);
    }
  }

  textFor(watcher: Watcher): string | null {
    if (watcher.ids) return this.#chosen(watcher.orgIds, watcher.ids);
    const view = viewOf(watcher.orgIds);
    let text = this.#texts.get(view);
    if (text === undefined) {
      text = this.#whole(watcher.orgIds);
      this.#texts.set(view, text);
    }
    return text;
  }

  #whole(orgs: ReadonlySet<number>): string | null {
    const locks: string[] = [];
    for (const [org, texts] of this.#here) if (orgs.has(org)) locks.push(...texts);
    const removed: number[] = [];
    for (const [org, ids] of this.#left) if (orgs.has(org)) removed.push(...ids.filter((id) => !this.#isIn(id, orgs)));
    return this.#text(locks, removed);
  }

  #chosen(orgs: ReadonlySet<number>, ids: ReadonlySet<number>): string | null {
    const locks: string[] = [];
    const removed: number[] = [];
    for (const id of ids) {
      const change = this.#changed.get(id);
      if (!change) continue;
      if (change.patch && orgs.has(change.orgId)) locks.push(JSON.stringify(change.patch));
      else if ([...change.left].some((org) => orgs.has(org))) removed.push(id);
    }
    return this.#text(locks, removed);
  }

  /** moved from one of these organisations to another of them: it has not gone */
  #isIn(id: number, orgs: ReadonlySet<number>): boolean {
    const change = this.#changed.get(id);
    return change !== undefined && change.patch !== null && orgs.has(change.orgId);
  }

  #text(locks: readonly string[], removed: readonly number[]): string | null {
    if (locks.length === 0 && removed.length === 0) return null;
    return `{"seq":${this.#seq},"locks":[${locks.join(',')}],"removed":${JSON.stringify([...new Set(removed)])}}`;
  }
}

const put = <V>(map: Map<number, V[]>, key: number, value: V): void => {
  const known = map.get(key);
  if (known) known.push(value);
  else map.set(key, [value]);
};

const concerns = (news: News, w: Watcher): boolean =>
  w.orgIds.has(news.orgId) && (news.event === 'alarm' ? w.alarms : w.commands);
