import { BatchStep } from '@plomb/contract/logistics/batchSteps';
import type { LogisticsBatchDetail } from '@plomb/contract/logistics/logisticsBatches';
import { sql } from 'kysely';
import { Refusal } from '../../platform/refusal.ts';
import type { Reading } from '../../platform/serve.ts';
import { batchRows, onItsWay, stepRows } from './queries.ts';

/** What a form writes of a batch, but for its positions. */
export const routeColumns = [
  ...['vehicle_id', 'plate', 'carrier', 'driver', 'owner_id', 'owner_name', 'plan_start', 'plan_end'],
  ...['start_place', 'end_place', 'destination', 'stops', 'limits'],
] as const;
/** Text of SQL over b (logistics_batch): its plan as it stands in the rows, and what is planned for each position. */
export const plan = `(select (select jsonb_object_agg(key, value) from jsonb_each(to_jsonb(b)) where key = any('{${routeColumns.join()}}'))
  || jsonb_build_object('positions', (select jsonb_agg(jsonb_build_object('id', p.id, 'position', p.position, 'process_name', p.process_name,
    'medium', p.medium, 'device_id', p.device_id, 'planned_number', p.planned_number, 'photos_asked', p.photos_asked, 'openers', p.openers,
    'open_stops', p.open_stops, 'second_person', p.second_person) order by p.nth)
    from batch_position p where p.batch_id = b.id and p.nth is not null)))`;
/** A fingerprint of the plan: of what a form would write over, whatever becomes of the batch. */
export const version = sql`md5(${sql.raw(plan)}::text)`;

/** A batch with its plan, so many of its steps, newest first, and what was amended; what made it abnormal, and what went on and came off, before all looks. */
export const readBatch = async (
  id: number,
  { db }: Pick<Reading, 'db'>,
  most: { steps: number; amendments: number },
): Promise<LogisticsBatchDetail> => {
  const { rows } = await batchRows(sql`where b.id = ${id}`, sql``).execute(db);
  if (!rows[0]) throw new Refusal('notFound');
  const { rows: steps } = await stepRows(
    { batch_id: id },
    sql`and s.id in (select id from batch_step where batch_id = ${id}
    order by cause is null, step = ${BatchStep.inspect}, at desc, id desc limit ${most.steps}) order by s.at desc, s.id desc`,
  ).execute(db);
  const { rows: amendments } = await sql<LogisticsBatchDetail['amendments'][number]>`
    select id, at, operator_id, oper_name, witness, witness_id,
      coalesce((select login_name from operator where id = witness_id), '') as witness_login, reason, before, after from batch_amendment where batch_id = ${id} order by id desc limit ${most.amendments}`.execute(
    db,
  );
  const { rows: beyond } = await sql<LogisticsBatchDetail['beyond'][number]>`
    select device_id, kind, since from batch_beyond(${id}) order by device_id, kind`.execute(db);
  const { rows: more } = await sql<{ version: string; more_steps: boolean }>`
    select ${version} as version, exists (select from batch_step where batch_id = b.id offset ${most.steps}) as more_steps
    from logistics_batch b where id = ${id}`.execute(db);
  return {
    ...onItsWay(rows[0]),
    steps,
    amendments,
    beyond,
    ...more[0]!,
  } as unknown as LogisticsBatchDetail;
};
