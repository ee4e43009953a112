import type { LockStatus } from '@plomb/contract/lock/codes';
import type { ClientBase } from 'pg';
import { areaOf, sideOf } from '../../ingest/fences.ts';
import { inParts } from '../../platform/postgres/parts.ts';

/** A fence as it is drawn, and its box. */
export interface DrawnFence {
  id: number;
  fence_context: unknown;
  radius: number | null;
}
/** Where a lock is by its newest place, and what was decided of fences on whose edge that is. */
export interface LockPlace {
  lon: number;
  lat: number;
  fence_edges: { fence: number; inside: boolean }[] | null;
}

/** A lock that is somewhere now. */
export interface LockThere {
  id: number;
  sn: string;
  device_name: string;
  subject: string;
  lock_status: LockStatus;
  place_time: string | null;
}
export const there = `d.id, d.sn, d.device_name, d.subject, s.lock_status,
  to_char(s.place_time at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as place_time`;

/**
 * How a lock is in a fence now: as it is judged, also where it has told nothing since the fence was drawn. `leaving`: it is beyond the
 * edge, not yet so far that it has left. null: it is not in it.
 */
export const insideOf = (fence: DrawnFence): ((lock: LockPlace) => 'in' | 'leaving' | null) => {
  const area = areaOf(fence.fence_context, fence.radius);
  if (!area) return () => null;
  return ({ lon, lat, fence_edges }) => {
    const side = sideOf(area, lon, lat);
    if (side !== null) return side ? 'in' : null;
    return (fence_edges ?? []).some((edge) => edge.fence === fence.id && edge.inside) ? 'leaving' : null;
  };
};
export const isIn = (fence: DrawnFence): ((lock: LockPlace) => boolean) => {
  const inside = insideOf(fence);
  return (lock) => inside(lock) !== null;
};

/** Locks d, with s, that a fence f is for. */
export const isForLock = `d.retired_time is null and d.org_id in (select orgs_below(f.org_id)) and case f.bound
  when 'all' then true
  when 'types' then exists (select from fence_device_type x where x.fence_id = f.id and x.device_type_id = d.device_type_id)
  else exists (select from fence_device x where x.fence_id = f.id and x.device_id = d.id) end`;
/** Degrees beyond the box of a fence within which a lock may still be held to be in it. */
export const nearBox = `s.lon between f.west - 0.01 and f.east + 0.01 and s.lat between f.south - 0.001 and f.north + 0.001`;

/** The first of the locks that are somewhere, and how many there are; `atLeast`: among so many that were looked at. */
export interface LocksThere<Lock = LockThere> {
  locks: Lock[];
  total: number;
  atLeast: boolean;
}
export interface LocksInFence extends LocksThere<LockThere & { leaving: boolean }> {
  leaving: number;
}
/** So many locks are looked at one by one for a panel that asks again every few seconds. */
export const MOST_LOOKED_AT = 20_000;

/**
 * Locks that a fence is for and that are in it now, those that are leaving it and the newest word of a place first, and `most` of them;
 * undefined: no such fence.
 * Of more than are looked at around it, any are: which are the newest could be told only by sorting them all.
 */
export const locksInFence = async (
  db: ClientBase,
  id: number,
  most: number,
  mostLookedAt = MOST_LOOKED_AT,
): Promise<LocksInFence | undefined> => {
  const { rows: drawn } = await db.query<DrawnFence>('select id, fence_context, radius from fence where id = $1', [id]);
  const [fence] = drawn;
  if (!fence) return;
  const inside = insideOf(fence);
  const near = inParts<LockThere & LockPlace>(
    db,
    `select * from (
       select ${there}, s.lon, s.lat, s.fence_edges
         from fence f join lock_state s on ${nearBox} join device d on d.id = s.device_id
        where f.id = $1 and ${isForLock} limit $2) near order by place_time desc, id`,
    [id, mostLookedAt + 1],
  );
  const told: LocksInFence = { locks: [], total: 0, leaving: 0, atLeast: false };
  let seen = 0;
  for await (const part of near)
    for (const { lon, lat, fence_edges, ...lock } of part) {
      seen++;
      if (seen > mostLookedAt) {
        told.atLeast = true;
        continue;
      }
      const how = inside({ lon, lat, fence_edges });
      if (how === null) continue;
      told.total++;
      const leaving = how === 'leaving';
      if (leaving) told.locks.splice(told.leaving++, 0, { ...lock, leaving });
      else if (told.locks.length < most) told.locks.push({ ...lock, leaving });
      if (told.locks.length > most) told.locks.pop();
    }
  return told;
};
