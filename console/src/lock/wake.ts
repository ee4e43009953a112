import type { Command } from '@plomb/contract/lock/command';
import type { Connection } from '@plomb/contract/lock/connection';
import type { MapLock } from '@plomb/contract/map/map';
import { isCutOff } from './heading.ts';

/** Why a waiting command waits: the lock sleeps until some time, may sleep too long, fell silent while it drove, or
 * was not heard when it was due. */
export type Wait = { why: 'wake'; by: number } | { why: 'wakeLate' } | { why: 'lost' } | { why: 'offline' } | null;

/** Whether another order of the lock has to end before this one goes. */
export const isBehind = (command: Pick<Command, 'id'>, orders: readonly Pick<Command, 'id' | 'state'>[]): boolean =>
  orders.some(({ id, state }) => (state === 'sent' && id !== command.id) || (state === 'queued' && id < command.id));

export const waitOf = (
  command: Pick<Command, 'state'> & { /** null: not known */ expire_time: string | null },
  lock: Pick<MapLock, 'seen_time' | 'sleep_interval' | 'velocity'>,
  connection: Connection,
): Wait => {
  if (command.state !== 'queued' || connection === 'online') return null;
  if (connection !== 'sleeping' || lock.seen_time === null) return { why: 'offline' };
  if (isCutOff(lock, connection)) return { why: 'lost' };
  const by = Date.parse(lock.seen_time) + lock.sleep_interval * 1000;
  return command.expire_time === null || by <= Date.parse(command.expire_time)
    ? { why: 'wake', by }
    : { why: 'wakeLate' };
};
