import { firmwareRollouts } from '@plomb/contract/firmware/rollouts';
import type { IssueState } from '@plomb/contract/firmware/steps';
import { LockStatus } from '@plomb/contract/lock/codes';
import { canUpgrade } from '@plomb/contract/lock/upgrade';
import type { ClientBase, Pool } from 'pg';
import { outOfUse, reportInterval, sleepInterval } from '../../lock/state.ts';
import { operatorSql } from '../../platform/access.ts';
import { holderOfKey } from '../../platform/apiKeys.ts';
import type { LockFacts, WaitFacts } from './rules.ts';

export interface Lock extends LockFacts {
  id: number;
  org_id: number;
  sn: string;
}

const families = Object.entries(canUpgrade)
  .filter(([, can]) => can)
  .map(([family]) => `'${family}'`)
  .join(', ');

/**
 * A text of SQL over i (firmware_issue), f (its firmware), d (device), t (device_type) and s (lock_state): why the issue goes
 * no further, as its cause. A gateway asks it before each beginning and going on, for the process that writes it down may be
 * late. As with orders a lock takes nothing along to another organisation; of one that has all its parts the answer is awaited.
 */
export const unfit = `case
  when s.exchange_time > i.create_time or d.device_type_id <> f.device_type_id or t.family not in (${families}) then 'exchanged'
  when d.org_id <> i.org_id and i.state <> 'verifying' then 'moved'
  when i.state not in ('created', 'queued') then null
  when f.state <> 'published' then 'withdrawn'
  when d.status <> 1 or d.retired_time is not null or ${outOfUse} is not null then 'outOfUse' end`;

/** A text of SQL: why this device is not to start anew now, whatever of a firmware it has already; null: nothing says so. */
export const holdOf = (device: string): string => `case when lock_on_batch(${device}) is not null then 'onBatch'
  when (select h.lock_status from lock_state h where h.device_id = ${device}) = ${LockStatus.sealedLocked} then 'sealed' end`;

/** A text of SQL over i (firmware_issue): whether its lock has failed. One that never began by the deadline has not. */
export const hasFailed = `(i.state = 'failed' or i.state = 'timed_out' and i.cause <> 'deadline')`;

/** A roll-out goes on only as long as whoever began it may begin one; of a key, as long as that was ticked. */
const begin = firmwareRollouts.start.permit;
/**
 * What keeps whoever began a roll-out, or resumed it last, from going on: the person may begin none any more, or none there, or
 * the key by which that was done may not. Null: nothing.
 */
export const keptFromGoingOn = async (db: ClientBase | Pool, rolloutId: number): Promise<'right' | 'key' | null> => {
  const { rows } = await db.query<{ org_id: number; api_key_id: number | null; able: boolean }>(
    `with able as (${operatorSql('select operator_id, org_id as rollout_org from firmware_rollout where id = $1')})
     select r.org_id, r.api_key_id,
       exists (select from able where $2 = any(grants) and rollout_org = any(org_ids)) as able from firmware_rollout r where r.id = $1`,
    [rolloutId, begin],
  );
  const [one] = rows;
  if (!one?.able) return 'right';
  if (one.api_key_id === null) return null;
  const holder = await holderOfKey(db, one.api_key_id, new Set([begin]));
  return holder?.grants.has(begin) ? null : 'key';
};

/** What decides when a lock gets one. */
const waitFacts = `d.id, d.sn, c.connected, s.lock_status, s.electric,
       connection_of(c.connected, s.receive_time, ${reportInterval}, ${sleepInterval}) in ('online', 'sleeping') as electric_fresh,
       lock_on_batch(d.id) is not null as on_batch, is_frozen(d.org_id) as frozen`;
const lockRows = `device d join device_type t on t.id = d.device_type_id join lock_state s on s.device_id = d.id
       join device_connection c on c.device_id = d.id`;

/** The locks of a roll-out whose turn it is, with what decides whether they wait. */
export const locksWaiting = async (
  db: ClientBase,
  rolloutId: number,
  states: readonly IssueState[],
): Promise<(WaitFacts & { id: number; sn: string })[]> => {
  const { rows } = await db.query<WaitFacts & { id: number; sn: string }>(
    `select ${waitFacts} from firmware_issue i join (${lockRows}) on d.id = i.device_id
      where i.rollout_id = $1 and i.refusal = '' and i.state = any($2) order by i.id`,
    [rolloutId, states],
  );
  return rows;
};

/** The locks with these ids that are in sight, with what decides whether they get a firmware, and when. */
export const locksById = async (db: ClientBase | Pool, ids: readonly number[]): Promise<Lock[]> => {
  const { rows } = await db.query<Lock>(
    `select ${waitFacts}, d.org_id, d.device_type_id, t.family, d.status = 1 as enabled, ${outOfUse} is not null as out_of_use, s.ver,
       exists (select from firmware_issue i join firmware_rollout r on r.id = i.rollout_id where i.device_id = d.id and i.refusal = ''
         and i.state in ('created', 'queued', 'sending', 'verifying') and r.state <> 'draft') as under_way
     from ${lockRows}
     where d.id = any($1) and d.retired_time is null`,
    [ids],
  );
  return rows;
};
