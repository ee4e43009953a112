import { drawnOf } from '@plomb/contract/lock/outline';
import type { fences } from '@plomb/contract/map/fences';
import type { ClientBase } from 'pg';
import type { z } from 'zod';
import { areaOf } from '../../ingest/fences.ts';
import { inParts } from '../../platform/postgres/parts.ts';
import { type DrawnFence, isForLock, isIn, type LockPlace, nearBox } from './inside.ts';

type Asked = z.output<typeof fences.preview.input>;
type Told = z.output<typeof fences.preview.output>;
/** Named of those that change sides. */
const NAMED = 5;

/** Locks d that it would be for; parameters 1 to 4: whose it is, and what it is bound to. */
const wouldBeFor = `d.retired_time is null and d.org_id in (select orgs_below($1)) and case $2
  when 'all' then true when 'types' then d.device_type_id = any($3::bigint[]) else d.id = any($4::bigint[]) end`;

/**
 * What a fence would change if it were saved so. Only locks near one of the two outlines are looked at one by one: all
 * others are outside of both.
 */
export const previewOf = async (
  client: ClientBase,
  orgId: number,
  before: DrawnFence | null,
  said: Asked,
): Promise<Told> => {
  const { geometry, radius } = drawnOf(said.outline);
  const drawn: DrawnFence = { id: said.id ?? 0, fence_context: geometry, radius };
  const box = areaOf(geometry, radius)?.boxes?.[0] ?? { south: 0, north: 0, middle: 0, half: 0 };
  const bound = [orgId, said.bound, said.device_type_ids, said.device_ids];
  const counted = await client.query<{ locks: number; placed: number }>(
    `select count(*)::int as locks, count(s.lon)::int as placed
       from device d join lock_state s on s.device_id = d.id where ${wouldBeFor}`,
    bound,
  );
  type Near = LockPlace & { id: number; sn: string; device_name: string; subject: string; was: boolean };
  const near = inParts<Near>(
    client,
    `select d.id, d.sn, d.device_name, d.subject, s.lon, s.lat, s.fence_edges, coalesce(f.id is not null and ${isForLock}, false) as was
       from device d join lock_state s on s.device_id = d.id left join fence f on f.id = $5 and f.status = 1
      where ${wouldBeFor} and (s.lon between $6 and $7 and s.lat between $8 and $9 or ${nearBox}) order by d.sn`,
    [...bound, before?.id ?? null, box.middle - box.half, box.middle + box.half, box.south, box.north],
  );
  const [isNow, wasBefore] = [isIn(drawn), before ? isIn(before) : () => false];
  const [into, out_of]: [Told['into'], Told['into']] = [
    { total: 0, rows: [] },
    { total: 0, rows: [] },
  ];
  let inside = 0;
  for await (const part of near)
    for (const { id, sn, device_name, subject, was, ...place } of part) {
      const is = isNow(place);
      if (is) inside++;
      if (!was || is === wasBefore(place)) continue;
      const changing = is ? into : out_of;
      changing.total++;
      if (changing.rows.length < NAMED) changing.rows.push({ id, sn, device_name, subject });
    }
  const { locks, placed } = counted.rows[0]!;
  return { locks, unplaced: locks - placed, inside, into, out_of };
};
