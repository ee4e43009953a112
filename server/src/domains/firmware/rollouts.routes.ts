import {
  type FirmwareRollout,
  firmwareRollouts,
  type RolloutDetail,
  rolloutLimits,
} from '@plomb/contract/firmware/rollouts';
import {
  type RolloutDeed,
  type RolloutState,
  type RolloutStep,
  rolloutSteps,
  stepOf,
} from '@plomb/contract/firmware/steps';
import { canUpgrade } from '@plomb/contract/lock/upgrade';
import { type RawBuilder, sql } from 'kysely';
import type { PoolClient } from 'pg';
import type { SessionOperator } from '../../platform/access.ts';
import { cursor, isOneOf, matches } from '../../platform/crud.ts';
import { fieldRefusal, Refusal } from '../../platform/refusal.ts';
import { type Ctx, type Served, serve } from '../../platform/serve.ts';
import { type Lock, locksById, locksWaiting } from './facts.ts';
import { failedNow, goOn, isByTwo, mayResume } from './resuming.ts';
import { refusalOf, waitOf, waveOf } from './rules.ts';

/** A draft is its maker's alone: neither a person goes on with what a key prepared, nor a key with what a person did. */
const rows = ({
  id,
  apiKey,
}: Pick<
  SessionOperator,
  'id' | 'apiKey'
>) => sql`(select r.id, r.firmware_id, f.firmware_version, coalesce(t.device_type_name, '') as device_type_name,
    r.state, n.total, n.refused, n.success, n.failed, n.open, r.canary, r.wave_size, r.hours, r.deadline, r.reason, r.oper_name,
    r.login_name, r.create_time, r.start_time, r.end_time, r.wave
  from firmware_rollout r join firmware f on f.id = r.firmware_id left join device_type t on t.id = f.device_type_id
    cross join lateral (select count(*)::int as total, count(*) filter (where refusal <> '')::int as refused,
      count(*) filter (where state = 'success')::int as success, count(*) filter (where state in ('failed', 'timed_out'))::int as failed,
      count(*) filter (where refusal = '' and state in ('created', 'queued', 'sending', 'verifying'))::int as open
      from firmware_issue i where i.rollout_id = r.id) n
  where r.state <> 'draft' or r.operator_id = ${id} and r.api_key_id is not distinct from ${apiKey?.id ?? null}::bigint) as r`;

interface Filter {
  state?: unknown;
  keyword?: string | undefined;
  before?: number | undefined;
  ids?: number[] | undefined;
}
const where = (f: Filter): RawBuilder<unknown> => {
  const terms: RawBuilder<unknown>[] = [sql`true`];
  if (f.before) terms.push(sql`id < ${f.before}`);
  if (f.ids) terms.push(sql`id = any(${f.ids})`);
  if (f.state) terms.push(isOneOf(sql`state`, f.state));
  if (f.keyword)
    terms.push(sql`(${matches(sql`firmware_version`, f.keyword)} or ${matches(sql`oper_name`, f.keyword)})`);
  return sql`where ${sql.join(terms, sql` and `)}`;
};

type Stored = FirmwareRollout & { wave: number };
const byId = async (id: number, { db, operator }: Ctx): Promise<Stored> => {
  const { rows: found } = await sql<Stored>`select * from ${rows(operator)} where id = ${id}`.execute(db);
  if (!found[0]) throw new Refusal('notFound');
  return found[0];
};

/** Held, so that people and the work itself take turns. */
const held = async (id: number, step: RolloutStep, ctx: Ctx): Promise<Stored & { to: RolloutState }> => {
  await ctx.client.query('select from firmware_rollout where id = $1 for update', [id]);
  const one = await byId(id, ctx);
  ctx.note(one.firmware_version);
  const to = stepOf<RolloutState>(rolloutSteps[step], one.state);
  if (to === null) throw new Refusal('firmwareStep');
  return { ...one, to };
};

const wrote = (client: PoolClient, id: number, step: RolloutDeed, operName: string, reason: string) =>
  client.query(
    `insert into firmware_rollout_step (rollout_id, org_id, step, oper_name, reason)
     select id, org_id, $2, $3, $4 from firmware_rollout where id = $1`,
    [id, step, operName, reason],
  );

/** What is written down of a step with its reason. */
const noted = async (step: RolloutDeed, { id, reason }: { id: number; reason: string }, ctx: Ctx, version: string) => {
  await wrote(ctx.client, id, step, ctx.operator.operName, reason);
  ctx.note(`${version}, ${reason}`);
};

/** Ids of the devices that are meant; `unknown`: what was named and is none of the caller's. */
const meant = async (
  { of, type }: { of: { by: 'type'; org_id: number | null } | { by: 'numbers'; numbers: string[] }; type: number },
  { client }: Ctx,
): Promise<{ ids: number[]; unknown: string[] }> => {
  if (of.by === 'type') {
    const { rows: found } = await client.query<{ id: number }>(
      `with recursive below as (
         select id from organisation where $2::bigint is null or id = $2
         union select o.id from organisation o join below b on o.parent_id = b.id)
       select d.id from device d join below b on b.id = d.org_id
        where d.device_type_id = $1 and d.retired_time is null order by d.id limit $3`,
      [type, of.org_id, rolloutLimits.devices + 1],
    );
    return { ids: found.map(({ id }) => id), unknown: [] };
  }
  const named = [...new Set(of.numbers)];
  const { rows: found } = await client.query<{ id: number; sn: string }>(
    'select id, sn from device where sn = any($1) and retired_time is null',
    [named],
  );
  const known = new Set(found.map(({ sn }) => sn));
  return { ids: found.map(({ id }) => id), unknown: named.filter((sn) => !known.has(sn)) };
};

/** What keeps the locks whose turn it is; before it begins that is each of them. */
const waitingOf = async (
  { id, state }: { id: number; state: RolloutState },
  { client }: Ctx,
): Promise<RolloutDetail['waits']> => {
  const waits = new Map<RolloutDetail['waits'][number]['wait'], string[]>();
  for (const lock of await locksWaiting(client, id, state === 'draft' ? ['created'] : ['queued'])) {
    const wait = waitOf(lock);
    if (!wait) continue;
    const numbers = waits.get(wait) ?? [];
    numbers.push(lock.sn);
    waits.set(wait, numbers);
  }
  return [...waits].map(([wait, numbers]) => ({ wait, count: numbers.length, numbers: numbers.slice(0, 3) }));
};

const write = async (
  id: number,
  firmware: { id: number; device_type_id: number; firmware_version: string },
  locks: readonly Lock[],
  { canary, wave_size }: { canary: number; wave_size: number },
  { client }: Ctx,
): Promise<void> => {
  const judged = locks
    .map((lock) => ({ lock, refusal: refusalOf(lock, firmware) ?? '', waits: waitOf(lock) !== null }))
    .toSorted((a, b) => Number(a.waits) - Number(b.waits) || a.lock.id - b.lock.id);
  let place = 0;
  const waves = judged.map(({ refusal }) => (refusal === '' ? waveOf(place++, canary, wave_size) : 0));
  await client.query(
    `insert into firmware_issue (rollout_id, device_id, org_id, sn, firmware_id, firmware_version, refusal, wave, former_version)
     select $1, n.id, n.org, n.sn, $2, $3, n.refusal, n.wave, n.ver
       from unnest($4::bigint[], $5::bigint[], $6::text[], $7::text[], $8::integer[], $9::text[]) as n(id, org, sn, refusal, wave, ver)`,
    [
      id,
      firmware.id,
      firmware.firmware_version,
      judged.map(({ lock }) => lock.id),
      judged.map(({ lock }) => lock.org_id),
      judged.map(({ lock }) => lock.sn),
      judged.map(({ refusal }) => refusal),
      waves,
      judged.map(({ lock }) => lock.ver),
    ],
  );
};

export interface RolloutDeps {
  /** refuses when whoever asks has not proved afresh who it is: a firmware decides what its lock obeys */
  confirmed(ctx: Ctx): Promise<void>;
  /** how long a request for a second person waits */
  minutes(): number;
}

export const rolloutRoutes = ({ confirmed, minutes }: RolloutDeps): Served[] =>
  serve(firmwareRollouts, {
    list: async (input, { db, operator }) => {
      const { rows: all } = await sql<FirmwareRollout>`select * from ${rows(operator)} ${where(input)}
      order by id desc limit ${input.size + 1}`.execute(db);
      return { rows: all.slice(0, input.size), more: all.length > input.size };
    },
    export: (input, ctx) => cursor(ctx, sql`select * from ${rows(ctx.operator)} ${where(input)} order by id desc`),
    detail: async ({ id }, ctx) => {
      const one = await byId(id, ctx);
      const { client } = ctx;
      const counted = await client.query<{ wave: number; state: never; count: number }>(
        `select wave, state, count(*)::int as count from firmware_issue where rollout_id = $1 and refusal = '' group by 1, 2 order by 1, 2`,
        [id],
      );
      const refused = await client.query<RolloutDetail['refusals'][number]>(
        `select refusal, count(*)::int as count, (array_agg(sn order by device_id))[1:3] as numbers
         from firmware_issue where rollout_id = $1 and refusal <> '' group by 1 order by 2 desc`,
        [id],
      );
      const steps = await sql<
        RolloutDetail['steps'][number]
      >`select step, oper_name, approver_name, reason, at from firmware_rollout_step
      where rollout_id = ${id} order by id desc limit 100`.execute(ctx.db);
      const file = await client.query<{ sha256: string }>(
        'select c.sha256 from firmware f join file c on c.id = f.firmware_path where f.id = $1',
        [one.firmware_id],
      );
      const failures = await client.query<RolloutDetail['failures'][number]>(
        `select cause, count(*)::int as count, (array_agg(sn order by id))[1:3] as numbers from firmware_issue
          where rollout_id = $1 and refusal = '' and state in ('failed', 'timed_out') and cause is not null group by 1 order by 2 desc, 1`,
        [id],
      );
      const asked = await sql<RolloutDetail['asked'][number]>`select id, oper_name, login_name, expire_time,
        operator_id = ${ctx.operator.id} as own from approval
        where rollout_id = ${id} and state = 'waiting' and expire_time > now() order by id`.execute(ctx.db);
      const waves = new Map<number, RolloutDetail['counts']>();
      const counts = new Map<RolloutDetail['counts'][number]['state'], number>();
      for (const { wave, state, count } of counted.rows) {
        waves.set(wave, [...(waves.get(wave) ?? []), { state, count }]);
        counts.set(state, (counts.get(state) ?? 0) + count);
      }
      return {
        ...one,
        sha256: file.rows[0]?.sha256 ?? '',
        waves: [...waves].map(([wave, of]) => ({ wave, counts: of })),
        counts: [...counts].map(([state, count]) => ({ state, count })),
        refusals: refused.rows,
        waits: await waitingOf(one, ctx),
        steps: steps.rows,
        failures: failures.rows,
        by_two: one.state === 'stopped' && (await isByTwo(client, id)),
        minutes: minutes(),
        asked: asked.rows,
      };
    },
    options: async (_, { db }) => {
      const families = Object.entries(canUpgrade).flatMap(([family, can]) => (can ? [family] : []));
      const firmware = await sql<never>`select f.id, f.firmware_version, t.device_type_name,
        (select count(*) from device d where d.device_type_id = t.id and d.retired_time is null) as devices
      from firmware f join device_type t on t.id = f.device_type_id
      where f.state = 'published' and t.family = any(${families}) order by f.publish_time desc`.execute(db);
      const organisations =
        await sql<never>`select id, org_name from organisation where status = 1 order by org_name`.execute(db);
      return { firmware: firmware.rows, organisations: organisations.rows };
    },
    prepare: async ({ firmware_id, of, canary, wave_size, hours }, ctx) => {
      const { client, operator } = ctx;
      const found = await client.query<{ id: number; device_type_id: number; firmware_version: string; state: string }>(
        'select id, device_type_id, firmware_version, state from firmware where id = $1 for share',
        [firmware_id],
      );
      const firmware = found.rows[0];
      if (!firmware) throw new Refusal('notFound');
      if (firmware.state !== 'published') throw new Refusal('firmwareStep');
      const { ids, unknown } = await meant({ of, type: firmware.device_type_id }, ctx);
      if (ids.length === 0) throw new Refusal('deviceMissing');
      if (ids.length > rolloutLimits.devices) throw new Refusal('firmwareTooMany', { limit: rolloutLimits.devices });
      ctx.note(`${firmware.firmware_version}: ${ids.length}`);
      const key = operator.apiKey?.id ?? null;
      await client.query(
        `delete from firmware_rollout where operator_id = $1 and api_key_id is not distinct from $2::bigint and state = 'draft'`,
        [operator.id, key],
      );
      const { rows: added } = await client.query<{ id: number }>(
        `insert into firmware_rollout (org_id, firmware_id, operator_id, oper_name, login_name, canary, wave_size, hours, api_key_id)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9) returning id`,
        [
          operator.orgId,
          firmware_id,
          operator.id,
          operator.operName,
          operator.loginName,
          canary,
          wave_size,
          hours,
          key,
        ],
      );
      const { id } = added[0]!;
      await write(id, firmware, await locksById(client, ids), { canary, wave_size }, ctx);
      return { id, unknown };
    },
    start: async ({ id, count, reason }, ctx) => {
      const { client } = ctx;
      const { firmware_id, firmware_version } = await held(id, 'start', ctx);
      const published = await client.query("select from firmware where id = $1 and state = 'published' for share", [
        firmware_id,
      ]);
      if (published.rowCount === 0) throw new Refusal('firmwareStep');
      const { rows: meantNow } = await client.query<{ device_id: number }>(
        `select i.device_id from firmware_issue i where i.rollout_id = $1 and i.refusal = '' and not exists (
         select from firmware_issue o join firmware_rollout r on r.id = o.rollout_id where o.device_id = i.device_id and o.refusal = ''
           and o.state in ('created', 'queued', 'sending', 'verifying') and r.state <> 'draft')`,
        [id],
      );
      if (meantNow.length === 0) throw new Refusal('firmwareUnfit');
      const given = await client.query("select from firmware_issue where rollout_id = $1 and refusal = ''", [id]);
      // some have come into another roll-out since they were previewed
      if (count !== given.rowCount || given.rowCount !== meantNow.length) throw fieldRefusal('count', 'rolloutCount');
      await confirmed(ctx);
      await client.query(
        `update firmware_rollout set state = 'running', reason = $2, start_time = now(), deadline = now() + make_interval(hours => hours)
        where id = $1`,
        [id, reason],
      );
      ctx.concerns(meantNow.map(({ device_id }) => device_id));
      await noted('start', { id, reason }, ctx, `${firmware_version}: ${count}`);
      return {};
    },
    pause: async (input, ctx) => {
      const { firmware_version, to } = await held(input.id, 'pause', ctx);
      await ctx.client.query('update firmware_rollout set state = $2 where id = $1', [input.id, to]);
      await noted('pause', input, ctx, firmware_version);
      return {};
    },
    resume: async (input, ctx) => {
      const { client, operator } = ctx;
      const { id, reason } = input;
      const { firmware_version, state } = await held(id, 'resume', ctx);
      if (!mayResume(operator)) throw new Refusal('noPermission');
      if (state === 'stopped' && (await isByTwo(client, id))) throw new Refusal('resumeByTwo');
      await confirmed(ctx);
      await goOn(client, id, operator, { reason, apiKeyId: operator.apiKey?.id ?? null, approval: null });
      ctx.note(`${firmware_version}, ${reason}`);
      return {};
    },
    end: async (input, ctx) => {
      const { firmware_version, to } = await held(input.id, 'end', ctx);
      await ctx.client.query('update firmware_rollout set state = $2, end_time = now() where id = $1', [input.id, to]);
      await ctx.client.query(
        `update firmware_issue set state = 'cancelled', cause = 'ended', end_time = now()
        where rollout_id = $1 and refusal = '' and state in ('created', 'queued')`,
        [input.id],
      );
      await noted('end', input, ctx, firmware_version);
      return {};
    },
    again: async (input, ctx) => {
      const { client } = ctx;
      await client.query('select from firmware_rollout where id = $1 for update', [input.id]);
      const { state, firmware_version, wave } = await byId(input.id, ctx);
      ctx.note(firmware_version);
      if (state === 'draft' || state === 'ended') throw new Refusal('firmwareStep');
      // whoever decides that it goes on reads what failed, which another try would take away
      if (state === 'stopped' && (await isByTwo(client, input.id))) throw new Refusal('resumeByTwo');
      await confirmed(ctx);
      const { rowCount } = await client.query(
        `update firmware_issue i set state = 'created', wave = greatest(wave, $2), cause = null, serial = null, parts = 0, parts_total = 0, told_version = '',
         send_time = null, answer_time = null, end_time = null
        where rollout_id = $1 and refusal = '' and state in ('failed', 'timed_out') and not exists (
          select from firmware_issue o join firmware_rollout r on r.id = o.rollout_id where o.device_id = i.device_id and o.id <> i.id
            and o.refusal = '' and o.state in ('created', 'queued', 'sending', 'verifying') and r.state <> 'draft')`,
        // the failures that count are those of the wave under way
        [input.id, state === 'done' ? 0 : wave],
      );
      if (!rowCount) throw new Refusal('firmwareUnfit');
      // nothing is under way, and perhaps no lock has proved it: it begins with the first wave of those
      await client.query(
        `update firmware_rollout r set wave = (select min(i.wave) from firmware_issue i
           where i.rollout_id = r.id and i.refusal = '' and i.state = 'created') where id = $1 and state = 'done'`,
        [input.id],
      );
      await client.query(
        `update firmware_rollout r set state = case when state = 'done' then 'running' else state end, end_time = null,
         operator_id = case when state = 'done' then $2 else operator_id end,
         api_key_id = case when state = 'done' then $3::bigint else api_key_id end,
         accepted = case when state = 'done' then ${failedNow} else least(accepted, ${failedNow}) end,
         deadline = greatest(deadline, now() + make_interval(hours => hours)) where id = $1`,
        [input.id, ctx.operator.id, ctx.operator.apiKey?.id ?? null],
      );
      await noted('again', input, ctx, `${firmware_version}: ${rowCount}`);
      return { count: rowCount };
    },
  });
