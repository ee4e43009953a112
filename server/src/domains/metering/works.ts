import { workMoved } from '@plomb/contract/metering/workSteps';
import { type RawBuilder, sql } from 'kysely';
import type { Ctx } from '../../platform/serve.ts';
import { isVerified, knownMeter } from './meters.ts';

/** What a work order is called. */
export const workNumber = (id: number): string => `WO-${id}`;

/**
 * Whether an operation `s` was done under an order `w`, by its time. What is told at once was not done before the order was there, nor after what it closed:
 * clocks of handsets go behind and ahead.
 */
export const isUnder: RawBuilder<unknown> = sql`(greatest(s.at, case when not s.late then s.create_time end) >= w.open_time
  and least(s.at, s.create_time) <= coalesce(w.close_time, w.cancel_time, 'infinity'))`;

/** Closes the open order of a meter once nothing is left to do: signed, verified if need be, and sealed again. What gave cause for it is settled. */
export const closeIfDone = async (meterId: number, ctx: Ctx): Promise<void> => {
  const { client, operator } = ctx;
  const { work, state } = await knownMeter(meterId, ctx);
  if (!work) return;
  const verdict = workMoved(work.state, 'close', {
    ...{ assigned: true, another: true },
    ...{ opened: state === 'maintenance', sealed: state === 'sealed' },
    verified: isVerified(work),
    failed: work.failed,
  });
  if ('refusal' in verdict) return;
  await client.query(
    `with closed as (update meter_work_order set state = 'closed', close_time = now(), closer_id = $2, closer = $3 where id = $1
       returning inspection_id)
     update meter_inspection set settle_time = now(), settler_id = $2, settler = $3, settlement = $4
     where id = (select inspection_id from closed) and settle_time is null and exception_name <> ''`,
    [work.id, operator.id, operator.operName, workNumber(work.id)],
  );
};
