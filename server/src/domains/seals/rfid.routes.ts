import { alarmSeverity } from '@plomb/contract/alarms/severity';
import { sealKey } from '@plomb/contract/seals/number';
import { type RfidRecord, type RfidTask, rfidField, rfidRecords, rfidTasks } from '@plomb/contract/seals/rfid';
import {
  RFID_FAILURES,
  type RfidAction,
  type RfidState,
  rfidMeaning,
  rfidMoved,
  rfidResults,
} from '@plomb/contract/seals/rfidSteps';
import { type RawBuilder, sql } from 'kysely';
import type { z } from 'zod';
import { peopleNamed } from '../../people/peopleNamed.ts';
import { cursor, isOneOf, matches } from '../../platform/crud.ts';
import { keepPictures } from '../../platform/files/keepPictures.ts';
import { fieldRefusal, Refusal } from '../../platform/refusal.ts';
import { type Ctx, type Served, serve } from '../../platform/serve.ts';
import { ofQuarters } from './days.ts';
import { digestOf, momentOf, oneByOne } from './told.ts';

/** Tasks that a handset is told at most. */
const TASKS = 200;
/** Groups of failures that a page shows. */
const GROUPS = 12;

const records = sql`r.id, r.seal_id, r.number, r.result, r.good, r.from_state, r.to_state, r.expected, r.failures, r.at, r.create_time, r.late,
  r.oper_name, r.org_name, r.reader, r.object, r.cause, r.reason, r.lat, r.lon, r.accuracy, r.photos, r.task_id`;
const tasks = sql`t.id, t.seal_id, t.number, s.object, s.rfid_state, t.action, t.state, t.reason, t.opener, t.assignee_id, t.assignee, t.create_time,
  t.end_time, t.ender, t.cancel_reason, (select count(*)::int from rfid_record r where r.task_id = t.id and not r.good) as failed`;
const fromTasks = sql`from rfid_task t join seal s on s.id = t.seal_id`;

type RecordFilter = Omit<z.output<typeof rfidRecords.list.input>, 'size'> & { ids?: number[] | undefined };
const resultsOf = (action: RfidAction): number[] =>
  rfidResults.filter((result) => rfidMeaning(result).action === action);
const whereRecords = (f: RecordFilter): RawBuilder<unknown> => {
  const terms: RawBuilder<unknown>[] = [sql`true`];
  if (f.before) terms.push(sql`r.id < ${f.before}`);
  if (f.ids) terms.push(sql`r.id = any(${f.ids})`);
  if (f.result !== undefined) terms.push(sql`r.result = any(${[f.result].flat()})`);
  if (f.action) terms.push(sql`r.result = any(${resultsOf(f.action)})`);
  if (f.good !== undefined) terms.push(f.good ? sql`r.good` : sql`not r.good`);
  if (f.cause) terms.push(sql`r.cause = ${f.cause}`);
  if (f.reader) terms.push(sql`r.reader = ${f.reader}`);
  if (f.seal_id) terms.push(sql`r.seal_id = ${f.seal_id}`);
  if (f.operator_id) terms.push(sql`r.operator_id = ${f.operator_id}`);
  if (f.from) terms.push(sql`r.at >= ${f.from}`);
  if (f.to) terms.push(sql`r.at <= ${f.to}`);
  if (f.keyword)
    terms.push(sql`(${matches(sql`r.number`, f.keyword)} or ${matches(sql`r.object`, f.keyword)}
      or ${matches(sql`r.oper_name`, f.keyword)} or ${matches(sql`r.reader`, f.keyword)})`);
  return sql`where ${sql.join(terms, sql` and `)}`;
};
type TaskFilter = Omit<z.output<typeof rfidTasks.list.input>, 'size'> & { ids?: number[] | undefined };
const whereTasks = (f: TaskFilter): RawBuilder<unknown> => {
  const terms: RawBuilder<unknown>[] = [sql`true`];
  if (f.before) terms.push(sql`t.id < ${f.before}`);
  if (f.ids) terms.push(sql`t.id = any(${f.ids})`);
  if (f.state !== undefined) terms.push(isOneOf(sql`t.state`, f.state));
  if (f.action) terms.push(sql`t.action = ${f.action}`);
  if (f.assignee_id) terms.push(sql`t.assignee_id = ${f.assignee_id}`);
  if (f.keyword)
    terms.push(sql`(${matches(sql`t.number`, f.keyword)} or ${matches(sql`s.object`, f.keyword)}
      or ${matches(sql`t.assignee`, f.keyword)} or ${matches(sql`t.reason`, f.keyword)})`);
  return sql`where ${sql.join(terms, sql` and `)}`;
};

interface Chip {
  id: number;
  org_id: number;
  number: string;
  object: string;
  create_time: string;
  rfid_state: RfidState | null;
  rfid_time: string | null;
  rfid_failures: number;
}
/** A chip in the caller's sight, held until the end of the transaction: of two who tell of it one is first. */
const held = async (number: string, { client }: Ctx): Promise<Chip | null> => {
  const { rows } = await client.query<Chip>(
    `select id, org_id, number, object, create_time, rfid_state, rfid_time, rfid_failures from seal
     where medium = 'rfid' and key = $1 for update`,
    [sealKey(number)],
  );
  return rows[0] ?? null;
};
/** Where its lock stood at a moment of before, and how often it had failed by then. */
const standingAt = async (
  chip: Chip,
  at: Date,
  { client }: Ctx,
): Promise<{ state: RfidState | null; failures: number }> => {
  const { rows } = await client.query<{ state: RfidState | null; failures: number }>(
    'select to_state as state, failures from rfid_record where seal_id = $1 and at <= $2 order by at desc, id desc limit 1',
    [chip.id, at],
  );
  return rows[0] ?? { state: null, failures: 0 };
};

type Told = z.output<typeof rfidField.record.input>;
interface Kept {
  id: number;
  known: boolean;
  state: RfidState | null;
  expected: boolean;
  failures: number;
}

export interface RfidDeps {
  /** an alarm of a lock rang, or ended */
  alarmed(alarmId: number): void;
}

/** Failures in a row ring once; the first success ends it. */
const ring = async (record: number, chip: number, good: boolean, ctx: Ctx, { alarmed }: RfidDeps): Promise<void> => {
  const { rows } = good
    ? await ctx.client.query<{ id: number | null }>('select reader_works($1) as id', [chip])
    : await ctx.client.query<{ id: number | null }>('select ring_reader($1, $2, $3) as id', [
        ...[record, RFID_FAILURES, alarmSeverity.rfid_failures],
      ]);
  for (const { id } of rows) if (id !== null) ctx.afterCommit(() => alarmed(id));
};

/** Keeps what a reader said. What is the newest of its lock moves it; what is told late has its place among the others and moves nothing. */
const record = async (told: Told, ctx: Ctx, deps: RfidDeps): Promise<Kept> => {
  const { client, operator } = ctx;
  await oneByOne('rfid records', told.key, ctx);
  const { rows: before } = await client.query<Kept & { asked: string }>(
    `select id, seal_id is not null as known, to_state as state, expected, failures, asked from rfid_record
     where operator_id = $1 and idempotency_key = $2`,
    [operator.id, told.key],
  );
  if (before[0]) {
    const { asked, ...kept } = before[0];
    if (asked !== digestOf('rfid', told)) throw new Refusal('sealKeyUsed');
    return kept;
  }
  ctx.note(`${told.read} ${told.result}`);
  const chip = await held(told.read, ctx);
  const now = new Date();
  const { at, late } = momentOf(told.time, chip?.create_time ?? null, now);
  const isNewest = !chip?.rfid_time || new Date(chip.rfid_time) <= at;
  const from = !chip
    ? { state: null, failures: 0 }
    : isNewest
      ? { state: chip.rfid_state, failures: chip.rfid_failures }
      : await standingAt(chip, at, ctx);
  const { action, good } = rfidMeaning(told.result);
  const moved = rfidMoved(from.state, told.result);
  const failures = good ? 0 : from.failures + 1;
  const task = await taskOf(told, action, chip, ctx);
  await keepPictures(told.photos, 'seal', `chip ${chip?.number ?? told.read}`, ctx);
  const { rows } = await client.query<{ id: number }>(
    `insert into rfid_record (org_id, seal_id, number, result, from_state, to_state, expected, failures, at, device_time, counter, late,
       operator_id, oper_name, org_name, api_key_id, idempotency_key, asked, reader, object, cause, reason, lat, lon, accuracy, photos, task_id)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, coalesce((select org_name from organisation where id = $15), ''), $16, $17,
       $18, $19, $20, $21, $22, $23, $24, $25, $26, $27) returning id`,
    [
      ...[chip?.org_id ?? operator.orgId, chip?.id ?? null, chip?.number ?? told.read, told.result],
      ...[from.state, chip ? moved.state : null, moved.expected, failures, at, told.time, told.counter],
      ...[late, operator.id, operator.operName, operator.orgId],
      ...[operator.apiKey?.id ?? null, told.key, digestOf('rfid', told), told.reader, chip?.object || told.object],
      ...[good ? null : (told.cause ?? null), told.reason],
      ...[told.lat ?? null, told.lon ?? null, told.accuracy ?? null, told.photos, task?.id ?? null],
    ],
  );
  if (chip && isNewest) {
    await client.query('update seal set rfid_state = $2, rfid_time = $3, rfid_failures = $4 where id = $1', [
      ...[chip.id, moved.state, at, failures],
    ]);
    await ring(rows[0]!.id, chip.id, good, ctx, deps);
  }
  if (task?.state === 'open' && good)
    await client.query("update rfid_task set state = 'done', end_time = $2, ender_id = $3, ender = $4 where id = $1", [
      ...[task.id, at, operator.id, operator.operName],
    ]);
  return {
    ...{ id: rows[0]!.id, known: chip !== null, state: chip ? moved.state : null },
    ...{ expected: moved.expected, failures },
  };
};
/** The task that is named: of that chip, and of what was done. */
const taskOf = async (
  told: Told,
  action: RfidAction,
  chip: Chip | null,
  { client }: Ctx,
): Promise<{ id: number; state: string } | null> => {
  if (told.task === undefined) return null;
  const { rows } = await client.query<{ id: number; state: string }>(
    'select id, state from rfid_task where id = $1 and seal_id = $2 and action = $3 for update',
    [told.task, chip?.id ?? null, action],
  );
  if (!rows[0]) throw fieldRefusal('task', 'choice');
  return rows[0];
};

interface Group {
  groups: never[];
  total: number;
}
const failures = async (
  { from, to, by }: { from: string; to: string; by: 'cause' | 'lock' | 'person' },
  { db }: Ctx,
): Promise<Group> => {
  const of = {
    cause: { cause: sql`r.cause`, seal: sql`null::bigint`, person: sql`null::bigint`, name: sql`''` },
    lock: { cause: sql`null::text`, seal: sql`r.seal_id`, person: sql`null::bigint`, name: sql`r.number` },
    person: { cause: sql`null::text`, seal: sql`null::bigint`, person: sql`r.operator_id`, name: sql`''` },
  }[by];
  const { rows } = await sql<{ total: number }>`
    with f as materialized (select r.*, ${of.cause} as g_cause, ${of.seal} as g_seal, ${of.person} as g_person, ${of.name} as g_name
        from rfid_record r where not r.good and r.at >= ${from} and r.at < ${to}),
      readers as (select distinct on (g_cause, g_seal, g_person, g_name) g_cause, g_seal, g_person, g_name, reader, count(*)::int as n from f
        where reader <> '' group by g_cause, g_seal, g_person, g_name, reader order by g_cause, g_seal, g_person, g_name, n desc, reader)
    select f.g_cause as cause, f.g_seal as seal_id, f.g_person as operator_id,
      case when f.g_person is null then f.g_name else max(f.oper_name) end as name, count(*)::int as count,
      count(distinct f.number)::int as locks, min(f.at) as since, max(f.at) as last, coalesce(max(o.reader), '') as reader,
      coalesce(max(o.n), 0)::int as at_reader, count(distinct f.number) filter (where f.failures >= ${RFID_FAILURES})::int as stuck,
      (sum(count(*)) over ())::int as total
    from f left join readers o on (o.g_cause, o.g_seal, o.g_person, o.g_name) is not distinct from (f.g_cause, f.g_seal, f.g_person, f.g_name)
    group by f.g_cause, f.g_seal, f.g_person, f.g_name order by count desc, last desc limit ${GROUPS}`.execute(db);
  return { groups: rows.map(({ total: _, ...group }) => group) as never[], total: rows[0]?.total ?? 0 };
};

export const rfidRoutes = (deps: RfidDeps): Served[] => [
  ...serve(rfidRecords, {
    list: async (input, { db }) => {
      const { rows } = await sql<RfidRecord>`
        select ${records} from rfid_record r ${whereRecords(input)} order by r.id desc limit ${input.size + 1}`.execute(
        db,
      );
      return { rows: rows.slice(0, input.size), more: rows.length > input.size };
    },
    detail: async ({ id }, { db }) => {
      const { rows } = await sql<RfidRecord>`select ${records} from rfid_record r where r.id = ${id}`.execute(db);
      if (!rows[0]) throw new Refusal('notFound');
      return rows[0];
    },
    export: (input, ctx) =>
      cursor(ctx, sql`select ${records} from rfid_record r ${whereRecords(input as RecordFilter)} order by r.id desc`),
    statistics: async (asked, { db }) => {
      const { from, to } = ofQuarters(asked);
      const { rows } = await sql<{ result: number; count: number }>`
        select what as result, sum(count)::int as count from seal_tally
        where source = 'reader' and start >= ${from} and start < ${to} group by what`.execute(db);
      const counted = rfidResults.map((result) => ({
        result,
        count: rows.find((one) => one.result === result)?.count ?? 0,
      }));
      return { rows: counted, total: counted.reduce((n, { count }) => n + count, 0) };
    },
    failures: async (input, ctx) => failures(ofQuarters(input), ctx),
  }),
  ...serve(rfidTasks, {
    list: async (input, { db }) => {
      const { rows } = await sql<RfidTask>`
        select ${tasks} ${fromTasks} ${whereTasks(input)} order by t.id desc limit ${input.size + 1}`.execute(db);
      return { rows: rows.slice(0, input.size), more: rows.length > input.size };
    },
    detail: async ({ id }, { db }) => {
      const { rows } = await sql<RfidTask>`select ${tasks} ${fromTasks} where t.id = ${id}`.execute(db);
      if (!rows[0]) throw new Refusal('notFound');
      return rows[0];
    },
    export: (input, ctx) =>
      cursor(ctx, sql`select ${tasks} ${fromTasks} ${whereTasks(input as TaskFilter)} order by t.id desc`),
    people: async ({ keyword }, { db }) => ({ rows: await peopleNamed(keyword, db) }),
    add: async ({ number, action, assignee_id, reason }, ctx) => {
      const { client, operator } = ctx;
      const chip = await held(number, ctx);
      if (!chip) throw fieldRefusal('number', 'rfidUnknown');
      const { rows: people } = await client.query<{ oper_name: string }>(
        'select oper_name from operator where id = $1 and status = 1',
        [assignee_id],
      );
      if (!people[0]) throw new Refusal('receiverUnknown');
      ctx.note(`${chip.number} → ${people[0].oper_name}`);
      const { rows } = await client.query<{ id: number }>(
        `insert into rfid_task (org_id, seal_id, number, action, reason, opener_id, opener, assignee_id, assignee)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9) returning id`,
        [
          ...[chip.org_id, chip.id, chip.number, action, reason, operator.id, operator.operName],
          ...[assignee_id, people[0].oper_name],
        ],
      );
      return { id: rows[0]!.id };
    },
    cancel: async ({ id, reason }, ctx) => {
      const { client, operator } = ctx;
      const { rows } = await client.query<{ number: string; state: string }>(
        'select number, state from rfid_task where id = $1 for update',
        [id],
      );
      if (!rows[0]) throw new Refusal('notFound');
      ctx.note(`${rows[0].number}: ${reason}`);
      if (rows[0].state !== 'open') throw new Refusal('rfidTaskEnded');
      await client.query(
        "update rfid_task set state = 'cancelled', end_time = now(), ender_id = $2, ender = $3, cancel_reason = $4 where id = $1",
        [id, operator.id, operator.operName, reason],
      );
      return {};
    },
  }),
  ...serve(rfidField, {
    record: (told, ctx) => record(told, ctx, deps),
    tasks: async (_, { db, operator }) => {
      const { rows } = await sql<RfidTask>`
        select ${tasks} ${fromTasks} where t.assignee_id = ${operator.id} and t.state = 'open' order by t.id limit ${TASKS + 1}`.execute(
        db,
      );
      return { rows: rows.slice(0, TASKS), more: rows.length > TASKS };
    },
  }),
];
