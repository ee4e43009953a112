import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ledgerFacts } from '@plomb/contract/custody/facts';
import { ledger } from '@plomb/contract/custody/ledger';
import { groupOf } from '@plomb/contract/custody/rows';
import { devices } from '@plomb/contract/devices/devices';
import { stock } from '@plomb/contract/devices/stock';
import { maskedActor } from '@plomb/contract/lock/cards';
import { LockAction, LockSource } from '@plomb/contract/lock/codes';
import type { LockReport } from '@plomb/contract/lock/report';
import { orderQueue } from '@plomb/contract/orders/orderQueue';
import { orders } from '@plomb/contract/orders/orders';
import { Client } from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { maintainPartitions } from '../../ingest/partitions.ts';
import { anEvent, aReport } from '../../ingest/testing/reports.ts';
import { backupDatabase } from '../../platform/postgres/backup/dump.ts';
import { restoreDatabase } from '../../platform/postgres/backup/load.ts';
import { startApi, type TestApi } from '../../testing/api.ts';
import {
  type BuiltDevice,
  type BuiltOperator,
  buildDevice,
  buildOperator,
  buildOrganisation,
} from '../../testing/build.ts';
import type { Caller } from '../../testing/client.ts';
import { blankDatabase } from '../../testing/database.ts';

let api: TestApi;
let top: number;
let org: number;
let operator: BuiltOperator;
let caller: Caller;
let boss: Caller;
let stranger: Caller;
let lock: BuiltDevice;
const start = Math.floor(Date.now() / 1000) * 1000 - 3_600_000;

beforeAll(async () => {
  api = await startApi();
  top = await buildOrganisation(api.db);
  org = await buildOrganisation(api.db, top);
  operator = await buildOperator(api.db, org);
  caller = await api.signedIn(operator);
  boss = await api.signedIn(await buildOperator(api.db, top));
  stranger = await api.signedIn(await buildOperator(api.db, await buildOrganisation(api.db)));
  await maintainPartitions(api.owner, { now: Date.now(), retentionDays: 400 });
});
afterAll(() => api.stop());
beforeEach(async () => {
  lock = await buildDevice(api.db, org);
});

interface Row {
  id: number;
  org_id: number;
  fact: string;
  operator_id: number | null;
  oper_name: string;
  by_right: string;
  details: Record<string, unknown>;
  rests_on: string[];
  holds: boolean;
}
const rowsOf = async (device = lock.id): Promise<Row[]> =>
  (
    await api.owner.query<Row>(
      'select l.*, l.digest = ledger_digest(l) as holds from ledger l where device_id = $1 order by id',
      [device],
    )
  ).rows;
const factsOf = async (device = lock.id): Promise<string[]> => (await rowsOf(device)).map(({ fact }) => fact);
const one = async <T extends object>(sql: string, values: unknown[] = []): Promise<T> =>
  (await api.owner.query<T>(sql, values)).rows[0]!;
const tell = (second: number, changes: Partial<LockReport> = {}): Promise<void> =>
  api.ingest.submit(
    { id: lock.id },
    aReport({
      family: 'hhd',
      deviceTime: start + second * 1000,
      receiveTime: start + second * 1000 + 500,
      serial: second,
      ...changes,
    }),
  );
const sealed = {
  raw: Buffer.from('sealed'),
  ls: 2 as const,
  event: anEvent(LockAction.lock, LockSource.cardSeal, 2, { code: 'hhd:0003', actor: '53374433' }),
};
const order = async (more = ''): Promise<number> =>
  (
    await one<{ id: number }>(
      `insert into command (device_id, org_id, kind, physical, idempotency_key, operator_id, oper_name, expire_time, reason)
       values ($1, $2, 'unseal', true, gen_random_uuid()::text, $3, 'Somebody', now() + interval '1 hour', 'customs' ${more}) returning id`,
      [lock.id, org, operator.id],
    )
  ).id;

describe('a word of a lock', () => {
  it('is a fact once, with its frame, its card masked, and nothing for what is told again or says nothing', async () => {
    await tell(1);
    expect(await factsOf()).toEqual([]);
    await tell(10, sealed);
    await tell(10, sealed);
    const [row, ...more] = await rowsOf();
    expect(more).toEqual([]);
    const frame = await one<{ sha256: string }>(
      "select encode(sha256(raw), 'hex') as sha256 from position where device_id = $1 and eventful",
      [lock.id],
    );
    expect(row).toMatchObject({
      ...{ org_id: org, operator_id: null, by_right: 'card', rests_on: [frame.sha256], holds: true },
      details: { code: 'hhd:0003', after: 2, actor: '***4433' },
    });
    expect(JSON.stringify(row)).not.toContain('53374433');
  });

  it('is judged again in a row of its own when an earlier one comes late', async () => {
    await tell(10, sealed);
    await tell(30, {
      ls: 0,
      event: anEvent(LockAction.unlock, LockSource.cardUnseal, 0, { code: 'hhd:0004', actor: '1' }),
    });
    const before = await rowsOf();
    await tell(20, { ls: 3, replay: true, event: anEvent(LockAction.tamper, null, 3, { code: 'hhd:000F' }) });
    const after = await rowsOf();
    expect(after.slice(0, before.length)).toEqual(before);
    expect(
      after
        .slice(before.length)
        .map(({ fact }) => fact)
        .sort(),
    ).toEqual(['lock.forced', 'lock.judged_again']);
  });

  it('is none while nobody has proved it to be the lock’s, and becomes one when the lock repeats it with a proof', async () => {
    await tell(10, { ...sealed, authenticated: false });
    expect(await factsOf()).toEqual([]);
    await tell(10, { ...sealed, authenticated: true });
    expect(await factsOf()).toEqual(['lock.sealed']);
  });

  it.each([
    ['53374433', 5],
    ['1234567', null],
    ['12', 9],
    ['13800000000', 1],
    ['driver', 4],
    ['***4433', 5],
    ['', 5],
    ['a0b1c2', 3],
  ])('names %s by source %s as everywhere', async (actor, lso) => {
    const { shown } = await one<{ shown: string }>('select masked_actor($1, $2::smallint) as shown', [actor, lso]);
    expect(shown).toBe(maskedActor(actor, lso));
  });
});

it('an order is told from when it was given to what it did, each once, and by whom only what a person did', async () => {
  const id = await order();
  const set = (what: string) => api.db.query(`update command set ${what} where id = $1`, [id]);
  await set("state = 'sent', attempt = 1, sent_time = now()");
  await set("state = 'answered_ok', answer_time = now(), finish_time = now()");
  await set("gateway = 'x'");
  await set("evidence = 'confirmed', evidence_time = now()");
  await set("evidence = 'confirmed'");
  await set('evidence = null, evidence_time = null');
  await set("evidence = 'confirmed', evidence_time = now()");
  await set(`settle_time = now(), settler_id = ${operator.id}, settler = 'Settler', settle_stage = stage`);
  const rows = await rowsOf();
  expect(rows.map(({ fact, oper_name }) => [fact, oper_name])).toEqual([
    ['order.given', 'Somebody'],
    ['order.sent', ''],
    ['order.answered_ok', ''],
    ['proof.confirmed', ''],
    ['proof.withdrawn', ''],
    ['proof.confirmed', ''],
    ['order.settled', 'Settler'],
  ]);
  expect(rows[0]).toMatchObject({ by_right: 'organisation', details: { kind: 'unseal', reason: 'customs' } });
});

it.each<[string, (id: number) => Promise<unknown>]>([
  ['on its lock', (id) => caller.ok(orders.cancel, { id })],
  ['in the queue', (id) => caller.ok(orderQueue.cancel, { ids: [id] })],
  ['with its lock', () => caller.ok(devices.retire, { ids: [lock.id], reason: 'broken' })],
])('an order that a person takes back %s names them, and they are found by it', async (_, takeBack) => {
  const id = await order();
  await takeBack(id);
  const { rows } = await caller.ok(ledger.list, { operator_id: operator.id, device_id: lock.id, group: 'order' });
  expect(rows.map(({ fact, operator_id, oper_name, by_right }) => [fact, operator_id, oper_name, by_right])).toEqual([
    ['order.cancelled', operator.id, `Operator ${operator.loginName}`, 'organisation'],
    ['order.given', operator.id, 'Somebody', 'organisation'],
  ]);
});

it('what may have reached its lock and is taken back names who did, and what becomes of it then does not', async () => {
  const id = await order();
  await api.db.query('update command set doubtful = true, attempt = 1 where id = $1', [id]);
  await caller.ok(orders.cancel, { id });
  await api.db.query(
    "update command set state = 'answered_ok', answer_time = now(), finish_time = now() where id = $1",
    [id],
  );
  expect((await rowsOf()).map(({ fact, operator_id }) => [fact, operator_id])).toEqual([
    ['order.given', operator.id],
    ['order.uncertain', operator.id],
    ['order.answered_ok', null],
  ]);
});

it('an order that nobody took back names nobody', async () => {
  await order();
  await api.db.query(
    "update command set state = 'cancelled', cause = 'right', finish_time = now() where device_id = $1",
    [lock.id],
  );
  expect((await rowsOf()).at(-1)).toMatchObject({
    fact: 'order.cancelled',
    operator_id: null,
    oper_name: '',
    by_right: '',
  });
});

it('an order that neither moves metal nor changes who can open it is no fact of custody', async () => {
  await one(
    `insert into command (device_id, org_id, kind, physical, doubtful, again, idempotency_key, operator_id, oper_name, expire_time, args)
     values ($1, $2, 'text', false, false, true, 'k', $3, 'x', now() + interval '1 hour', '{}') returning id`,
    [lock.id, org, operator.id],
  );
  expect(await factsOf()).toEqual([]);
});

it('what an order carries is in no row of it', async () => {
  await one(
    `insert into command (device_id, org_id, kind, physical, idempotency_key, operator_id, oper_name, expire_time, args)
     values ($1, $2, 'add_cards', false, 'k2', $3, 'x', now() + interval '1 hour', '{"cards": ["4455667788"]}') returning id`,
    [lock.id, org, operator.id],
  );
  const rows = await rowsOf();
  expect(rows.map(({ fact }) => fact)).toEqual(['order.given']);
  expect(JSON.stringify(rows)).not.toContain('4455667788');
});

it('an approval, a password that was sent and never left, and a step of the stock have their rows', async () => {
  const other = await buildOperator(api.db, org);
  const approval = await one<{ id: number }>(
    `insert into approval (org_id, device_id, kind, reason, operator_id, oper_name, login_name, idempotency_key, expire_time)
     values ($1, $2, 'unseal', 'x', $3, 'Asker', 'x', gen_random_uuid()::text, now() + interval '1 hour') returning id`,
    [org, lock.id, operator.id],
  );
  await api.db.query(
    `update approval set state = 'approved', end_time = now(), decider_id = $2, decider_name = 'Decider', decider_login = 'd', way = 'afar'
      where id = $1`,
    [approval.id, other.id],
  );
  await api.owner.query(
    `insert into password_disclosure (password_id, device_id, org_id, operator_id, oper_name, reason, address, sent_name, channel, message_id,
       until_time) values (1, $1, $2, $3, 'Giver', 'gate', '127.0.0.1', 'Driver', 'sms', 1, now())`,
    [lock.id, org, operator.id],
  );
  await api.owner.query('update password_disclosure set never_left = true where device_id = $1', [lock.id]);
  await caller.ok(stock.stock_in, { numbers: [lock.sn] });
  expect((await rowsOf()).map(({ fact, oper_name }) => `${fact} ${oper_name}`.trim())).toEqual([
    'approval.asked Asker',
    'approval.approved Decider',
    'password.sent Giver',
    'password.never_left',
    `stock.stock_in Operator ${operator.loginName}`,
  ]);
});

it('a device that goes to another organisation goes in a row of the one and comes in a row of the other, with its photo', async () => {
  const sha256 = 'c'.repeat(64);
  await api.owner.query(
    `with c as (insert into file_content (sha256, bytes) values ($2, 1) returning sha256)
     insert into file (id, org_id, purpose, type, sha256, bytes) select repeat('p', 24), $1, 'custody', 'image/png', sha256, 1 from c`,
    [org, sha256],
  );
  await api.owner.query(
    `insert into custody (device_id, org_id, to_org_id, step, from_status, to_status, device_state, operator_id, oper_name, source, photo)
     values ($1, $2, $3, 'transfer', 4, 4, 'in_use', $4, 'x', 'web', repeat('p', 24))`,
    [lock.id, org, top, operator.id],
  );
  expect((await rowsOf()).map(({ fact, org_id, rests_on }) => [fact, org_id, rests_on])).toEqual([
    ['stock.transfer', org, [sha256]],
    ['stock.came', top, [sha256]],
  ]);
  const [row] = (await caller.ok(ledger.list, { device_id: lock.id, group: 'stock' })).rows;
  const detail = await caller.ok(ledger.detail, { id: row!.id });
  expect(detail).toMatchObject({ holds: true, kept: [{ sha256, frame: null, file: 'p'.repeat(24) }] });
});

describe('a refusal', () => {
  const refused = (who: Caller) =>
    who.call(orders.unseal, { device_id: lock.id, reason: 'customs check', idempotency_key: crypto.randomUUID() });

  it('is told of a device of the own organisation or below it, and the same within a minute once', async () => {
    await api.db.query('update device set lost = true where id = $1', [lock.id]);
    for (let n = 0; n < 3; n++) expect((await refused(caller)).verify.sign).not.toBe('success');
    expect((await refused(boss)).verify.sign).not.toBe('success');
    const rows = await rowsOf();
    expect(rows.map(({ fact, org_id }) => [fact, org_id])).toEqual([
      ['refusal', org],
      ['refusal', org],
    ]);
    expect(rows[0]).toMatchObject({
      operator_id: operator.id,
      details: { call: orders.unseal.path, title: orders.unseal.title },
    });
  });

  it('leaves nothing of a device of somebody else', async () => {
    expect((await refused(stranger)).verify.sign).not.toBe('success');
    expect(await factsOf()).toEqual([]);
    expect((await stranger.ok(ledger.list, {})).rows).toEqual([]);
  });
});

describe('what stands in it', () => {
  it('is changed, deleted and emptied by nobody', async () => {
    await order();
    for (const pool of [api.pools.app, api.pools.platform, api.pools.owner])
      for (const sql of ["update ledger set oper_name = 'x'", 'delete from ledger', 'truncate ledger'])
        await expect(pool.query(sql)).rejects.toThrow(/append only|permission denied/);
    await expect(
      api.owner.query("begin; select set_config('plomb.forgetting', 'on', true); delete from ledger; commit"),
    ).rejects.toThrow('append only');
    for (const pool of [api.pools.app, api.pools.platform])
      await expect(
        pool.query("insert into ledger (org_id, fact, source, source_id, at) values (1, 'refusal', 'x', 1, now())"),
      ).rejects.toThrow('permission denied');
    expect(await factsOf()).toEqual(['order.given']);
  });

  it('no longer holds once it is changed behind the triggers’ back, whatever is changed', async () => {
    await order();
    const [row] = await rowsOf();
    const holds = async () => (await caller.ok(ledger.detail, { id: row!.id })).holds;
    expect(await holds()).toBe(true);
    const forge = (what: string) =>
      api.owner.query(
        `alter table ledger disable trigger ledger_stays; update ledger set ${what} where id = ${row!.id};
         alter table ledger enable always trigger ledger_stays`,
      );
    const { rows: columns } = await api.owner.query<{ name: string; type: string }>(
      `select attname as name, atttypid::regtype::text as type from pg_attribute
        where attrelid = 'ledger'::regclass and attnum > 0 and not attisdropped and attgenerated = '' and attname not in ('id', 'digest', 'org_id')`,
    );
    const others: Record<string, string> = {
      ...{ bigint: '4711', text: `'order.sent'`, 'timestamp with time zone': `'2020-01-01'`, smallint: '2' },
      ...{ 'double precision': '1.5', real: '1.5', jsonb: `'{"x": 1}'`, 'text[]': `'{x}'` },
    };
    const kept = await one<Record<string, unknown>>(`select to_jsonb(l) as row from ledger l where id = ${row!.id}`);
    for (const { name, type } of columns) {
      await forge(`${name} = ${others[type]}`);
      expect([name, await holds()]).toEqual([name, false]);
      await api.owner.query('alter table ledger disable trigger ledger_stays');
      await api.owner.query(
        `update ledger set ${name} = (jsonb_populate_record(null::ledger, $1)).${name} where id = $2`,
        [JSON.stringify(kept.row), row!.id],
      );
      await api.owner.query('alter table ledger enable always trigger ledger_stays');
      expect([name, await holds()]).toEqual([name, true]);
    }
  });

  it('has the same digest whatever the settings of whoever asks', async () => {
    await tell(10, sealed);
    const client = new Client({ connectionString: api.database.url });
    await client.connect();
    const digests = new Set<string>();
    for (const settings of [
      '',
      "set timezone = 'Asia/Shanghai'; set datestyle = 'SQL, DMY'; set intervalstyle = 'iso_8601'",
      "set timezone = 'America/St_Johns'; set extra_float_digits = -5; set bytea_output = 'escape'",
    ]) {
      if (settings) await client.query(settings);
      const { rows } = await client.query('select ledger_text(l) as text from ledger l where device_id = $1', [
        lock.id,
      ]);
      digests.add(rows[0].text);
    }
    await client.end();
    expect(digests.size).toBe(1);
  });

  it('keeps its device and its organisation from being deleted', async () => {
    await order();
    await api.owner.query('delete from command where device_id = $1', [lock.id]);
    await expect(api.owner.query('delete from device where id = $1', [lock.id])).rejects.toThrow('has a history');
    const gone = await buildOrganisation(api.db);
    await api.owner.query(
      "insert into ledger (org_id, fact, source, source_id, at) values ($1, 'refusal', 'x', 1, now())",
      [gone],
    );
    await expect(api.owner.query('delete from organisation where id = $1', [gone])).rejects.toMatchObject({
      code: '23503',
    });
  });

  it('comes back from a backup as it was, and nothing is told a second time', async () => {
    await tell(10, sealed);
    await order();
    const all = 'select to_jsonb(l)::text as row, l.digest = ledger_digest(l) as holds from ledger l order by id';
    const before = (await api.owner.query(all)).rows;
    const dir = await mkdtemp(join(tmpdir(), 'plomb-ledger-'));
    const target = await blankDatabase();
    await backupDatabase(api.database.url, join(dir, 'all.plomb'));
    await restoreDatabase(target.url, join(dir, 'all.plomb'), join(import.meta.dirname, '../../../migrations'));
    const client = new Client({ connectionString: target.url });
    await client.connect();
    expect((await client.query(all)).rows).toEqual(before);
    await expect(client.query('truncate ledger')).rejects.toThrow('append only');
    await expect(client.query('delete from ledger')).rejects.toThrow('append only');
    await client.end();
    await target.drop();
    await rm(dir, { recursive: true });
    expect(before.every(({ holds }) => holds)).toBe(true);
  });
});

describe('whoever reads it', () => {
  it('goes back through it page by page, by when it happened, each row once', async () => {
    for (let n = 0; n < 3; n++) {
      const id = await order();
      await api.db.query("update command set state = 'cancelled', finish_time = now() where id = $1", [id]);
    }
    const ids: number[] = [];
    for (let before: number | undefined; ; ) {
      const page = await caller.ok(ledger.list, { device_id: lock.id, size: 4, ...(before && { before }) });
      ids.push(...page.rows.map(({ id }) => id));
      before = page.rows.at(-1)?.id;
      if (!page.more) break;
    }
    const { rows } = await api.owner.query<{ id: number }>(
      'select id from ledger where device_id = $1 order by at desc, id desc',
      [lock.id],
    );
    expect(ids).toEqual(rows.map(({ id }) => id));
    expect(ids).toHaveLength(6);
  });

  it('narrows it to a kind, a device, a person, a name and a time', async () => {
    await order();
    await tell(10, sealed);
    const facts = async (asked: object, who = caller) =>
      (await who.ok(ledger.list, asked)).rows.map(({ fact }) => fact);
    const here = { device_id: lock.id };
    expect((await facts(here)).sort()).toEqual(['lock.sealed', 'order.given']);
    expect(await facts({ ...here, group: ['order', 'proof'] })).toEqual(['order.given']);
    expect(await facts({ ...here, operator_id: operator.id })).toEqual(['order.given']);
    expect((await facts({ keyword: lock.sn })).sort()).toEqual(['lock.sealed', 'order.given']);
    expect(await facts({ keyword: lock.sn, group: 'lock' })).toEqual(['lock.sealed']);
    expect(await facts({ ...here, to: new Date(start - 60_000).toISOString() })).toEqual([]);
    expect((await facts({ group: ['lock'] })).every((fact) => groupOf(fact) === 'lock')).toBe(true);
    expect((await facts({ operator_id: operator.id })).length).toBeGreaterThan(0);
    expect((await facts(here, boss)).sort()).toEqual(['lock.sealed', 'order.given']);
    const month = await caller.call(ledger.list, { from: new Date(Date.now() - 40 * 86_400_000).toISOString() });
    expect(month.verify.sign).toBe('validation');
  });

  describe('looks for a word', () => {
    let sealed: number;
    let batch: number;
    const rows = async (keyword: string, who = caller, more = {}) =>
      (await who.ok(ledger.list, { keyword, ...more })).rows.map(({ fact }) => fact);
    const planned = (serial: string, plate: string, of = org) =>
      one<{ id: number }>(
        `with v as (insert into vehicle (org_id, plate, enterprise, creator) values ($1, gen_random_uuid()::text, 'carrier', 'who') returning id)
         insert into logistics_batch (org_id, serial, vehicle_id, plate, carrier, owner_id, owner_name, creator_id, creator, plan_start, plan_end,
           start_place, end_place, destination)
         select $1, $3, id, $2, 'carrier', 1, 'who', 1, 'who', now(), now() + interval '1 day', '{}', '{}', '{}' from v returning id`,
        [of, plate, serial],
      );
    const sealOf = (number: string, of = org) =>
      one<{ id: number }>(
        `with k as (insert into seal_kind (org_id, kind_name, iso_class) values ($1, gen_random_uuid()::text, 'I') returning id),
           s as (insert into seal_series (org_id, medium, prefix, count, kind_id, operator_id, oper_name) select $1, 'qr', '', 1, id, 1, 'who' from k returning id)
         insert into seal (org_id, series_id, medium, number, key) select $1, id, 'qr', $2, replace($2, ' ', '') from s returning id`,
        [of, number],
      );
    const told = (fact: string, about: Record<string, number>, of = org) =>
      api.owner.query(
        `insert into ledger (org_id, fact, source, source_id, at, ${Object.keys(about).join()})
         values ($1, $2, 'x', (random() * 1e9)::bigint, now(), ${Object.values(about).join()})`,
        [of, fact],
      );

    beforeAll(async () => {
      sealed = (await sealOf('ZK 0070001')).id;
      await told('seal.patrolled', { seal_id: sealed });
      await told('seal.sealed', { seal_id: (await sealOf('ZK 0070002')).id });
      batch = (await planned('WL-ZK-1', 'ZK A0070')).id;
      await told('batch.sealed', { seal_id: sealed, journey_id: batch });
      await api.owner.query(
        `with t as (insert into meter_type (org_id, type_name) values ($1, 'scale') returning id)
         insert into meter (org_id, type_id, meter_name, factory_number, station, operator_id, oper_name)
         select $1, id, 'GZ-70', 'CX 70 01', 'yard', 1, 'who' from t`,
        [org],
      );
    });

    it('by the beginning of a seal’s number, a batch’s serial or plate, a meter’s name or factory number, in sight alone', async () => {
      const found: [string, string[]][] = [
        ['zk-0070001', ['batch.sealed', 'seal.patrolled']],
        ['ZK 00700', ['batch.sealed', 'seal.sealed', 'seal.patrolled']],
        ['WL-ZK-1', ['batch.sealed', 'batch.planned']],
        ['zka0070', ['batch.sealed', 'batch.planned']],
        ['GZ-70', ['meter.added']],
        ['cx7001', ['meter.added']],
        // each once, by whatever it is found
        ['ZK', ['batch.sealed', 'batch.planned', 'seal.sealed', 'seal.patrolled']],
      ];
      for (const [keyword, facts] of found) {
        expect([keyword, (await rows(keyword)).sort()]).toEqual([keyword, [...facts].sort()]);
        expect([keyword, (await rows(keyword, boss)).sort()]).toEqual([keyword, [...facts].sort()]);
        expect([keyword, await rows(keyword, stranger)]).toEqual([keyword, []]);
      }
      expect(await rows('ZK', caller, { group: ['seal'] })).toEqual(['seal.sealed', 'seal.patrolled']);
      expect(await rows('ZK', caller, { operator_id: operator.id })).toEqual([]);
      const page = await caller.ok(ledger.list, { keyword: 'ZK', size: 3 });
      expect(page.more).toBe(true);
      expect(await rows('ZK', caller, { before: page.rows[2]!.id })).toHaveLength(1);
    });

    it('and of a few that it names also what was long ago', async () => {
      await api.owner.query(
        `insert into ledger (org_id, fact, source, source_id, at, seal_id) values ($1, 'seal.unsealed', 'x', 1, now() - interval '90 days', $2)`,
        [org, (await sealOf('ZL 0001')).id],
      );
      expect(await rows('ZL 0001')).toEqual(['seal.unsealed']);
      expect(await rows('ZL', caller, { from: new Date(Date.now() - 100 * 86_400_000).toISOString() })).toEqual([
        'seal.unsealed',
      ]);
      expect(await rows('ZL', caller, { from: new Date(Date.now() - 86_400_000).toISOString() })).toEqual([]);
    });

    it('and of one lock what went with it', async () => {
      await order();
      await told('batch.sealed', { device_id: lock.id, journey_id: batch });
      expect(await rows('WL-ZK-1', caller, { device_id: lock.id })).toEqual(['batch.sealed']);
      expect((await rows(lock.sn, caller, { device_id: lock.id })).sort()).toEqual(['batch.sealed', 'order.given']);
    });

    it('of a seal that left by its whole number, and of what others have nothing by a beginning', async () => {
      const elsewhere = await buildOrganisation(api.db);
      const gone = (await sealOf('ZQ 0001', elsewhere)).id;
      await told('seal.handed', { seal_id: gone });
      await told('seal.came', { seal_id: gone }, elsewhere);
      expect(await rows('ZQ 0001')).toEqual(['seal.handed']);
      expect(await rows('ZQ')).toEqual([]);
      await told('batch.sealed', { journey_id: (await planned('WL-ZQ-9', 'ZQ 9', elsewhere)).id });
      expect(await rows('WL-ZQ-9')).toEqual([]);
    });

    it('that very many have, and has the same as a file', async () => {
      for (let n = 0; n < 25; n++) await planned(`WL-CM-${n}`, 'CM 1');
      await told('seal.sealed', { seal_id: (await sealOf('CM 0001')).id });
      const facts = await rows('CM');
      expect(facts).toHaveLength(26);
      expect(facts[0]).toBe('seal.sealed');
      for (const keyword of ['ZK', 'CM']) {
        const columns = [{ field: 'fact', title: 'fact' }];
        const { url } = await caller.ok(ledger.export, { format: 'csv', columns, timeZone: 'UTC', keyword });
        const { body } = await api.app.inject({ method: 'GET', url, headers: { authorization: caller.token } });
        expect(body.trim().split(/\r?\n/)).toHaveLength((await rows(keyword)).length + 1);
      }
    });
  });

  it('has it as a file, in the words of the screen', async () => {
    await order();
    const fields = ['at', 'fact', 'sn', 'details', 'oper_name', 'by_right', 'create_time', 'id', 'rests_on', 'digest'];
    const columns = fields.map((field) => ({ field, title: field, words: { 'order.given': 'Order given' } }));
    const { url } = await caller.ok(ledger.export, { format: 'csv', columns, timeZone: 'UTC', device_id: lock.id });
    const answer = await api.app.inject({ method: 'GET', url, headers: { authorization: caller.token } });
    const lines = answer.body.trim().split(/\r?\n/);
    expect(lines).toHaveLength(2);
    expect(lines[1]).toContain('Order given');
    expect(lines[1]).toContain((await rowsOf())[0]!.id.toString());
  });

  it('sees nothing of another organisation: neither in the list nor by number', async () => {
    await order();
    const [row] = await rowsOf();
    for (const asked of [{}, { device_id: lock.id }, { keyword: lock.sn }, { operator_id: operator.id }])
      expect((await stranger.ok(ledger.list, asked)).rows).toEqual([]);
    const unknown = await stranger.call(ledger.detail, { id: 999_999_999 });
    expect((await stranger.call(ledger.detail, { id: row!.id })).verify).toEqual(unknown.verify);
    expect((await stranger.call(ledger.list, { before: row!.id })).verify).toEqual(unknown.verify);
  });

  it('finds the frame it rests on, and the opening, the alarm and the order it tells of', async () => {
    await tell(10, sealed);
    await tell(20, { ls: 3, event: anEvent(LockAction.tamper, null, 3, { code: 'hhd:000F' }) });
    await order();
    const { rows } = await caller.ok(ledger.list, { device_id: lock.id });
    const detail = async (fact: string) => caller.ok(ledger.detail, { id: rows.find((row) => row.fact === fact)!.id });
    const forced = await detail('lock.forced');
    expect(forced.kept).toEqual([{ sha256: forced.rests_on[0], frame: expect.stringMatching(/~20~/), file: null }]);
    expect(forced.links).toMatchObject({ opening: expect.any(Number), alarm: expect.any(Number), order: null });
    expect((await detail('order.given')).links).toMatchObject({
      order: expect.any(Number),
      opening: null,
      stock: null,
    });
  });
});

it('every fact that the triggers can write is one of the contract, which has its words', async () => {
  const { rows } = await api.owner.query<{ name: string; text: string }>(
    `select proname as name, prosrc as text from pg_proc where pronamespace = 'public'::regnamespace
        and (prosrc ~ 'insert into ledger' or proname like 'ledger\\_of\\_%')`,
  );
  expect(rows.length).toBeGreaterThan(6);
  const groups = [...new Set(ledgerFacts.map(groupOf))];
  const written = rows.flatMap(({ text }) => [...text.matchAll(/'([a-z]+\.[a-z_]+)'/g)].map(([, fact]) => fact!));
  expect(written.length).toBeGreaterThan(10);
  expect(written.filter((fact) => !(ledgerFacts as readonly string[]).includes(fact))).toEqual([]);
  // put together with a state, a step or an evidence, all of which the contract has in its lists
  const heads = rows.flatMap(({ text }) => [...text.matchAll(/'([a-z]+)\.'\s*\|\|/g)].map(([, head]) => head!));
  expect(heads.filter((head) => !groups.includes(head as never))).toEqual([]);
  const states = await api.owner.query<{ fact: string }>(
    `select x.head || m[1] as fact from (values ('order.', 'command_state_check'), ('proof.', 'command_evidence_check'),
         ('approval.', 'approval_state_check')) x(head, name)
       join pg_constraint c on c.conname = x.name, regexp_matches(pg_get_constraintdef(c.oid), '''(\\w+)''::text', 'g') m`,
  );
  const possible = states.rows.map(({ fact }) => fact).filter((fact) => fact !== 'approval.waiting');
  expect(possible.length).toBeGreaterThan(12);
  expect(possible.filter((fact) => !(ledgerFacts as readonly string[]).includes(fact))).toEqual([]);
});
