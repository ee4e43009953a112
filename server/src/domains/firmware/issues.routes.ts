import { type FirmwareIssue, firmwareIssues } from '@plomb/contract/firmware/issues';
import { type RawBuilder, sql } from 'kysely';
import { cursor, isOneOf, matches } from '../../platform/crud.ts';
import { Refusal } from '../../platform/refusal.ts';
import { type Ctx, type FileRows, type Served, serve } from '../../platform/serve.ts';
import { type Lock, locksById } from './facts.ts';
import { holdIn, waitOf } from './rules.ts';

const rows = sql`(select i.id, i.device_id, i.sn, i.rollout_id, i.firmware_version, i.firmware_id as firware_no, i.state as issue_status,
    i.wave, i.former_version, i.told_version, i.parts, i.parts_total, i.attempt, i.cause, i.create_time, i.send_time, i.answer_time,
    i.end_time
  from firmware_issue i where i.refusal = '' and (i.state <> 'created' or exists (
    select from firmware_rollout r where r.id = i.rollout_id and r.state <> 'draft'))) as i`;

interface Filter {
  issue_status?: unknown;
  rollout_id?: number | undefined;
  wave?: number | undefined;
  keyword?: string | undefined;
  before?: number | undefined;
  ids?: number[] | undefined;
}
const where = (f: Filter): RawBuilder<unknown> => {
  const terms: RawBuilder<unknown>[] = [sql`true`];
  if (f.before) terms.push(sql`id < ${f.before}`);
  if (f.ids) terms.push(sql`id = any(${f.ids})`);
  if (f.issue_status) terms.push(isOneOf(sql`issue_status`, f.issue_status));
  if (f.rollout_id) terms.push(sql`rollout_id = ${f.rollout_id}`);
  if (f.wave !== undefined) terms.push(sql`wave = ${f.wave}`);
  if (f.keyword) terms.push(sql`(${matches(sql`sn`, f.keyword)} or ${matches(sql`firmware_version`, f.keyword)})`);
  return sql`where ${sql.join(terms, sql` and `)}`;
};

type Stored = Omit<FirmwareIssue, 'wait'>;
const isWaiting = ({ issue_status }: Stored): boolean => issue_status === 'created' || issue_status === 'queued';
/** What it waits for: of one that has begun, only what holds the rest of its parts back. */
const waitIn = (one: Stored, lock: Lock | undefined): FirmwareIssue['wait'] => {
  const wait = lock ? waitOf(lock) : null;
  if (isWaiting(one)) return wait;
  return one.issue_status === 'sending' && lock ? holdIn(lock) : null;
};

/** The same, each with what keeps it while it waits. */
const withWaits = async (some: readonly Stored[], { client }: Ctx): Promise<FirmwareIssue[]> => {
  const locks = await locksById(
    client,
    some.filter((one) => isWaiting(one) || one.issue_status === 'sending').map((one) => one.device_id),
  );
  const byId = new Map(locks.map((lock) => [lock.id, lock]));
  return some.map((one) => ({ ...one, wait: waitIn(one, byId.get(one.device_id)) }));
};

async function* inParts(parts: FileRows, ctx: Ctx): FileRows {
  for await (const part of parts) yield await withWaits(part as unknown as Stored[], ctx);
}

export const issueRoutes: Served[] = serve(firmwareIssues, {
  list: async (input, ctx) => {
    const { rows: all } =
      await sql<Stored>`select * from ${rows} ${where(input)} order by id desc limit ${input.size + 1}`.execute(ctx.db);
    return { rows: await withWaits(all.slice(0, input.size), ctx), more: all.length > input.size };
  },
  detail: async ({ id }, ctx) => {
    const { rows: found } = await sql<Stored>`select * from ${rows} where id = ${id}`.execute(ctx.db);
    const [one] = await withWaits(found, ctx);
    if (!one) throw new Refusal('notFound');
    return one;
  },
  export: (input, ctx) => inParts(cursor(ctx, sql`select * from ${rows} ${where(input)} order by id desc`), ctx),
});
