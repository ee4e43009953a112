import { type BatchTab, type LogisticsBatch, tabOf } from '@plomb/contract/logistics/logisticsBatches';
import type { BatchPlace, BatchStop } from '@plomb/contract/logistics/plan';
import { along } from '@plomb/contract/logistics/route';
import { soughtKey } from '@plomb/contract/seals/number';
import { type RawBuilder, sql } from 'kysely';
import { isOneOf } from '../../platform/crud.ts';
import { anyOf, type Finder, type Finding, holds, holdsWord, type Naming, type Word } from '../../platform/finding.ts';
import type { Ctx } from '../../platform/serve.ts';

const iso = (time: RawBuilder<unknown>) => sql`to_char(${time} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** When the day began that is called today: as the caller says, or that of their organisation. */
export interface Day {
  today?: string | undefined;
  org: number;
}
export interface BatchFilter extends Day {
  tab?: BatchTab | undefined;
  state?: unknown;
  vehicle_id?: number | undefined;
  owner_id?: number | undefined;
  template_id?: number | undefined;
  verdict?: unknown;
  keyword?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
  /** in words, where row-level security does not say it */
  orgs?: readonly number[] | null;
  /** which of them hold the keyword, when they are known; else it is looked for on the way */
  held?: readonly number[] | null;
}

const late = sql`(b.state = 'in_transit' and b.plan_end < now())`;
/** No day began longer ago than this. */
const LONGEST_DAY = sql`interval '36 hours'`;
const endedSince = ({ today, org }: Day) => {
  const zone = sql`(select time_zone from organisation where id = ${org})`;
  return sql`b.end_time >= ${today ? sql`greatest(${today}::timestamptz, now() - ${LONGEST_DAY})` : sql`date_trunc('day', now(), ${zone})`}`;
};
/** What is under way: of two halves, each found by its own index. */
const isCurrent = (day: Day) => sql`(b.end_time is null or ${endedSince(day)})`;
const inTab = (tab: BatchTab, day: Day): RawBuilder<unknown> =>
  ({
    current: isCurrent(day),
    in_transit: sql`b.state = 'in_transit'`,
    late,
    gap: sql`${isCurrent(day)} and b.verdict = 'gap'`,
    breached: sql`${isCurrent(day)} and b.verdict = 'breached'`,
    to_seal: sql`b.state = 'draft'`,
    done_today: sql`b.state = 'completed' and ${endedSince(day)}`,
    all: sql`true`,
  })[tab];
/** Every tab but that of all is a part of what is under way: all of them are counted in one go. */
export const countsOf = (tabs: readonly Exclude<BatchTab, 'all'>[], day: Day): RawBuilder<unknown> =>
  sql`select ${sql.join(
    tabs.map((tab) => sql`count(*) filter (where ${inTab(tab, day)})::int as ${sql.ref(tab)}`),
  )} from logistics_batch b where ${isCurrent(day)}`;

/** What a batch is called. */
export const BATCH_WORDS = ['serial', 'plate', 'carrier'];
/** Batches that a number of a seal is on, was on, or is planned for. */
export const sealedBy = (keyword: string): RawBuilder<{ batch_id: number }> => sql`
  select batch_id from batch_position where number = ${keyword} and number <> '' and nth is not null
  union all select batch_id from batch_position where planned_number = ${keyword} and planned_number <> '' and nth is not null
  union all select s.batch_id from batch_step s where s.seal_id in (select id from seal where key = ${soughtKey(keyword)})`;
export const whereBatches = (f: BatchFilter): RawBuilder<unknown> => {
  const terms: RawBuilder<unknown>[] = [inTab(tabOf({ ...f }), f)];
  if (f.orgs) terms.push(sql`b.org_id = any(${f.orgs})`);
  if (f.state !== undefined) terms.push(isOneOf(sql`b.state`, f.state));
  if (f.vehicle_id) terms.push(sql`b.vehicle_id = ${f.vehicle_id}`);
  if (f.owner_id) terms.push(sql`b.owner_id = ${f.owner_id}`);
  if (f.template_id) terms.push(sql`b.template_id = ${f.template_id}`);
  if (f.verdict !== undefined) terms.push(isOneOf(sql`b.verdict`, f.verdict));
  if (f.from) terms.push(sql`b.plan_start >= ${f.from}`);
  if (f.to) terms.push(sql`b.plan_start <= ${f.to}`);
  if (f.held) terms.push(sql`b.id = any(${f.held})`);
  else if (f.keyword)
    terms.push(sql`(${holds('b', BATCH_WORDS, f.keyword)} or b.id = any(array(${sealedBy(f.keyword)})))`);
  return sql`where ${sql.join(terms, sql` and `)}`;
};
/** Those on the road first, what is wrong and what is late before the rest; then those to seal, then what ended last. */
const ofOpen = sql`b.transit_time is null, b.verdict is distinct from 'breached', b.verdict is distinct from 'gap', ${late} desc, b.plan_end, b.id desc`;
export const inOrder = sql`order by b.end_time desc nulls first, ${ofOpen}`;
/** A batch that has not ended stands before all that have. */
const FAR = 1_000_000_000;
/** Whether anything that has ended can be in it: what cannot be is not looked for. */
const openOnly: readonly BatchTab[] = ['in_transit', 'late', 'to_seal'];
const ofToday: readonly BatchTab[] = ['current', 'gap', 'breached', 'done_today'];
const endsToo = ({ state, ...f }: BatchFilter): boolean =>
  !openOnly.includes(tabOf({ state, ...f })) &&
  (state === undefined || [state].flat().some((one) => one === 'completed' || one === 'cancelled'));
/** Of what is asked for, what is open and what has ended. */
const halves = (f: BatchFilter) => {
  const where = whereBatches(f);
  const since = ofToday.includes(tabOf({ ...f })) ? endedSince(f) : sql`true`;
  return { open: sql`${where} and b.end_time is null`, ended: sql`${where} and b.end_time is not null and ${since}` };
};
/**
 * The ids of a page in that order. There is one open batch for each vehicle, so these are sorted as a whole; those that ended are
 * read off their index, or, where the list is narrowed to a time, sorted out of those of that time.
 */
export const pageOfBatches = (f: BatchFilter, offset: number, size: number): RawBuilder<{ id: number }> => {
  const { open, ended } = halves(f);
  // in the order of the list the database would walk past all that ended since
  const of =
    f.from || f.to ? sql`(select b.id, b.end_time from logistics_batch b ${ended} offset 0)` : sql`logistics_batch`;
  const then = sql`union all
    select e.id, ${FAR} + row_number() over (order by e.end_time desc, e.id desc)
    from (select b.id, b.end_time from ${of} b ${f.from || f.to ? sql`` : ended}
      order by b.end_time desc, b.id desc limit ${offset + size}) e`;
  return sql`
  select id from (
    select b.id, row_number() over (order by ${ofOpen}) as n from logistics_batch b ${open}
    ${endsToo(f) ? then : sql``}) found
  order by n limit ${size} offset ${offset}`;
};
/** How many there are, no further than so many: together they have no index, and each half has its own. */
export const countOfBatches = (f: BatchFilter, most: number): RawBuilder<{ n: number }> => {
  const { open, ended } = halves(f);
  const then = sql`union all select from logistics_batch b ${ended}`;
  return sql`select count(*)::int as n from (
    select from logistics_batch b ${open} ${endsToo(f) ? then : sql``} limit ${most}) c`;
};
/** The gravest of its reasons, which stands first. */
const why = sql`(select jsonb_build_object('code', r -> 'code', 'from', r -> 'from', 'to', r -> 'to', 'count', r -> 'count')
  from (select b.verdict_reasons -> 0 as r) one where b.verdict is not null and r is not null)`;
const judging = sql`(b.transit_time is not null and (coalesce(b.judge_time <= now(), false) or exists (select from batch_told t where t.batch_id = b.id)))`;
const columns = sql`b.id, b.serial, b.vehicle_id, b.plate, b.carrier, b.driver, o.org_name, b.owner_id, b.owner_name, b.template_name, b.template_id, b.template_time, b.state, b.result, b.abnormal,
  b.abnormal_info, b.scrapped, b.verdict, b.judged_time, ${why} as why, ${judging} as judging, b.start_place ->> 'address' as start_address, b.end_place ->> 'address' as end_address,
  b.destination ->> 'address' as destination_address, b.plan_start, b.plan_end, b.transit_time, b.end_time, ${late} as late, b.create_time,
  b.start_place as start, b.end_place as "end", b.destination, b.stops, b.limits, b.creator, b.end_reason, b.ended_by`;

// a lock that was on one that has ended says by now what is none of it
/** A seal's number while it is on, or the planned one; of a lock its own. */
const shownNumber = sql`coalesce(nullif(p.number, ''), d.sn, p.planned_number)`;
export const batchRows = (where: RawBuilder<unknown>, rest: RawBuilder<unknown>) => sql<BatchRow>`
  select ${columns}, q.positions, l.lock
  from logistics_batch b join organisation o on o.id = b.org_id
    cross join lateral (select coalesce(jsonb_agg(jsonb_build_object('id', p.id, 'nth', p.nth, 'position', p.position, 'process_name', p.process_name,
        'medium', p.medium, 'state', p.state, 'number', ${shownNumber}, 'planned_number', p.planned_number, 'seal_id', p.seal_id,
        'device_id', p.device_id, 'photos_asked', p.photos_asked, 'open_stops', p.open_stops, 'second_person', p.second_person,
        'openers', p.openers, 'sealed_time', ${iso(sql`p.sealed_time`)}, 'opened_time', ${iso(sql`p.opened_time`)}) order by p.nth), '[]') as positions
      from batch_position p left join device d on d.id = p.device_id where p.batch_id = b.id and p.nth is not null) q
    left join lateral (select jsonb_build_object('device_id', d.id, 'sn', d.sn, 'lock_status', s.lock_status, 'lock_time', ${iso(sql`s.lock_time`)},
        'place_time', ${iso(sql`s.place_time`)}, 'lat', s.lat, 'lon', s.lon) as lock
      from batch_position p join device d on d.id = p.device_id join lock_state s on s.device_id = d.id
      where p.batch_id = b.id and p.nth is not null and b.end_time is null order by s.present_time desc nulls last limit 1) l on true
  ${where} ${rest}`;

export interface BatchRow extends Omit<LogisticsBatch, 'share' | 'next_stop' | 'lock'> {
  start: BatchPlace;
  end: BatchPlace;
  destination: BatchPlace;
  stops: BatchStop[];
  lock: (NonNullable<LogisticsBatch['lock']> & { lat: number | null; lon: number | null }) | null;
}

/** A row with where the vehicle is on its way, by the lock that spoke last. */
export const onItsWay = <R extends BatchRow>(row: R) => {
  const { start, stops, end, destination, lock, state, plan_end } = row;
  const route: (BatchPlace & { plan_time?: string | null })[] = [
    start,
    ...stops,
    end,
    { ...destination, plan_time: plan_end },
  ];
  const isThere = lock !== null && lock.lat !== null && lock.lon !== null;
  const at = state === 'in_transit' && isThere ? along(route, { lat: lock.lat!, lon: lock.lon! }) : null;
  const next = state === 'in_transit' ? route[at?.next ?? 1] : undefined;
  return {
    ...row,
    // one that was ended by force came as far as nobody knows
    share: row.result === 'normal' ? 1 : (at?.share ?? null),
    next_stop: next ? { address: next.address, plan_time: next.plan_time ?? null } : null,
  };
};

export interface StepFilter {
  step?: unknown;
  batch_id?: number | undefined;
  operator_id?: number | undefined;
  keyword?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
  before?: number | undefined;
  ids?: number[] | undefined;
}
const NAMES = ['serial', 'plate'];
/** Which batches a keyword names, when they are few. */
export const batchesNamed = (keyword: string, finder: Finder, ctx: Pick<Ctx, 'operator'>) =>
  finder.few({ table: 'logistics_batch', as: 'b', word: { keyword, columns: NAMES, isPart: true } }, ctx);
const isNamed = (id: RawBuilder<unknown>, keyword: string): RawBuilder<unknown> =>
  sql`(select ${anyOf('b', NAMES, keyword)} from logistics_batch b where b.id = ${id})`;
/** Batches by serial or plate: also all of a vehicle that has been on the road for years. */
export const batchNaming = (finder: Finder): Naming => ({
  few: (keyword, ctx) =>
    finder.holding({ table: 'logistics_batch', as: 'b', word: { keyword, columns: NAMES, isPart: true } }, ctx),
  isNamed,
});
/** `batches`: which of them the keyword names, when they are few. */
const stepWord = (keyword: string, batches: number[] | null): Word => ({
  ...{ keyword, columns: ['number', 'oper_name'] },
  about: batches ? sql`s.batch_id = any(${batches})` : isNamed(sql`s.batch_id`, keyword),
});
const stepTerms = (f: StepFilter): RawBuilder<unknown>[] => {
  const terms: RawBuilder<unknown>[] = [sql`true`];
  if (f.before) terms.push(sql`s.id < ${f.before}`);
  if (f.ids) terms.push(sql`s.id = any(${f.ids})`);
  if (f.step !== undefined) terms.push(isOneOf(sql`s.step`, f.step));
  if (f.batch_id) terms.push(sql`s.batch_id = ${f.batch_id}`);
  if (f.operator_id) terms.push(sql`s.operator_id = ${f.operator_id}`);
  if (f.from) terms.push(sql`s.at >= ${f.from}`);
  if (f.to) terms.push(sql`s.at <= ${f.to}`);
  if (f.keyword) terms.push(holdsWord('s', stepWord(f.keyword, null)));
  return terms;
};
export const findingSteps = ({ step, ...f }: StepFilter & { size: number }, batches: number[] | null): Finding => ({
  ...{
    table: 'batch_step',
    as: 's',
    terms: stepTerms({ ...f, before: undefined, keyword: undefined }),
    size: f.size,
    before: f.before,
  },
  ...{ by: f.from || f.to ? 'at' : undefined },
  ...(step !== undefined && { each: { column: 'step', type: 'smallint', values: [step].flat() } }),
  few: f.batch_id !== undefined || f.operator_id !== undefined,
  word: f.keyword ? stepWord(f.keyword, batches) : undefined,
});
const stepColumns = sql`s.id, s.batch_id, b.serial, b.plate, s.position_id, s.position, s.step, s.cause, s.source, s.at, s.device_time, s.create_time,
  s.late, s.number, s.seal_id, s.device_id, s.operator_id, s.oper_name, s.org_name, s.witness,
  (select o.witness_id from seal_operation o where o.id = s.seal_operation_id) as witness_id,
  coalesce((select p.login_name from seal_operation o join operator p on p.id = o.witness_id where o.id = s.seal_operation_id), '') as witness_login, s.reason, s.lat, s.lon, s.accuracy, s.photos`;
export const stepRowsWhere = (where: RawBuilder<unknown>, rest: RawBuilder<unknown>) => sql<Record<string, unknown>>`
  select ${stepColumns} from batch_step s join logistics_batch b on b.id = s.batch_id ${where} ${rest}`;
export const stepRows = (f: StepFilter, rest: RawBuilder<unknown>) =>
  stepRowsWhere(sql`where ${sql.join(stepTerms(f), sql` and `)}`, rest);
