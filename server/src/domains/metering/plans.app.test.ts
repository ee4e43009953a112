import { meterCalendar } from '@plomb/contract/metering/calendar';
import { meterSeals } from '@plomb/contract/metering/sealRecords';
import type { ClientBase } from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openFinder } from '../../platform/finding.ts';
import { kyselyOn } from '../../platform/postgres/kysely.ts';
import { scoped, transaction } from '../../platform/postgres/transaction.ts';
import type { Served } from '../../platform/serve.ts';
import { type FreshDatabase, freshDatabase } from '../../testing/database.ts';
import { calendarRoutes } from './calendar.routes.ts';
import { sealRecordRoutes } from './sealRecords.routes.ts';

let database: FreshDatabase;
let org: number;
const DAY = 86_400_000;
const day = (offset: number) => new Date(Date.now() + offset * DAY).toISOString().slice(0, 10);

/** So many that nobody would read all of them for a few: 5,000 meters of 50 people, 20,000 inspections, and among 20,000 operations 50 on meters. */
beforeAll(async () => {
  database = await freshDatabase();
  const { owner } = database.pools;
  const { rows } = await owner.query<{ org: number; type: number }>(
    `with o as (insert into organisation (org_name) values ('house') returning id)
     insert into meter_type (org_id, type_name) select id, 'scale' from o returning org_id as org, id as type`,
  );
  org = rows[0]!.org;
  const { type } = rows[0]!;
  const tables = ['operator', 'meter', 'meter_inspection', 'seal_point', 'seal_operation'];
  for (const table of tables) await owner.query(`alter table ${table} disable trigger user`);
  await owner.query(
    `with r as (insert into role (org_id, role_name) values ($1, 'who') returning id)
     insert into operator (org_id, role_id, login_name, oper_name, password_hash) select $1, id, 'who-' || n, 'who ' || n, '' from r, generate_series(1, 50) n`,
    [org],
  );
  await owner.query(
    `insert into meter (org_id, type_id, meter_name, factory_number, station, due_date, next_inspection, verifier_id, inspector_id, operator_id, oper_name)
     select $1, $2, 'GZ-' || n, 'CX-' || n, 'yard', current_date + n % 700, current_date + n % 700, who, who, 1, 'who'
     from generate_series(1, 5000) n, lateral (select id as who from operator order by id offset n % 50 limit 1) p`,
    [org, type],
  );
  await owner.query(
    `insert into meter_inspection (org_id, meter_id, at, device_time, late, operator_id, oper_name, idempotency_key, asked, appearance, looks)
     select $1, (select min(id) from meter) + n % 5000, at, at, false, 1, 'who', n::text, '', 'good', '[]'
     from generate_series(1, 20000) n, lateral (select now() - n * interval '1 hour' as at) t`,
    [org],
  );
  await owner.query(
    `insert into seal_point (org_id, meter_id, nth, point_name) select $1, id, 1, 'cover' from meter order by id limit 50`,
    [org],
  );
  await owner.query(
    `insert into seal_operation (org_id, medium, number, operation, outcome, refusal, at, device_time, counter, late, operator_id, oper_name,
       idempotency_key, asked, thing, thing_id)
     select $1, 'qr', 'B ' || n, 0, 'refused', 'unknownSeal', now(), now(), 0, false, 1, 'who', n::text, '',
       case when n <= 50 then 'point' end, case when n <= 50 then (select min(id) from seal_point) + n - 1 end
     from generate_series(1, 20000) n`,
    [org],
  );
  for (const table of tables) await owner.query(`alter table ${table} enable trigger user`);
  await owner.query(`vacuum analyze organisation, ${tables.join(', ')}`);
});
afterAll(() => database.drop());

/** A connection that also keeps how the database goes about each statement. */
const told = (client: ClientBase) => {
  const plans: string[] = [];
  const query = async (text: string, values: unknown[]) => {
    const { rows } = await client.query<Record<string, string>>(`explain ${text}`, values);
    plans.push(rows.map((row) => Object.values(row)[0]).join('\n'));
    return client.query(text, values);
  };
  return { plans, client: { query } as never };
};
const run = (routes: Served[], path: string, input: object, ctx: object) =>
  routes.find(({ call }) => call.path === path)!.run(input as never, ctx as never);

it.each([undefined, 1])(
  'a calendar counts what is due and done from indexes, and looks up the few it names (type %s)',
  async (type_id) => {
    await scoped(database.pools.app, [org], async (client) => {
      const { plans, client: telling } = told(client);
      const ctx = { client: telling, db: kyselyOn(telling), operator: { orgId: org } };
      await run(
        calendarRoutes({ capacity: () => 1 }),
        meterCalendar.month.path,
        { from: day(-20), to: day(20), type_id },
        ctx,
      );
      const [, , days, people] = plans;
      expect(plans.join('\n')).not.toMatch(/Seq Scan on meter(_inspection)? /);
      expect(days).toMatch(/using meter_inspection_at on meter_inspection x/);
      // by whose they are, also those of a type
      expect(people).toContain('Index Cond: ((verifier_id = l.who) AND (due_date <= LEAST(l.day,');
      expect(people).toContain('Index Cond: ((inspector_id = l.who) AND (next_inspection <= LEAST(l.day,');
      if (type_id === undefined) {
        expect(days).toMatch(/Index Only Scan using meter_(by_due|due_whose) /);
        expect(people).toMatch(/Index Only Scan using meter_(by_inspection|inspection_due_whose) /);
      }
    });
  },
);

it('a word is looked for among the newest operations on meters by themselves: among all operations they are few', async () => {
  await transaction(database.pools.owner, async (client) => {
    const { plans, client: telling } = told(client);
    const routes = sealRecordRoutes({ finder: openFinder(telling) });
    const ctx = { client: telling, db: kyselyOn(telling), operator: { orgId: org, orgIds: [org] } };
    await run(routes, meterSeals.list.path, { keyword: 'who', size: 20 }, ctx);
    const walk = plans.find((plan) => plan.includes('seal_operation'))!;
    expect(walk).toMatch(/Index Scan using seal_operation_points on seal_operation/);
    expect(walk).not.toMatch(/Seq Scan on seal_operation|seal_operation_pkey/);
  });
});
