import type { Alarm } from '@plomb/contract/alarms/alarms';
import type { AlertRecord } from '@plomb/contract/records/alerts';
import { type RawBuilder, sql } from 'kysely';
import type { ClientBase } from 'pg';
import { isOneOf } from '../../platform/crud.ts';
import { frameOfEvent } from './frames.ts';
import { exactly, type Reader, type Source } from './source.ts';
import type { Slice } from './window.ts';

export interface AlertFilter {
  kind?: unknown;
  severity?: string | undefined;
  status?: 'processed' | 'unprocessed' | undefined;
}

const terms = (f: AlertFilter): RawBuilder<unknown>[] => [
  ...(f.kind === undefined ? [] : [isOneOf(sql`r.kind`, f.kind)]),
  ...(f.severity === undefined ? [] : [sql`r.severity = ${f.severity}`]),
  ...(f.status === undefined
    ? []
    : [f.status === 'processed' ? sql`r.process_time is not null` : sql`r.process_time is null`]),
];

const behind = (before: string): RawBuilder<unknown> => {
  const [time, id] = before.split('~');
  if (id === undefined) return sql`r.first_time < ${time}::timestamptz`;
  return sql`r.first_time <= ${time}::timestamptz and (r.first_time, r.id) < (${time}::timestamptz, ${Number(id)}::bigint)`;
};
const inSlice = ({ from, to, before }: Slice): RawBuilder<unknown> =>
  sql`r.first_time >= ${from}::timestamptz and r.first_time <= ${to}::timestamptz
    ${before === null ? sql`` : sql`and ${behind(before)}`}`;

interface Found {
  id: number;
  key: string;
}
const key = sql`${exactly(sql`r.first_time`)} || '~' || r.id as key`;
/** Alarms as their own domain tells them, by their ids. */
export type AlarmsById = (db: ClientBase, ids: readonly number[]) => Promise<(Alarm & { org_id: number })[]>;

const whole = async (alarmsById: AlarmsById, found: readonly Found[], { client }: Pick<Reader, 'client'>) => {
  const rows = await alarmsById(
    client,
    found.map(({ id }) => id),
  );
  const byId = new Map(rows.map((row) => [row.id, row]));
  return found.flatMap(({ id, key }) => {
    const row = byId.get(id);
    if (!row) return [];
    const { swipe, ...alarm } = row;
    const { verdict = null, doubt = null, rule_name = '' } = swipe ?? {};
    return [{ ...alarm, key, swipe_verdict: verdict, swipe_doubt: doubt, swipe_rule: rule_name }];
  });
};

/** Alarms by when they rang first. */
export const openAlerts = (alarmsById: AlarmsById): Source<AlertFilter, AlertRecord> => ({
  isNarrow: (f) => terms(f).length > 0,
  newest: async (f, { groups, by, held }, slice, size, reader) => {
    const found = await sql<Found>`
      select r.id, r.key from ${groups} cross join lateral (select r.id, r.first_time, ${key} from alarm r
        where ${sql.join([sql`r.${sql.ref(by)} = g.id`, inSlice(slice), ...terms(f), ...held], sql` and `)}
        order by r.first_time desc, r.id desc limit ${size}) r
      order by r.first_time desc, r.id desc limit ${size}`.execute(reader.db);
    return whole(alarmsById, found.rows, reader);
  },
  some: (f, { groups, by, held }, slice, most) =>
    sql`select 1 from ${groups} join alarm r on r.${sql.ref(by)} = g.id
      where ${sql.join([inSlice(slice), ...terms(f), ...held], sql` and `)} limit ${most}`,
});

export const openAlertByKey = (alarmsById: AlarmsById) => async (asked: string, reader: Reader) => {
  const id = Number(asked.split('~')[1]);
  const found = await sql<Found>`select r.id, ${key} from alarm r where r.id = ${id}`.execute(reader.db);
  const [row] = await whole(alarmsById, found.rows, reader);
  return row ? { ...row, frame: await frameOfEvent(row.event_id, reader) } : null;
};
