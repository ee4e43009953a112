import type { TypeIntervals } from '@plomb/contract/lock/intervals';
import type { ClientBase } from 'pg';

/** The types of these devices, as far as they are in sight, and what intervals each allows; most devices first. */
export const typeIntervals = async (
  client: ClientBase,
  ids: readonly number[],
): Promise<(TypeIntervals & { count: number })[]> =>
  (
    await client.query<TypeIntervals & { count: number }>(
      `select t.device_type_name as type_name, t.family, t.report_interval_min, t.report_interval_max, t.sleep_interval_min,
         t.sleep_interval_max, count(*)::int as count
       from device d join device_type t on t.id = d.device_type_id
       where d.id = any($1) group by t.id order by count desc, t.id`,
      [ids],
    )
  ).rows;
