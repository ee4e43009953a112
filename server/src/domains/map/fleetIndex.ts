import { type AlarmSeverityName, alarmSeverities } from '@plomb/contract/alarms/severity';
import type { LockPatch } from '@plomb/contract/live/live';
import { LockStatus } from '@plomb/contract/lock/codes';
import type { ConnectionFacts } from '@plomb/contract/lock/connection';
import { sealModel } from '@plomb/contract/lock/operable';
import type { FleetLock } from '@plomb/contract/map/map';
import { xOf, yOf } from '@plomb/contract/map/mercator';

/** No reading. */
const NONE = 255;

/** Columns of numbers, one place for each lock: a million locks are some fifty megabytes and are looked through in moments. */
const columnsOf = (length: number) => ({
  id: new Float64Array(length),
  /** Web Mercator; NaN: without a place */
  x: new Float64Array(length),
  y: new Float64Array(length),
  /** ms since 1970, 0 = never */
  seen: new Float64Array(length),
  /** of the newest word about its metal: see `isFresh` */
  word: new Float64Array(length),
  /** see `orgAt` */
  org: new Uint32Array(length),
  reportInterval: new Uint32Array(length),
  sleepInterval: new Uint32Array(length),
  status: new Uint8Array(length),
  connected: new Uint8Array(length),
  /** sealed is what the platform holds of it */
  byPlatform: new Uint8Array(length),
  /** 0 = none, else one more than its place among the kinds */
  alarm: new Uint8Array(length),
  electric: new Uint8Array(length),
  /** the reading of the database in which the lock was last met */
  round: new Uint32Array(length),
});
type Columns = ReturnType<typeof columnsOf>;

const seenOf = (time: string | null): number => (time === null ? 0 : Date.parse(time));

/** Where every lock of the house is and how it stands, as numbers. Names and everything else are the database's. */
export class FleetIndex {
  c: Columns = columnsOf(1024);
  /** places in use lie below this; a place whose id is 0 is free */
  length = 0;
  readonly #slots = new Map<number, number>();
  readonly #free: number[] = [];
  readonly #orgs = new Map<number, number>();
  #round = 0;

  get size(): number {
    return this.#slots.size;
  }
  idAt = (slot: number): number => this.c.id[slot] as number;
  alarmAt = (slot: number): AlarmSeverityName | null => alarmSeverities[(this.c.alarm[slot] as number) - 1] ?? null;
  statusAt = (slot: number): LockStatus => this.c.status[slot] as LockStatus;
  /** Since when it is silent, or has said nothing of its metal. */
  contactAt(slot: number, by: 'seen' | 'word'): ConnectionFacts {
    const { c } = this;
    const time = c[by][slot] as number;
    return {
      connected: c.connected[slot] === 1,
      seen: time === 0 ? null : time,
      reportInterval: c.reportInterval[slot] as number,
      sleepInterval: c.sleepInterval[slot] as number,
    };
  }
  heldAt = (slot: number): boolean => this.c.byPlatform[slot] === 1 && this.statusAt(slot) === LockStatus.sealedLocked;
  electricAt = (slot: number): number | null =>
    this.c.electric[slot] === NONE ? null : (this.c.electric[slot] as number);

  /** 1 for every organisation that is among these, by the numbers that `org` holds. */
  masked(orgIds: Iterable<number>): Uint8Array {
    const mask = new Uint8Array(this.#orgs.size);
    for (const id of orgIds) {
      const at = this.#orgs.get(id);
      if (at !== undefined) mask[at] = 1;
    }
    return mask;
  }

  /** A lock as a whole, as the database has it. */
  put(lock: FleetLock): void {
    const slot = this.#slotFor(lock.id);
    const { c } = this;
    c.org[slot] = this.#orgAt(lock.org_id);
    c.x[slot] = c.y[slot] = Number.NaN;
    this.#set(slot, lock);
    c.round[slot] = this.#round;
  }

  /** What is new of a lock. A part of one that is not known says nothing: whole ones come from the database. */
  patch(orgId: number, patch: LockPatch): void {
    const isWhole = patch.sn !== undefined && patch.lock_status !== undefined;
    const slot = this.#slots.get(patch.id);
    if (isWhole) this.put(patch as FleetLock);
    else if (slot !== undefined && this.c.org[slot] === this.#orgs.get(orgId)) this.#set(slot, patch);
  }

  /** It is not in this organisation any more. */
  left(orgId: number, id: number): void {
    const slot = this.#slots.get(id);
    if (slot !== undefined && this.c.org[slot] === this.#orgs.get(orgId)) this.#remove(id, slot);
  }

  /** The database is read anew: what is not met in it until `end` has gone. */
  begin(): void {
    this.#round += 1;
  }
  end(): void {
    for (const [id, slot] of this.#slots) if (this.c.round[slot] !== this.#round) this.#remove(id, slot);
  }

  #remove(id: number, slot: number): void {
    this.#slots.delete(id);
    this.c.id[slot] = 0;
    this.#free.push(slot);
  }
  #set(slot: number, lock: LockPatch): void {
    const { c } = this;
    if (lock.lon !== undefined && lock.lat !== undefined) {
      c.x[slot] = lock.lon === null ? Number.NaN : xOf(lock.lon);
      c.y[slot] = lock.lat === null ? Number.NaN : yOf(lock.lat);
    }
    // two sources tell when it was heard: the later stands, as in the database
    if (lock.seen_time !== undefined) c.seen[slot] = Math.max(c.seen[slot] as number, seenOf(lock.seen_time));
    if (lock.lock_time !== undefined) c.word[slot] = seenOf(lock.lock_time);
    if (lock.report_interval !== undefined) c.reportInterval[slot] = lock.report_interval;
    if (lock.sleep_interval !== undefined) c.sleepInterval[slot] = lock.sleep_interval;
    if (lock.lock_status !== undefined) c.status[slot] = lock.lock_status;
    if (lock.family !== undefined) c.byPlatform[slot] = sealModel[lock.family] === 'platform' ? 1 : 0;
    if (lock.connected !== undefined) c.connected[slot] = lock.connected ? 1 : 0;
    if (lock.alarm_severity !== undefined)
      c.alarm[slot] = lock.alarm_severity === null ? 0 : alarmSeverities.indexOf(lock.alarm_severity) + 1;
    if (lock.electric !== undefined) c.electric[slot] = Math.min(lock.electric ?? NONE, NONE);
  }
  #orgAt(id: number): number {
    const at = this.#orgs.get(id) ?? this.#orgs.size;
    this.#orgs.set(id, at);
    return at;
  }
  #slotFor(id: number): number {
    const known = this.#slots.get(id);
    if (known !== undefined) return known;
    const slot = this.#free.pop() ?? this.length++;
    if (slot >= this.c.id.length) this.#grow();
    this.#slots.set(id, slot);
    this.c.id[slot] = id;
    this.c.seen[slot] = 0;
    this.c.electric[slot] = NONE;
    return slot;
  }
  #grow(): void {
    const longer = columnsOf(2 * this.c.id.length);
    for (const name of Object.keys(longer) as (keyof Columns)[]) longer[name].set(this.c[name]);
    this.c = longer;
  }
}
