import { LEDGER_DAYS, ledger } from '@plomb/contract/custody/ledger';
import { type RawBuilder, sql } from 'kysely';
import type { Pool } from 'pg';
import { isFound, openFindLocks } from '../../lock/findLocks.ts';
import { deviceOf, names } from '../../lock/named.ts';
import { cursor } from '../../platform/crud.ts';
import { fieldRefusal, Refusal } from '../../platform/refusal.ts';
import { type Ctx, type Served, serve } from '../../platform/serve.ts';

const DAY = 86_400_000;

interface Filter {
  group?: unknown;
  device_id?: number | undefined;
  operator_id?: number | undefined;
  keyword?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
  ids?: number[] | undefined;
}

/** Rows of `r`, and what they are called by now; both may be out of sight. */
const columns = sql`r.id, r.fact, r.device_id, ${sql.raw(names.sn)}, ${sql.raw(names.device_name)}, ${sql.raw(names.subject)},
  coalesce(o.org_name, '') as org_name, r.at, r.device_time, r.create_time, r.operator_id, r.oper_name, r.by_right, r.lat, r.lon,
  r.accuracy, r.details, r.rests_on, encode(r.digest, 'hex') as digest`;
const named = sql`${sql.raw(deviceOf('r'))} left join organisation o on o.id = r.org_id`;

const all = (value: unknown): unknown[] => (Array.isArray(value) ? value : [value]);

/** Of one device or person an index has all there is in order; of an organisation nobody reads more than a month at once. */
const bounds = ({ from, to, device_id, operator_id, ids }: Filter): RawBuilder<unknown>[] => {
  if (from && to && from > to) throw fieldRefusal('from', 'recordOrder');
  const isOne = device_id !== undefined || operator_id !== undefined || ids !== undefined;
  const end = to ? Date.parse(to) : Date.now();
  if (!isOne && from && end - Date.parse(from) > LEDGER_DAYS * DAY + DAY / 24) throw fieldRefusal('from', 'recordDays');
  const since = from ?? (isOne ? undefined : new Date(end - LEDGER_DAYS * DAY).toISOString());
  return [...(since ? [sql`r.at >= ${since}::timestamptz`] : []), ...(to ? [sql`r.at <= ${to}::timestamptz`] : [])];
};

export const ledgerRoutes = ({ readers }: { readers: Pool }): Served[] => {
  const findLocks = openFindLocks(readers);

  /** The newest rows of each device, or of each organisation and kind or person, by an index that has them in order: then of all. */
  const newest = async (f: Filter, before: RawBuilder<unknown>[], size: number | null, ctx: Ctx) => {
    const { keyword, device_id, operator_id } = f;
    const groups = f.group === undefined ? null : all(f.group);
    const locks = device_id !== undefined ? [device_id] : keyword ? await findLocks(keyword, ctx) : null;
    const terms = [...bounds(f), ...before];
    if (f.ids) terms.push(sql`r.id = any(${f.ids})`);
    if (keyword && (device_id !== undefined || locks === null)) terms.push(isFound('r', keyword));
    if (operator_id !== undefined) terms.push(sql`r.operator_id = ${operator_id}`);
    let of: RawBuilder<unknown>;
    if (locks) {
      of = sql`unnest(${locks}::bigint[]) as g(id)`;
      terms.push(sql`r.device_id = g.id`, ...(groups ? [sql`r.fact_group = any(${groups})`] : []));
    } else {
      of = sql`unnest(${[...ctx.operator.orgIds]}::bigint[]) as g(id)`;
      terms.push(sql`r.org_id = g.id`);
      // of one person an index has what it did in each organisation, of all kinds
      if (groups && operator_id !== undefined) terms.push(sql`r.fact_group = any(${groups})`);
      else if (groups) {
        of = sql`${of} cross join unnest(${groups}::text[]) as k(kind)`;
        terms.push(sql`r.fact_group = k.kind`);
      }
    }
    const theirs = sql`ledger r where ${sql.join(terms, sql` and `)}`;
    // of each the newest are found in its index alone, and read when it is known which of them are the newest of all
    const first = sql`order by r.at desc, r.id desc limit ${size}`;
    const found =
      size === null
        ? sql`${of} cross join lateral (select r.* from ${theirs}) r`
        : sql`(select r.id from ${of} cross join lateral (select r.at, r.id from ${theirs} ${first}) r ${first}) n
            join ledger r on r.id = n.id`;
    return sql`select ${columns} from ${found} ${named} order by r.at desc, r.id desc`;
  };

  return serve(ledger, {
    list: async ({ before, size, ...filter }, ctx) => {
      const behind: RawBuilder<unknown>[] = [];
      if (before !== undefined) {
        // a number alone: its time is finer than what a screen is told
        const { rows } = await sql<{ at: string }>`
          select ledger_moment(r.at) as at from ledger r where r.id = ${before}`.execute(ctx.db);
        if (!rows[0]) throw new Refusal('notFound');
        behind.push(
          sql`r.at <= ${rows[0].at}::timestamptz`,
          sql`(r.at, r.id) < (${rows[0].at}::timestamptz, ${before}::bigint)`,
        );
      }
      const { rows } = await sql<never>`${await newest(filter, behind, size + 1, ctx)}`.execute(ctx.db);
      return { rows: rows.slice(0, size), more: rows.length > size };
    },
    detail: async ({ id }, { db }) => {
      const { rows } = await sql<Record<string, unknown>>`
        select ${columns}, coalesce(r.digest = ledger_digest(r), false) as holds,
          (select coalesce(jsonb_agg(jsonb_build_object('sha256', h.sha256,
              'frame', (select ledger_moment(p.device_time) || '~' || p.serial || '~' || p.hash from lock_event e
                join position p on p.device_id = e.device_id and p.device_time = e.device_time and p.serial = e.serial
                  and p.hash = e.hash and p.org_id = e.org_id
                where r.source = 'lock_event' and e.id = r.source_id and encode(sha256(p.raw), 'hex') = h.sha256),
              'file', (select f.id from file f where f.sha256 = h.sha256 and f.id = any (case r.source
                when 'custody' then (select array[c.photo] from custody c where c.id = r.source_id)
                when 'seal_operation' then (select p.photos from seal_operation p where p.id = r.source_id) end) limit 1)) order by h.n), '[]')
            from unnest(r.rests_on) with ordinality as h(sha256, n)) as kept,
          jsonb_build_object(
            'order', (select c.id from command c where r.source = 'command' and c.id = r.source_id),
            'opening', (select e.id from lock_event e where e.opening_way is not null
              and e.id = case r.source when 'lock_event' then r.source_id when 'command' then (r.details ->> 'event')::bigint end),
            'alarm', (select min(a.id) from alarm a where r.source = 'lock_event' and a.event_id = r.source_id),
            'stock', (select c.id from custody c where r.source = 'custody' and c.id = r.source_id),
            'approval', (select a.id from approval a where a.id = case r.source when 'approval' then r.source_id
              when 'command' then (select c.approval_id from command c where c.id = r.source_id) end),
            'seal', (select p.id from seal_operation p where r.source = 'seal_operation' and p.id = r.source_id)) as links
        from ledger r ${named} where r.id = ${id}`.execute(db);
      if (!rows[0]) throw new Refusal('notFound');
      return rows[0] as never;
    },
    export: async function* (input, ctx) {
      yield* cursor(ctx, await newest(input as Filter, [], null, ctx));
    },
  });
};
