import type { ShownInterest } from '@plomb/contract/map/interests';
import { type onMap, onMapLimit } from '@plomb/contract/map/onMap';
import { sql } from 'kysely';
import type { ClientBase } from 'pg';
import type { z } from 'zod';
import type { SessionOperator } from '../../platform/access.ts';
import { matches } from '../../platform/crud.ts';
import type { Ctx } from '../../platform/serve.ts';
import { type LocksThere, type LockThere, MOST_LOOKED_AT, there } from './inside.ts';

type Organisation = z.output<typeof onMap.organisations.output>['organisations'][number];
export const organisationsOnMap = async (db: ClientBase): Promise<Organisation[]> =>
  (
    await db.query<Organisation>('select id, org_name, parent_id from organisation order by org_name, id limit $1', [
      onMapLimit.organisations,
    ])
  ).rows;

export const foundFences = async (db: Ctx['db'], text: string) =>
  (
    await sql<{ id: number; fence_name: string }>`
      select id, fence_name from fence where status = 1 and ${matches(sql`fence_name`, text)}
       order by length(fence_name), fence_name, id limit ${onMapLimit.found}`.execute(db)
  ).rows;

export const foundInterests = async (db: Ctx['db'], text: string) =>
  (
    await sql<ShownInterest>`
      select id, interest_name, lng, lat from interest where ${matches(sql`interest_name`, text)}
       order by length(interest_name), interest_name, id limit ${onMapLimit.found}`.execute(db)
  ).rows;

type Fence = Omit<z.output<typeof onMap.fence.output>, 'locks' | 'total'>;
export const fenceOnMap = async (db: ClientBase, id: number): Promise<Fence | undefined> =>
  (
    await db.query<Fence>(
      `select f.id, f.fence_name, f.fence_type, f.fence_context, f.radius, f.colour, f.is_show, f.alarm_on, f.schedule, o.org_name
         from fence f join organisation o on o.id = f.org_id where f.id = $1 and f.status = 1`,
      [id],
    )
  ).rows[0];

type Interest = Omit<z.output<typeof onMap.interest.output>, 'locks' | 'total'>;
export const interestOnMap = async (db: ClientBase, id: number): Promise<Interest | undefined> =>
  (
    await db.query<Interest>(
      `select i.id, i.interest_name, i.lng, i.lat, o.org_name
         from interest i join organisation o on o.id = i.org_id where i.id = $1`,
      [id],
    )
  ).rows[0];

const METRES_OF_DEGREE = 111_195;
/** Locks in use that are no more metres away from a point by their newest place, the nearest first, and `most` of them. */
export const locksNear = async (
  db: ClientBase,
  { lng, lat }: Pick<ShownInterest, 'lng' | 'lat'>,
  metres: number,
  most: number,
): Promise<LocksThere> => {
  const up = metres / METRES_OF_DEGREE;
  const aside = up / Math.max(0.01, Math.cos((lat / 180) * Math.PI));
  const { rows } = await db.query<LockThere & { total: number }>(
    `select *, count(*) over ()::int as total from (
       select ${there},
         2 * ${METRES_OF_DEGREE} * degrees(asin(sqrt(sind((s.lat - $2) / 2) ^ 2 + cosd(s.lat) * cosd($2) * sind((s.lon - $1) / 2) ^ 2))) as metres
         from lock_state s join device d on d.id = s.device_id
        where d.status = 1 and d.retired_time is null and s.lat between $2 - $4 and $2 + $4
          and (s.lon between $1 - $5 and $1 + $5 or abs(s.lon - $1) > 360 - $5)
        limit ${MOST_LOOKED_AT + 1}) near
      where metres <= $3 order by metres, id limit $6`,
    [lng, lat, metres, up, aside, most],
  );
  const locks = rows.map(({ id, sn, device_name, subject, lock_status, place_time }) => ({
    ...{ id, sn, device_name, subject, lock_status, place_time },
  }));
  const total = rows[0]?.total ?? 0;
  return { locks, total: Math.min(total, MOST_LOOKED_AT), atLeast: total > MOST_LOOKED_AT };
};

/** An organisation and those below it, as far as they are the operator's; of one that is not, none. */
export const organisationsOf = async (
  db: ClientBase,
  { orgIds }: Pick<SessionOperator, 'orgIds'>,
  org: number,
): Promise<number[]> => {
  const mine = new Set(orgIds);
  if (!mine.has(org)) return [];
  return (await db.query<{ id: number }>('select orgs_below($1) as id', [org])).rows
    .map(({ id }) => id)
    .filter((id) => mine.has(id));
};
