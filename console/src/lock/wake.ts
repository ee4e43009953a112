import type { Command } from '@plomb/contract/lock/command';
import type { Connection } from '@plomb/contract/lock/connection';
import type { MapLock } from '@plomb/contract/map/map';

/** Why a waiting command waits: the lock sleeps until some time, may sleep too long, or was not heard when it was due. */
export type Wait = { why: 'wake'; by: number } | { why: 'wakeLate' } | { why: 'offline' } | null;

export const waitOf = (
  command: Pick<Command, 'state' | 'expire_time'>,
  lock: Pick<MapLock, 'seen_time' | 'sleep_interval'>,
  connection: Connection,
): Wait => {
  if (command.state !== 'queued' || connection === 'online') return null;
  if (connection !== 'sleeping' || lock.seen_time === null) return { why: 'offline' };
  const by = Date.parse(lock.seen_time) + lock.sleep_interval * 1000;
  return by <= Date.parse(command.expire_time) ? { why: 'wake', by } : { why: 'wakeLate' };
};
