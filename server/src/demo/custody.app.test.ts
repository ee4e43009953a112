import { metresBetween } from '@plomb/contract/lock/metres';
import { logisticsCalls } from '@plomb/contract/logistics/domain';
import { tooFast } from '@plomb/contract/logistics/whereabouts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { maintainPartitions } from '../ingest/partitions.ts';
import { openLog } from '../platform/log.ts';
import { startApi, type TestApi } from '../testing/api.ts';
import { LOOK, round } from './field.ts';
import { password, seedDemo } from './seed.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
  await maintainPartitions(api.owner, { now: Date.now(), retentionDays: 30 });
  await seedDemo(api.pools, api.vault, openLog('silent'), api.storage);
});
afterAll(() => api.stop());

const rows = async (sql: string) => (await api.owner.query(sql)).rows;

it('what the demonstration tells of a seal in a batch is an operation on that seal, and the seal stands as its last one left it', async () => {
  const [{ steps }] = await rows('select count(*)::int as steps from batch_step where seal_operation_id is not null');
  expect(steps).toBeGreaterThan(200);
  expect(
    await rows(
      'select step, number from batch_step where seal_id is not null and step <= 3 and seal_operation_id is null',
    ),
  ).toEqual([]);
  expect(
    await rows(
      `select s.number, s.state, o.to_state from seal s
       cross join lateral (select to_state from seal_operation where seal_id = s.id and outcome = 'done' order by at desc, id desc limit 1) o
       where s.state <> o.to_state`,
    ),
  ).toEqual([]);
});

it('no seal of the demonstration that is on something, spent or read by a reader is without the operation that put it there', async () => {
  expect(
    await rows(
      `select number, state from seal s where (state in ('sealed', 'spent') or rfid_time is not null)
         and not exists (select from seal_operation where seal_id = s.id and outcome = 'done')`,
    ),
  ).toEqual([]);
});

it('what a lock of the demonstration is on is sealed by its own word, and by no handset', async () => {
  const [{ locks }] = await rows("select count(*)::int as locks from batch_step where source = 'lock'");
  expect(locks).toBeGreaterThan(0);
  expect(
    await rows(
      `select s.id from batch_step s join batch_position p on p.id = s.position_id
       where p.medium = 'lock' and s.step in (0, 2, 3) and s.source <> 'lock'`,
    ),
  ).toEqual([]);
});

it('what was done with seals of batches has photos, drawn anew as those of handsets are, and each is kept as evidence of it', async () => {
  const [told] = await rows(
    `select count(*)::int as photos, count(distinct f.sha256)::int as pictures, bool_and(f.type = 'image/png' and f.purpose = 'seal' and f.width = 320) as drawn,
       bool_and(exists (select from file_use u where u.file_id = f.id and u.evidence)) as kept
     from batch_step s cross join lateral unnest(s.photos) p(id) join file f on f.id = p.id and f.org_id = s.org_id`,
  );
  expect(told.photos).toBeGreaterThan(200);
  expect(told).toMatchObject({ pictures: 12, drawn: true, kept: true });
  expect(
    await rows(
      `select s.id from batch_step s join seal_operation o on o.id = s.seal_operation_id where s.photos <> o.photos`,
    ),
  ).toEqual([]);
  const [{ sha256 }] = await rows("select sha256 from file where purpose = 'seal' limit 1");
  expect(await api.storage.stat(sha256)).toBeGreaterThan(0);
});

it('no meter of the demonstration was verified in days to come, or is expected to be inspected before its type asks', async () => {
  expect(await rows('select id, verify_date from meter_verification where create_time > now()')).toEqual([]);
  expect(
    await rows(
      `select m.meter_name, m.next_inspection from meter m join meter_type t on t.id = m.type_id join organisation o on o.id = m.org_id
       where m.next_inspection < (select (max(x.at) at time zone o.time_zone)::date from meter_inspection x where x.meter_id = m.id) + t.inspect_days`,
    ),
  ).toEqual([]);
});

it('what was found wrong with a meter of the demonstration, and its repair, have photos', async () => {
  const [told] = await rows(
    `select bool_and(cardinality(x.photos) > 0) as found, (select bool_and(cardinality(w.photos) > 0) from meter_work_order w where w.repair_time is not null) as repaired
     from meter_inspection x where x.exception_name <> ''`,
  );
  expect(told).toEqual({ found: true, repaired: true });
});

it('what was done with seals in the demonstration is told in the order in which it was done', async () => {
  for (const thing of ['point', 'position'])
    expect(
      await rows(
        `select number, at, before from (select number, at, lag(at) over (order by id) as before from seal_operation
           where ${thing === 'point' ? "thing = 'point' and idempotency_key like 'metering %'" : "idempotency_key like 'demonstration of a batch %' and at > now() - interval '1 day'"}) o
         where at < before - interval '30 minutes'`,
      ),
    ).toEqual([]);
});

it('the batch of the demonstration whose lock told all of its way was driven, sealed from its first report to its last, and is intact', async () => {
  const [{ id, start, stop, destination }] = await rows(
    `select b.id, b.start_place as start, b.stops -> 0 as stop, b.destination from logistics_batch b
     where b.state = 'completed' and exists (select from batch_position where batch_id = b.id and medium = 'lock')`,
  );
  const addresses = [start, stop, destination].map(({ address }: { address: string }) => address);
  expect(new Set(addresses).size).toBe(3);
  expect(metresBetween(start, destination)).toBeGreaterThan(20_000);
  const demo = await api.signedIn({ loginName: 'demo', password });
  const { verdict, ways } = await demo.ok(logisticsCalls.journeys.detail, { id });
  expect(verdict).toBe('intact');
  expect(ways[0]?.metres).toBeGreaterThan(20_000);
  const told = ways.flatMap(({ runs }) => runs.flat().map(([, , , , status]) => status));
  expect(new Set(told.slice(0, -1))).toEqual(new Set([2]));
});

it('nobody of the demonstration is faster than a lorry, also who looks a minute after they were late', () => {
  const minute = (n: number): number => n * LOOK * 60_000;
  const { start, stop, destination } = round;
  expect(tooFast([start, stop, destination].map((place, nth) => ({ at: minute(nth), place })))).toEqual([]);
});
