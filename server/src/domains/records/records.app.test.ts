import { calls } from '@plomb/contract/calls';
import type { RecordTold } from '@plomb/contract/records/reports';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { maintainPartitions } from '../../ingest/partitions.ts';
import { kyselyOn } from '../../platform/postgres/kysely.ts';
import { scoped } from '../../platform/postgres/transaction.ts';
import { startApi, type TestApi } from '../../testing/api.ts';
import {
  type BuiltDevice,
  type BuiltOperator,
  buildDevice,
  buildOperator,
  buildOrganisation,
} from '../../testing/build.ts';
import type { Caller } from '../../testing/client.ts';
import { openWhose } from './locks.ts';
import { reports as reportSource } from './reports.ts';

const { locationRecords, statusRecords, alertRecords, changeRecords } = calls;
let api: TestApi;
let org: number;
let operator: BuiltOperator;
let caller: Caller;
let stranger: Caller;
let lock: BuiltDevice;
beforeAll(async () => {
  api = await startApi();
  await maintainPartitions(api.owner, { now: Date.now(), retentionDays: 30 });
  org = await buildOrganisation(api.db);
  operator = await buildOperator(api.db, org);
  caller = await api.signedIn(operator);
  stranger = await api.signedIn(await buildOperator(api.db, await buildOrganisation(api.db)));
});
afterAll(() => api.stop());
beforeEach(async () => {
  lock = await buildDevice(api.db, org);
});
afterEach(() => api.db.query('delete from alarm; delete from lock_event; delete from position'));

interface Told {
  /** by its own clock, and how much later it reached us */
  ago?: string;
  delay?: string;
  replay?: boolean;
  fix?: boolean;
  status?: number;
  fault?: number;
  type?: number;
  eventful?: boolean;
  device?: BuiltDevice;
}
interface PlanNode {
  'Relation Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  Plans?: PlanNode[];
}
/** Reports that a statement read. */
const readOf = ({ Plans = [], ...node }: PlanNode): number =>
  (node['Relation Name']?.startsWith('position_') ? node['Actual Rows'] * node['Actual Loops'] : 0) +
  Plans.reduce((sum, one) => sum + readOf(one), 0);
let frames = 0;
const told = async (o: Told = {}): Promise<number> => {
  const serial = ++frames;
  const { ago = '1 minute', delay = '1 second', replay = false, fix = true, status = 2, fault = 0, type = 0 } = o;
  await api.db.query(
    `insert into position (device_id, device_time, serial, hash, org_id, receive_time, msg_type, replay, lon, lat, velocity, lock_status,
       fault, report_reson, raw, eventful)
     values ($1, now() - $2::interval, $3, $3, $4, now() - $2::interval + $5::interval, $6, $7, $8, $9, 12.345, $10, $11, '0200', '\\x00', $12)`,
    [
      ...[(o.device ?? lock).id, ago, serial, org, delay, type, replay],
      ...[fix ? 121.5 : null, fix ? 31.2 : null, status, fault, o.eventful ?? false],
    ],
  );
  return serial;
};
const event = async (o: { before?: number; after?: number; rang?: string[]; ago?: string; serial?: number } = {}) => {
  const { before = 2, after = 0, rang = [], ago = '1 minute', serial = ++frames } = o;
  const { rows } = await api.db.query<{ id: number }>(
    `insert into lock_event (device_id, org_id, device_time, receive_time, at, serial, hash, code, lst, lso, ls_before, ls_after, fault,
       replay, quality, rang)
     select $1, $2, t.at, t.at, t.at, $3, $3, 'x', 1, 5, $4, $5, 0, false, 'direct', $6
       from (select coalesce((select device_time from position where serial = $3), now() - $7::interval) as at) t returning id`,
    [lock.id, org, serial, before, after, rang, ago],
  );
  return rows[0]!.id;
};
const alarm = async (o: { kind?: string; ago?: string; event?: number | null; processed?: boolean } = {}) => {
  const { kind = 'low_battery', ago = '1 minute', processed = false } = o;
  const { rows } = await api.db.query<{ id: number }>(
    `insert into alarm (device_id, org_id, kind, severity, first_time, last_time, event_id, process_time)
     values ($1, $2, $3, 'warning', now() - $4::interval, now(), $5, case when $6 then now() end) returning id`,
    [lock.id, org, kind, ago, o.event ?? null, processed],
  );
  return rows[0]!.id;
};
const ago = (hours: number): string => new Date(Date.now() - hours * 3_600_000).toISOString();
const reports = async (asked: object = {}) => (await caller.ok(locationRecords.list, asked)).rows;

describe('reports', () => {
  it('stand newest first by the lock’s own clock, page behind page, each once', async () => {
    for (let i = 1; i <= 7; i++) await told({ ago: `${i} minutes` });
    // three of one moment: the key tells them apart
    await api.db.query(
      `insert into position select (jsonb_populate_record(p, jsonb_build_object('serial', n))).* from position p, generate_series(60001, 60003) n
        where p.serial = $1`,
      [frames],
    );
    const seen: string[] = [];
    let next: string | null = null;
    do {
      const page: { rows: { key: string }[]; next: string | null } = await caller.ok(locationRecords.list, {
        size: 3,
        ...(next ? { before: next } : {}),
      });
      seen.push(...page.rows.map(({ key }) => key));
      next = page.next;
    } while (next);
    expect(seen).toHaveLength(10);
    expect(new Set(seen).size).toBe(10);
    const times = seen.map((key) => key.split('~')[0]);
    expect(times).toEqual(times.toSorted().reverse());
  });

  it('are of the last day where no time is asked for, and of at most 31 days', async () => {
    await told({ ago: '30 hours' });
    const near = await told({ ago: '2 hours' });
    expect((await reports()).map(({ key }) => key.split('~')[2])).toEqual([String(near)]);
    expect(await reports({ from: ago(48) })).toHaveLength(2);
    expect(await reports({ from: ago(48), to: ago(24) })).toHaveLength(1);
    const refused = await caller.post(locationRecords.list.path, { from: ago(24 * 33) });
    expect(refused.verify.sign).toBe('validation');
    expect(JSON.stringify(refused)).toContain('At most 31 days at once');
  });

  it('read the days asked for and no other', async () => {
    await caller.ok(locationRecords.list, { from: ago(24), to: ago(1) });
    const { rows } = await api.owner.query<{ plan: string }>(
      `explain (format text) select r.* from unnest(array[$1::bigint]) g(id) cross join lateral (select device_time from position r
         where r.org_id = g.id and r.device_time >= '${ago(24)}' and r.device_time <= '${ago(1)}' order by device_time desc limit 51) r`.replace(
        '$1',
        String(org),
      ),
    );
    const plan = rows.map((row) => Object.values(row)[0]).join('\n');
    const read = new Set([...plan.matchAll(/position_(\d{8})/g)].map(([, day]) => day));
    expect(read.size).toBeLessThanOrEqual(2);
    expect(plan).toContain('org_id');
  });

  describe('of many organisations', () => {
    const ORGS = 12;
    let big: number;
    let orgs: number[];
    let locks: BuiltDevice[];
    beforeAll(async () => {
      big = await buildOrganisation(api.db);
      orgs = await Promise.all(Array.from({ length: ORGS }, () => buildOrganisation(api.db, big)));
      locks = await Promise.all(orgs.map((id) => buildDevice(api.db, id)));
    });
    /** Reports of the n-th organisation, so many seconds apart. */
    const toldBy = (nth: number, count: number, apart: number) =>
      api.db.query(
        `insert into position (device_id, device_time, serial, hash, org_id, receive_time, msg_type, replay, lock_status, fault, report_reson, raw)
         select $1, t.at, n, n, $2, t.at, 0, false, 2, 0, '0200', '\\x00'
         from generate_series(1, $3::int) n, lateral (select date_trunc('minute', now()) - interval '1 second' * $4 * n as at) t`,
        [locks[nth]!.id, orgs[nth], count, apart],
      );

    it('are merged in one order, whoever tells most and whoever tells at the same moment', async () => {
      for (const nth of orgs.keys()) await toldBy(nth, nth === 0 ? 60 : 3 + nth, nth === 0 ? 10 : 30 * (1 + (nth % 3)));
      const of = await api.signedIn(await buildOperator(api.db, big));
      const seen: string[] = [];
      let next: string | null = null;
      do {
        const page: { rows: { key: string }[]; next: string | null } = await of.ok(locationRecords.list, {
          size: 20,
          ...(next ? { before: next } : {}),
        });
        seen.push(...page.rows.map(({ key }) => key.split('~').slice(1).join('~')));
        next = page.next;
      } while (next);
      const { rows } = await api.db.query<{ key: string }>(
        `select device_id || '~' || serial || '~' || hash as key from position order by device_time desc, device_id desc, serial desc, hash desc`,
      );
      expect(seen).toEqual(rows.map(({ key }) => key));
    });

    it('are read for a page about as many as it has, and not a page of each', async () => {
      for (const nth of orgs.keys()) await toldBy(nth, 60, 10);
      await api.owner.query('vacuum analyze position');
      let read = 0;
      await scoped(api.pools.app, [big, ...orgs], async (client) => {
        const explaining = {
          query: async (text: string, values: unknown[]) => {
            const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
              `explain (analyze, format json) ${text}`,
              values,
            );
            read += readOf(rows[0]!['QUERY PLAN'][0].Plan);
            return client.query(text, values);
          },
        };
        const operator = { orgIds: new Set([big, ...orgs]) };
        const whose = await openWhose(api.pools.readers)({}, { db: kyselyOn(client), operator } as never);
        const reader = { client, operator, db: kyselyOn(explaining as never) } as never;
        await reportSource.newest({}, whose, { from: ago(24), to: ago(0), before: null }, 60, reader);
      });
      expect(read).toBeGreaterThan(60);
      expect(read).toBeLessThan(6 * 60);
    });
  });

  it.each<[string, Told, RecordTold, object]>([
    ['as it happens', {}, 'live', { told: 'live' }],
    ['over a slow way', { ago: '1 hour', delay: '11 minutes' }, 'late', { told: 'late' }],
    ['out of its memory', { ago: '3 hours', delay: '2 hours', replay: true }, 'replayed', { told: 'replayed' }],
  ])('told %s', async (_, o, how, filter) => {
    await told(o);
    const [one] = await reports(filter);
    expect(one).toMatchObject({
      told: how,
      communicate_status: how === 'replayed' ? 'offline' : 'online',
      velocity: 12.35,
    });
    for (const other of ['live', 'late', 'replayed'] as const)
      expect(await reports({ told: other })).toHaveLength(other === how ? 1 : 0);
  });

  it.each<[string, Told, object]>([
    ['a lock status', { status: 3 }, { lock_status: 3 }],
    ['any of several', { status: 1 }, { lock_status: [1, 3] }],
    ['a report type', { type: 3 }, { msg_type: 3 }],
    ['a fault', { fault: 1004 }, { fault: 1004 }],
    ['no fix', { fix: false }, { position_status: 'invalid' }],
  ])('are narrowed down to %s', async (_, o, filter) => {
    await told();
    const serial = await told(o);
    expect((await reports(filter)).map(({ key }) => key.split('~')[2])).toEqual([String(serial)]);
  });

  it('are found by their lock, its plate and its organisation', async () => {
    const other = await buildDevice(api.db, org);
    await told();
    await told({ device: other });
    expect(await reports({ device_id: other.id })).toHaveLength(1);
    expect(await reports({ keyword: other.sn })).toMatchObject([{ sn: other.sn }]);
    expect(await reports({ org_id: org })).toHaveLength(2);
    expect(await reports({ org_id: org + 1000 })).toHaveLength(0);
  });

  it('are nobody else’s', async () => {
    await told();
    const [{ key } = { key: '' }] = await reports();
    expect((await stranger.ok(locationRecords.list, {})).rows).toEqual([]);
    expect((await stranger.ok(statusRecords.list, { device_id: lock.id })).rows).toEqual([]);
    for (const who of [stranger, caller]) {
      const unknown = key.replace(/\d+~-?\d+$/, '1~1');
      expect((await who.post(locationRecords.detail.path, { key: who === caller ? unknown : key })).verify.sign).toBe(
        'notFound',
      );
    }
  });

  it('open with what came before and after, what they rang, where they were last, and their frame', async () => {
    await told({ ago: '3 minutes' });
    const serial = await told({ ago: '2 minutes', fix: false, eventful: true, status: 3 });
    await event({ serial, after: 3, rang: ['illegal_unlock'] });
    await told({ ago: '1 minute' });
    const [, { key } = { key: '' }] = await reports();
    const one = await caller.ok(statusRecords.detail, { key });
    expect(one).toMatchObject({
      ...{
        position_status: 'invalid',
        lst: 1,
        lso: 5,
        rang: ['illegal_unlock'],
        frame: `${key.split('~')[0]}~${serial}~${serial}`,
      },
      ...{ before: { lock_status: 2 }, after: { lock_status: 2 }, last_place: { lon: 121.5 } },
    });
    // somebody else may have said so: that is no place the lock was at
    await told({ ago: '150 seconds' });
    await api.db.query('update position set authenticated = false, lon = 10 where serial = $1', [frames]);
    expect((await caller.ok(statusRecords.detail, { key })).last_place).toMatchObject({ lon: 121.5 });
    expect(one.before!.device_time < one.device_time && one.device_time < one.after!.device_time).toBe(true);
    expect((await caller.ok(calls.deviceFrames.list, { id: lock.id })).rows[1]!.key).toBe(one.frame);
  });
});

it.each([
  [locationRecords, '2026-11-23T00:00:00.000000Z~e7'],
  [alertRecords, '2026-11-23T00:00:00.000000Z~7~1~1'],
  [changeRecords, '2026-11-23T00:00:00.000000Z~7'],
  [locationRecords, '2026-99-23T00:00:00.000000Z~7~1~1'],
] as const)('a place of another kind of record, or of no time there is, is refused', async (group, key) => {
  expect((await caller.post(group.list.path, { before: key })).verify.sign).toBe('validation');
  expect((await caller.post(group.detail.path, { key })).verify.sign).toBe('validation');
});

describe('alerts', () => {
  it('stand by when they rang first, page behind page, and are narrowed down', async () => {
    const late = await alarm({ ago: '1 hour', processed: true });
    const mid = await alarm({ kind: 'lock_fault', ago: '20 minutes' });
    const early = await alarm({ kind: 'illegal_unlock', ago: '5 minutes', event: await event() });
    const first = await caller.ok(alertRecords.list, { size: 2 });
    expect(first.rows.map(({ id }) => id)).toEqual([early, mid]);
    const second = await caller.ok(alertRecords.list, { size: 2, before: first.next! });
    expect([second.rows.map(({ id }) => id), second.next]).toEqual([[late], null]);
    const found = async (asked: object) => (await caller.ok(alertRecords.list, asked)).rows.map(({ id }) => id);
    expect(await found({ status: 'processed' })).toEqual([late]);
    expect(await found({ kind: ['lock_fault', 'illegal_unlock'] })).toEqual([early, mid]);
    expect(await found({ severity: 'critical' })).toEqual([]);
    const one = await caller.ok(alertRecords.detail, { key: first.rows[0]!.key });
    expect(one).toMatchObject({ id: early, kind: 'illegal_unlock', frame: null });
    expect((await stranger.ok(alertRecords.list, {})).rows).toEqual([]);
    expect((await stranger.post(alertRecords.detail.path, { key: first.rows[0]!.key })).verify.sign).toBe('notFound');
  });
});

describe('alerts and changes of state', () => {
  it('stand on one line of time, whether a word of the lock rang them or nothing did', async () => {
    await event({ before: 2, after: 2, ago: '40 minutes' });
    await event({ before: 0, after: 2, ago: '30 minutes' });
    const battery = await alarm({ ago: '20 minutes' });
    const forced = await event({ before: 2, after: 3, rang: ['illegal_unlocking'], ago: '10 minutes' });
    const rung = await alarm({ kind: 'illegal_unlocking', event: forced });
    await event({ before: 3, after: 3, rang: ['wrong_password'], ago: '5 minutes' });
    const page = await caller.ok(changeRecords.list, { size: 3 });
    const rest = await caller.ok(changeRecords.list, { size: 3, before: page.next! });
    const rows = [...page.rows, ...rest.rows];
    expect(rows.map(({ what, rang, ls_after }) => [what, rang[0] ?? null, ls_after])).toEqual([
      ['alert', 'wrong_password', 3],
      ['both', 'illegal_unlocking', 3],
      ['alert', 'low_battery', null],
      ['change', null, 2],
    ]);
    const count = async (asked: object) => (await caller.ok(changeRecords.list, asked)).rows.length;
    expect(await count({ what: 'change' })).toBe(2);
    expect(await count({ what: 'alert' })).toBe(3);
    expect(await count({ kind: 'low_battery' })).toBe(1);
    expect(await count({ lock_status: 2 })).toBe(1);
    const one = await caller.ok(changeRecords.detail, { key: rows[1]!.key });
    expect(one).toMatchObject({
      alarm_id: rung,
      before: { ls_after: 2 },
      after: { rang: ['wrong_password'] },
      frame: null,
    });
    expect(await caller.ok(changeRecords.detail, { key: rows[2]!.key })).toMatchObject({
      alarm_id: battery,
      before: { ls_after: 2 },
    });
    for (const { key } of rows)
      expect((await stranger.post(changeRecords.detail.path, { key })).verify.sign).toBe('notFound');
    expect((await stranger.ok(changeRecords.list, {})).rows).toEqual([]);
  });
});
