import type { Schedule } from '@plomb/contract/lock/schedule';
import type { Pool } from 'pg';
import type { Logger } from 'pino';
import { type Area, areaOf, nearest } from './fences.ts';

/** A fence as locks are judged by it. */
export interface Fence {
  id: number;
  name: string;
  /** whose it is: nobody else is told its name */
  orgId: number;
  alarmOn: 'enter' | 'leave' | 'both';
  schedule: Schedule | null;
  area: Area;
}
export interface LockFences {
  /** The fences a lock is judged by that are near a place: the lock is outside of all the others. */
  (lon: number, lat: number): readonly Fence[];
  /** One of those it is judged by, wherever that lies. */
  by?(id: number): Fence | undefined;
}

/** A lock, as far as that says which fences it is judged by. */
export interface Bound {
  deviceId: number;
  orgId: number;
  deviceTypeId: number;
}

/** The fences of the platform, as they were at the last refresh. */
export interface Fences {
  /** null: no fence is for this lock */
  of(lock: Bound): LockFences | null;
  /** Reads what changed. When the database is away the fences stay as they were. */
  refresh(): Promise<void>;
}

interface Row {
  id: number;
  org_id: number;
  fence_name: string;
  alarm_on: Fence['alarmOn'];
  schedule: Schedule | null;
  fence_context: unknown;
  radius: number | null;
  bound: 'all' | 'types' | 'devices';
  types: number[];
  devices: number[];
}
interface Kept extends Fence {
  isFor(lock: Bound): boolean;
}
interface OfOrganisation {
  fences: ReadonlyMap<number, Kept>;
  near(lon: number, lat: number): readonly Kept[];
}

const fenceRows = `
  select f.id, f.org_id, f.fence_name, f.alarm_on, f.schedule, f.fence_context, f.radius, f.bound,
    array(select device_type_id from fence_device_type t where t.fence_id = f.id and f.bound = 'types') as types,
    array(select device_id from fence_device d where d.fence_id = f.id and f.bound = 'devices') as devices
  from fence f where f.status = 1`;
/** Transactions before this one have ended: whatever they changed is seen now. */
const horizon = 'select pg_snapshot_xmin(pg_current_snapshot())::text as horizon';
/** Lines of what changed are kept for a day. */
const READ_WHOLE_MS = 6 * 3_600_000;

export const openFences = (
  platform: Pool,
  log?: Pick<Logger, 'warn'>,
  now: () => number = () => performance.now(),
): Fences => {
  /** by organisation, each with an index of its own: what one draws costs the others nothing */
  let organisations = new Map<number, OfOrganisation>();
  let homes = new Map<number, number>();
  let parents = new Map<number, number | null>();
  let known: string | null = null;
  let readWhole = 0;
  let running: Promise<void> | null = null;

  const kept = (row: Row): Kept | null => {
    const area = areaOf(row.fence_context, row.radius);
    if (!area) log?.warn({ fence: row.id }, 'A fence has no usable geometry and is left out');
    const [types, devices] = [new Set(row.types), new Set(row.devices)];
    return (
      area && {
        id: row.id,
        orgId: row.org_id,
        name: row.fence_name,
        alarmOn: row.alarm_on,
        schedule: row.schedule,
        area,
        isFor: ({ deviceId, deviceTypeId }) =>
          row.bound === 'all' || (row.bound === 'types' ? types.has(deviceTypeId) : devices.has(deviceId)),
      }
    );
  };
  const take = (rows: readonly Row[], changed: readonly number[] | null): void => {
    const touched = new Map<number, Map<number, Kept>>();
    const fencesOf = (org: number): Map<number, Kept> => {
      const fences = touched.get(org) ?? new Map(changed ? organisations.get(org)?.fences : []);
      touched.set(org, fences);
      return fences;
    };
    for (const id of changed ?? []) {
      const home = homes.get(id);
      if (home === undefined) continue;
      fencesOf(home).delete(id);
      homes.delete(id);
    }
    if (!changed) homes = new Map();
    for (const row of rows) {
      const fence = kept(row);
      if (!fence) continue;
      fencesOf(row.org_id).set(row.id, fence);
      homes.set(row.id, row.org_id);
    }
    const next = changed ? new Map(organisations) : new Map<number, OfOrganisation>();
    for (const [org, fences] of touched)
      if (fences.size === 0) next.delete(org);
      else next.set(org, { fences, near: nearest([...fences.values()]) });
    organisations = next;
  };
  const readOrganisations = async (): Promise<void> => {
    const { rows } = await platform.query<{ id: number; parent_id: number | null }>(
      'select id, parent_id from organisation',
    );
    parents = new Map(rows.map(({ id, parent_id }) => [id, parent_id]));
  };
  const read = async (): Promise<void> => {
    const since = now() - readWhole > READ_WHOLE_MS ? null : known;
    // before what it stands for: what changes in between is read twice
    const next = (await platform.query<{ horizon: string }>(horizon)).rows[0]!.horizon;
    if (since === null) {
      await readOrganisations();
      take((await platform.query<Row>(fenceRows)).rows, null);
      await platform.query("delete from fence_change where time < now() - interval '1 day'");
      readWhole = now();
    } else {
      const changes = await platform.query<{ fence_id: number | null }>(
        'select distinct fence_id from fence_change where changed_in >= $1::xid8',
        [since],
      );
      const ids = changes.rows.flatMap(({ fence_id }) => fence_id ?? []);
      if (ids.length < changes.rows.length) await readOrganisations();
      if (ids.length > 0) take((await platform.query<Row>(`${fenceRows} and f.id = any($1)`, [ids])).rows, ids);
    }
    known = next;
  };

  return {
    of(lock) {
      const mine: OfOrganisation[] = [];
      // an organisation that came in since the last refresh is judged by its own alone
      for (let org: number | null | undefined = lock.orgId; org; org = parents.get(org)) {
        const those = organisations.get(org);
        if (those) mine.push(those);
      }
      if (mine.length === 0) return null;
      const near: LockFences = (lon, lat) =>
        mine.flatMap((of) => of.near(lon, lat).filter((fence) => fence.isFor(lock)));
      near.by = (id) => {
        const fence = mine.find(({ fences }) => fences.has(id))?.fences.get(id);
        return fence?.isFor(lock) ? fence : undefined;
      };
      return near;
    },
    refresh() {
      running ??= read()
        .catch((err: Error) => log?.warn({ err }, 'Fences could not be read; the ones known stay in force'))
        .finally(() => {
          running = null;
        });
      return running;
    },
  };
};
