import type { devices } from '@plomb/contract/devices/devices';
import type { InputOf } from '@plomb/contract/kit/call';
import { searchKey } from '@plomb/contract/kit/search';
import { type RawBuilder, sql } from 'kysely';
import type { Pool } from 'pg';
import { contains, isOneOf, type Listing, matches } from '../platform/crud.ts';
import { kyselyOver } from '../platform/postgres/kysely.ts';
import { openReach } from '../platform/postgres/reach.ts';
import type { Ctx } from '../platform/serve.ts';
import * as state from './state.ts';

const seenTime = sql.raw(state.seenTime);
const connection = sql.raw(state.connection);

type Input = Omit<InputOf<typeof devices.list>, 'page' | 'size'> & { page: number; size: number };

/** A list narrowed by what changes all the time is counted up to here; nobody turns to the five hundredth page of it. */
const countedUpTo = 10_000;

const joins = {
  s: sql`join lock_state s on s.device_id = d.id`,
  c: sql`join device_connection c on c.device_id = d.id`,
  t: sql`join device_type t on t.id = d.device_type_id`,
  w: sql.raw(state.offRoute),
};
type Join = keyof typeof joins;

interface Order {
  by: RawBuilder<unknown>;
  id: RawBuilder<unknown>;
  joins: readonly Join[];
  /** there may be none, and then it comes last both ways */
  nullable: boolean;
}
const ofDevice = (column: string): Order => ({ by: sql.ref(`d.${column}`), id: sql`d.id`, joins: [], nullable: false });
const byId = ofDevice('id');
const orders: Record<string, Order> = {
  sn: ofDevice('sn'),
  device_name: ofDevice('device_name'),
  create_time: ofDevice('create_time'),
  lock_status: { by: sql`s.lock_status`, id: sql`s.device_id`, joins: ['s'], nullable: false },
  electric: { by: sql`s.electric`, id: sql`s.device_id`, joins: ['s'], nullable: true },
  seen_time: { by: seenTime, id: sql`s.device_id`, joins: ['s', 'c'], nullable: true },
};

const holds = (keyword: string) => sql`d.search_text like search_key(${contains(keyword.normalize('NFKC'))})`;

/** What is narrowed by, each with the tables it needs. `counts` is what `device_count` can answer for. */
const narrowing = (input: Input, orgIds: readonly number[] | null) => {
  const counts: RawBuilder<unknown>[] = [];
  if (orgIds) counts.push(sql`d.org_id = any(${orgIds})`);
  if (input.org_id !== undefined) counts.push(sql`d.org_id = ${input.org_id}`);
  if (input.device_type_id !== undefined) counts.push(sql`d.device_type_id = ${input.device_type_id}`);
  const rest: RawBuilder<unknown>[] = [];
  const needs: Join[] = [];
  if (input.stock_status !== undefined) rest.push(isOneOf(sql`d.stock_status`, input.stock_status));
  if (input.device_state !== undefined) rest.push(sql`d.device_state = ${input.device_state}`);
  if (input.status !== undefined) rest.push(sql`d.status = ${input.status}`);
  if (input.heard !== undefined) {
    needs.push('s', 'c');
    rest.push(isOneOf(sql`(${sql.raw(state.heard)})`, input.heard));
  }
  if (input.astray !== undefined) {
    needs.push('s', 'c', 't', 'w');
    rest.push(isOneOf(sql`(${sql.raw(state.astray)})`, input.astray));
  }
  if (input.low_battery !== undefined) {
    needs.push('s', 't');
    rest.push(sql`${sql.raw(state.lowBattery)} = ${input.low_battery}`);
  }
  if (input.lock_status !== undefined) {
    needs.push('s');
    rest.push(isOneOf(sql`s.lock_status`, input.lock_status));
  }
  if (input.connection !== undefined) {
    needs.push('s', 'c', 't');
    rest.push(isOneOf(connection, input.connection));
    // said twice, for the index of it
    if (input.connection === 'online') rest.push(sql`c.connected`);
  }
  const { keyword, guards } = input;
  // said twice, for the index of it
  if (guards !== undefined) rest.push(holds(guards), sql`search_key(d.subject) = search_key(${guards})`);
  if (keyword)
    rest.push(
      searchKey(keyword) === ''
        ? sql`(${sql.join(
            ['sn', 'device_name', 'subject', 'device_no', 'sim_card'].map((f) => matches(sql.ref(`d.${f}`), keyword)),
            sql` or `,
          )})`
        : holds(keyword),
    );
  return { counts, rest, needs };
};

/**
 * Which devices a page of the list shows, and how many there are: found on narrow indexes, outside row-level security
 * (which keeps the search's index from being used, and asks about each row passed over), with the operator's scope in
 * words. What the page then shows of these ids is read under row-level security like everything else.
 *
 * Pages of the far half are read from the other end: no page costs more than the one in the middle.
 */
export const openListing = (readers: Pool, upTo = countedUpTo): Listing<Input> => {
  const db = kyselyOver(readers);
  const reach = openReach(readers);

  return async (input, { operator }) => {
    const { counts, rest, needs } = narrowing(input, await reach(operator));
    const retired = input.retired === true;
    const isRetired = sql.raw(retired ? 'd.retired_time is not null' : 'd.retired_time is null');
    const where = sql.join([isRetired, ...counts, ...rest], sql` and `);
    const from = (more: readonly Join[]) =>
      sql`device d ${sql.join(
        [...new Set([...needs, ...more])].map((name) => joins[name]),
        sql` `,
      )}`;

    const isPlain = rest.length === 0;
    const counting = isPlain
      ? sql<{ n: number }>`select coalesce(sum(d.devices), 0)::bigint as n from device_count d
          where ${sql.join([sql`d.retired = ${retired}`, ...counts], sql` and `)}`
      : sql<{ n: number }>`select count(*) as n from (
          select from ${from([])} where ${where} limit ${upTo + 1}) counted`;
    const found = (await counting.execute(db)).rows[0]?.n ?? 0;
    const isCut = !isPlain && found > upTo;
    const total = isCut ? { total: upTo, totalIsAtLeast: true as const } : { total: found };

    const order = orders[input.sort?.replace(/^-/, '') ?? 'id'] ?? byId;
    const descends = input.sort?.startsWith('-') ?? true;
    const offset = (input.page - 1) * input.size;
    const many = Math.min(input.size, total.total - offset);
    if (many <= 0) return { ids: [], ...total };
    const isFar = !isCut && !order.nullable && offset > found / 2;
    const pageOf = async (only: RawBuilder<unknown>, way: 'asc' | 'desc' | 'desc nulls last') =>
      (
        await sql<{ id: number }>`select d.id from ${from(order.joins)} where ${where} and ${only}
          order by ${order.by} ${sql.raw(way)}, ${order.id} ${sql.raw(way.slice(0, 4))}
          limit ${many} offset ${isFar ? found - offset - many : offset}`.execute(db)
      ).rows.map((row) => row.id);

    if (isFar) return { ids: (await pageOf(sql`true`, descends ? 'asc' : 'desc')).reverse(), ...total };
    if (!descends) return { ids: await pageOf(sql`true`, 'asc'), ...total };
    if (!order.nullable) return { ids: await pageOf(sql`true`, 'desc'), ...total };
    // the index has the nulls at the end that is read first: it is of use for those that have a value
    const ids = await pageOf(sql`${order.by} is not null`, 'desc');
    return { ids: ids.length === many ? ids : await pageOf(sql`true`, 'desc nulls last'), ...total };
  };
};

/** All devices in service that a filter leaves, by id, `most` at the most. */
export const openDeviceIds = (readers: Pool) => {
  const db = kyselyOver(readers);
  const reach = openReach(readers);
  return async (
    filter: Omit<Input, 'page' | 'size' | 'sort'>,
    { operator }: Pick<Ctx, 'operator'>,
    most: number,
  ): Promise<number[]> => {
    const { counts, rest, needs } = narrowing({ ...filter, page: 1, size: 1 }, await reach(operator));
    const where = sql.join([sql`d.retired_time is null`, ...counts, ...rest], sql` and `);
    const from = sql.join(
      [sql`device d`, ...new Set(needs)].map((one) => (typeof one === 'string' ? joins[one] : one)),
      sql` `,
    );
    const found = await sql<{
      id: number;
    }>`select d.id from ${from} where ${where} order by d.id limit ${most}`.execute(db);
    return found.rows.map(({ id }) => id);
  };
};
