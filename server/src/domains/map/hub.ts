import { randomUUID } from 'node:crypto';
import type { Alarm } from '@plomb/contract/alarms';
import type { LockPatch } from '@plomb/contract/live';
import type { Command } from '@plomb/contract/locks';

/** Somebody watching: where it looks, and how events reach it. */
export interface Watcher {
  orgIds: ReadonlySet<number>;
  /** only these locks; null = all of its organisations */
  ids: ReadonlySet<number> | null;
  alarms: boolean;
  commands: boolean;
  send(event: string, data: unknown): boolean;
  /** bytes still waiting for it */
  pending(): number;
}

interface Kept {
  seq: number;
  orgId: number;
  patch: LockPatch;
}
interface News {
  seq: number;
  orgId: number;
  event: 'alarm' | 'command';
  data: object;
}

/** A reader this far behind gets no more until it has caught up; then it starts afresh. */
const SLOW_BYTES = 1 << 20;
const NEWS_KEPT = 2000;

/**
 * What happens, to those who may see it. Changes of locks are collected and leave together once a tick, the last value
 * of a lock winning; alarms and commands leave at once. Every event has a number, so that a reader whose connection
 * broke goes on where it stopped.
 */
export class Hub {
  /** numbers start anew with each process, so they are worth something only together with this */
  readonly epoch = randomUUID();
  #seq = 0;
  readonly #watchers = new Set<Watcher>();
  readonly #behind = new Set<Watcher>();
  #changed = new Map<number, { orgId: number; patch: LockPatch }>();
  /** everything said of a lock since the start, and when last: what a reader that comes back has missed */
  readonly #kept = new Map<number, Kept>();
  #news: News[] = [];
  #resync = false;

  get seq(): number {
    return this.#seq;
  }

  lock(orgId: number, patch: LockPatch): void {
    const before = this.#changed.get(patch.id);
    this.#changed.set(patch.id, { orgId, patch: before ? { ...before.patch, ...patch } : patch });
  }

  alarm(orgId: number, alarm: Alarm): void {
    const seq = ++this.#seq;
    this.#tell({ seq, orgId, event: 'alarm', data: { seq, alarm } });
  }

  command(orgId: number, command: Command): void {
    const seq = ++this.#seq;
    this.#tell({ seq, orgId, event: 'command', data: { seq, command } });
  }

  /** What concerns everybody, whatever they watch. It has no number: who missed it asks anew after the next hello. */
  tellAll(event: 'dictionaries' | 'params', data: object): void {
    for (const watcher of this.#watchers) watcher.send(event, data);
  }

  /** Devices came, went or moved: everybody fetches the list again at the next tick. */
  resync(): void {
    this.#resync = true;
  }

  #tell(news: News): void {
    this.#news.push(news);
    if (this.#news.length > NEWS_KEPT) this.#news = this.#news.slice(-NEWS_KEPT / 2);
    for (const watcher of this.#watchers)
      if (!this.#lagging(watcher) && concerns(news, watcher)) watcher.send(news.event, news.data);
  }

  /** Once a second: one text for all who see the same, however many they are. */
  tick(): void {
    if (this.#resync) {
      this.#resync = false;
      this.#changed = new Map();
      this.#kept.clear();
      this.#seq++;
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
    const seq = ++this.#seq;
    for (const [id, { orgId, patch }] of changed)
      this.#kept.set(id, { seq, orgId, patch: { ...this.#kept.get(id)?.patch, ...patch } });
    const texts = new Map<string, string | null>();
    for (const watcher of this.#watchers) {
      if (this.#lagging(watcher)) continue;
      const view = watcher.ids ? `${viewOf(watcher)}|${[...watcher.ids].join()}` : viewOf(watcher);
      let text = texts.get(view);
      if (text === undefined) {
        const locks = [...changed.values()].filter((c) => sees(watcher, c.orgId, c.patch.id)).map((c) => c.patch);
        text = locks.length > 0 ? JSON.stringify({ seq, locks, removed: [] }) : null;
        texts.set(view, text);
      }
      if (text) watcher.send('locks', text);
    }
  }

  /** Begins to watch. With the epoch and number of a broken stream it goes on there, or says that the gap is too long. */
  watch(watcher: Watcher, from?: { epoch: string; since: number }): () => void {
    this.#watchers.add(watcher);
    const at = { epoch: this.epoch, seq: this.#seq };
    if (!from) watcher.send('hello', at);
    else if (from.epoch !== this.epoch || from.since > this.#seq || !this.#covers(from.since))
      watcher.send('resync', at);
    else this.#replay(watcher, from.since);
    return () => {
      this.#watchers.delete(watcher);
      this.#behind.delete(watcher);
    };
  }

  #covers(since: number): boolean {
    const first = this.#news[0];
    return !first || first.seq <= since + 1 || this.#news.length < NEWS_KEPT / 2;
  }

  #replay(watcher: Watcher, since: number): void {
    watcher.send('hello', { epoch: this.epoch, seq: since });
    for (const news of this.#news) if (news.seq > since && concerns(news, watcher)) watcher.send(news.event, news.data);
    const locks = [...this.#kept.values()]
      .filter((k) => k.seq > since && sees(watcher, k.orgId, k.patch.id))
      .map((k) => k.patch);
    if (locks.length > 0) watcher.send('locks', { seq: this.#seq, locks, removed: [] });
  }

  #lagging(watcher: Watcher): boolean {
    if (this.#behind.has(watcher)) return true;
    if (watcher.pending() < SLOW_BYTES) return false;
    this.#behind.add(watcher);
    return true;
  }
}

const views = new WeakMap<ReadonlySet<number>, string>();
const viewOf = ({ orgIds }: Watcher): string => {
  const known = views.get(orgIds) ?? [...orgIds].join();
  views.set(orgIds, known);
  return known;
};

const sees = (w: Watcher, orgId: number, deviceId: number): boolean =>
  w.orgIds.has(orgId) && (w.ids === null || w.ids.has(deviceId));
const concerns = (news: News, w: Watcher): boolean =>
  w.orgIds.has(news.orgId) && (news.event === 'alarm' ? w.alarms : w.commands);
