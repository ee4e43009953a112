import { notUnderstood, type Quarantined, quarantine } from '@plomb/contract/devices/putAside';
import type { LockFamily } from '@plomb/contract/lock/codes';
import { type RawBuilder, sql } from 'kysely';
import type { Again } from '../../ingest/again.ts';
import { coveredContent } from '../../lock/coveredFrame.ts';
import { deviceOf, named, names } from '../../lock/named.ts';
import { cursor, matches } from '../../platform/crud.ts';
import { Refusal } from '../../platform/refusal.ts';
import { type Ctx, type FileRows, type Served, serve } from '../../platform/serve.ts';
import { readsCards } from '../orders/rules.ts';

/** Of a frame, what a list shows; the whole stands in the record. */
const GLIMPSE = 24;
/** Of what was not understood: enough for any frame but a batch out of a blind spot. */
const SAMPLE = 2000;

interface Filter {
  reason?: string | undefined;
  taken?: boolean | undefined;
  device_id?: number | undefined;
  authenticated?: boolean | undefined;
  from?: string | undefined;
  to?: string | undefined;
  keyword?: string | undefined;
  before?: number | undefined;
  ids?: number[] | undefined;
}

// `refused 22003` names the database's error, `not understood malformed_message` what was not
const reason = sql`case when q.reason like 'refused%' then 'refused' when q.reason like 'not understood%' then 'not_understood'
  else q.reason end`;
const isForItsTime = (
  row: 'q' | 'w',
) => sql`${sql.ref(`${row}.again_time`)} is null and ${sql.ref(`${row}.report`)} is not null
  and ${sql.ref(`${row}.reason`)} in ('clock_future', 'clock_unset', 'too_old')`;
// what it told while somebody else had it is theirs, and would enter the history of who has it now
const mayAgain = sql`(${isForItsTime('q')} and q.org_id = d.org_id)`;
const quarantined = sql`q.id, q.device_id, ${sql.raw(names.sn)},
  ${sql.raw(names.device_name)}, coalesce(o.org_name, '') as org_name, ${reason} as reason, q.device_time,
  q.receive_time, q.authenticated, length(q.raw) as length, q.raw, t.family,
  coalesce(q.receive_time <= (select s.exchange_time from lock_state s where s.device_id = q.device_id), false) as former, ${mayAgain} as again, q.again_time`;
/** left: its device, or the organisation of its device then, may be out of sight */
const from = sql`from quarantine q ${sql.raw(deviceOf('q'))} left join organisation o on o.id = q.org_id
  left join device_type t on t.id = d.device_type_id`;

type Kept<Row extends { raw: string }> = Omit<Row, 'raw'> & { raw: Buffer; family: LockFamily | null; former: boolean };
/** Its bytes, what opens the lock covered as in every other frame; `most`: so many of them. */
const covered = <Row extends { raw: string }>(
  { raw, family, former, ...row }: Kept<Row>,
  { operator }: Ctx,
  most?: number,
) => ({
  ...row,
  // two characters a byte, whether it is covered or not
  raw: coveredContent(raw, family, former, readsCards(operator)).slice(0, most && most * 2),
});
async function* inWords(parts: FileRows, ctx: Ctx): FileRows {
  for await (const part of parts) yield part.map((row) => covered(row as unknown as Kept<Quarantined>, ctx));
}

const where = (f: Filter): RawBuilder<unknown> => {
  const terms = [f.taken ? sql`q.again_time is not null` : sql`q.again_time is null`];
  if (f.before) terms.push(sql`q.id < ${f.before}`);
  if (f.ids) terms.push(sql`q.id = any(${f.ids})`);
  if (f.reason) terms.push(sql`${reason} = ${f.reason}`);
  if (f.device_id) terms.push(sql`q.device_id = ${f.device_id}`);
  if (f.authenticated !== undefined) terms.push(sql`q.authenticated = ${f.authenticated}`);
  if (f.from) terms.push(sql`q.receive_time >= ${f.from}`);
  if (f.to) terms.push(sql`q.receive_time <= ${f.to}`);
  if (f.keyword)
    terms.push(sql`(${matches(sql.raw(named.sn), f.keyword)} or ${matches(sql.raw(named.device_name), f.keyword)})`);
  return sql`where ${sql.join(terms, sql` and `)}`;
};

/** What is asked to be judged again, by id, as far as the caller sees both the report and its device. */
const wanted = async (
  { ids, device_id }: { ids?: number[] | undefined; device_id?: number | undefined },
  ctx: Ctx,
): Promise<number[]> => {
  if (ids) {
    const asked = [...new Set(ids)];
    const { rows } = await sql<{ id: number; sn: string }>`
      select q.id, d.sn from quarantine q join device d on d.id = q.device_id where q.id = any(${asked})`.execute(
      ctx.db,
    );
    if (rows.length !== asked.length) throw new Refusal('notFound');
    ctx.note([...new Set(rows.map((row) => row.sn))].join(', '));
    return asked;
  }
  const { rows: devices } = await sql<{ sn: string }>`select sn from device where id = ${device_id}`.execute(ctx.db);
  if (!devices[0]) throw new Refusal('notFound');
  ctx.note(devices[0].sn);
  const { rows } = await sql<{ id: number }>`
    select q.id from quarantine q join device d on d.id = q.device_id
    where q.device_id = ${device_id} and ${mayAgain}`.execute(ctx.db);
  return rows.map((row) => row.id);
};

const heard = sql`n.id, n.device_id, ${sql.raw(names.sn)}, ${sql.raw(names.device_name)}, o.org_name, n.what, n.reason, n.authenticated, n.hits, n.first_time, n.last_time,
  encode(substring(n.sample from 1 for ${sql.lit(SAMPLE)}), 'hex') as sample`;
const heardFrom = sql`from not_understood n ${sql.raw(deviceOf('n'))} join organisation o on o.id = n.org_id`;
const heardWhere = (f: Pick<Filter, 'reason' | 'device_id' | 'keyword' | 'ids'>): RawBuilder<unknown> => {
  const terms = [sql`true`];
  if (f.ids) terms.push(sql`n.id = any(${f.ids})`);
  if (f.reason) terms.push(sql`n.reason = ${f.reason}`);
  if (f.device_id) terms.push(sql`n.device_id = ${f.device_id}`);
  if (f.keyword) {
    const { keyword } = f;
    terms.push(
      sql`(${sql.join(
        [named.sn, named.device_name, 'n.what'].map((text) => matches(sql.raw(text), keyword)),
        sql` or `,
      )})`,
    );
  }
  return sql`where ${sql.join(terms, sql` and `)}`;
};
const heardOrder = sql`order by n.last_time desc, n.id desc`;

export const putAsideRoutes = (again: Again): Served[] => [
  ...serve(quarantine, {
    list: async (f, ctx) => {
      const { rows } = await sql<Kept<Quarantined>>`
        select ${quarantined} ${from} ${where(f)} order by q.id desc limit ${f.size + 1}`.execute(ctx.db);
      return { rows: rows.slice(0, f.size).map((row) => covered(row, ctx, GLIMPSE)), more: rows.length > f.size };
    },
    detail: async ({ id }, ctx) => {
      const { rows } = await sql<
        Kept<Quarantined & { offset_then: number | null; offset_now: number | null; waiting: number }>
      >`
        select ${quarantined}, q.utc_offset_minutes as offset_then, t.utc_offset_minutes as offset_now,
          (select count(*) from quarantine w where w.device_id = d.id and w.org_id = d.org_id and ${isForItsTime('w')}) as waiting
        ${from} where q.id = ${id}`.execute(ctx.db);
      if (!rows[0]) throw new Refusal('notFound');
      return covered(rows[0], ctx);
    },
    again: async (input, ctx) => {
      const ids = await wanted(input, ctx);
      const taken = await again(ids);
      return { taken, left: ids.length - taken };
    },
    export: (f, ctx) => inWords(cursor(ctx, sql`select ${quarantined} ${from} ${where(f)} order by q.id desc`), ctx),
  }),
  ...serve(notUnderstood, {
    list: async (f, { db }) => {
      const rows = await sql<never>`select ${heard} ${heardFrom} ${heardWhere(f)} ${heardOrder}
        limit ${f.size} offset ${(f.page - 1) * f.size}`.execute(db);
      const count = await sql<{ n: number }>`select count(*) as n ${heardFrom} ${heardWhere(f)}`.execute(db);
      return { rows: rows.rows, total: count.rows[0]?.n ?? 0 };
    },
    export: (f, ctx) => cursor(ctx, sql`select ${heard} ${heardFrom} ${heardWhere(f)} ${heardOrder}`),
  }),
];
