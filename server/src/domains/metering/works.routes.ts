import { type WorkState, type WorkStep, workMoved } from '@plomb/contract/metering/workSteps';
import { meterWorks } from '@plomb/contract/metering/works';
import { type RawBuilder, sql } from 'kysely';
import type { SecondPerson } from '../../people/secondPerson.ts';
import { isOneOf } from '../../platform/crud.ts';
import { keepPictures } from '../../platform/files/keepPictures.ts';
import { type Finder, type Finding, holdsWord, type Word } from '../../platform/finding.ts';
import { fieldRefusal, Refusal } from '../../platform/refusal.ts';
import { type Ctx, type Served, serve } from '../../platform/serve.ts';
import { type HeldMeter, isVerified, knownMeter, meterNamed, personNamed } from './meters.ts';
import { recordsOf } from './records.ts';
import { closeIfDone, isUnder, workNumber } from './works.ts';

const moved = (
  operation: number,
) => sql`(select count(*)::int from seal_point p join seal_operation s on s.thing = 'point' and s.thing_id = p.id
    and s.outcome = 'done' where p.meter_id = w.meter_id and s.operation = ${sql.lit(operation)} and ${isUnder})`;
const columns = sql`w.id, 'WO-' || w.id as number, w.meter_id, m.meter_name, m.station, o.org_name, w.state, w.reason, w.opener, w.open_time,
  w.assignee_id, w.assignee, w.repairer, w.repair_time, w.work, w.parts, w.verify_needed, w.signer, w.sign_time, w.close_time, w.canceller,
  w.cancel_reason, ${moved(2)} as off, ${moved(0)} as "on"`;
const from = sql`from meter_work_order w join meter m on m.id = w.meter_id join organisation o on o.id = w.org_id`;

interface Filter {
  meter_id?: number | undefined;
  state?: unknown;
  assignee_id?: number | undefined;
  keyword?: string | undefined;
  before?: number | undefined;
  ids?: number[] | undefined;
}
/** What stands behind WO-: a number that there may be; 0: none. */
const numberIn = (keyword: string): number => Number(/^wo-([1-9]\d{0,14})$/i.exec(keyword)?.[1] ?? 0);
/** `meters`: which of them the keyword names, when they are few. */
const wordOf = (keyword: string, meters: number[] | null): Word => {
  const ofMeter = meters ? sql`w.meter_id = any(${meters})` : meterNamed(sql`w.meter_id`, keyword);
  return { keyword, columns: ['assignee', 'reason'], about: sql`(${ofMeter} or w.id = ${numberIn(keyword)})` };
};
const termsOf = (f: Filter): RawBuilder<unknown>[] => {
  const terms: RawBuilder<unknown>[] = [sql`true`];
  if (f.before) terms.push(sql`w.id < ${f.before}`);
  if (f.ids) terms.push(sql`w.id = any(${f.ids})`);
  if (f.meter_id) terms.push(sql`w.meter_id = ${f.meter_id}`);
  if (f.state !== undefined) terms.push(isOneOf(sql`w.state`, f.state));
  if (f.assignee_id) terms.push(sql`w.assignee_id = ${f.assignee_id}`);
  if (f.keyword) terms.push(holdsWord('w', wordOf(f.keyword, null)));
  return terms;
};
const finding = (f: Filter & { size: number }, meters: number[] | null): Finding => ({
  ...{
    table: 'meter_work_order',
    as: 'w',
    terms: termsOf({ ...f, before: undefined, keyword: undefined }),
    size: f.size,
    before: f.before,
  },
  few: f.meter_id !== undefined || f.assignee_id !== undefined,
  word: f.keyword ? wordOf(f.keyword, meters) : undefined,
});

interface Order {
  id: number;
  meter_id: number;
  state: WorkState;
  assignee_id: number | null;
  repairer_id: number | null;
  repair_time: string | null;
  reopen_time: string | null;
}
/** An order in the caller's sight with its meter, both held until the end of the transaction. */
const held = async (id: number, ctx: Ctx): Promise<{ order: Order; meter: HeldMeter }> => {
  const find = () =>
    ctx.client.query<Order>(
      'select id, meter_id, state, assignee_id, repairer_id, repair_time, reopen_time from meter_work_order where id = $1',
      [id],
    );
  const there = (await find()).rows[0];
  if (!there) throw new Refusal('notFound');
  // the meter first: whoever does something with its seals has it, too
  const meter = await knownMeter(there.meter_id, ctx);
  ctx.note(`${workNumber(id)} ${meter.meter_name}`);
  return { order: (await find()).rows[0]!, meter };
};
const check = ({ order, meter }: { order: Order; meter: HeldMeter }, step: WorkStep, another = true): void => {
  const verdict = workMoved(order.state, step, {
    ...{ assigned: order.assignee_id !== null, another },
    ...{ opened: meter.state === 'maintenance', sealed: meter.state === 'sealed' },
    verified: meter.work?.id === order.id && isVerified(meter.work),
    failed: meter.work?.id === order.id && meter.work.failed,
  });
  if ('refusal' in verdict) throw new Refusal(verdict.refusal);
};

export const workRoutes = ({ secondPerson, finder }: { secondPerson: SecondPerson; finder: Finder }): Served[] =>
  serve(meterWorks, {
    ...recordsOf({ as: 'w', columns, from, termsOf, finding }, finder),
    detail: async ({ id }, { db, operator }) => {
      const { rows } = await sql<never>`
        select ${columns}, w.photos, coalesce(w.repairer_id = ${operator.id}, false) as mine, coalesce(w.assignee_id = ${operator.id}, false) as has,
          meter_state(m.state, m.patrol_time) as meter_state, work_verified(w.id) as verified, work_failed(w.id) as failed
        ${from} where w.id = ${id}`.execute(db);
      if (!rows[0]) throw new Refusal('notFound');
      return rows[0];
    },
    add: async ({ meter_id, reason, assignee_id, inspection_id }, ctx) => {
      const { client, operator } = ctx;
      const meter = await knownMeter(meter_id, ctx);
      ctx.note(`${meter.meter_name}: ${reason}`);
      const assignee = await personNamed(assignee_id, ctx);
      if (meter.state === 'scrapped') throw new Refusal('meterScrapped');
      if (meter.work) throw new Refusal('workOpen');
      if (inspection_id !== null) {
        const { rows } = await client.query('select from meter_inspection where id = $1 and meter_id = $2', [
          inspection_id,
          meter_id,
        ]);
        if (!rows[0]) throw new Refusal('notFound');
      }
      const { rows } = await client.query<{ id: number }>(
        `insert into meter_work_order (org_id, meter_id, reason, inspection_id, opener_id, opener, assignee_id, assignee)
         values ($1, $2, $3, $4, $5, $6, $7, $8) returning id`,
        [
          ...[meter.org_id, meter_id, reason, inspection_id, operator.id, operator.operName],
          ...[assignee?.id ?? null, assignee?.oper_name ?? ''],
        ],
      );
      return { id: rows[0]!.id };
    },
    assign: async ({ id, assignee_id }, ctx) => {
      const found = await held(id, ctx);
      const assignee = (await personNamed(assignee_id, ctx))!;
      check(found, 'assign');
      await ctx.client.query('update meter_work_order set assignee_id = $2, assignee = $3 where id = $1', [
        ...[id, assignee.id, assignee.oper_name],
      ]);
      return {};
    },
    repair: async ({ id, work, parts, verify_needed, photos }, ctx) => {
      const { client, operator } = ctx;
      const found = await held(id, ctx);
      check(found, 'repair');
      // it was opened again because it had failed
      if (found.order.reopen_time !== null && !verify_needed) throw fieldRefusal('verify_needed', 'workVerified');
      await keepPictures(photos, 'meter', `work order ${workNumber(id)}`, ctx);
      await client.query(
        `update meter_work_order set state = 'repaired', repair_time = now(), repairer_id = $2, repairer = $3, work = $4, parts = $5,
           verify_needed = $6, photos = $7 where id = $1`,
        [id, operator.id, operator.operName, work, parts, verify_needed, photos],
      );
      return {};
    },
    sign: async ({ id, repair_time: read, witness_login, witness_password, witness_code }, ctx) => {
      const found = await held(id, ctx);
      const { order, meter } = found;
      // what cannot be signed by anybody costs nobody a code
      check(found, 'sign');
      if (read !== undefined && Date.parse(read) !== Date.parse(order.repair_time!))
        throw new Refusal('changedBySomebody');
      if (ctx.operator.apiKey) throw new Refusal('signedByPerson');
      const signer =
        witness_login && witness_password
          ? await secondPerson(ctx, {
              permit: meterWorks.sign.permit,
              ...{ login_name: witness_login, password: witness_password, code: witness_code },
              ...{ path: meterWorks.sign.path, orgIds: [meter.org_id], otherwise: 'witnessWrong' },
            })
          : ctx.operator;
      check(found, 'sign', signer.id !== order.repairer_id && signer.id !== order.assignee_id);
      await ctx.client.query(
        "update meter_work_order set state = 'signed', sign_time = now(), signer_id = $2, signer = $3 where id = $1",
        [id, signer.id, signer.operName],
      );
      await closeIfDone(meter.id, ctx);
      return {};
    },
    reopen: async ({ id, reason }, ctx) => {
      const { client, operator } = ctx;
      check(await held(id, ctx), 'reopen');
      await client.query(
        `update meter_work_order set state = 'open', repair_time = null, repairer_id = null, repairer = '', work = '', parts = '',
           verify_needed = true, photos = '{}', sign_time = null, signer_id = null, signer = '',
           reopen_time = clock_timestamp(), reopener_id = $2, reopener = $3, reopen_reason = $4 where id = $1`,
        [id, operator.id, operator.operName, reason],
      );
      return {};
    },
    cancel: async ({ id, reason }, ctx) => {
      const { client, operator } = ctx;
      check(await held(id, ctx), 'cancel');
      await client.query(
        `update meter_work_order set state = 'cancelled', cancel_time = now(), canceller_id = $2, canceller = $3, cancel_reason = $4 where id = $1`,
        [id, operator.id, operator.operName, reason],
      );
      return {};
    },
  });
