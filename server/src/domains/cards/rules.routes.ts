import { type RuleArea, regionalRules, ruleLimits } from '@plomb/contract/cards/rules';
import { isGbk } from '@plomb/contract/lock/gbk';
import { outlineFault } from '@plomb/contract/lock/outline';
import { orders } from '@plomb/contract/orders/orders';
import { sql } from 'kysely';
import type { z } from 'zod';
import { contains, crud } from '../../platform/crud.ts';
import { fieldRefusal, Refusal } from '../../platform/refusal.ts';
import { type Ctx, type FileRows, type Served, serve } from '../../platform/serve.ts';
import { checkVersion, versionOf } from '../../platform/version.ts';
import { asSeenBy, readsNumbers } from './numbers.ts';
import { deletedRules, historyOf, saidBy } from './ruleHistory.ts';
import { ruleOrders } from './sync.ts';

/** Devices that a rule r is for, as d. */
const itsDevices = `d.retired_time is null and d.org_id in (select orgs_below(r.org_id))
  and (r.all_devices or exists (select from regional_rule_device x where x.rule_id = r.id and x.device_id = d.id))`;

const rowsOf = ({ card_id, device_id }: { card_id?: number | undefined; device_id?: number | undefined }) => sql`(
  select r.id, r.rule_name, r.status, r.org_id, o.org_name, r.areas, r.all_devices, r.from_time, r.until_time, r.hours, r.in_force,
    r.oper_name, r.removing_time, r.create_time, n.*,
    (select count(*)::int from regional_rule_card x where x.rule_id = r.id) as cards
  from regional_rule r join organisation o on o.id = r.org_id
    cross join lateral (
      select count(*)::int as devices, count(*) filter (where s.state is null or s.state = 'desired')::int as desired,
        count(*) filter (where s.state = 'pushing')::int as pushing, count(*) filter (where s.state = 'synced')::int as synced,
        count(*) filter (where s.state = 'drift')::int as drift, count(*) filter (where s.state = 'unable')::int as unable,
        count(*) filter (where r.id = any(s.mute)) > 0 as without_right
      from device d left join lock_sync s on s.device_id = d.id where ${sql.raw(itsDevices)}) n
  where (${card_id ?? null}::bigint is null or exists (select from regional_rule_card x where x.rule_id = r.id and x.card_id = ${card_id ?? null}))
    and (${device_id ?? null}::bigint is null or exists (select from device d where d.id = ${device_id ?? null} and ${sql.raw(itsDevices)})))`;
/** Its rows are those of the list: a detail tells more beside. */
const asListed = {
  ...regionalRules,
  detail: { ...regionalRules.detail, output: regionalRules.list.output.shape.rows.element },
};
const plainFor = (input: Parameters<typeof rowsOf>[0]) =>
  crud(asListed, { table: 'regional_rule', rows: rowsOf(input), search: ['rule_name'], label: 'rule_name' });

const written = {
  table: 'regional_rule',
  columns: ['rule_name', 'areas', 'from_time', 'until_time', 'hours', 'all_devices', 'write_time'],
};

interface Said {
  rule_name: string;
  areas: RuleArea[];
  card_ids: number[];
  device_ids: number[] | null;
  from_time: string | null;
  until_time: string | null;
  hours: object | null;
}
type Period = Pick<Said, 'from_time' | 'until_time'>;
/** What it said of its time before stays as it is, however long ago that was. */
const check = ({ areas, from_time, until_time }: Said, before?: Period): void => {
  for (const [at, { name, area }] of areas.entries()) {
    const fault = isGbk(name) ? outlineFault(area) : 'unwritable';
    if (fault) throw fieldRefusal(`areas.${at}.${fault === 'unwritable' ? 'name' : 'area'}`, fault);
  }
  if (from_time && until_time && Date.parse(from_time) >= Date.parse(until_time))
    throw fieldRefusal('until_time', 'rulePeriod');
  const now = Date.now();
  const isNew = (time: string | null, was: string | null = null): time is string =>
    time !== null && (was === null || Date.parse(time) !== Date.parse(was));
  if (isNew(from_time, before?.from_time) && Date.parse(from_time) > now + ruleLimits.aheadDays * 86_400_000)
    throw fieldRefusal('from_time', 'ruleAhead');
  if (isNew(until_time, before?.until_time) && Date.parse(until_time) <= now)
    throw fieldRefusal('until_time', 'ruleOver');
};

interface Held extends Period {
  id: number;
  org_id: number;
  rule_name: string;
  status: 1 | 2;
  removing: boolean;
  all_devices: boolean;
}
/** One foreign id refuses the whole request. */
const held = async (ids: readonly number[], ctx: Ctx): Promise<Held[]> => {
  await saidBy(ctx);
  const { rows } = await ctx.client.query<Held>(
    `select id, org_id, rule_name, status, removing_time is not null as removing, all_devices, from_time, until_time
       from regional_rule where id = any($1) order by id for update`,
    [ids],
  );
  ctx.note(rows.map(({ rule_name }) => rule_name).join(', '));
  if (rows.length !== new Set(ids).size) throw new Refusal('notFound');
  if (rows.some(({ removing }) => removing)) throw new Refusal('ruleRemoving');
  return rows;
};

/** Cards and devices that are the rule's to name: in sight, and of its organisation's. */
const keepNamed = async ({ client }: Ctx, id: number, orgId: number, said: Said): Promise<void> => {
  await client.query('delete from regional_rule_card where rule_id = $1', [id]);
  const cards = await client.query(
    `insert into regional_rule_card (rule_id, card_id) select $1, id from ic_card
      where id = any($2) and (org_id in (select orgs_above($3)) or org_id in (select orgs_below($3)))`,
    [id, said.card_ids, orgId],
  );
  if (cards.rowCount !== new Set(said.card_ids).size) throw new Refusal('notFound');
  await client.query('delete from regional_rule_device where rule_id = $1', [id]);
  if (said.device_ids === null) return;
  const devices = await client.query(
    `insert into regional_rule_device (rule_id, device_id) select $1, id from device
      where id = any($2) and retired_time is null and org_id in (select orgs_below($3))`,
    [id, said.device_ids, orgId],
  );
  if (devices.rowCount !== new Set(said.device_ids).size) throw new Refusal('notFound');
};

/** Its locks are told in the name of whoever wrote it last, from now on; those it was for and is for are looked at. */
const tookEffect = ({ client, operator }: Ctx, ids: readonly number[]) =>
  client.query(
    `with w as (update regional_rule set operator_id = $2, api_key_id = $3, oper_name = $4, write_time = clock_timestamp(),
         in_force = status = 1 and removing_time is null and coalesce(from_time <= now(), true) and coalesce(until_time > now(), true)
       where id = any($1) returning id)
     select rule_due(id) from w`,
    [ids, operator.id, operator.apiKey?.id ?? null, operator.operName],
  );

interface Deps {
  /** refuses when whoever is there has not proved afresh who it is */
  confirmed(ctx: Ctx): Promise<void>;
}

export const ruleRoutes = ({ confirmed }: Deps): Served[] => {
  /** A rule that is in force gives orders: whoever brings it there could give each of them. */
  const mayOrder = async (ctx: Ctx): Promise<void> => {
    if (!ruleOrders.every((kind) => ctx.operator.grants.has(orders[kind].permit))) throw new Refusal('ruleNotAlone');
    await confirmed(ctx);
  };
  async function* written_(parts: FileRows): FileRows {
    for await (const part of parts)
      yield part.map((row) => ({
        ...row,
        ...('areas' in row && { areas: (row.areas as RuleArea[]).map(({ name }) => name).join(', ') }),
        ...('hours' in row && { hours: row.hours ? Object.values(row.hours as object).join(' ') : '' }),
      }));
  }
  return serve(regionalRules, {
    list: ({ card_id, device_id, ...input }, ctx) => plainFor({ card_id, device_id }).list(input, ctx),
    export: ({ card_id, device_id, ...input }, ctx) => written_(plainFor({ card_id, device_id }).export(input, ctx)),
    async detail({ id }, ctx) {
      const found = await sql<Record<string, unknown>>`
        select row.*, ${versionOf(written, sql`${id}`)} as version from ${rowsOf({})} as row where id = ${id}`.execute(
        ctx.db,
      );
      const rule = found.rows[0];
      if (!rule) throw new Refusal('notFound');
      const cards = await ctx.client.query<{
        id: number;
        ic_no: string;
        ic_name: string;
        card_no: string;
        status: 1 | 2;
        removing: boolean;
      }>(
        `select c.id, c.ic_no, c.ic_name, c.card_no, c.status, c.removing_time is not null as removing from regional_rule_card x join ic_card c on c.id = x.card_id
          where x.rule_id = $1 order by c.ic_name, c.id`,
        [id],
      );
      const devices = await ctx.client.query<{ id: number; sn: string; device_name: string; subject: string }>(
        `select d.id, d.sn, d.device_name, d.subject from regional_rule_device x join device d on d.id = x.device_id
          where x.rule_id = $1 order by d.sn`,
        [id],
      );
      return {
        ...(rule as never as z.input<typeof asListed.detail.output> & { version: string }),
        card_list: cards.rows.map((card) => asSeenBy(ctx, card)),
        device_list: rule.all_devices ? null : devices.rows,
      };
    },
    history: ({ rule_id, before }, ctx) => historyOf(rule_id, before, ctx),
    deleted: deletedRules,
    async add({ org_id, status, ...said }, ctx) {
      ctx.note(said.rule_name);
      check(said);
      if (status === 1) await mayOrder(ctx);
      await saidBy(ctx);
      const orgId = org_id ?? ctx.operator.orgId;
      if (!ctx.operator.orgIds.includes(orgId)) throw new Refusal('notFound');
      const { rows } = await ctx.client.query<{ id: number }>(
        `insert into regional_rule (org_id, rule_name, status, areas, all_devices, from_time, until_time, hours, operator_id)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9) returning id`,
        [
          ...[orgId, said.rule_name, status, JSON.stringify(said.areas), said.device_ids === null],
          ...[said.from_time, said.until_time, said.hours && JSON.stringify(said.hours), ctx.operator.id],
        ],
      );
      const { id } = rows[0]!;
      await keepNamed(ctx, id, orgId, said);
      await tookEffect(ctx, [id]);
      return { id };
    },
    async update({ id, version: _, ...said }, ctx) {
      const [rule] = await held([id], ctx);
      check(said, rule);
      await checkVersion(ctx, written, regionalRules.update, { id, ...(_ === undefined ? {} : { version: _ }) });
      if (rule!.status === 1) await mayOrder(ctx);
      // those it was for until now
      await ctx.client.query('select rule_due($1)', [id]);
      await ctx.client.query(
        `update regional_rule set rule_name = $2, areas = $3, all_devices = $4, from_time = $5, until_time = $6, hours = $7, write_time = clock_timestamp()
          where id = $1`,
        [
          ...[id, said.rule_name, JSON.stringify(said.areas), said.device_ids === null],
          ...[said.from_time, said.until_time, said.hours && JSON.stringify(said.hours)],
        ],
      );
      await keepNamed(ctx, id, rule!.org_id, said);
      // what a disabled one still takes from locks goes on in the name of whoever could order it
      if (rule!.status === 1) await tookEffect(ctx, [id]);
      return { id };
    },
    async status({ ids, status }, ctx) {
      const rules = await held(ids, ctx);
      if (rules.every((rule) => rule.status === status)) return {};
      await mayOrder(ctx);
      await ctx.client.query('update regional_rule set status = $2 where id = any($1)', [ids, status]);
      await tookEffect(ctx, ids);
      return {};
    },
    /** One of which locks hold something goes with the last of them. */
    async delete({ ids }, ctx) {
      await held(ids, ctx);
      await ctx.client.query(
        `delete from regional_rule r where id = any($1) and not exists (select from lock_card k where k.rule_id = r.id)
           and not exists (select from lock_area a where a.rule_id = r.id)`,
        [ids],
      );
      const { rows: left } = await ctx.client.query<{ id: number }>(
        'update regional_rule set removing_time = now() where id = any($1) returning id',
        [ids],
      );
      if (left.length === 0) return {};
      await mayOrder(ctx);
      await tookEffect(
        ctx,
        left.map(({ id }) => id),
      );
      return {};
    },
    async options({ card_keyword: keyword }, ctx) {
      const { client } = ctx;
      const { rows: organizations } = await client.query<{ id: number; org_name: string; parent_id: number | null }>(
        'select id, org_name, parent_id from organisation where status = 1 order by org_name',
      );
      const { rows: cards } = await client.query<{
        id: number;
        ic_no: string;
        ic_name: string;
        card_no: string;
        org_name: string;
      }>(
        `select c.id, c.ic_no, c.ic_name, c.card_no, o.org_name from ic_card c join organisation o on o.id = c.org_id
          where c.status = 1 and c.removing_time is null
            and ($1 = '' or c.ic_name ilike $2 or c.card_no ilike $2 or $3 and c.ic_no ilike $2)
          order by c.ic_name, c.id limit 100`,
        [keyword ?? '', contains(keyword ?? ''), readsNumbers(ctx)],
      );
      return { organizations, cards: cards.map((card) => asSeenBy(ctx, card)) };
    },
  });
};
