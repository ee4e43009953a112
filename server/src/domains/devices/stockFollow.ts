import { type LockStep, type Standing, StockStatus, stepped } from '@plomb/contract/devices/stockSteps';
import { LockStatus } from '@plomb/contract/lock/codes';
import type { Pool } from 'pg';
import { raiseAlarm } from '../../ingest/raise.ts';
import { transaction } from '../../platform/postgres/transaction.ts';

/** Looked after in one transaction. */
const MANY = 500;

/**
 * Steps of one lock that are kept in a day, and how long each after them waits: what a broken contact says again and again
 * is a step of custody once an hour, and an event each time.
 */
const A_DAY = 60;
const PAUSE = '1 hour';

const { inventory, issued, recycled } = StockStatus;
/** Whoever has such a device has handed it out to nobody who may seal with it. One that never came into stock is nobody's. */
const inHand: ReadonlySet<number> = new Set([inventory, issued, recycled]);

interface Due extends Standing {
  id: number;
  lock_status: number;
}

/** What the lock's word means for its stock: the step it takes, or that the word does not fit to who has the device. */
export const followed = ({
  lock_status,
  ...standing
}: Standing & { lock_status: number }): LockStep | 'mismatch' | null => {
  const step = stepOf(lock_status);
  if (step === null) return null;
  const next = stepped(standing, step);
  if ('standing' in next) return step;
  const isMismatch = inHand.has(standing.stock_status) || next.refusal === 'deviceSingleUse';
  return step === 'seal' && isMismatch ? 'mismatch' : null;
};

/** One that is forced or of which nothing is known is neither. */
const stepOf = (lockStatus: number): LockStep | null => {
  if (lockStatus === LockStatus.sealedLocked) return 'seal';
  return lockStatus === LockStatus.unsealedLocked || lockStatus === LockStatus.unsealedOpen ? 'unseal' : null;
};

/**
 * The stock follows what locks said of their metal since the last time: a device in use that is sealed is `sealing`, one
 * that was unsealed `opening`. What somebody has in hand is moved by nothing; that it is sealed there rings. Tells the alarms.
 */
export const followLocks = async (platform: Pool): Promise<number[]> => {
  const { rows: due } = await platform.query<{ device_id: number; turn: number }>(
    `select s.device_id, s.turn from stock_due s
       cross join lateral (select count(*) as told, max(n.create_time) as newest from (
         select create_time from custody c where c.device_id = s.device_id and c.source = 'device'
           and c.create_time > now() - interval '1 day' order by c.id desc limit $2) n) told
     where told.told < $2 or told.newest < now() - $3::interval
     order by s.device_id limit $1`,
    [MANY, A_DAY, PAUSE],
  );
  if (due.length === 0) return [];
  const mismatched = await transaction(platform, async (client) => {
    const { rows } = await client.query<Due>(
      `select d.id, d.stock_status, d.device_state, d.lost, t.reusable, s.lock_status
       from device d join device_type t on t.id = d.device_type_id join lock_state s on s.device_id = d.id
       where d.id = any($1) and d.retired_time is null order by d.id for no key update of d`,
      [due.map((one) => one.device_id)],
    );
    const moves = rows.map((row) => ({ id: row.id, row, step: followed(row) }));
    const steps = moves.flatMap(({ id, row, step }) => {
      if (step === null || step === 'mismatch') return [];
      const next = stepped(row, step);
      return 'standing' in next ? [{ id, step, to: next.standing.stock_status }] : [];
    });
    if (steps.length > 0)
      await client.query(
        `with u as (select * from unnest($1::bigint[], $2::text[], $3::smallint[]) as u(id, step, to_status)),
           kept as (
             insert into custody (device_id, org_id, to_org_id, step, from_status, to_status, device_state, oper_name,
               source, at)
             select d.id, d.org_id, d.org_id, u.step, d.stock_status, u.to_status, d.device_state, s.lock_actor, 'device',
               coalesce(s.lock_since, now())
             from u join device d on d.id = u.id join lock_state s on s.device_id = d.id)
         update device d set stock_status = u.to_status from u where d.id = u.id`,
        [steps.map((s) => s.id), steps.map((s) => s.step), steps.map((s) => s.to)],
      );
    return moves.filter(({ step }) => step === 'mismatch').map(({ id }) => id);
  });
  const alarms: number[] = [];
  for (const id of mismatched) {
    const alarm = await raiseAlarm(platform, id, 'custody_mismatch');
    if (alarm) alarms.push(alarm);
  }
  // what changed meanwhile stays due, also what is just being changed: it is waited for by nobody
  await platform.query(
    `delete from stock_due where device_id in (
       select s.device_id from stock_due s join unnest($1::bigint[], $2::bigint[]) as u(device_id, turn)
         on s.device_id = u.device_id and s.turn = u.turn
       order by s.device_id for update of s skip locked)`,
    [due.map((one) => one.device_id), due.map((one) => one.turn)],
  );
  return alarms;
};
