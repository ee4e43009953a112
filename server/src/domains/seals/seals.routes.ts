import { sealCalls } from '@plomb/contract/seals/domain';
import { sealKinds } from '@plomb/contract/seals/kinds';
import { runningNumbers, type SealMedium, sealKey, sealMedia, soughtKey } from '@plomb/contract/seals/number';
import { type RawBuilder, sql } from 'kysely';
import { peopleNamed } from '../../people/peopleNamed.ts';
import { crud, cursor, isOneOf, matches } from '../../platform/crud.ts';
import { type Finder, type Finding, holds } from '../../platform/finding.ts';
import { Refusal } from '../../platform/refusal.ts';
import { type Ctx, type Served, serve } from '../../platform/serve.ts';
import { balanceRoutes } from './balance.routes.ts';
import { type Beside, openBeside } from './beside.ts';
import { type FieldDeps, fieldRoutes } from './field.routes.ts';
import { figureRoutes } from './figures.routes.ts';
import { handoverRoutes } from './handovers.routes.ts';
import { labelRoutes } from './labels.routes.ts';
import { rfidRoutes } from './rfid.routes.ts';
import { statisticsRoutes } from './statistics.routes.ts';

const SERIES = 50;
/** Of one seal; few change hands ten times. */
const HANDS = 200;
/** Kinds a form offers: an organisation has some ten. */
const KINDS = 200;

const seals = sql`s.id, s.number, s.series_id, r.prefix, k.kind_name, k.iso_class, k.reusable, o.org_name, s.state, s.abnormal, s.rfid_state,
  s.holder_name, s.object, s.seal_time, s.last_time, s.create_time`;
const fromSeals = sql`from seal s join seal_series r on r.id = s.series_id join seal_kind k on k.id = r.kind_id
  join organisation o on o.id = s.org_id`;
const kinds = sql`(select k.*, o.org_name, (select coalesce(sum(r.count), 0)::int from seal_series r where r.kind_id = k.id) as seals
  from seal_kind k join organisation o on o.id = k.org_id)`;

interface SealFilter {
  keyword?: string | undefined;
  series_id?: number | undefined;
  state?: unknown;
  abnormal?: boolean | undefined;
  holder_id?: number | undefined;
  before?: number | undefined;
  ids?: number[] | undefined;
}
const sealTerms = (medium: SealMedium, f: SealFilter): RawBuilder<unknown>[] => {
  const terms: RawBuilder<unknown>[] = [sql`s.medium = ${medium}`];
  if (f.before) terms.push(sql`s.id < ${f.before}`);
  if (f.ids) terms.push(sql`s.id = any(${f.ids})`);
  if (f.series_id) terms.push(sql`s.series_id = ${f.series_id}`);
  if (f.state !== undefined) terms.push(isOneOf(sql`s.state`, f.state));
  if (f.abnormal !== undefined) terms.push(sql`s.abnormal = ${f.abnormal}`);
  if (f.holder_id) terms.push(sql`s.holder_id = ${f.holder_id}`);
  // a number is looked for by its beginning
  const begins = f.keyword && soughtKey(f.keyword);
  if (f.keyword) terms.push(begins ? sql`s.key like ${`${begins}%`}` : sql`false`);
  return terms;
};
const findingSeals = (medium: SealMedium, { state, ...f }: SealFilter & { size: number }): Finding => ({
  ...{ table: 'seal', as: 's', terms: sealTerms(medium, { ...f, before: undefined }), size: f.size, before: f.before },
  ...(state !== undefined && { each: { column: 'state', type: 'text', values: [state].flat() } }),
  few: Boolean(f.keyword) || f.series_id !== undefined || f.holder_id !== undefined,
});

const operations = sql`p.id, p.seal_id, p.number, p.medium, p.operation, p.outcome, p.refusal, p.alarm, p.at, p.create_time, p.late, p.oper_name,
  p.org_name, p.object, p.abnormal_kind, p.reason, p.witness, p.lat, p.lon, p.accuracy, p.metres, p.photos`;
interface OperationFilter {
  operation?: number | undefined;
  outcome?: string | undefined;
  seal_id?: number | undefined;
  operator_id?: number | undefined;
  from?: string | undefined;
  to?: string | undefined;
  keyword?: string | undefined;
  before?: number | undefined;
  ids?: number[] | undefined;
}
const OPERATION_WORDS = ['number', 'oper_name', 'object'];
const operationTerms = (medium: SealMedium, f: OperationFilter): RawBuilder<unknown>[] => {
  const terms: RawBuilder<unknown>[] = [sql`p.medium = ${medium}`];
  if (f.before) terms.push(sql`p.id < ${f.before}`);
  if (f.ids) terms.push(sql`p.id = any(${f.ids})`);
  if (f.operation !== undefined) terms.push(sql`p.operation = ${f.operation}`);
  if (f.outcome) terms.push(sql`p.outcome = ${f.outcome}`);
  // said twice, for the index of it
  if (f.outcome && f.outcome !== 'done') terms.push(sql`p.outcome <> 'done'`);
  if (f.seal_id) terms.push(sql`p.seal_id = ${f.seal_id}`);
  if (f.operator_id) terms.push(sql`p.operator_id = ${f.operator_id}`);
  if (f.from) terms.push(sql`p.create_time >= ${f.from}`);
  if (f.to) terms.push(sql`p.create_time <= ${f.to}`);
  if (f.keyword) terms.push(holds('p', OPERATION_WORDS, f.keyword));
  return terms;
};
const findingOperations = (medium: SealMedium, { operation, ...f }: OperationFilter & { size: number }): Finding => ({
  ...{
    table: 'seal_operation',
    as: 'p',
    terms: operationTerms(medium, { ...f, before: undefined, keyword: undefined }),
  },
  ...{ size: f.size, before: f.before, by: f.from || f.to ? 'create_time' : undefined },
  ...(operation !== undefined && { each: { column: 'operation', type: 'smallint', values: [operation] } }),
  few: f.seal_id !== undefined || f.operator_id !== undefined,
  word: f.keyword ? { keyword: f.keyword, columns: OPERATION_WORDS } : undefined,
});
const all = (terms: RawBuilder<unknown>[]) => sql`where ${sql.join(terms, sql` and `)}`;

export interface SealDeps extends FieldDeps {
  finder: Finder;
}

/** The numbers of a series, or those of a lot as they were read. */
const numbersOf = ({
  prefix,
  first,
  count,
  numbers,
}: {
  prefix: string;
  first?: number | undefined;
  count?: number | undefined;
  numbers?: string[] | undefined;
}): string[] => {
  if (numbers) return numbers;
  const [from, many] = [first ?? 0, count ?? 0];
  const running = runningNumbers(from, many);
  return Array.from({ length: many }, (_, nth) => `${prefix} ${running.at(nth)}`);
};

/** Who stands beside whoever makes a series, where its organisation asks for one. */
const secondOf = async (
  typed: Beside,
  orgId: number,
  path: string,
  ctx: Ctx,
  { secondPerson }: FieldDeps,
): Promise<{ id: number; operName: string } | null> => {
  const { rows } = await sql<{
    by_two: boolean;
  }>`select 'seal_series' = any (approval_kinds(${orgId})) as by_two`.execute(ctx.db);
  if (!rows[0]!.by_two) return null;
  const beside = await openBeside(secondPerson)(path, typed, orgId, ctx);
  if (!beside) throw new Refusal('seriesByTwo');
  return beside;
};

const sealHandlers = (medium: SealMedium, deps: SealDeps) => ({
  list: (input: SealFilter & { size: number }, ctx: Ctx) =>
    deps.finder.page(
      findingSeals(medium, input),
      (where, rest) => sql`select ${seals} ${fromSeals} ${where} ${rest}`,
      ctx,
    ),
  detail: async ({ id }: { id: number }, { db }: Ctx) => {
    const { rows } = await sql<{ number: string }>`
      select ${seals}, s.lat, s.lon, k.maker, k.certificate ${fromSeals} where s.medium = ${medium} and s.id = ${id}`.execute(
      db,
    );
    if (!rows[0]) throw new Refusal('notFound');
    return { ...rows[0], payload: medium === 'qr' ? deps.labels.payload(rows[0].number) : '' };
  },
  hands: async ({ id }: { id: number }, { db }: Ctx) => {
    const { rows: found } = await sql`select from seal s where s.medium = ${medium} and s.id = ${id}`.execute(db);
    if (!found[0]) throw new Refusal('notFound');
    const { rows } = await sql<Record<string, unknown>>`
      select id, kind, at, holder_name, handover_id from seal_movement where seal_id = ${id} order by id desc limit ${HANDS}`.execute(
      db,
    );
    return { rows };
  },
  export: (input: SealFilter, ctx: Ctx) =>
    cursor(ctx, sql`select ${seals} ${fromSeals} ${all(sealTerms(medium, input))} order by s.id desc`),
  series: async ({ keyword, before }: { keyword?: string; before?: number }, { db }: Ctx) => {
    const { rows } = await sql<Record<string, unknown>>`
      select r.id, r.prefix, r.first, r.count, k.kind_name, k.iso_class, k.reusable, o.org_name, r.oper_name, r.witness, r.create_time, n.*
      from (select * from seal_series r where r.medium = ${medium} and r.org_id = any ((select plomb_orgs())::bigint[])
          and ${before ? sql`r.id < ${before}` : sql`true`} and ${keyword ? matches(sql`r.prefix`, keyword) : sql`true`}
          order by r.id desc limit ${SERIES + 1}) r
        join seal_kind k on k.id = r.kind_id join organisation o on o.id = r.org_id
        cross join lateral (select coalesce(sum(u.used), 0)::int as used, coalesce(sum(u.in_hand), 0)::int as in_hand,
          coalesce(sum(u.unexplained), 0)::int as unexplained, coalesce(sum(u.scrapped), 0)::int as scrapped
          from seal_series_sum u where u.series_id = r.id) n
      order by r.id desc`.execute(db);
    return { rows: rows.slice(0, SERIES), more: rows.length > SERIES };
  },
  kinds: async (_: unknown, { db }: Ctx) => {
    // not those of seals alone that came along from elsewhere
    const { rows } = await sql<Record<string, unknown>>`
      select id, kind_name, iso_class, reusable from seal_kind
      where org_id = any ((select plomb_orgs() || organisations_above())::bigint[]) order by kind_name, id limit ${KINDS}`.execute(
      db,
    );
    const { rows: by } = await sql<{ two: boolean }>`
      select exists (select from organisation o where 'seal_series' = any (approval_kinds(o.id))) as two`.execute(db);
    return { rows, by_two: by[0]!.two };
  },
  people: async ({ keyword }: { keyword: string }, { db }: Ctx) => ({ rows: await peopleNamed(keyword, db) }),
  add: async (
    input: {
      kind_id: number;
      holder_id: number;
      prefix: string;
      first?: number;
      count?: number;
      numbers?: string[];
    } & Beside,
    ctx: Ctx,
  ) => {
    const { db, operator } = ctx;
    const numbers = numbersOf(input);
    const keys = numbers.map(sealKey);
    ctx.note(`${numbers[0]} – ${numbers.at(-1)}`);
    if (new Set(keys).size < keys.length) throw new Refusal('seriesTaken');
    const { rows: found } = await sql<{ oper_name: string; org_id: number; in_reach: boolean | null }>`
      with recursive above as (
        select o.id, o.parent_id from organisation o join operator p on p.org_id = o.id where p.id = ${input.holder_id}
        union all select o.id, o.parent_id from organisation o join above a on o.id = a.parent_id)
      select p.oper_name, p.org_id, (select k.org_id in (select id from above) or coalesce(k.org_id = any ((select organisations_above())::bigint[]), false)
        from seal_kind k where k.id = ${input.kind_id}) as in_reach
      from operator p where p.id = ${input.holder_id} and p.status = 1`.execute(db);
    const holder = found[0];
    if (!holder) throw new Refusal('receiverUnknown');
    if (holder.in_reach === null) throw new Refusal('notFound');
    // whoever holds a seal sees of what kind it is
    if (!holder.in_reach) throw new Refusal('kindInReach');
    const { rows: taken } = await sql`select from seal where medium = ${medium} and key = any(${keys}) limit 1`.execute(
      db,
    );
    if (taken[0]) throw new Refusal('seriesTaken');
    // signs in when all else is right: a code is good once
    // a chip has its number already; one of a label is made here, whoever wrote it down
    const isMade = medium === 'qr' || input.first !== undefined;
    const beside = isMade ? await secondOf(input, holder.org_id, `/${medium}Seal/add`, ctx, deps) : null;
    if (beside?.id === input.holder_id) throw new Refusal('seriesWitnessHolds');
    const { rows: added } = await sql<{ id: number }>`
      insert into seal_series (org_id, medium, prefix, first, count, kind_id, operator_id, oper_name, witness_id, witness)
      values (${holder.org_id}, ${medium}, ${input.prefix}, ${input.first ?? null}, ${numbers.length}, ${input.kind_id}, ${operator.id},
        ${operator.operName}, ${beside?.id ?? null}, ${beside?.operName ?? ''}) returning id`.execute(db);
    const id = added[0]!.id;
    const { rows: made } = await sql`
      insert into seal (org_id, series_id, medium, number, key, holder_id, holder_name)
      select ${holder.org_id}, ${id}, ${medium}, n, k, ${input.holder_id}, ${holder.oper_name}
      from unnest(${numbers}::text[], ${keys}::text[]) u(n, k)
      on conflict (medium, key) do nothing returning id`.execute(db);
    if (made.length < numbers.length) throw new Refusal('seriesTaken');
    return { id, count: numbers.length };
  },
});

const operationHandlers = (medium: SealMedium, { finder }: SealDeps) => ({
  list: (input: OperationFilter & { size: number }, ctx: Ctx) =>
    finder.page(
      findingOperations(medium, input),
      (where, rest) => sql`select ${operations} from seal_operation p ${where} ${rest}`,
      ctx,
    ),
  detail: async ({ id }: { id: number }, { db }: Ctx) => {
    const { rows } = await sql<Record<string, unknown>>`
      select ${operations} from seal_operation p where p.medium = ${medium} and p.id = ${id}`.execute(db);
    if (!rows[0]) throw new Refusal('notFound');
    return rows[0];
  },
  export: (input: OperationFilter, ctx: Ctx) =>
    cursor(
      ctx,
      sql`select ${operations} from seal_operation p ${all(operationTerms(medium, input))} order by p.id desc`,
    ),
});

/** The same handlers serve every medium: the contract's schemas say what these are. */
const ofMedium = (medium: SealMedium, deps: SealDeps): Served[] => {
  const calls = {
    qr: [sealCalls.qrSeals, sealCalls.qrOperations],
    nfc: [sealCalls.nfcSeals, sealCalls.nfcOperations],
    rfid: [sealCalls.rfidSeals, sealCalls.rfidOperations],
  } as const;
  const [ofSeals, ofOperations] = calls[medium];
  return [
    ...serve(ofSeals, sealHandlers(medium, deps) as never),
    ...serve(ofOperations, operationHandlers(medium, deps) as never),
  ];
};

export const sealDomain = (deps: SealDeps): Served[] => [
  ...serve(
    sealKinds,
    crud(sealKinds, {
      table: 'seal_kind',
      rows: kinds,
      search: ['kind_name', 'maker'],
      label: 'kind_name',
      isOwned: true,
    }),
  ),
  ...sealMedia.flatMap((medium) => ofMedium(medium, deps)),
  ...labelRoutes(deps.labels),
  ...handoverRoutes(),
  ...balanceRoutes(),
  ...fieldRoutes(deps),
  ...rfidRoutes(deps),
  ...statisticsRoutes(),
  ...figureRoutes(),
];
