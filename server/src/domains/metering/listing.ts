import type { InputOf } from '@plomb/contract/kit/call';
import type { meters } from '@plomb/contract/metering/meters';
import { type RawBuilder, sql } from 'kysely';
import type { Pool } from 'pg';
import type { Listing } from '../../platform/crud.ts';
import { holds } from '../../platform/finding.ts';
import { kyselyOver } from '../../platform/postgres/kysely.ts';
import { openReach } from '../../platform/postgres/reach.ts';

type Input = Omit<InputOf<typeof meters.list>, 'page' | 'size'> & { page: number; size: number };

export const METER_WORDS = ['meter_name', 'factory_number', 'station', 'customer'];
/** A day of a meter that is still in use. */
export const ofUse = (day: 'due_date' | 'next_inspection') =>
  sql`case when m.state <> 'scrapped' then ${sql.ref(`m.${day}`)} end`;

const orders: Record<string, RawBuilder<unknown>> = {
  meter_name: sql`m.meter_name`,
  station: sql`m.station`,
  create_time: sql`m.create_time`,
  due_date: ofUse('due_date'),
  next_inspection: ofUse('next_inspection'),
};

/** Which meters a page shows, and how many there are, found outside row-level security like devices (decisions 0020, 0145). */
export const openMeterListing = (readers: Pool): Listing<Input> => {
  const db = kyselyOver(readers);
  const reach = openReach(readers);
  return async ({ page, size, sort, ...f }, { operator }) => {
    const orgs = await reach(operator);
    const terms: RawBuilder<unknown>[] = [sql`true`];
    if (orgs) terms.push(sql`m.org_id = any(${orgs})`);
    if (f.state) terms.push(sql`meter_state(m.state, m.patrol_time) = ${f.state}`);
    if (f.due) terms.push(sql`meter_due(${ofUse('due_date')}, z.today) = ${f.due}`);
    if (f.inspection_due) terms.push(sql`meter_due(${ofUse('next_inspection')}, z.today) = ${f.inspection_due}`);
    if (f.type_id) terms.push(sql`m.type_id = ${f.type_id}`);
    if (f.verifier_id) terms.push(sql`m.verifier_id = ${f.verifier_id}`);
    if (f.inspector_id) terms.push(sql`m.inspector_id = ${f.inspector_id}`);
    if (f.keyword) terms.push(holds('m', METER_WORDS, f.keyword));
    const asksDay = f.due || f.inspection_due;
    const days = sql`with z as materialized (select id, day_in(time_zone) as today from organisation)`;
    const from = sql`from meter m ${asksDay ? sql`join z on z.id = m.org_id` : sql``} where ${sql.join(terms, sql` and `)}`;
    const by = orders[sort?.replace(/^-/, '') ?? ''];
    const order = by
      ? sql`${by} ${sql.raw(sort!.startsWith('-') ? 'desc nulls last' : 'asc nulls last')}, m.id desc`
      : sql`m.id desc`;
    const [{ rows }, counted] = await Promise.all([
      sql<{
        id: number;
      }>`${asksDay ? days : sql``} select m.id ${from} order by ${order} limit ${size} offset ${(page - 1) * size}`.execute(
        db,
      ),
      sql<{ n: number }>`${asksDay ? days : sql``} select count(*)::int as n ${from}`.execute(db),
    ]);
    return { ids: rows.map(({ id }) => id), total: counted.rows[0]!.n };
  };
};
