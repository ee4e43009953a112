import type { ClientBase, Pool } from 'pg';

const millis = (column: string) => `floor(extract(epoch from ${column}) * 1000)`;

/**
 * Begins to hold the seal of a lock that only knows "locked": the platform's word, a word of the lock's history like its
 * own. Tells the id of the event; null: the lock is not known to be closed. Only one order at a time gets through, since
 * the device's row is locked until the end of the transaction.
 */
export const holdSeal = async (
  client: ClientBase | Pool,
  order: { deviceId: number; commandId: number; actor: string; at?: Date },
): Promise<number | null> => {
  const { rows } = await client.query<{ id: number }>(
    `with s as (
       update lock_state set lock_status = 2, sealed_by_platform = true, lock_since = coalesce($4, now()), lock_actor = $2,
         lock_source = 12, unseal_time = null, lock_fault = 0, lock_time = greatest(lock_time, coalesce($4, now()))
       where device_id = $1 and lock_status = 0 returning *)
     insert into lock_event (device_id, org_id, device_time, receive_time, at, serial, hash, code, lst, lso, ls_before,
       ls_after, fault, actor, lon, lat, electric, replay, quality, word, after)
     select device_id, org_id, lock_since, lock_since, lock_since, 0, $3::bigint % 2147483647, 'platform:seal', 2, 12, 0, 2, 0,
       $2, lon, lat, electric, false, 'inferred', jsonb_build_object('commandId', $3::bigint),
       jsonb_build_object('lockStatus', 2, 'lockSince', ${millis('lock_since')}, 'lockActor', $2::text, 'lockSource', 12,
         'sealedByPlatform', true, 'unsealTime', null, 'lockFault', 0)
     from s returning id`,
    [order.deviceId, order.actor, order.commandId, order.at ?? null],
  );
  return rows[0]?.id ?? null;
};
