import { createHash } from 'node:crypto';
import { approvals } from '@plomb/contract/approvals/approvals';
import { batches } from '@plomb/contract/batches/batches';
import { maskedEvent, maskedOrder } from '@plomb/contract/lock/cards';
import { isProved, type LockEvent } from '@plomb/contract/lock/command';
import { type EvidenceCard, evidence, evidenceText } from '@plomb/contract/orders/evidence';
import { type RawBuilder, sql } from 'kysely';
import { Refusal } from '../../platform/refusal.ts';
import { type Ctx, type Served, serve } from '../../platform/serve.ts';
import { frameOf } from './openings.ts';
import { ordersById } from './orderQueue.ts';
import { eventsById } from './queries.ts';

const sha256 = (of: string): string => createHash('sha256').update(of).digest('hex');

/** With whom the lock named in its own words: the name of the platform for it may be another tomorrow. */
const eventOf = async (orderId: number, { db, client }: Ctx): Promise<LockEvent | null> => {
  const { rows } = await sql<{ id: number; actor: string }>`
    select e.id, case when jsonb_typeof(e.word) = 'object' and not jsonb_exists(e.word, 'commandId')
      then coalesce(e.word #>> '{event,actor}', '') else e.actor end as actor
    from command q join lock_event e on e.id = q.evidence_event_id where q.id = ${orderId}`.execute(db);
  const [told] = rows;
  const [event] = told ? await eventsById(client, [told.id]) : [];
  return told && event ? { ...event, actor: told.actor } : null;
};

interface Given {
  /** the number its lock had when it was ordered */
  sn: string;
  /** who pressed: of an order approved elsewhere whoever approved it */
  operator_id: number;
  idempotency_key: string;
  batch_id: number | null;
  /** by which approval from elsewhere */
  approval_id: number | null;
  /** when somebody pressed: a batch gives its orders in parts, for as long as that takes */
  pressed: string;
}
const givenAs = async (orderId: number, { db }: Ctx): Promise<Given | undefined> =>
  (
    await sql<Given>`
      select c.device_sn as sn, case when p.way = 'afar' then p.decider_id else c.operator_id end as operator_id,
        coalesce(p.idempotency_key, c.idempotency_key) as idempotency_key, c.batch_id, case when p.way = 'afar' then p.id end as approval_id,
        coalesce(b.start_time, c.create_time) as pressed
      from command c left join batch b on b.id = c.batch_id left join approval p on p.id = c.approval_id where c.id = ${orderId}`.execute(
      db,
    )
  ).rows[0];

/** By what an entry is known as that of the call that gave an order. */
const givenBy = ({ batch_id, approval_id, idempotency_key }: Given): RawBuilder<unknown> => {
  const of = (path: string, id: number) =>
    sql`l.operate_url = ${path} and parsed_json(l.request_body) ->> 'id' = ${String(id)}`;
  if (batch_id !== null) return of(batches.start.path, batch_id);
  if (approval_id !== null) return of(approvals.approve.path, approval_id);
  return sql`parsed_json(l.request_body) ->> 'idempotency_key' = ${idempotency_key}`;
};

/** That entry, whichever call it was: of the same person and minute. */
const logOf = async (given: Given, { db, lang }: Ctx): Promise<EvidenceCard['log']> =>
  (
    await sql<NonNullable<EvidenceCard['log']>>`
      select l.id, ${lang === 'zh' ? sql`l.instruct` : sql`coalesce(l.instruct_en, l.instruct)`} as instruct, l.operate_address,
        l.create_time
      from operation_log l where l.operator_id = ${given.operator_id} and l.success and l.business_type = 'command'
        and l.create_time between ${given.pressed}::timestamptz - interval '10 seconds'
          and ${given.pressed}::timestamptz + interval '2 minutes'
        and ${givenBy(given)}
      order by l.id limit 1`.execute(db)
  ).rows[0] ?? null;

const iso = (time: string | null): string | null => time && new Date(time).toISOString();

export const evidenceRoutes: Served[] = serve(evidence, {
  card: async ({ id }, ctx) => {
    const [[found], given] = [await ordersById([id], ctx), await givenAs(id, ctx)];
    if (!found || !given) throw new Refusal('notFound');
    // a paper goes from hand to hand: what opens a lock is not whole on it, whoever prints it
    const order = maskedOrder({
      ...found,
      sn: given.sn,
      create_time: iso(found.create_time)!,
      sent_time: iso(found.sent_time),
      answer_time: iso(found.answer_time),
      evidence_time: iso(found.evidence_time),
    });
    const told = await eventOf(id, ctx);
    const event = told && {
      ...maskedEvent(told),
      at: iso(told.at)!,
      device_time: iso(told.device_time)!,
      receive_time: iso(told.receive_time)!,
    };
    const raw = event && (await frameOf(event.id, ctx, false));
    const log = await logOf(given, ctx);
    const proved = isProved(order) && event !== null;
    const text = evidenceText({ order, proved, event });
    return { order, proved, event, raw, log, text, checksum: sha256(text) };
  },
});
