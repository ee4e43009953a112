import {
  type BatchDetail,
  type BatchDevice,
  type BatchEvidence,
  type BatchOutcome,
  type BatchRecord,
  EVIDENCE_PART,
} from '@plomb/contract/batches/batches';
import { type ErrorCode, errors, type FieldErrorCode, fieldErrors } from '@plomb/contract/errors';
import { fill, type Lang } from '@plomb/contract/kit/text';
import { type RawBuilder, sql } from 'kysely';
import { named, names } from '../../lock/named.ts';
import { matches } from '../../platform/crud.ts';
import { Refusal } from '../../platform/refusal.ts';
import type { Ctx } from '../../platform/serve.ts';

export interface BatchFilter {
  state?: string | undefined;
  kind?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
  keyword?: string | undefined;
  before?: number | undefined;
  ids?: number[] | undefined;
}

/** A draft is its maker's alone. */
const rows = (operatorId: number) => sql`(select b.*, coalesce(j.failure, '') as failure, j.failure_values,
    case when b.start_time is null then 'draft' when j.state in ('failed', 'cancelled') then j.state
      when j.state in ('queued', 'running') then j.state
      when exists (select from command c where c.batch_id = b.id and c.stage in ('queued', 'sent')) then 'waiting' else 'done' end as state
  from batch b left join job j on j.id = b.job_id
  where b.start_time is not null or b.operator_id = ${operatorId}) as b`;
/** Orders are counted of those batches only that are shown. */
const counted = (some: RawBuilder<unknown>) => sql`(select b.*, n.answered, n.open from (${some}) as b
  cross join lateral (select count(*) filter (where c.stage in ('answered_ok', 'proved', 'held'))::int as answered,
    count(*) filter (where c.stage in ('queued', 'sent'))::int as open from command c where c.batch_id = b.id) n) as b`;
const shown = sql`b.id, b.kind, b.args, b.state, b.total, b.unfit, b.given, b.answered, b.open, b.reason, b.reason_code,
  b.reason_text, b.oper_name, b.login_name, b.create_time, b.start_time`;

/** Newest first. */
export const batchesOf = (f: BatchFilter, operatorId: number, limit?: number): RawBuilder<BatchRecord> => {
  const terms = [
    sql`true`,
    ...(f.before === undefined ? [] : [sql`b.id < ${f.before}`]),
    ...(f.ids === undefined ? [] : [sql`b.id = any(${f.ids})`]),
    ...(f.state === undefined ? [] : [sql`b.state = ${f.state}`]),
    ...(f.kind === undefined ? [] : [sql`b.kind = ${f.kind}`]),
    ...(f.from === undefined ? [] : [sql`b.create_time >= ${f.from}`]),
    ...(f.to === undefined ? [] : [sql`b.create_time <= ${f.to}`]),
    ...(f.keyword ? [matches(sql`b.oper_name`, f.keyword)] : []),
  ];
  const some = sql`select b.* from ${rows(operatorId)} where ${sql.join(terms, sql` and `)}
    order by b.id desc ${limit === undefined ? sql`` : sql`limit ${limit}`}`;
  return sql<BatchRecord>`select ${shown} from ${counted(some)} order by b.id desc`;
};

export type StoredBatch = BatchRecord & {
  job_id: number | null;
  failure: ErrorCode | '';
  failure_values: Record<string, string | number> | null;
};

/** Held, so that two who begin it take turns. */
export const batchById = async (id: number, { db, client, operator }: Ctx, holds = false): Promise<StoredBatch> => {
  if (holds) await client.query('select from batch where id = $1 for update', [id]);
  const { rows: all } = await sql<StoredBatch>`select ${shown}, b.job_id, b.failure, b.failure_values
    from ${counted(sql`select b.* from ${rows(operator.id)} where b.id = ${id}`)}`.execute(db);
  if (!all[0]) throw new Refusal('notFound');
  return all[0];
};

/** What became of each device of a batch. */
export const outcomes = (
  id: number,
) => sql`(select b.device_id, b.org_id, b.refusal, b.field, b.refusal_values, c.id as command_id, c.cause, c.attempt, c.sent_time,
    c.finish_time, c.create_time, c.answer_time, c.evidence_time, c.device_sn, case when b.refusal <> '' then 'unfit' when b.command_id is null then 'ready'
      when c.id is null then 'gone' else c.stage end as outcome
  from batch_device b left join command c on c.id = b.command_id
  where b.batch_id = ${id}) as b`;

/**
 * What a person may try again. Nothing of which nobody knows what became of it, least of all where metal may have moved, and
 * nothing whose place a newer order took: that is what somebody wants by now.
 */
const again: readonly BatchOutcome[] = ['ready', 'unfit', 'answered_fail', 'failed', 'expired', 'cancelled'];
const mayGoAgain = sql`b.outcome = any(${[...again]}) and b.cause is distinct from 'replaced'`;
export const againOf = async (id: number, { db }: Ctx): Promise<number[]> =>
  (
    await sql<{
      id: number;
    }>`select b.device_id as id from ${outcomes(id)} where ${mayGoAgain}`.execute(db)
  ).rows.map((row) => row.id);

interface Named {
  refusal_values: Record<string, string>;
}
const wordsOf = (code: string, values: Named['refusal_values'], lang: Lang): string =>
  code === '' ? '' : fill((fieldErrors[code as FieldErrorCode] ?? errors[code as ErrorCode])[lang], values);
/** A row with its refusal in words. */
const inWords = <Row extends Named & { refusal: string }>(
  { refusal_values: values, refusal, ...row }: Row,
  lang: Lang,
) => ({
  ...row,
  refusal: wordsOf(refusal, values, lang),
});

/** Of a draft, the devices that would get an order. */
export const meantOf = async (id: number, { client }: Ctx): Promise<number[]> => {
  const { rows } = await client.query<{ id: number }>(
    "select device_id as id from batch_device where batch_id = $1 and refusal = ''",
    [id],
  );
  return rows.map((row) => row.id);
};

/** How many of its devices stand where, and why some get no order. */
export const countsOf = async (
  { id, state }: Pick<StoredBatch, 'id' | 'state'>,
  { db, lang }: Ctx,
): Promise<Pick<BatchDetail, 'outcomes' | 'refusals' | 'again'>> => {
  const counted = await sql<BatchDetail['outcomes'][number] & { again: number }>`
    select b.outcome, count(*)::int as count, count(*) filter (where ${mayGoAgain})::int as again from ${outcomes(id)} group by 1`.execute(
    db,
  );
  const refused = await sql<Omit<BatchDetail['refusals'][number], 'words'> & Named>`
    select r.refusal as code, r.field, r.refusal_values, r.count, coalesce(k.numbers, '{}') as numbers
      from (select refusal, field, refusal_values, count(*)::int as count from batch_device where batch_id = ${id} and refusal <> ''
          group by refusal, field, refusal_values) r,
        lateral (select array_agg(sn) as numbers from (select d.sn from batch_device b join device d on d.id = b.device_id
          where b.batch_id = ${id} and b.refusal = r.refusal and b.field = r.field
            and b.refusal_values = r.refusal_values order by b.device_id limit 3) x) k
      order by r.count desc, r.refusal, r.field`.execute(db);
  const isOver = state !== 'draft' && state !== 'queued' && state !== 'running';
  return {
    outcomes: counted.rows.map(({ outcome, count }) => ({ outcome, count })),
    refusals: refused.rows.map(({ refusal_values: values, ...one }) => ({
      ...one,
      words: wordsOf(one.code, values, lang),
    })),
    again: isOver ? counted.rows.reduce((sum, one) => sum + one.again, 0) : 0,
  };
};

export const failureOf = ({ failure, failure_values }: StoredBatch, lang: Lang): string =>
  failure === '' ? '' : fill(errors[failure][lang], failure_values ?? {});

interface Page {
  id: number;
  outcome?: BatchOutcome | undefined;
  page: number;
  size: number;
}

export const devicesOf = async ({ id, outcome, page, size }: Page, { db, lang }: Ctx) => {
  const where = outcome === undefined ? sql`true` : sql`b.outcome = ${outcome}`;
  const { rows: some } = await sql<BatchDevice & Named>`
    select b.device_id, ${sql.raw(`${names.sn}, ${names.device_name}, ${names.subject}`)}, b.outcome, b.refusal, b.refusal_values, b.command_id,
      b.cause, coalesce(b.attempt, 0) as attempt, b.sent_time, b.finish_time
    from (select * from ${outcomes(id)} where ${where} order by b.device_id limit ${size} offset ${(page - 1) * size}) b
      left join device d on d.id = b.device_id
      left join device_left l on l.device_id = b.device_id and l.org_id = b.org_id
    order by b.device_id`.execute(db);
  const { rows: counted } = await sql<{ total: number }>`
    select count(*)::int as total from ${outcomes(id)} where ${where}`.execute(db);
  return { rows: some.map((row) => inWords(row, lang)), total: counted[0]!.total };
};

/** Of each device what stands on paper: under the number it was ordered by, proved only by its lock's own word. */
export const evidenceOf = async (
  { id, part }: { id: number; part: number },
  { db, lang }: Ctx,
): Promise<BatchEvidence['rows']> => {
  const { rows: some } = await sql<BatchEvidence['rows'][number] & Named>`
    select b.device_id, coalesce(b.device_sn, ${sql.raw(named.sn)}) as sn, ${sql.raw(`${names.device_name}, ${names.subject}`)}, b.outcome, b.refusal, b.refusal_values,
      b.command_id, b.cause, b.create_time, b.sent_time, b.answer_time,
      case when b.outcome = 'proved' then b.evidence_time end as proved_time
    from (select * from ${outcomes(id)} order by b.device_id limit ${EVIDENCE_PART} offset ${(part - 1) * EVIDENCE_PART}) b
      left join device d on d.id = b.device_id
      left join device_left l on l.device_id = b.device_id and l.org_id = b.org_id
    order by b.device_id`.execute(db);
  return some.map((row) => inWords(row, lang));
};
