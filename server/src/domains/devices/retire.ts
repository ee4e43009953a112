import { StockStatus } from '@plomb/contract/devices/stockSteps';
import { errors } from '@plomb/contract/errors';
import { LockStatus } from '@plomb/contract/lock/codes';
import { sql } from 'kysely';
import { fieldRefusal, Refusal } from '../../platform/refusal.ts';
import type { Ctx } from '../../platform/serve.ts';

interface Found {
  id: number;
  sn: string;
  retired: boolean;
  busy: boolean;
  sealed: boolean;
}

/** On its way to the lock, or there and not heard of yet: for so long a deed of the lock may be its doing (`proofWindow`). */
export const isBusy = sql`order_under_way(d.id)`;

/** By its last word something may lie behind it: where it goes, nobody could unseal it from afar. */
export const isSealed = sql`s.lock_status = ${LockStatus.sealedLocked}`;

/** The devices, locked; one unknown or foreign id refuses all of them. */
const named = async (ids: readonly number[], { db, note }: Ctx): Promise<Found[]> => {
  const wanted = [...new Set(ids)];
  // what a lock tells at this moment is heard first, in the order in which ingest locks
  await sql`select from lock_state where device_id = any(${wanted}) order by device_id for no key update`.execute(db);
  const { rows } = await sql<Found>`
    select d.id, d.sn, d.retired_time is not null as retired,
      ${isBusy} as busy, ${isSealed} as sealed
    from device d join lock_state s on s.device_id = d.id where d.id = any(${wanted}) order by d.id for update of d`.execute(
    db,
  );
  if (rows.length !== wanted.length) throw new Refusal('notFound');
  // also for what is refused after this
  note(rows.map((d) => d.sn).join(', '));
  return rows;
};

const takeBack = async (devices: readonly number[], cause: 'right' | null, { db, operator }: Ctx): Promise<void> => {
  await sql`
    update command set state = taken_back(command), cause = ${cause},
      finish_time = case when taken_back(command) = 'cancelled' then now() end, canceller_id = ${operator.id}, canceller = ${operator.operName}
    where device_id = any(${devices}) and state = 'queued'`.execute(db);
};

/**
 * The orders this request has ended, by itself or by what the database does when a device is switched off or moved; and
 * those it left in doubt, with what was before.
 */
export const ordersEnded = async (devices: readonly number[], { db }: Ctx): Promise<number[]> => {
  const { rows } = await sql<{ id: number }>`
    select id from command where device_id = any(${devices}) and (state = 'cancelled' and finish_time = now() or state = 'uncertain' and again)`.execute(
    db,
  );
  return rows.map((row) => row.id);
};

/** The alarms that this request has ended, by what the database does when a device gets another lock. */
export const alarmsEnded = async (devices: readonly number[], { db }: Ctx): Promise<number[]> => {
  const { rows } = await sql<{ id: number }>`
    select id from alarm where device_id = any(${devices}) and result = 'exchanged' and process_time = now()`.execute(
    db,
  );
  return rows.map((row) => row.id);
};

const refuseBusyOf = (found: readonly Found[]): void => {
  if (found.some((d) => d.busy)) throw new Refusal('deviceBusy');
};

/** A sealed lock is unsealed first; `but`: these are named by whoever knows it. */
const refuseSealedOf = (found: readonly Found[], { lang }: Ctx, but: readonly string[] = []): void => {
  const one = found.find((d) => d.sealed && !d.retired && !but.includes(d.sn));
  if (one) throw new Refusal('stockRefused', { number: one.sn, why: errors.stockSealed[lang] });
};

/** Nor is a sealed lock switched off: it would be heard no more. */
export const refuseSealed = async (ids: readonly number[], ctx: Ctx): Promise<void> =>
  refuseSealedOf(await named(ids, ctx), ctx);

interface Retiring {
  ids: number[];
  reason: string;
  sealed: string[];
}

/** Out of service: orders that wait are cancelled, one that may be on its way to the lock is waited for. */
export const retire = async ({ ids, reason, sealed }: Retiring, ctx: Ctx) => {
  const found = await named(ids, ctx);
  ctx.note(`${found.map((d) => d.sn).join(', ')}: ${reason}`);
  refuseBusyOf(found);
  refuseSealedOf(found, ctx, sealed);
  const going = found.filter((d) => !d.retired).map((d) => d.id);
  await takeBack(going, null, ctx);
  await sql`update device set retired_time = now(), status = 2 where id = any(${going})`.execute(ctx.db);
  return {};
};

export const reinstate = async ({ ids }: { ids: number[] }, ctx: Ctx) => {
  const found = await named(ids, ctx);
  await sql`update device set retired_time = null where id = any(${found.map((d) => d.id)})`.execute(ctx.db);
  return {};
};

/** A retired device is a record: it is not edited, nor enabled again by the way. */
export const refuseRetired = async (ids: readonly number[], ctx: Ctx): Promise<void> => {
  if ((await named(ids, ctx)).some((d) => d.retired)) throw new Refusal('deviceRetired');
};

/** What a lock does upon an order that may be on its way is heard first: one that is switched off is heard no more. */
export const refuseBusy = async (ids: readonly number[], ctx: Ctx): Promise<void> =>
  refuseBusyOf(await named(ids, ctx));

/** A device that goes to another organisation takes no order along: one that waits is taken back, one on its way waited for. */
export const leave = async ({ id, org_id }: { id: number; org_id: number }, ctx: Ctx): Promise<void> => {
  const { rows } = await sql<{ org_id: number; stocked: boolean }>`
    select org_id, stock_status <> ${StockStatus.notUsed} as stocked from device where id = ${id}`.execute(ctx.db);
  if (!rows[0] || rows[0].org_id === org_id) return;
  // from then on custody tells where it went
  if (rows[0].stocked) throw fieldRefusal('org_id', 'moveByTransfer');
  const found = await named([id], ctx);
  refuseBusyOf(found);
  refuseSealedOf(found, ctx);
  await takeBack([id], 'right', ctx);
};

/**
 * A device that gets another number, or a type of another family, gets another lock: the database begins its present anew
 * and takes back what waits (`lock_exchanged`). What is on its way to the one that goes is waited for, and a sealed one is
 * unsealed first: nobody could do it afterwards.
 */
export const exchange = async (
  { id, sn, device_type_id }: { id: number; sn: string; device_type_id: number },
  ctx: Ctx,
): Promise<void> => {
  const { rows } = await sql<{ exchanged: boolean }>`
    select d.sn <> ${sn} or coalesce(t.family <> n.family, false) as exchanged
    from device d join device_type t on t.id = d.device_type_id left join device_type n on n.id = ${device_type_id}
    where d.id = ${id}`.execute(ctx.db);
  if (!rows[0]?.exchanged) return;
  const found = await named([id], ctx);
  refuseBusyOf(found);
  refuseSealedOf(found, ctx);
};

/** The same of all locks of a type that gets another family. */
export const exchangeAllOf = async (type: number, ctx: Ctx): Promise<void> => {
  const { rows } = await sql<{ id: number }>`select id from device where device_type_id = ${type} order by id`.execute(
    ctx.db,
  );
  const found = await named(
    rows.map(({ id }) => id),
    ctx,
  );
  refuseBusyOf(found);
  refuseSealedOf(found, ctx);
};
