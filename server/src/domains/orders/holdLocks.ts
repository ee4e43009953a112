import { lockFamilies } from '@plomb/contract/lock/codes';
import { sealModel } from '@plomb/contract/lock/operable';
import { type CommandKind, orderKinds } from '@plomb/contract/lock/orderKinds';
import type { ClientBase } from 'pg';

/** Families whose seal the platform holds. */
const heldFamilies = lockFamilies.filter((family) => sealModel[family] === 'platform');

const exchangesOf = async (client: ClientBase, ids: readonly number[]): Promise<Map<number, string | null>> => {
  const { rows } = await client.query<{ device_id: number; exchange_time: string | null }>(
    'select device_id, exchange_time::text from lock_state where device_id = any($1)',
    [ids],
  );
  return new Map(rows.map(({ device_id, exchange_time }) => [device_id, exchange_time]));
};

/**
 * None of them moves to another organisation meanwhile, and what waits for one is counted by one at a time. Those that were
 * exchanged since they were chosen, or while this waited: whoever orders saw the former lock.
 */
export const holdLocks = async (
  client: ClientBase,
  kind: CommandKind,
  ids: readonly number[],
  chosen?: Date,
): Promise<ReadonlySet<number>> => {
  const mode = orderKinds[kind].replaces ? 'share' : 'no key update';
  const before = await exchangesOf(client, ids);
  // a seal that the platform holds changes the state of its lock, and everybody takes that before the device
  if (kind === 'seal')
    await client.query(
      `select from lock_state where device_id = any(array(select d.id from device d join device_type t on t.id = d.device_type_id
         where d.id = any($1) and t.family = any($2))) order by device_id for no key update`,
      [ids, heldFamilies],
    );
  await client.query(`select from device where id = any($1) order by id for ${mode}`, [ids]);
  const after = await exchangesOf(client, ids);
  const { rows } = await client.query<{ device_id: number }>(
    'select device_id from lock_state where device_id = any($1) and exchange_time > $2',
    [chosen === undefined ? [] : ids, chosen ?? null],
  );
  return new Set([...ids.filter((id) => before.get(id) !== after.get(id)), ...rows.map(({ device_id }) => device_id)]);
};
