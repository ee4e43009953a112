import { alarmSeverity } from '@plomb/contract/alarms/severity';
import { sealKey } from '@plomb/contract/seals/number';
import { type RfidRecord, type RfidTask, rfidField, rfidRecords, rfidTasks } from '@plomb/contract/seals/rfid';
import {
  RFID_FAILURES,
  type RfidAction,
  type RfidResult,
  type RfidState,
  rfidMeaning,
  rfidMoved,
  rfidResults,
  rfidTaskTold,
  type TaskOutcome,
} from '@plomb/contract/seals/rfidSteps';
import { type RawBuilder, sql } from 'kysely';
import type { z } from 'zod';
import { peopleNamed } from '../../people/peopleNamed.ts';
import { cursor, isOneOf, matches } from '../../platform/crud.ts';
import { keepPictures } from '../../platform/files/keepPictures.ts';
import { type Finder, type Finding, holds, holdsWord, type Word } from '../../platform/finding.ts';
import { fieldRefusal, Refusal } from '../../platform/refusal.ts';
import { type Ctx, type Served, serve } from '../../platform/serve.ts';
import { ofQuarters } from './days.ts';
import { checkUnknown, digestOf, inTurn, leftSince, momentOf, oneByOne } from './told.ts';

/** Tasks that a handset is told at most. */
const TASKS = 200;
/** Above every id: of those of one moment all are before. */
const LAST_ID = '9223372036854775807';
/** Groups of failures that a page shows. */
const GROUPS = 12;

/** Failures are counted when they are read: what lay between may be told later than they were. */
const records = sql`r.id, r.seal_id, r.number, r.result, r.good, r.from_state, r.to_state, r.expected,
  case when r.good then 0 when r.seal_id is null then 1 else (select s.failures from reader_standing(r.seal_id, r.at, r.id) s) end as failures, r.at, r.create_time, r.late,
  r.oper_name, r.org_name, r.reader, r.object, r.cause, r.reason, r.lat, r.lon, r.accuracy, r.photos, r.task_id, r.task_outcome`;
const tasks = sql`t.id, t.seal_id, t.number, coalesce(s.object, '') as object, s.rfid_state, t.action, t.state, t.reason, t.opener, t.assignee_id, t.assignee, t.create_time,
  t.end_time, t.ender_id, t.ender, t.cancel_reason, (select count(*)::int from rfid_record r where r.task_id = t.id and not r.good
    and coalesce(r.task_outcome, 'tried') = 'tried') as failed`;
/** Of a chip that went on its tasks stay told. */
const fromTasks = sql`from rfid_task t left join seal s on s.id = t.seal_id`;

type RecordFilter = Omit<z.output<typeof rfidRecords.list.input>, 'size'> & { ids?: number[] | undefined };
const resultsOf = (action: RfidAction): number[] =>
  rfidResults.filter((result) => rfidMeaning(result).action === action);
const RECORD_WORDS = ['number', 'object', 'oper_name', 'reader'];
const recordTerms = (f: RecordFilter): RawBuilder<unknown>[] => {
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
  if (f.keyword) terms.push(holds('r', RECORD_WORDS, f.keyword));
  return terms;
};
const findingRecords = ({ result, action, good, ...f }: RecordFilter & { size: number }): Finding => {
  const asked = result === undefined ? rfidResults : rfidResults.filter((one) => [result].flat().includes(one));
  const values = asked.filter((one) => {
    const meaning = rfidMeaning(one);
    return (action === undefined || meaning.action === action) && (good === undefined || meaning.good === good);
  });
  const isNarrowed = result !== undefined || action !== undefined || good !== undefined;
  return {
    ...{
      table: 'rfid_record',
      as: 'r',
      terms: recordTerms({ ...f, before: undefined, keyword: undefined }),
      size: f.size,
      before: f.before,
    },
    ...{
      by: f.from || f.to ? 'at' : undefined,
      ...(isNarrowed && { each: { column: 'result', type: 'smallint', values } }),
    },
    few: f.seal_id !== undefined,
    word: f.keyword ? { keyword: f.keyword, columns: RECORD_WORDS } : undefined,
  };
};
const all = (terms: RawBuilder<unknown>[]) => sql`where ${sql.join(terms, sql` and `)}`;
type TaskFilter = Omit<z.output<typeof rfidTasks.list.input>, 'size'> & { ids?: number[] | undefined };
/** `chips`: those on what the keyword names, when they are few; `orgIds`: whose chips are in sight, where row-level security does not say it. */
const taskWord = (keyword: string, chips: number[] | null, orgIds: readonly number[] | null): Word => ({
  ...{ keyword, columns: ['number', 'assignee', 'reason'] },
  about: chips
    ? sql`t.seal_id = any(${chips})`
    : matches(
        sql`(select s.object from seal s where s.id = t.seal_id and ${orgIds ? sql`s.org_id = any(${orgIds})` : sql`true`})`,
        keyword,
      ),
});
const taskTerms = (f: TaskFilter): RawBuilder<unknown>[] => {
  const terms: RawBuilder<unknown>[] = [sql`true`];
  if (f.before) terms.push(sql`t.id < ${f.before}`);
  if (f.ids) terms.push(sql`t.id = any(${f.ids})`);
  if (f.state !== undefined) terms.push(isOneOf(sql`t.state`, f.state));
  if (f.action) terms.push(sql`t.action = ${f.action}`);
  if (f.assignee_id) terms.push(sql`t.assignee_id = ${f.assignee_id}`);
  if (f.keyword) terms.push(holdsWord('t', taskWord(f.keyword, null, null)));
  return terms;
};
/** Chips on what a word is about, when they are few. */
const chipsOn = async (keyword: string | undefined, finder: Finder, ctx: Ctx): Promise<number[] | null> =>
  keyword === undefined
    ? null
    : finder.few(
        {
          ...{ table: 'seal', as: 's', terms: [sql`s.medium = 'rfid' and s.object <> ''`] },
          word: { keyword, columns: ['object'], text: sql`search_key(s.object)` },
        },
        ctx,
      );
const findingTasks = (
  { state, ...f }: TaskFilter & { size: number },
  chips: number[] | null,
  orgIds: readonly number[],
): Finding => ({
  ...{
    table: 'rfid_task',
    as: 't',
    terms: taskTerms({ ...f, before: undefined, keyword: undefined }),
    size: f.size,
    before: f.before,
  },
  ...(state !== undefined && { each: { column: 'state', type: 'text', values: [state].flat() } }),
  few: f.assignee_id !== undefined,
  word: f.keyword ? taskWord(f.keyword, chips, orgIds) : undefined,
});

interface Chip {
  id: number;
  org_id: number;
  number: string;
  object: string;
  create_time: string;
  rfid_failures: number;
}
/** A chip in the caller's sight, held until the end of the transaction: of two who tell of it one is first. */
const held = async (number: string, { client }: Ctx): Promise<Chip | null> => {
  const { rows } = await client.query<Chip>(
    `select id, org_id, number, object, create_time, rfid_failures from seal
     where medium = 'rfid' and key = $1 for update`,
    [sealKey(number)],
  );
  return rows[0] ?? null;
};
/**
 * One that has left the caller's organisations since then: what its lock did before is of what it was on, and where it stands now is not theirs
 * to say. Of a time when it was with somebody else they know nothing.
 */
const leftThen = async ({ read, time }: Told, ctx: Ctx): Promise<LeftChip | null> => {
  const left = await leftSince('rfid', read, new Date(time), ctx);
  if (!left?.theirs) return null;
  const until = new Date(left.first_left);
  const chip = { ...left, org_id: ctx.operator.orgId, object: '', rfid_failures: 0, until };
  // its row is not theirs to hold
  await inTurn('chips that left', String(chip.id), ctx);
  return { ...chip, rfid_failures: (await standingAt(chip, until, ctx)).failures };
};
/** Before when it was not theirs, or not at all: of loads that it was on before it came to them they say nothing. */
const sinceOf = async (chip: Chip, time: string, now: Date, { client }: Ctx): Promise<string> => {
  const { at } = momentOf(time, chip.create_time, now);
  const { rows } = await client.query<{ came: string | null }>('select seal_came_since($1, $2) as came', [chip.id, at]);
  return rows[0]!.came ?? chip.create_time;
};
/** `until`: when it left; what had failed in a row by then is counted as it is of others by now. */
type LeftChip = Chip & { until: Date };
interface Standing {
  state: RfidState | null;
  failures: number;
}
/** Where its lock stood at a moment, and how often it had failed by then: by all that is told of before. */
const standingAt = async (chip: Chip, at: Date | 'infinity', { client }: Ctx): Promise<Standing> => {
  const { rows } = await client.query<{ result: RfidResult | null; failures: number }>(
    'select result, failures from reader_standing($1, $2, $3)',
    [chip.id, at, LAST_ID],
  );
  const { result, failures } = rows[0]!;
  return { state: result === null ? null : rfidMoved(null, result).state, failures };
};

type Told = z.output<typeof rfidField.record.input>;
interface Kept {
  id: number;
  task: TaskOutcome | null;
  known: boolean;
  state: RfidState | null;
  expected: boolean;
  failures: number;
}

export interface RfidDeps {
  /** an alarm of a lock rang, or ended */
  alarmed(alarmId: number): void;
}
interface ReadingDeps extends RfidDeps {
  finder: Finder;
}

/** Failures in a row ring once, in whichever order they are told; a success that leaves fewer in a row ends it. */
const ring = async (
  record: number,
  { seal, good, run, ran }: { seal: number; good: boolean; run: number; ran: number },
  { client }: Ctx,
): Promise<(number | null)[]> => {
  if (good ? run >= RFID_FAILURES : run <= ran) return [];
  const { rows } = good
    ? await client.query<{ id: number | null }>('select reader_works($1) as id', [seal])
    : await client.query<{ id: number | null }>('select ring_reader($1, $2, $3, $4) as id', [
        // others may have told some of it meanwhile, and rung nothing
        ...[
          record,
          ran < RFID_FAILURES ? Math.min(run, RFID_FAILURES) : run,
          RFID_FAILURES,
          alarmSeverity.rfid_failures,
        ],
      ]);
  return rows.map(({ id }) => id);
};
/** As of a number of any other medium. */
const ringUnknown = async (record: number, { client }: Ctx): Promise<(number | null)[]> => {
  const { rows } = await client.query<{ id: number | null }>('select ring_unknown_chip($1, $2) as id', [
    ...[record, alarmSeverity.unknown_seal],
  ]);
  return rows.map(({ id }) => id);
};

/** Keeps what a reader said. Where its lock stands is what the newest success says, however late that or another is told. */
const record = async (told: Told, ctx: Ctx, { alarmed }: RfidDeps): Promise<Kept> => {
  const { client, operator } = ctx;
  await oneByOne('rfid records', told.key, ctx);
  const { rows: before } = await client.query<Kept & { asked: string }>(
    `select id, seal_id is not null as known, to_state as state, expected, failures, task_outcome as task, asked from rfid_record
     where operator_id = $1 and idempotency_key = $2`,
    [operator.id, told.key],
  );
  if (before[0]) {
    const { asked, ...kept } = before[0];
    if (asked !== digestOf('rfid', told)) throw new Refusal('sealKeyUsed');
    return kept;
  }
  ctx.note(`${told.read} ${told.result}`);
  const chip = (await held(told.read, ctx)) ?? (await leftThen(told, ctx));
  if (!chip) await checkUnknown('rfid_record', ctx);
  const now = new Date();
  const { at, late } = momentOf(told.time, chip && (await sinceOf(chip, told.time, now, ctx)), now);
  const from = chip ? await standingAt(chip, at, ctx) : { state: null, failures: 0 };
  const { action, good } = rfidMeaning(told.result);
  const moved = rfidMoved(from.state, told.result);
  const failures = good ? 0 : from.failures + 1;
  const task = await taskOf(told, action, chip, ctx);
  const outcome = task && rfidTaskTold(task, { at, good });
  await keepPictures(told.photos, 'seal', `chip ${chip?.number ?? told.read}`, ctx);
  const { rows } = await client.query<{ id: number }>(
    `insert into rfid_record (org_id, seal_id, number, result, from_state, to_state, expected, failures, at, device_time, counter, late,
       operator_id, oper_name, org_name, api_key_id, idempotency_key, asked, reader, object, cause, reason, lat, lon, accuracy, photos, task_id,
       task_outcome)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, coalesce((select org_name from organisation where id = $15), ''), $16, $17,
       $18, $19, $20, $21, $22, $23, $24, $25, $26, $27, $28) returning id`,
    [
      ...[chip?.org_id ?? operator.orgId, chip?.id ?? null, chip?.number ?? told.read, told.result],
      ...[from.state, chip ? moved.state : null, moved.expected, failures, at, new Date(told.time), told.counter],
      ...[late, operator.id, operator.operName, operator.orgId],
      ...[operator.apiKey?.id ?? null, told.key, digestOf('rfid', told), told.reader, chip?.object || told.object],
      ...[good ? null : (told.cause ?? null), told.reason],
      ...[told.lat ?? null, told.lon ?? null, told.accuracy ?? null, told.photos, task?.id ?? null, outcome],
    ],
  );
  const { id } = rows[0]!;
  const rung = chip ? await follow(id, chip, at, good, ctx) : await ringUnknown(id, ctx);
  for (const alarm of rung) if (alarm !== null) ctx.afterCommit(() => alarmed(alarm));
  if (task && outcome === 'done')
    await client.query("update rfid_task set state = 'done', end_time = $2, ender_id = $3, ender = $4 where id = $1", [
      ...[task.id, at, operator.id, operator.operName],
    ]);
  return {
    id,
    task: outcome,
    known: chip !== null,
    state: chip ? moved.state : null,
    expected: moved.expected,
    failures,
  };
};
/** The present of the lock of a chip after a record: what is told late may be what is newest of it, too. */
const follow = async (
  id: number,
  chip: Chip & { until?: Date },
  at: Date,
  good: boolean,
  ctx: Ctx,
): Promise<(number | null)[]> => {
  if (chip.until) {
    const { failures } = await standingAt(chip, chip.until, ctx);
    // that it worked once ends nothing that has rung of it since
    return good ? [] : ring(id, { seal: chip.id, good, run: failures, ran: chip.rfid_failures }, ctx);
  }
  const { state, failures } = await standingAt(chip, 'infinity', ctx);
  await ctx.client.query(
    'update seal set rfid_state = $2, rfid_time = greatest(rfid_time, $3), rfid_failures = $4 where id = $1',
    [chip.id, state, at, failures],
  );
  return ring(id, { seal: chip.id, good, run: failures, ran: chip.rfid_failures }, ctx);
};

interface Named {
  id: number;
  number: string;
  open: boolean;
  asked: Date;
  ended: Date | null;
}
/** The task that is named: of that chip, also where that went on, and of what was done. */
const taskOf = async (told: Told, action: RfidAction, chip: Chip | null, { client }: Ctx): Promise<Named | null> => {
  if (told.task === undefined) return null;
  const { rows } = await client.query<
    Record<'create_time', string> & { id: number; number: string; state: string; end_time: string | null }
  >(
    'select id, number, state, create_time, end_time from rfid_task where id = $1 and action = $2 and (seal_id = $3 or $3::bigint is null) for update',
    [told.task, action, chip?.id ?? null],
  );
  const task = rows[0];
  if (!task || sealKey(task.number) !== sealKey(told.read)) throw fieldRefusal('task', 'choice');
  return {
    ...{ id: task.id, number: task.number, open: task.state === 'open' },
    ...{ asked: new Date(task.create_time), ended: task.end_time === null ? null : new Date(task.end_time) },
  };
};

interface Group {
  groups: never[];
  total: number;
}
const failures = async (
  { from, to, by }: { from: string; to: string; by: 'cause' | 'lock' | 'person' },
  { db }: Ctx,
): Promise<Group> => {
  const none = { cause: sql`null::text`, seal: sql`null::bigint`, person: sql`null::bigint`, name: sql`''` };
  const of = {
    cause: { ...none, g: sql`coalesce(r.cause, '')`, cause: sql`nullif(f.g, '')` },
    lock: {
      ...none,
      g: sql`coalesce(r.seal_id, 0) || ' ' || r.number`,
      seal: sql`min(f.seal_id)`,
      name: sql`min(f.number)`,
    },
    person: { ...none, g: sql`r.operator_id::text`, person: sql`f.g::bigint`, name: sql`max(f.oper_name)` },
  }[by];
  const { rows } = await sql<{ total: number }>`
    with f as materialized (select r.seal_id, r.number, r.oper_name, r.reader, r.at, ${of.g} as g
        from rfid_record r where not r.good and r.at >= ${from} and r.at < ${to}),
      shown as materialized (select f.g, ${of.cause} as cause, ${of.seal} as seal_id, ${of.person} as operator_id, ${of.name} as name, count(*)::int as count,
          min(f.at) as since, max(f.at) as last, (sum(count(*)) over ())::int as total
        from f group by f.g order by count desc, last desc limit ${GROUPS}),
      its as materialized (select f.g, f.number, f.seal_id, f.reader, count(*)::int as n from f join shown s on s.g = f.g group by 1, 2, 3, 4),
      locks as (select g, count(*)::int as locks from (select distinct g, number from its) i group by g),
      readers as (select distinct on (g) g, reader, sum(n)::int as n from its where reader <> '' group by g, reader order by g, n desc, reader),
      stuck as (select i.g, count(distinct i.seal_id)::int as stuck from its i join (select s.id from seal s
        where s.rfid_failures > 0 and s.rfid_failures >= ${RFID_FAILURES} offset 0) s on s.id = i.seal_id group by i.g)
    select s.cause, s.seal_id, s.operator_id, s.name, s.count, l.locks, s.since, s.last, coalesce(r.reader, '') as reader, coalesce(r.n, 0) as at_reader,
      coalesce(t.stuck, 0) as stuck, s.total
    from shown s join locks l on l.g = s.g left join readers r on r.g = s.g left join stuck t on t.g = s.g
    order by s.count desc, s.last desc`.execute(db);
  return { groups: rows.map(({ total: _, ...group }) => group) as never[], total: rows[0]?.total ?? 0 };
};

export const rfidRoutes = (deps: ReadingDeps): Served[] => [
  ...serve(rfidRecords, {
    list: (input, ctx) =>
      deps.finder.page(
        findingRecords(input),
        (where, rest) => sql<RfidRecord>`select ${records} from rfid_record r ${where} ${rest}`,
        ctx,
      ),
    detail: async ({ id }, { db }) => {
      const { rows } = await sql<RfidRecord>`select ${records} from rfid_record r where r.id = ${id}`.execute(db);
      if (!rows[0]) throw new Refusal('notFound');
      return rows[0];
    },
    export: (input, ctx) =>
      cursor(
        ctx,
        sql`select ${records} from rfid_record r ${all(recordTerms(input as RecordFilter))} order by r.id desc`,
      ),
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
    list: async (input, ctx) =>
      deps.finder.page(
        findingTasks(input, await chipsOn(input.keyword, deps.finder, ctx), ctx.operator.orgIds),
        (where, rest) => sql<RfidTask>`select ${tasks} ${fromTasks} ${where} ${rest}`,
        ctx,
      ),
    detail: async ({ id }, { db }) => {
      const { rows } = await sql<RfidTask>`select ${tasks} ${fromTasks} where t.id = ${id}`.execute(db);
      if (!rows[0]) throw new Refusal('notFound');
      return rows[0];
    },
    export: (input, ctx) =>
      cursor(ctx, sql`select ${tasks} ${fromTasks} ${all(taskTerms(input as TaskFilter))} order by t.id desc`),
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
