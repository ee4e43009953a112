import type { Command, OrderWait } from '@plomb/contract/lock/command';
import type { Connection } from '@plomb/contract/lock/connection';
import { type CommandKind, movesMetal, orderKinds } from '@plomb/contract/lock/orderKinds';
import type { MapLock } from '@plomb/contract/map/map';
import { isCutOff } from './heading.ts';

/** Why a waiting command waits: the lock sleeps until some time, may sleep too long, fell silent while it drove, or
 * was not heard when it was due; what is heard may have to tell its password or its state first, or to end another order. */
export type Wait = { why: 'wake'; by: number } | { why: 'wakeLate' | 'lost' | 'offline' | OrderWait } | null;

type Order = Pick<Command, 'id' | 'kind' | 'state'>;
const goesBefore = (command: Pick<Order, 'id' | 'kind'>, { id, kind, state }: Order): boolean => {
  if (id === command.id) return false;
  if (movesMetal(command.kind)) return state === 'sent' && movesMetal(kind);
  return state === 'sent' || (state === 'queued' && (movesMetal(kind) || id < command.id));
};
/** Whether another order of the lock has to end before this one goes: what moves metal goes before all else. */
export const isBehind = (command: Pick<Order, 'id' | 'kind'>, orders: readonly Order[]): boolean =>
  orders.some((other) => goesBefore(command, other));

/** How many orders of the lock have to end before one that is given now: such as it takes the place of are gone by then. */
export const countBefore = (given: CommandKind, orders: readonly Order[]): number =>
  orders
    .filter(({ kind, state }) => !(orderKinds[given].replaces && kind === given && state === 'queued'))
    .filter((other) => goesBefore({ id: Number.POSITIVE_INFINITY, kind: given }, other)).length;

export const waitOf = (
  command: Pick<Command, 'state' | 'waits_for'> & { /** null: not known */ expire_time: string | null },
  lock: Pick<MapLock, 'seen_time' | 'sleep_interval' | 'velocity'>,
  connection: Connection,
): Wait => {
  if (command.state !== 'queued') return null;
  if (connection === 'online') return command.waits_for && { why: command.waits_for };
  if (connection !== 'sleeping' || lock.seen_time === null) return { why: 'offline' };
  if (isCutOff(lock, connection)) return { why: 'lost' };
  const by = Date.parse(lock.seen_time) + lock.sleep_interval * 1000;
  return command.expire_time === null || by <= Date.parse(command.expire_time)
    ? { why: 'wake', by }
    : { why: 'wakeLate' };
};
