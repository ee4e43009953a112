import { UPGRADE_HOURS } from '@plomb/contract/firmware/rollouts';
import type { ClientBase, Pool } from 'pg';
import { transaction } from '../../platform/postgres/transaction.ts';
import { hasFailed, holdOf, keptFromGoingOn, unfit } from './facts.ts';
import { nextOf, type Standing } from './rules.ts';

/** What time brings, and what became of the device meanwhile. */
const settle = async (platform: Pool): Promise<void> => {
  // first of all: that a lock is sealed says nothing of the firmware. Of what has ended nothing waits
  await platform.query(
    `update firmware_issue i set state = 'queued' from firmware_rollout r
      where r.id = i.rollout_id and r.state <> 'ended' and i.state in ('sending', 'verifying') and i.answer_time is null
        and ${holdOf('i.device_id')} is not null`,
  );
  await platform.query(
    `update firmware_issue set state = 'timed_out', cause = 'silent', end_time = now()
      where state in ('sending', 'verifying') and send_time < now() - make_interval(hours => $1)`,
    [UPGRADE_HOURS],
  );
  await platform.query(
    `update firmware_issue i set state = 'failed', cause = n.cause, end_time = now()
       from (select i.id, ${unfit} as cause
         from firmware_issue i join firmware_rollout r on r.id = i.rollout_id join firmware f on f.id = i.firmware_id
           join device d on d.id = i.device_id join device_type t on t.id = d.device_type_id join lock_state s on s.device_id = d.id
         where i.refusal = '' and i.state in ('created', 'queued', 'sending', 'verifying') and r.state <> 'draft') n
      where i.id = n.id and n.cause is not null and i.state in ('created', 'queued', 'sending', 'verifying')`,
  );
  await platform.query(
    `update firmware_issue i set state = 'timed_out', cause = 'deadline', end_time = now()
       from firmware_rollout r where r.id = i.rollout_id and i.refusal = '' and i.state in ('created', 'queued') and r.deadline < now()`,
  );
};

/** Locks of the waves that have begun, that are sent nothing else. */
const queueWave = (client: ClientBase, id: number) =>
  client.query(
    `update firmware_issue i set state = 'queued' from firmware_rollout r
      where r.id = $1 and i.rollout_id = r.id and i.refusal = '' and i.state = 'created' and i.wave <= r.wave
        and not exists (select from firmware_issue o where o.device_id = i.device_id and o.state in ('queued', 'sending', 'verifying'))`,
    [id],
  );

const stepTaken = (client: ClientBase, id: number, step: string, reason = '') =>
  client.query(
    'insert into firmware_rollout_step (rollout_id, org_id, step, reason) select id, org_id, $2, $3 from firmware_rollout where id = $1',
    [id, step, reason],
  );

const advance = async (client: ClientBase, id: number): Promise<void> => {
  const { rows } = await client.query<Standing>(
    `select r.wave, r.accepted, coalesce(max(i.wave), 0) as last,
       count(*) filter (where i.wave = r.wave)::int as total,
       count(*) filter (where i.wave = r.wave and ${hasFailed})::int as failed,
       count(*) filter (where i.wave <= r.wave and i.state in ('created', 'queued', 'sending', 'verifying'))::int as open
     from firmware_rollout r left join firmware_issue i on i.rollout_id = r.id and i.refusal = ''
     where r.id = $1 group by r.id`,
    [id],
  );
  const next = nextOf(rows[0]!);
  // too many failures first: what has stopped may take two to go on
  const kept = next === 'wait' || next === 'wave' ? await keptFromGoingOn(client, id) : null;
  if (next === 'stop') {
    await client.query("update firmware_rollout set state = 'stopped' where id = $1", [id]);
    await stepTaken(client, id, 'stop');
  } else if (kept !== null) {
    await client.query("update firmware_rollout set state = 'paused' where id = $1", [id]);
    await stepTaken(client, id, 'pause', kept);
  } else if (next === 'finish') {
    await client.query("update firmware_rollout set state = 'done', end_time = now() where id = $1", [id]);
    await stepTaken(client, id, 'finish');
  } else {
    if (next === 'wave') {
      await client.query('update firmware_rollout set wave = wave + 1, accepted = 0 where id = $1', [id]);
      await stepTaken(client, id, 'wave');
    }
    await queueWave(client, id);
  }
};

/**
 * Takes every roll-out as far as it may go by itself. Each in a transaction of its own, which holds it: a person's step waits. One
 * that cannot be taken further keeps no other waiting.
 */
export const advanceRollouts = async (platform: Pool): Promise<void> => {
  const { rowCount: open } = await platform.query(
    `select from firmware_rollout r where r.state = 'running' or r.state in ('paused', 'stopped')
         and exists (select from firmware_issue i where i.rollout_id = r.id and i.refusal = '' and i.state = 'created')
     union all select from firmware_issue where state in ('queued', 'sending', 'verifying') limit 1`,
  );
  if (open === 0) return;
  await settle(platform);
  const { rows } = await platform.query<{ id: number }>(
    "select id from firmware_rollout where state = 'running' order by id",
  );
  const failures: unknown[] = [];
  for (const { id } of rows)
    await transaction(platform, async (client) => {
      const held = await client.query(
        "select from firmware_rollout where id = $1 and state = 'running' for update skip locked",
        [id],
      );
      if (held.rowCount !== 0) await advance(client, id);
    }).catch((error: unknown) => failures.push(error));
  if (failures.length > 0) throw new AggregateError(failures, 'roll-outs of firmware could not be taken further');
};
