import { firmwareRollouts } from '@plomb/contract/firmware/rollouts';
import type { RolloutState } from '@plomb/contract/firmware/steps';
import type { ClientBase } from 'pg';
import type { SessionOperator } from '../../platform/access.ts';
import { Refusal } from '../../platform/refusal.ts';
import { hasFailed } from './facts.ts';

type Person = Pick<SessionOperator, 'id' | 'operName' | 'grants'>;

/** A text of SQL over r (firmware_rollout): locks of its present wave that have failed. */
export const failedNow = `(select count(*) from firmware_issue i
  where i.rollout_id = r.id and i.refusal = '' and i.wave = r.wave and ${hasFailed})`;

/** It goes on by the right of whoever resumed it last, who therefore may begin one. */
export const mayResume = ({ grants }: Pick<SessionOperator, 'grants'>): boolean =>
  grants.has(firmwareRollouts.resume.permit) && grants.has(firmwareRollouts.start.permit);

/** Whether it goes on, once it has stopped, when a second person approves that. */
export const isByTwo = async (client: ClientBase, id: number): Promise<boolean> => {
  const { rows } = await client.query<{ by_two: boolean }>('select rollout_by_two($1) as by_two', [id]);
  return rows[0]!.by_two;
};

export interface Resumed {
  reason: string;
  /** by which key; null: by the person at a session */
  apiKeyId: number | null;
  /** of the second person; null: it took none */
  approval: { id: number; name: string } | null;
}

/**
 * One that is held goes on. Of one that stopped the failures there are by now are seen, and borne; of one that was paused they are
 * not: those of meanwhile may stop it, and that may take two.
 */
export const goOn = async (
  client: ClientBase,
  id: number,
  by: Person,
  { reason, apiKeyId, approval }: Resumed,
): Promise<void> => {
  await client.query(
    `update firmware_rollout r set state = 'running', operator_id = $2, api_key_id = $3, approval_id = $4,
       accepted = case when state = 'stopped' then ${failedNow} else accepted end where id = $1`,
    [id, by.id, apiKeyId, approval?.id ?? null],
  );
  await client.query(
    `insert into firmware_rollout_step (rollout_id, org_id, step, oper_name, approver_name, reason)
     select id, org_id, 'resume', $2, $3, $4 from firmware_rollout where id = $1`,
    [id, by.operName, approval?.name ?? '', reason],
  );
};

/** One that stopped by itself, held, as somebody asks that it goes on, or approves that. */
export const stoppedRollout = async (
  client: ClientBase,
  id: number,
): Promise<{ org_id: number; firmware_version: string; by_two: boolean; stop_time: Date }> => {
  const { rows } = await client.query<{
    org_id: number;
    firmware_version: string;
    state: RolloutState;
    by_two: boolean;
    stop_time: Date | null;
  }>(
    `select r.org_id, f.firmware_version, r.state, rollout_by_two(r.id) as by_two,
       (select max(s.at) from firmware_rollout_step s where s.rollout_id = r.id and s.step = 'stop') as stop_time
     from firmware_rollout r join firmware f on f.id = r.firmware_id where r.id = $1 and r.state <> 'draft' for update of r`,
    [id],
  );
  const [one] = rows;
  if (!one) throw new Refusal('notFound');
  if (one.state !== 'stopped') throw new Refusal('firmwareStep');
  return { ...one, stop_time: one.stop_time ?? new Date(0) };
};
