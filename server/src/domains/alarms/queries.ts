import type { Alarm } from '@plomb/contract/alarms';
import type { ClientBase, Pool } from 'pg';

const iso = (column: string) => `to_char(a.${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as ${column}`;

const alarmSql = `
  select a.id, a.org_id, a.device_id, d.sn, d.device_name, d.subject, g.org_name, a.kind, a.fault, a.severity, a.hits,
    a.lon, a.lat, case when a.process_time is null then 'unprocessed' else 'processed' end as status,
    coalesce(w.oper_name, '') as owner, coalesce(p.oper_name, '') as processor, a.result, a.remark,
    ${['first_time', 'last_time', 'process_time'].map(iso).join(', ')}
  from alarm a join device d on d.id = a.device_id join organisation g on g.id = a.org_id
    left join operator w on w.id = a.owner_id left join operator p on p.id = a.processor_id`;

export type AlarmRow = Alarm & { org_id: number };

export const alarmById = async (db: ClientBase | Pool, id: number): Promise<AlarmRow | undefined> =>
  (await db.query<AlarmRow>(`${alarmSql} where a.id = $1`, [id])).rows[0];

interface Filter {
  status?: 'unprocessed' | 'processed' | undefined;
  kind?: string | undefined;
  device_id?: number | undefined;
  like: string;
  from?: string | undefined;
  to?: string | undefined;
  before?: number | undefined;
  limit: number;
}

export const alarmsOf = async (db: ClientBase, f: Filter): Promise<AlarmRow[]> =>
  (
    await db.query<AlarmRow>(
      `${alarmSql}
       where ($1::text is null or (a.process_time is null) = ($1 = 'unprocessed'))
         and ($2::text is null or a.kind = $2)
         and ($3::bigint is null or a.device_id = $3)
         and ($4 = '%%' or d.sn ilike $4 or d.device_name ilike $4 or d.subject ilike $4)
         and ($5::timestamptz is null or a.last_time >= $5)
         and ($6::timestamptz is null or a.last_time <= $6)
         and ($7::bigint is null or a.id < $7)
       order by a.id desc limit $8`,
      [
        f.status ?? null,
        f.kind ?? null,
        f.device_id ?? null,
        f.like,
        f.from ?? null,
        f.to ?? null,
        f.before ?? null,
        f.limit,
      ],
    )
  ).rows;
