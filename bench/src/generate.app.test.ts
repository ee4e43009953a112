import { blankDatabase } from '@plomb/server/testing/database';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { generate } from './generate.ts';

const size = { devices: 1000, organisations: 12, positions: 20_000, days: 3 };
let database: Awaited<ReturnType<typeof blankDatabase>>;
let db: Client;
beforeAll(async () => {
  database = await blankDatabase();
  await generate(database.url, size, () => undefined);
  db = new Client({ connectionString: database.url });
  await db.connect();
});
afterAll(async () => {
  await db.end();
  await database.drop();
});

const one = async (sql: string): Promise<number> => Number((await db.query<{ n: string }>(sql)).rows[0]!.n);

it('makes a fleet of the size asked for, with its present and its past', async () => {
  expect(await one('select count(*) as n from organisation')).toBe(12);
  for (const table of ['device', 'lock_state', 'device_connection'])
    expect(await one(`select count(*) as n from ${table}`)).toBe(1000);
  expect(await one('select sum(devices) as n from device_count')).toBe(1000);
  expect(await one('select count(distinct org_id) as n from device')).toBe(12);
  // two whole days and what has gone of today
  expect(await one('select count(*) as n from position')).toBeGreaterThanOrEqual((2 * 20_000) / 3);
  expect(await one('select count(*) as n from position where device_time > now()')).toBe(0);
  expect(await one('select count(*) as n from alarm where process_time is null')).toBeGreaterThan(0);
  for (const table of ['lock_event', 'alarm'])
    expect(
      await one(
        `select count(*) as n from ${table} t where not exists (select from device d where d.id = t.device_id and d.org_id = t.org_id)`,
      ),
    ).toBe(0);
});

it('leaves the rules of the tables as they were', async () => {
  const other = await blankDatabase();
  const plain = new Client({ connectionString: other.url });
  try {
    await generate(other.url, { ...size, devices: 1, positions: 1, days: 1 }, () => undefined);
    await plain.connect();
    const rules = async (of: Client) =>
      (
        await of.query<{ rule: string }>(
          `select conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid) as rule from pg_constraint
             where contype = 'f' and conparentid = 0
           union all select pg_get_indexdef(indexrelid) from pg_index where indrelid = 'device'::regclass
           union all select tgrelid::regclass || ' ' || tgname || ' ' || tgenabled::text from pg_trigger where not tgisinternal
           order by 1`,
        )
      ).rows.map((row) => row.rule);
    expect(await rules(db)).toEqual(await rules(plain));
    expect((await rules(db)).filter((rule) => rule.endsWith(' D'))).toEqual([]);
    expect((await rules(db)).join('\n')).toContain('lock_state lock_state_device_id_org_id_fkey FOREIGN KEY');
  } finally {
    await plain.end();
    await other.drop();
  }
});

it('fills no database that is in use', async () => {
  await expect(generate(database.url, size, () => undefined)).rejects.toThrow('devices already');
});
