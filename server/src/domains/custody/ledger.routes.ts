import { LEDGER_DAYS, ledger } from '@plomb/contract/custody/ledger';
import { searchKey } from '@plomb/contract/kit/search';
import { type RawBuilder, sql } from 'kysely';
import type { Pool } from 'pg';
import { isFound, openFindLocks } from '../../lock/findLocks.ts';
import { deviceOf, names } from '../../lock/named.ts';
import { cursor } from '../../platform/crud.ts';
import type { Naming } from '../../platform/finding.ts';
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

/** Of so many that a word names the newest are read without a bound of time. */
const FEW_NAMED = 100;
/** So many rows are held one by one against a word that names more than can be gone by. */
const LOOKED = 10_000;

/** Of one device or person, or a few of anything, an index has all there is in order; of an organisation nobody reads more than a month at once. */
const bounds = ({ from, to, device_id, operator_id, ids }: Filter, few: boolean): RawBuilder<unknown>[] => {
  if (from && to && from > to) throw fieldRefusal('from', 'recordOrder');
  const isOne = device_id !== undefined || operator_id !== undefined || ids !== undefined || few;
  const end = to ? Date.parse(to) : Date.now();
  if (!isOne && from && end - Date.parse(from) > LEDGER_DAYS * DAY + DAY / 24) throw fieldRefusal('from', 'recordDays');
  const since = from ?? (isOne ? undefined : new Date(end - LEDGER_DAYS * DAY).toISOString());
  return [...(since ? [sql`r.at >= ${since}::timestamptz`] : []), ...(to ? [sql`r.at <= ${to}::timestamptz`] : [])];
};

export interface LedgerDeps {
  readers: Pool;
  /** what else than a lock a keyword may name, by the column that has it */
  namings: Record<'seal_id' | 'journey_id' | 'meter_id', Naming>;
}

/** What is gone through, how many these are, and what of the ledger is of each. */
interface Part {
  of: RawBuilder<unknown>;
  many: number;
  terms: RawBuilder<unknown>[];
}

/** What a keyword names, by the column of the ledger that has it; null: too many to go by. */
interface About {
  column: RawBuilder<unknown>;
  ids: number[] | null;
  /** whether a row is about one of them */
  isNamed: RawBuilder<unknown>;
}

export const ledgerRoutes = ({ readers, namings }: LedgerDeps): Served[] => {
  const findLocks = openFindLocks(readers);

  const aboutOf = async (keyword: string, ctx: Ctx): Promise<About[]> => {
    const about = (name: string, ids: number[] | null, isNamed: (id: RawBuilder<unknown>) => RawBuilder<unknown>) => {
      const column = sql.ref(`r.${name}`);
      return { column, ids, isNamed: ids ? sql`${column} = any(${ids})` : isNamed(column) };
    };
    const locks = findLocks(keyword, ctx).then((ids) => about('device_id', ids, () => isFound('r', keyword)));
    // separators alone name no more than locks that are called so
    const others = searchKey(keyword) === '' ? [] : Object.entries(namings);
    const named = others.map(async ([name, { few, isNamed }]) =>
      about(name, await few(keyword, ctx), (id) => isNamed(id, keyword)),
    );
    return Promise.all([locks, ...named]);
  };

  /**
   * The newest of those rows that a word names, where it names too many of anything: of each device, or organisation and kind, so many are
   * held against it. Where these do not say surely which are the newest, that is said: a month of a house is read for seconds.
   */
  const lookedAt = async ({ of, many, terms }: Part, isNamed: RawBuilder<unknown>, size: number, { db }: Ctx) => {
    const share = Math.ceil(LOOKED / many);
    const { rows } = await sql<{ ids: number[]; whole: boolean }>`
      with w as materialized (select n.* from ${of} cross join lateral (
          select r.id, r.at, ${isNamed} as named, case count(*) over () when ${share} then min(r.at) over () end as edge
          from (select * from ledger r where ${sql.join(terms, sql` and `)} order by r.at desc, r.id desc limit ${share}) r) n),
        ends as (select max(edge) as edge from w)
      select array(select id from w where named and at > coalesce((select edge from ends), '-infinity') order by at desc, id desc limit ${size}) as ids,
        (select edge from ends) is null as whole`.execute(db);
    const { ids, whole } = rows[0]!;
    if (!whole && ids.length < size) throw fieldRefusal('keyword', 'recordNamesMany');
    return ids;
  };

  /**
   * The newest rows of each device, or of whatever else a word names, or of each organisation and kind or person, by an index that
   * has them in order: then of all.
   */
  const newest = async (f: Filter, before: RawBuilder<unknown>[], size: number | null, ctx: Ctx) => {
    const { keyword, device_id, operator_id } = f;
    const groups = f.group === undefined ? null : all(f.group);
    const about = keyword ? await aboutOf(keyword, ctx) : [];
    // where a word names too many of anything the rows are held against it one by one
    const byIndex = Boolean(keyword) && device_id === undefined && about.every(({ ids }) => ids);
    const isFew = byIndex && about.reduce((n, { ids }) => n + ids!.length, 0) <= FEW_NAMED;
    const terms = [...bounds(f, isFew), ...before];
    if (f.ids) terms.push(sql`r.id = any(${f.ids})`);
    if (operator_id !== undefined) terms.push(sql`r.operator_id = ${operator_id}`);
    const isOfGroups = groups ? [sql`r.fact_group = any(${groups})`] : [];
    let parts: Part[];
    const partOf = (column: RawBuilder<unknown>, ids: readonly number[]) => ({
      ...{ of: sql`unnest(${ids}::bigint[]) as g(id)`, many: ids.length },
      terms: [...terms, sql`${column} = g.id`, ...isOfGroups],
    });
    if (byIndex) {
      const [locks, ...others] = about.map(({ column, ids }) => ({ column, ids: ids ?? [] }));
      parts = [locks!, ...others.filter(({ ids }) => ids.length > 0)].map(({ column, ids }) => partOf(column, ids));
    } else if (device_id !== undefined) parts = [partOf(sql`r.device_id`, [device_id])];
    else {
      const ofOrgs = partOf(sql`r.org_id`, ctx.operator.orgIds);
      // of one person an index has what it did in each organisation, of all kinds
      parts = [
        groups && operator_id === undefined
          ? {
              of: sql`${ofOrgs.of} cross join unnest(${groups}::text[]) as k(kind)`,
              many: ofOrgs.many * groups.length,
              terms: [...terms, sql`r.org_id = g.id`, sql`r.fact_group = k.kind`],
            }
          : ofOrgs,
      ];
    }
    if (keyword && !byIndex) {
      const isNamed = sql`(${sql.join(
        about.map((one) => one.isNamed),
        sql` or `,
      )})`;
      const [part] = parts as [Part];
      if (size === null) part.terms.push(isNamed);
      else {
        const ids = await lookedAt(part, isNamed, size, ctx);
        parts = [{ of: sql`(select) g`, many: 1, terms: [sql`r.id = any(${ids})`] }];
      }
    }
    // of each the newest are found in its index alone, and read when it is known which of them are the newest of all
    const first = size === null ? sql`` : sql`order by r.at desc, r.id desc limit ${size}`;
    const found = parts.map(({ of, terms }) => {
      const theirs = sql`ledger r where ${sql.join(terms, sql` and `)}`;
      return sql`(select r.at, r.id from ${of} cross join lateral (select r.at, r.id from ${theirs} ${first}) r ${first})`;
    });
    const [only, ...more] = parts;
    const rows =
      size === null && more.length === 0
        ? sql`${only!.of} cross join lateral (select r.* from ledger r where ${sql.join(only!.terms, sql` and `)}) r`
        : // a row is found once, also by its seal and by its batch
          sql`(select r.id from (${sql.join(found, sql` union `)}) r ${first}) n join ledger r on r.id = n.id`;
    return sql`select ${columns} from ${rows} ${named} order by r.at desc, r.id desc`;
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
