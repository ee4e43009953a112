import { searchKey, seen } from '@plomb/contract/kit/search';
import { connectionFactsOf, connectionOf, connectionUntil } from '@plomb/contract/lock/connection';
import { freshUntil, isFresh } from '@plomb/contract/lock/operable';
import { trustOf } from '@plomb/contract/lock/trust';
import { type Counts, countInto, emptyCounts, silenceOf, silenceUntil } from '@plomb/contract/map/fleetFilter';
import type { FleetLock } from '@plomb/contract/map/map';
import { isPlaceOld } from '../../lock/place.ts';
import { type LockFilter, noFilter, type Sort, sortKey } from './lockFilter.ts';
import type { Shown } from './shown.ts';

/** What a step changed on the board. */
export interface Change {
  /** passing the filter, and new or different */
  put: readonly Shown[];
  /** not passing any more, or gone */
  gone: readonly number[];
}

/** The place in the list: by the weight of the order, then by the place in the order of names, then by id. */
interface Row {
  id: number;
  weight: number;
  name: number;
  /** as it is now: changes in place for as long as its place does not */
  shown: Shown;
}
const compareRows = (a: Row, b: Row): number => a.weight - b.weight || a.name - b.name || a.id - b.id;
const textOf = (lock: FleetLock): string =>
  [lock.device_name, lock.subject, lock.sn].map((words) => searchKey(words)).join('\n');
const sameWords = (a: FleetLock, b: FleetLock): boolean =>
  a.device_name === b.device_name && a.subject === b.subject && a.sn === b.sn;
const shownOf = (lock: FleetLock, before: Shown | undefined, now: number): Shown => {
  const facts = connectionFactsOf(lock);
  const connection = connectionOf(now, facts);
  return {
    lock,
    connection,
    fresh: isFresh(lock, connection, now),
    // by what it told alone: silence changes nothing about it
    placeOld: before?.lock === lock ? before.placeOld : isPlaceOld(lock, facts.seen),
    silence: silenceOf(now, facts.seen),
    until: Math.min(connectionUntil(now, facts), freshUntil(lock, now), silenceUntil(now, facts.seen)),
    text: before && sameWords(before.lock, lock) ? before.text : textOf(lock),
  };
};

/**
 * Every lock with its connection, those that pass the filter, their counts and their order. Each step costs what changed
 * in it, not what there is: a hundred thousand locks are filtered once, when the filter changes, and sorted once.
 */
export class Board {
  readonly all = new Map<number, Shown>();
  readonly passed = new Map<number, Shown>();
  counts: Counts = emptyCounts();
  /** what is searched for in what passes now */
  searched = '';
  #filter: LockFilter = noFilter;
  #only: ReadonlySet<number> | null = null;
  #orgs: ReadonlySet<number> | null = null;
  #text = '';
  #sort: Sort = 'severity';
  /** place of each lock in the order of names, as far as it is known */
  #names: ReadonlyMap<number, number> = new Map();
  /** the list as it stood when it was last asked for, and what has changed since */
  #rows: Row[] | null = null;
  #rowOf = new Map<number, Row>();
  #moved = new Set<number>();
  /** counts up whenever a name came, went or changed */
  named = 0;
  #aged = Number.NEGATIVE_INFINITY;

  /** Locks that changed, and ids that went. */
  apply(changed: readonly FleetLock[], removed: readonly number[], now: number): Change {
    const put: Shown[] = [];
    const gone: number[] = [];
    for (const id of removed) {
      if (!this.all.has(id)) continue;
      this.#take(id, gone);
      this.all.delete(id);
      this.named += 1;
    }
    for (const lock of changed) {
      const before = this.all.get(lock.id);
      if (!before || before.lock.device_name !== lock.device_name) this.named += 1;
      this.#set(shownOf(lock, before, now), put, gone);
    }
    return { put, gone };
  }

  /** Time has passed, silence changes connections too; or the clock was set right: then everything is looked at again. */
  age(now: number): Change {
    const back = now < this.#aged;
    this.#aged = now;
    const put: Shown[] = [];
    const gone: number[] = [];
    for (const shown of this.all.values())
      if (back || shown.until <= now) this.#set(shownOf(shown.lock, shown, now), put, gone);
    return { put, gone };
  }

  /** Another filter: everything is looked at once. `orgs` are those that its organisation stands for; null = all. */
  filter(filter: LockFilter, orgs: ReadonlySet<number> | null = null): Change {
    this.#filter = filter;
    this.#orgs = orgs;
    this.searched = filter.text;
    this.#only = filter.only === null ? null : new Set(filter.only);
    this.#text = searchKey(seen(filter.text));
    this.counts = emptyCounts();
    const before = new Set(this.passed.keys());
    this.passed.clear();
    const put: Shown[] = [];
    for (const shown of this.all.values()) {
      if (!this.#count(shown, 1)) continue;
      this.passed.set(shown.lock.id, shown);
      if (!before.delete(shown.lock.id)) put.push(shown);
    }
    this.#rows = null;
    return { put, gone: [...before] };
  }

  sort(sort: Sort): void {
    if (sort === this.#sort) return;
    this.#sort = sort;
    this.#rows = null;
  }

  /** The order of names, as soon as it is known. */
  order(names: ReadonlyMap<number, number>): void {
    this.#names = names;
    this.#rows = null;
  }

  /** The passing locks in their order; `inside` leaves out those it says no to. */
  list(inside: ((shown: Shown) => boolean) | null): Shown[] {
    if (this.#rows === null) {
      this.#rowOf.clear();
      this.#rows = this.#sorted(this.passed.keys());
    } else if (this.#moved.size > 0) this.#rows = this.#merged(this.#rows);
    this.#moved.clear();
    const list: Shown[] = [];
    for (const { shown } of this.#rows) if (inside === null || inside(shown)) list.push(shown);
    return list;
  }

  /** The counts among those that `inside` says yes to. */
  countsOf(inside: (shown: Shown) => boolean): Counts {
    const counts = emptyCounts();
    for (const shown of this.all.values()) if (inside(shown)) this.#count(shown, 1, counts);
    return counts;
  }

  /** Rows of those of these that pass, in their order. */
  #sorted(ids: Iterable<number>): Row[] {
    const rows: Row[] = [];
    for (const id of ids) {
      const shown = this.passed.get(id);
      if (!shown) continue;
      const row = { id, weight: sortKey(shown, this.#sort), name: this.#names.get(id) ?? this.#names.size, shown };
      this.#rowOf.set(id, row);
      rows.push(row);
    }
    return rows.sort(compareRows);
  }
  /** What moved is taken out and put in at its place: one walk over the list instead of a sort. */
  #merged(rows: readonly Row[]): Row[] {
    const fresh = this.#sorted(this.#moved);
    const merged: Row[] = [];
    let at = 0;
    for (const row of rows) {
      if (this.#moved.has(row.id)) continue;
      for (let next = fresh[at]; next && compareRows(next, row) < 0; next = fresh[at]) {
        merged.push(next);
        at += 1;
      }
      merged.push(row);
    }
    return merged.concat(fresh.slice(at));
  }

  /** Counts it, or takes it out of the counts; answers whether it passes. */
  #count(shown: Shown, by: 1 | -1, counts = this.counts): boolean {
    if (this.#text !== '' && !shown.text.includes(this.#text)) return false;
    if (this.#only && !this.#only.has(shown.lock.id)) return false;
    if (this.#orgs && !this.#orgs.has(shown.lock.org_id)) return false;
    const { lock, connection, fresh, silence } = shown;
    const { held } = trustOf(lock, fresh);
    const facts = { status: lock.lock_status, connection, alarm: lock.alarm_severity, held, fresh, silence };
    return countInto(counts, facts, this.#filter, by);
  }
  #take(id: number, gone: number[]): void {
    const before = this.all.get(id);
    if (before) this.#count(before, -1);
    if (this.passed.delete(id)) this.#leave(id, gone);
  }
  #leave(id: number, gone: number[]): void {
    gone.push(id);
    this.#moved.add(id);
    this.#rowOf.delete(id);
  }
  #set(shown: Shown, put: Shown[], gone: number[]): void {
    const { id } = shown.lock;
    const before = this.all.get(id);
    const stood = this.passed.get(id);
    if (before) this.#count(before, -1);
    this.all.set(id, shown);
    if (!this.#count(shown, 1)) {
      if (this.passed.delete(id)) this.#leave(id, gone);
      return;
    }
    this.passed.set(id, shown);
    put.push(shown);
    const row = this.#rowOf.get(id);
    if (row) row.shown = shown;
    if (!stood || sortKey(stood, this.#sort) !== sortKey(shown, this.#sort)) this.#moved.add(id);
  }
}
