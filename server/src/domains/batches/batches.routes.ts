import { type BatchOf, type BatchRecord, batches, batchLimits, EVIDENCE_PART } from '@plomb/contract/batches/batches';
import { inBoth } from '@plomb/contract/kit/text';
import { maskedArgs } from '@plomb/contract/lock/cards';
import { orderKinds, sayOrder } from '@plomb/contract/lock/orderKinds';
import { orders } from '@plomb/contract/orders/orders';
import { isReasonGiven, reasonIn } from '@plomb/contract/orders/reason';
import type { Pool } from 'pg';
import { openDeviceIds } from '../../lock/listing.ts';
import { typeIntervals } from '../../lock/typeIntervals.ts';
import type { SessionOperator } from '../../platform/access.ts';
import { cursor } from '../../platform/crud.ts';
import { beginJob } from '../../platform/jobs/jobs.ts';
import { fieldRefusal, Refusal } from '../../platform/refusal.ts';
import { type Ctx, type FileRows, type Served, serve } from '../../platform/serve.ts';
import type { BatchOrder, Giving } from './giving.ts';
import { againOf, batchById, batchesOf, countsOf, devicesOf, evidenceOf, failureOf, meantOf } from './queries.ts';

interface Deps {
  readers: Pool;
  giving: Giving;
  /** refuses an order when whoever gives it has not proved afresh who it is */
  confirmed(ctx: Ctx): Promise<void>;
  /** an order changed */
  touched(commandId: number): void;
}

/** Devices judged at a time. */
const BLOCK = 2000;

/** The numbers of cards whole are for those who may give the order. */
const asSeenBy = <T extends Pick<BatchRecord, 'kind' | 'args'>>({ grants }: SessionOperator, one: T): T =>
  grants.has(orders[one.kind].permit) ? one : { ...one, args: maskedArgs(one.args) };

/** Each once, those out of service left out; `unknown`: what was named and is none of the caller's. */
export const meant = async (of: BatchOf, ctx: Ctx, idsOf: ReturnType<typeof openDeviceIds>, most: number) => {
  const { client } = ctx;
  if (of.by === 'filter') return { ids: await idsOf(of.filter, ctx, most + 1), unknown: [] };
  if (of.by === 'failed') {
    const { state } = await batchById(of.batch_id, ctx);
    if (state === 'draft' || state === 'queued' || state === 'running') throw new Refusal('conflict');
    const all = await againOf(of.batch_id, ctx);
    // one that moved out of sight is none of the caller's any more, and is named by what it was called here
    const { rows } = await client.query<{ id: number; here: boolean; sn: string }>(
      `select a.id, d.id is not null as here, coalesce(d.sn, l.sn, a.id::text) as sn from unnest($1::bigint[]) as a(id)
         left join device d on d.id = a.id
         left join lateral (select sn from device_left where device_id = a.id order by left_time desc limit 1) l on d.id is null`,
      [all],
    );
    return {
      ids: rows.filter(({ here }) => here).map(({ id }) => id),
      unknown: rows.filter(({ here }) => !here).map(({ sn }) => sn),
    };
  }
  const named: readonly (string | number)[] = [...new Set<string | number>(of.by === 'ids' ? of.ids : of.numbers)];
  const { rows } = await client.query<{ id: number; name: string | number }>(
    of.by === 'ids'
      ? 'select id, id as name from device where id = any($1) and retired_time is null'
      : 'select id, sn as name from device where sn = any($1) and retired_time is null',
    [named],
  );
  const found = new Set(rows.map(({ name }) => name));
  return { ids: rows.map(({ id }) => id), unknown: named.filter((name) => !found.has(name)).map(String) };
};

/** Writes which devices are meant, each judged. */
const fix = async (batchId: number, order: BatchOrder, ids: readonly number[], ctx: Ctx, giving: Giving) => {
  const { client, operator } = ctx;
  let unfit = 0;
  for (let from = 0; from < ids.length; from += BLOCK) {
    const some = ids.slice(from, from + BLOCK);
    const no = await giving.judge(client, operator, order, some);
    unfit += no.size;
    await client.query(
      `insert into batch_device (batch_id, device_id, org_id, refusal, field, refusal_values)
       select $1, d.id, d.org_id, n.refusal, n.field, n.named
         from unnest($2::bigint[], $3::text[], $4::text[], $5::jsonb[]) as n(id, refusal, field, named) join device d on d.id = n.id`,
      [
        ...[batchId, some, some.map((id) => no.get(id)?.code ?? ''), some.map((id) => no.get(id)?.field ?? '')],
        some.map((id) => JSON.stringify(no.get(id)?.values ?? {})),
      ],
    );
  }
  await client.query('update batch set total = $2, unfit = $3 where id = $1', [batchId, ids.length, unfit]);
};

/** What a file says of each in the words of who asks for it. */
async function* inWords(parts: FileRows, { operator, lang }: Ctx): FileRows {
  for await (const part of parts)
    yield part.map((row) => {
      const one = asSeenBy(operator, row as unknown as BatchRecord);
      return { ...one, said: sayOrder(one.kind, one.args)[lang], why: reasonIn(lang, one) };
    });
}

export const batchRoutes = ({ readers, giving, confirmed, touched }: Deps): Served[] => {
  const idsOf = openDeviceIds(readers);
  return serve(batches, {
    list: async (input, { db, operator }) => {
      const { rows } = await batchesOf(input, operator.id, input.size + 1).execute(db);
      return { rows: rows.slice(0, input.size).map((row) => asSeenBy(operator, row)), more: rows.length > input.size };
    },
    detail: async ({ id }, ctx) => {
      const one = await batchById(id, ctx);
      const { failure_values: _, ...record } = one;
      const replaces =
        one.state === 'draft' ? await giving.givingWay(ctx.client, one as BatchOrder, await meantOf(id, ctx)) : [];
      return asSeenBy(ctx.operator, {
        ...record,
        failure: failureOf(one, ctx.lang),
        replaces,
        ...(await countsOf(one, ctx)),
      });
    },
    export: (input, ctx) => inWords(cursor(ctx, batchesOf(input, ctx.operator.id)), ctx),
    evidence: async ({ id, part }, ctx) => {
      const one = await batchById(id, ctx);
      if (one.state === 'draft') throw new Refusal('notFound');
      const { job_id: _, failure: __, failure_values: ___, ...record } = one;
      const { outcomes } = await countsOf(one, ctx);
      const devices = outcomes.reduce((sum, { count }) => sum + count, 0);
      return {
        ...record,
        // a paper goes from hand to hand: what opens a lock is not whole on it, whoever prints it
        args: maskedArgs(one.args),
        outcomes,
        rows: await evidenceOf({ id, part }, ctx),
        parts: Math.max(1, Math.ceil(devices / EVIDENCE_PART)),
      };
    },
    devices: async (input, ctx) => {
      await batchById(input.id, ctx);
      return devicesOf(input, ctx);
    },
    intervalLimits: async ({ of }, ctx) =>
      typeIntervals(ctx.client, (await meant(of, ctx, idsOf, batchLimits.devices)).ids),
    prepare: async ({ order, of }, ctx) => {
      const { client, operator } = ctx;
      const { kind, args } = order as BatchOrder;
      const words = sayOrder(kind, maskedArgs(args));
      ctx.note(words);
      if (!operator.grants.has(orders[kind].permit)) throw new Refusal('noPermission');
      const { ids, unknown } = await meant(of, ctx, idsOf, batchLimits.devices);
      if (ids.length === 0)
        throw new Refusal(of.by === 'filter' || of.by === 'failed' ? 'batchEmpty' : 'deviceMissing');
      if (ids.length > batchLimits.devices) throw new Refusal('batchTooMany', { limit: batchLimits.devices });
      ctx.note(inBoth((lang) => `${words[lang]}: ${ids.length}`));
      await client.query('delete from batch where operator_id = $1 and start_time is null', [operator.id]);
      const { rows } = await client.query<{ id: number }>(
        `insert into batch (org_id, operator_id, oper_name, login_name, api_key_id, kind, args)
         values ($1, $2, $3, $4, $5, $6, $7) returning id`,
        [
          operator.orgId,
          operator.id,
          operator.operName,
          operator.loginName,
          operator.apiKey?.id ?? null,
          kind,
          JSON.stringify(args),
        ],
      );
      const id = rows[0]!.id;
      await fix(
        id,
        { kind, args },
        ids.toSorted((a, b) => a - b),
        ctx,
        giving,
      );
      return { id, unknown };
    },
    start: async ({ id, count, reason_code, reason }, ctx) => {
      const { client, operator } = ctx;
      const { kind, args, state, total, unfit } = await batchById(id, ctx, true);
      const words = sayOrder(kind, maskedArgs(args));
      if (!operator.grants.has(orders[kind].permit)) throw new Refusal('noPermission');
      if (state !== 'draft') throw new Refusal('batchStarted');
      if (total === unfit) throw new Refusal('batchNoneFit');
      if (count !== total - unfit) throw fieldRefusal('count', 'batchCount');
      const { guarded } = orderKinds[kind];
      if (guarded && !isReasonGiven({ reason_code, reason })) throw fieldRefusal('reason', 'reasonShort');
      if (guarded) await confirmed(ctx);
      const why = { ...(await giving.reasonOf(client, reason_code)), reason };
      ctx.note(inBoth((lang) => [`${words[lang]}: ${count}`, reasonIn(lang, why)].filter(Boolean).join(', ')));
      ctx.concerns(await meantOf(id, ctx));
      const job = await beginJob(ctx, {
        kind: 'batch_give',
        subject: words[ctx.lang],
        subject_id: id,
        org_id: operator.orgId,
        total: count,
      });
      await client.query(
        `update batch set start_time = now(), job_id = $2, reason = $3, reason_code = $4, reason_text = $5, api_key_id = $6
          where id = $1`,
        [id, job, why.reason, why.reason_code, why.reason_text, operator.apiKey?.id ?? null],
      );
      return { job_id: job };
    },
    cancel: async ({ id }, ctx) => {
      const { client, operator } = ctx;
      const { kind, args, job_id, state } = await batchById(id, ctx);
      const words = sayOrder(kind, maskedArgs(args));
      ctx.note(words);
      if (!operator.grants.has(orders[kind].permit)) throw new Refusal('noPermission');
      if (state === 'draft') throw new Refusal('commandEnded');
      // waits for the part under way, which is done with it
      await client.query(
        `update job set state = 'cancelled', end_time = now() where id = $1 and state in ('queued', 'running')`,
        [job_id],
      );
      const { rows } = await client.query<{ id: number; device_id: number; state: string }>(
        `update command set state = taken_back(command), finish_time = case when taken_back(command) = 'cancelled' then now() end,
           canceller_id = $2, canceller = $3 where batch_id = $1 and state = 'queued' returning id, device_id, state`,
        [id, operator.id, operator.operName],
      );
      // of what may have reached its lock nobody knows: that is not taken back
      const count = rows.filter(({ state: now }) => now === 'cancelled').length;
      ctx.concerns(rows.map(({ device_id }) => device_id));
      ctx.note(inBoth((lang) => `${words[lang]}: ${count}`));
      ctx.afterCommit(() => {
        for (const one of rows) touched(one.id);
      });
      return { count };
    },
  });
};
