import type { Command, LockEvent } from '@plomb/contract/lock/command';
import type { ClientBase, Pool } from 'pg';
import { deviceOf, names } from '../../lock/named.ts';
import { approvedBy } from './approvedBy.ts';
import { assignedTo } from './assignedTo.ts';
import { givenInFrozen } from './givenInFrozen.ts';
import { replacedBy } from './replacedBy.ts';
import { waitsFor } from './waitsFor.ts';

const iso = (column: string) => `to_char(c.${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as ${column}`;

const commandSql = `
  select c.id, c.org_id, c.device_id, ${names.sn}, ${names.device_name}, c.kind, c.args, c.state, c.attempt, c.result,
    c.idempotency_key, c.reason_code, c.reason_text, c.reason, c.cause, ${replacedBy('c')} as replaced_by, ${assignedTo('c')} as assigned_to, ${approvedBy('c')} as approved_by, ${givenInFrozen('c')} as in_frozen, ${waitsFor('c')} as waits_for, c.oper_name, c.login_name, c.evidence,
    ${['create_time', 'expire_time', 'sent_time', 'answer_time', 'finish_time', 'evidence_time'].map(iso).join(', ')}
  from command c ${deviceOf('c')}`;

/** With the organisation it belongs to, which the live stream asks for and the contract leaves out. */
export type CommandRow = Command & { org_id: number };

export const commandById = async (db: ClientBase | Pool, id: number): Promise<CommandRow | undefined> =>
  (await db.query<CommandRow>(`${commandSql} where c.id = $1`, [id])).rows[0];

export const commandsById = async (db: ClientBase | Pool, ids: readonly number[]): Promise<CommandRow[]> =>
  (await db.query<CommandRow>(`${commandSql} where c.id = any($1) order by c.id`, [ids])).rows;

interface Page {
  device_id: number;
  before?: number | undefined;
  size: number;
}

export const commandsOf = async (db: ClientBase, { device_id, before, size }: Page): Promise<Command[]> =>
  (
    await db.query<Command>(
      `${commandSql} where c.device_id = $1 and ($2::bigint is null or c.id < $2) order by c.id desc limit $3`,
      [device_id, before ?? null, size],
    )
  ).rows;

/** The newest that moves metal, and the newest that wait, are out or in doubt. */
export const standingOf = async (db: ClientBase, device_id: number): Promise<Command[]> =>
  (
    await db.query<Command>(
      `${commandSql} where c.id in (
         (select id from command where device_id = $1 and physical order by id desc limit 1)
         union
         (select id from command where device_id = $1 and state in ('queued', 'sent', 'uncertain') order by id desc limit 100))
       order by c.id desc`,
      [device_id],
    )
  ).rows;

const eventSql = `
  select id, code, lst, lso, ls_before, ls_after, fault, actor, lon, lat, electric, replay, quality, timed, authenticated,
    ls_before <> 2 and authenticated and exists (select from management_lease l where l.device_id = lock_event.device_id
      and lock_event.at between l.enter_time and coalesce(l.end_time, l.until_time)) as managed, swipe,
    at, device_time, receive_time
  from lock_event`;

export const eventsById = async (db: ClientBase | Pool, ids: readonly number[]): Promise<LockEvent[]> =>
  ids.length === 0 ? [] : (await db.query<LockEvent>(`${eventSql} where id = any($1)`, [ids])).rows;

/** In the order they happened, whenever they came in: memory uploaded late stands where it belongs. */
export const eventsOf = async (db: ClientBase, { device_id, before, size }: Page): Promise<LockEvent[]> =>
  (
    await db.query<LockEvent>(
      `${eventSql} where device_id = $1
         and ($2::bigint is null or (at, id) < (select at, id from lock_event where id = $2 and device_id = $1))
       order by at desc, id desc limit $3`,
      [device_id, before ?? null, size],
    )
  ).rows;
