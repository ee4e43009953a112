import { Fault, LockSource } from '@plomb/contract/lock/codes';
import type { LockReport } from '@plomb/contract/lock/report';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildDevice, buildOperator, buildOrganisation } from '../testing/build.ts';
import { type FreshDatabase, freshDatabase } from '../testing/database.ts';
import type { Changes } from './changes.ts';
import { openFences } from './fenceCache.ts';
import { maintainPartitions } from './partitions.ts';
import { anEvent, aReport, minutes } from './testing/reports.ts';
import { type IngestOptions, openIngest } from './writer.ts';

let database: FreshDatabase;
let orgId: number;
const now = Math.floor(Date.now() / 1000) * 1000;
const nowhere = { of: () => null };

beforeAll(async () => {
  database = await freshDatabase();
  orgId = await buildOrganisation(database.pools.owner);
  await maintainPartitions(database.pools.owner, { now, retentionDays: 400 });
});
afterAll(() => database.drop());

const open = (options: Partial<IngestOptions> = {}) =>
  openIngest({ pool: database.pools.platform, fences: nowhere, lingerMs: 1, ...options });
const at = (seconds: number, changes: Partial<LockReport> = {}): LockReport =>
  aReport({ deviceTime: now + seconds * 1000, receiveTime: now + seconds * 1000 + 500, ...changes });
const rows = async <T extends object>(sql: string, ...values: unknown[]): Promise<T[]> =>
  (await database.pools.platform.query<T>(sql, values)).rows;
const count = async (table: string, deviceId: number): Promise<number> =>
  (await rows<{ n: number }>(`select count(*) as n from ${table} where device_id = $1`, deviceId))[0]!.n;
const stateOf = async (deviceId: number) =>
  (
    await rows<{
      lock_status: number;
      device_time: Date | null;
      present_time: Date | null;
      lon: number;
      lat: number;
      electric: number;
      velocity: number;
      ver: string;
      low_battery: boolean;
      fix: boolean;
      place_time: Date | null;
      aside_since: Date | null;
    }>('select * from lock_state where device_id = $1', deviceId)
  )[0]!;

describe('reports', () => {
  it('are stored with their frame when submit resolves, and the present follows', async () => {
    const ingest = open();
    const device = await buildDevice(database.pools.owner, orgId);
    const report = at(0, { ver: 'V"1,{\\}\0', raw: Buffer.from('7e0200ff00017e', 'hex'), mileage: null });
    await ingest.submit(device, report);
    const [position] = await rows<{ raw: Buffer; device_time: Date; org_id: number; lon: number; mileage: null }>(
      'select * from position where device_id = $1',
      device.id,
    );
    expect(position).toMatchObject({ org_id: orgId, lon: 121.47, mileage: null });
    expect(position!.raw.toString('hex')).toBe('7e0200ff00017e');
    expect(position!.device_time.getTime()).toBe(report.deviceTime);
    expect(await stateOf(device.id)).toMatchObject({
      lon: 121.47,
      lat: 31.23,
      electric: 80,
      ver: 'V"1,{\\}',
      fix: true,
    });
    await ingest.close();
  });

  it('without a place leave the place of before, with its own time', async () => {
    const ingest = open();
    const device = await buildDevice(database.pools.owner, orgId);
    await ingest.submit(device, at(0));
    const blind = { ...at(0).position!, fix: false };
    await ingest.submit(device, at(90, { position: blind }));
    expect(await stateOf(device.id)).toMatchObject({
      lon: 121.47,
      fix: false,
      place_time: new Date(now),
      present_time: new Date(now + 90_000),
    });
    // both in one batch
    await Promise.all([ingest.submit(device, at(100)), ingest.submit(device, at(190, { position: blind }))]);
    expect(await stateOf(device.id)).toMatchObject({ place_time: new Date(now + 100_000), fix: false });
    await ingest.close();
  });

  it('of many devices in one batch each go to their own row with their own frame', async () => {
    const ingest = open({ batchSize: 200 });
    const devices = await Promise.all(Array.from({ length: 20 }, () => buildDevice(database.pools.owner, orgId)));
    devices.sort((a, b) => a.id - b.id);
    const sent = devices.flatMap((device, d) =>
      Array.from({ length: 5 }, (_, i) => ({
        device,
        report: at(i, { electric: d, raw: Buffer.from(`${device.id}:${i}`.padEnd(6 + d + i, '.')) }),
      })),
    );
    await Promise.all(sent.map(({ device, report }) => ingest.submit(device, report)));
    const stored = await rows<{ device_id: number; device_time: Date; electric: number; raw: Buffer }>(
      'select * from position where device_id = any($1) order by device_id, device_time',
      devices.map((d) => d.id),
    );
    expect(stored.map((p) => [p.device_id, p.device_time.getTime(), p.electric, p.raw.toString()])).toEqual(
      sent.map(({ device, report }) => [device.id, report.deviceTime, report.electric, report.raw.toString()]),
    );
    await ingest.close();
  });

  it('the same frame again is acknowledged and changes nothing, at once, later or after newer ones', async () => {
    const ingest = open();
    const device = await buildDevice(database.pools.owner, orgId);
    const first = at(0, { event: anEvent(3, null, 3), fault: Fault.illegalUnlocking });
    await Promise.all([ingest.submit(device, first), ingest.submit(device, first)]);
    await ingest.submit(device, first);
    await ingest.submit(device, at(5, { event: anEvent(2, LockSource.cardSeal, 2) }));
    const before = await stateOf(device.id);
    await ingest.submit(device, { ...first, receiveTime: now + 60_000 });
    expect(await stateOf(device.id)).toEqual(before);
    expect(await count('position', device.id)).toBe(2);
    expect(await count('lock_event', device.id)).toBe(2);
    expect(await rows('select hits from alarm where device_id = $1', device.id)).toEqual([{ hits: 1 }]);
    expect(ingest.stats()).toMatchObject({ duplicates: 3, stored: 2 });
    await ingest.close();
  });

  it('late positions enter history and leave the present; a late event moves the lock when it is its newest', async () => {
    const ingest = open();
    const device = await buildDevice(database.pools.owner, orgId);
    await ingest.submit(device, at(0, { event: anEvent(2, LockSource.cardSeal, 2) }));
    await ingest.submit(device, at(100));
    await ingest.submit(device, at(50, { electric: 3, receiveTime: now + 100_500 }));
    expect(await stateOf(device.id)).toMatchObject({
      lock_status: 2,
      electric: 80,
      present_time: new Date(now + 100_000),
    });
    // opened in a dead spot after it was sealed, told after newer positions
    const opened = { replay: true, event: anEvent(1, null, 1), electric: 3, receiveTime: now + 100_900 };
    await ingest.submit(device, at(60, opened));
    expect(await stateOf(device.id)).toMatchObject({ lock_status: 3, electric: 80, fault: 1010 });
    expect(await rows('select kind, late from alarm where device_id = $1 order by id', device.id)).toMatchObject([
      { kind: 'illegal_unlock', late: false },
    ]);
    expect(await rows('select replay from position where device_id = $1 order by device_time', device.id)).toEqual(
      [false, true, true, false].map((replay) => ({ replay })),
    );
    await ingest.close();
  });

  it.each([
    ['1970', 0, 'clock_unset'],
    ['2099', Date.UTC(2099, 0, 1), 'clock_future'],
    ['two months ago', now - 60 * 86_400_000, 'too_old'],
    ['no time', Number.NaN, 'clock_unset'],
  ])('from %s are put aside with the reason and acknowledged', async (_, deviceTime, reason) => {
    const ingest = open();
    const device = await buildDevice(database.pools.owner, orgId);
    await ingest.submit(device, { ...at(0), deviceTime, raw: Buffer.from([1, 2, 255]) });
    const [row] = await rows<{ reason: string; raw: Buffer }>(
      'select * from quarantine where device_id = $1',
      device.id,
    );
    expect([row!.reason, [...row!.raw]]).toEqual([reason, [1, 2, 255]]);
    expect(await count('position', device.id)).toBe(0);
    expect(await stateOf(device.id)).toMatchObject({ device_time: null, receive_time: new Date(now + 500) });
    await ingest.close();
  });

  it('one that cannot be written is put aside alone; the others of its batch are stored in order', async () => {
    const ingest = open({ writers: 1, batchSize: 100, lingerMs: 20 });
    const devices = await Promise.all(Array.from({ length: 8 }, () => buildDevice(database.pools.owner, orgId)));
    await Promise.all(
      devices.flatMap((device, i) => [
        ingest.submit(device, at(0)),
        ingest.submit(device, at(1, i === 3 ? { voltage: 1e300 } : {})),
        ingest.submit(device, at(2, { electric: 40 + i })),
      ]),
    );
    const ids = devices.map((d) => d.id);
    expect(await rows('select device_id, reason from quarantine where device_id = any($1)', ids)).toEqual([
      { device_id: ids[3], reason: 'refused 22003' },
    ]);
    expect(await Promise.all(ids.map((id) => count('position', id)))).toEqual([3, 3, 3, 2, 3, 3, 3, 3]);
    expect((await stateOf(ids[3]!)).electric).toBe(43);
    await ingest.close();
  });

  it('one that cannot be written and tells of the lock is put aside, and what it tells is judged', async () => {
    const ingest = open();
    const device = await buildDevice(database.pools.owner, orgId);
    await ingest.submit(device, at(0, { event: anEvent(2, LockSource.cardSeal, 2) }));
    await ingest.submit(device, at(1, { event: anEvent(1, null, 1), electric: 99_999 }));
    expect(await stateOf(device.id)).toMatchObject({ lock_status: 3, electric: 80 });
    expect(await rows('select kind from alarm where device_id = $1', device.id)).toEqual([{ kind: 'illegal_unlock' }]);
    expect(await rows('select reason from quarantine where device_id = $1', device.id)).toEqual([
      { reason: 'refused 22003' },
    ]);
    await ingest.close();
  });

  it('that are put aside leave word since when, until one is taken', async () => {
    const ingest = open();
    const device = await buildDevice(database.pools.owner, orgId);
    const since = async () => (await stateOf(device.id)).aside_since;
    const ahead = (seconds: number, more: Partial<LockReport> = {}) =>
      ingest.submit(device, { ...at(seconds), deviceTime: now + 8 * 3_600_000 + seconds * 1000, ...more });
    await ingest.submit(device, at(0));
    expect(await since()).toBeNull();
    await ahead(1, { authenticated: false });
    expect(await since()).toBeNull();
    await ahead(2);
    await ahead(3);
    await ingest.submit(device, at(-60, { replay: true }));
    expect(await since()).toEqual(new Date(now + 2500));
    // what is shown stays that of before: a newer report from its memory is kept, and is not the present
    await ingest.submit(device, at(3, { replay: true }));
    expect(await stateOf(device.id)).toMatchObject({ present_time: new Date(now) });
    await ingest.submit(device, at(4));
    expect(await since()).toBeNull();
    await ingest.submit(device, at(5, { voltage: 1e300 }));
    await ingest.submit(device, at(6, { voltage: 1e300, event: anEvent(2, LockSource.cardSeal, 2) }));
    expect(await since()).toEqual(new Date(now + 5500));
    expect(await stateOf(device.id)).toMatchObject({ lock_status: 2 });
    expect(await count('position', device.id)).toBe(5);
    await ingest.close();
  });

  it('that judging stumbles over is put aside alone, and keeps nothing out', async () => {
    const [good, bad] = await Promise.all([
      buildDevice(database.pools.owner, orgId),
      buildDevice(database.pools.owner, orgId),
    ]);
    const of = ({ deviceId }: { deviceId: number }) => {
      if (deviceId === bad.id) throw new TypeError('a mistake of ours');
      return null;
    };
    const ingest = open({ fences: { of } });
    await Promise.all(
      [0, 1, 2].flatMap((n) => [good, bad].map((device) => ingest.submit(device, at(n, { serial: n })))),
    );
    expect(await count('position', good.id)).toBe(3);
    expect(await count('position', bad.id)).toBe(0);
    const aside = await rows<{ reason: string }>('select reason from quarantine where device_id = $1', bad.id);
    expect(aside.map(({ reason }) => reason)).toEqual(Array(3).fill('refused TypeError'));
    await ingest.close();
  });

  it('of a device deleted meanwhile are put aside', async () => {
    const ingest = open();
    const device = await buildDevice(database.pools.owner, orgId);
    await database.pools.owner.query('delete from device where id = $1', [device.id]);
    await ingest.submit(device, at(0));
    expect(await rows('select reason from quarantine where device_id = $1', device.id)).toEqual([
      { reason: 'unregistered' },
    ]);
    await ingest.close();
  });

  it('follow a device to its new organisation', async () => {
    const ingest = open();
    const device = await buildDevice(database.pools.owner, orgId);
    await ingest.submit(device, at(0));
    const other = await buildOrganisation(database.pools.owner, orgId);
    await database.pools.owner.query('update device set org_id = $2 where id = $1', [device.id, other]);
    await ingest.submit(device, at(1));
    expect(await rows('select org_id from position where device_id = $1 order by device_time', device.id)).toEqual([
      { org_id: orgId },
      { org_id: other },
    ]);
    await ingest.close();
  });
});

describe('alarms', () => {
  const forced = (seconds: number) => at(seconds, { event: anEvent(3, null, 3), fault: Fault.illegalUnlocking });
  const alarmsOf = (deviceId: number) =>
    rows<{
      id: number;
      kind: string;
      hits: number;
      process_time: Date | null;
      event_id: number | null;
      severity: string;
      fences: string[];
      fence_orgs: number[];
    }>('select * from alarm where device_id = $1 order by id', deviceId);

  it('ring once and count what comes again until somebody processed them', async () => {
    const changes: Changes[] = [];
    const ingest = open({ onCommitted: (c) => changes.push(c) });
    const device = await buildDevice(database.pools.owner, orgId);
    await ingest.submit(device, forced(0));
    await ingest.submit(device, forced(10));
    const [alarm, ...others] = await alarmsOf(device.id);
    expect(others).toEqual([]);
    expect(alarm).toMatchObject({ kind: 'illegal_unlocking', severity: 'critical', fault: 1008, hits: 2 });
    const [event] = await rows<{ id: number }>('select id from lock_event where device_id = $1 order by id', device.id);
    expect(alarm!.event_id).toBe(event!.id);
    expect(changes.flatMap((c) => c.alarms)).toEqual(
      ['raised', 'again'].map((what) => ({
        id: alarm!.id,
        deviceId: device.id,
        orgId,
        kind: 'illegal_unlocking',
        what,
      })),
    );
    await database.pools.owner.query("update alarm set process_time = now(), result = 'police' where id = $1", [
      alarm!.id,
    ]);
    await ingest.submit(device, forced(20));
    expect((await alarmsOf(device.id)).map((a) => a.hits)).toEqual([2, 1]);
    await ingest.close();
  });

  it('of a low battery close by themselves, also within one batch', async () => {
    const ingest = open({ lingerMs: 20 });
    const device = await buildDevice(database.pools.owner, orgId);
    await Promise.all([20, 30].map((electric, i) => ingest.submit(device, at(i, { electric }))));
    const [alarm, ...others] = await alarmsOf(device.id);
    expect(others).toEqual([]);
    expect(alarm!.process_time).not.toBeNull();
    await ingest.submit(device, at(10, { electric: 19 }));
    expect((await alarmsOf(device.id)).map((a) => a.process_time === null)).toEqual([false, true]);
    await ingest.submit(device, at(20, { electric: 60 }));
    expect((await alarmsOf(device.id)).map((a) => a.process_time === null)).toEqual([false, false]);
    expect((await stateOf(device.id)).low_battery).toBe(false);
    await ingest.close();
  });

  it('of leaving and entering a fence ring by the fences in force, which are named', async () => {
    const device = await buildDevice(database.pools.owner, orgId);
    const fences = openFences(database.pools.platform);
    const ingest = open({ fences });
    const add = async (name: string, context: object, changes: { bound?: string; alarm_on?: string } = {}) => {
      const { rows: made } = await database.pools.owner.query<{ id: number }>(
        `insert into fence (org_id, fence_name, fence_type, fence_context, radius, bound, alarm_on)
         values ($1, $2, 'circle', $3, 500, $4, $5) returning id`,
        [orgId, name, context, changes.bound ?? 'devices', changes.alarm_on ?? 'leave'],
      );
      await database.pools.owner.query('insert into fence_device values ($1, $2)', [made[0]!.id, device.id]);
      return made[0]!.id;
    };
    const circle = (lon: number) => ({ type: 'Point', coordinates: [lon, 31.23] });
    const there = (s: number, lon: number) => at(s, { position: { ...aReport().position!, lon, lat: 31.23 } });
    await add('unusable', { type: 'Point' });
    await fences.refresh();
    await ingest.submit(device, there(0, 121.47));
    const gone = await add('here', circle(121.47));
    await add('there', circle(121.8), { bound: 'all', alarm_on: 'enter' });
    await fences.refresh();
    // it was inside when it was drawn, without having told anything since
    await ingest.submit(device, there(10, 121.6));
    expect(await alarmsOf(device.id)).toMatchObject([
      { kind: 'out_of_fence', hits: 1, fences: ['here'], fence_orgs: [orgId] },
    ]);
    await ingest.submit(device, there(20, 121.8));
    expect(await alarmsOf(device.id)).toMatchObject([
      { kind: 'out_of_fence', hits: 1 },
      { kind: 'into_fence', hits: 1, fences: ['there'] },
    ]);
    await ingest.submit(device, there(30, 121.47));
    await database.pools.owner.query('update fence set status = 2 where id = $1', [gone]);
    await fences.refresh();
    await ingest.submit(device, there(40, 121.6));
    expect(await alarmsOf(device.id)).toMatchObject([{ kind: 'out_of_fence', hits: 1 }, { kind: 'into_fence' }]);
    await ingest.close();
  });
});

describe('evidence', () => {
  const command = async (deviceId: number, state: string, kind = 'unseal'): Promise<number> => {
    const operator = await buildOperator(database.pools.owner, orgId);
    const { rows: made } = await database.pools.owner.query<{ id: number }>(
      `insert into command (device_id, org_id, kind, physical, idempotency_key, state, operator_id, oper_name, expire_time,
         sent_time, finish_time)
       values ($1, $2, $5, true, 'key-12345', $3, $4, 'somebody', now() + interval '30 minutes',
         to_timestamp($6::float8 / 1000), case when $3 = 'answered_ok' then now() end) returning id`,
      [deviceId, orgId, state, operator.id, kind, now - 5000],
    );
    return made[0]!.id;
  };
  const unsealed = () => at(0, { event: anEvent(1, LockSource.remoteUnseal, 0, { code: 'hhd:0008' }) });
  const sealedDevice = async (ingest: ReturnType<typeof open>) => {
    const device = await buildDevice(database.pools.owner, orgId);
    await ingest.submit(device, at(-10, { event: anEvent(2, LockSource.cardSeal, 2) }));
    return device;
  };

  it.each([
    ['answered_ok', 'answered_ok'],
    ['uncertain', 'answered_ok'],
    ['sent', 'sent'],
  ])('an unseal command that was %s is proved by event 0008 and is then %s', async (state, after) => {
    const changes: Changes[] = [];
    const ingest = open({ onCommitted: (c) => changes.push(c) });
    const device = await sealedDevice(ingest);
    const id = await command(device.id, state);
    await ingest.submit(device, unsealed());
    const [row] = await rows<{ evidence_event_id: number; evidence_time: Date }>(
      'select * from command where id = $1',
      id,
    );
    expect(row).toMatchObject({ state: after, evidence: 'confirmed' });
    expect(row!.evidence_time.getTime()).toBe(now);
    expect(
      await rows('select code, ls_before, ls_after from lock_event where id = $1', row!.evidence_event_id),
    ).toEqual([{ code: 'hhd:0008', ls_before: 2, ls_after: 0 }]);
    expect(changes.flatMap((c) => c.commands)).toEqual([id]);
    expect(await count('alarm', device.id)).toBe(0);
    await ingest.close();
  });

  it('a command never written to the lock proves nothing: the unseal rings', async () => {
    const ingest = open();
    const device = await sealedDevice(ingest);
    const id = await command(device.id, 'queued');
    await database.pools.owner.query('update command set sent_time = null where id = $1', [id]);
    await ingest.submit(device, unsealed());
    expect(await rows('select state, evidence from command where id = $1', id)).toEqual([
      { state: 'queued', evidence: null },
    ]);
    expect(await rows('select kind, fault from alarm where device_id = $1', device.id)).toEqual([
      { kind: 'illegal_unlock', fault: 1010 },
    ]);
    await ingest.close();
  });

  it("another lock's command proves nothing", async () => {
    const ingest = open();
    const [device, other] = [await sealedDevice(ingest), await sealedDevice(ingest)];
    const id = await command(other.id, 'sent');
    await ingest.submit(device, unsealed());
    expect(await rows('select evidence from command where id = $1', id)).toEqual([{ evidence: null }]);
    await ingest.close();
  });

  it('a jammed motor contradicts the seal command, and settles it when it was uncertain', async () => {
    const ingest = open();
    const device = await buildDevice(database.pools.owner, orgId);
    const id = await command(device.id, 'uncertain', 'seal');
    await ingest.submit(device, at(0, { event: anEvent(0, LockSource.fault, null), fault: Fault.lockMotor }));
    expect(await rows('select state, evidence from command where id = $1', id)).toEqual([
      { state: 'answered_fail', evidence: 'contradicted' },
    ]);
    expect((await stateOf(device.id)).lock_status).toBe(3);
    await ingest.close();
  });
});

describe('a listener that fails', () => {
  it('does not make a stored report look lost', async () => {
    const ingest = open({
      onCommitted: () => {
        throw new Error('nobody there');
      },
    });
    const device = await buildDevice(database.pools.owner, orgId);
    await expect(ingest.submit(device, at(0))).resolves.toBeUndefined();
    await ingest.close();
  });
});

describe('several writers', () => {
  it('of several processes write the same devices without waiting for each other in a circle', async () => {
    const devices = await Promise.all(Array.from({ length: 12 }, () => buildDevice(database.pools.owner, orgId)));
    const processes = Array.from({ length: 3 }, () => open({ writers: 2, batchSize: 16 }));
    const shuffled = processes.flatMap((ingest, p) =>
      Array.from({ length: 240 }, (_, i) => {
        const device = devices[(i * 7 + p * 5) % devices.length]!;
        const event = i % 5 === 0 ? anEvent(0, null, null, { alarms: ['wrong_password', 'illegal_card'] }) : null;
        return () => ingest.submit(device, at(i, { event, receiveTime: now + minutes(5) }));
      }),
    );
    await Promise.all(shuffled.map((submit) => submit()));
    const stored = await rows<{ n: number }>('select count(*) as n from position where device_id = any($1)', [
      ...devices.map((d) => d.id),
    ]);
    expect(stored).toEqual([{ n: shuffled.length }]);
    expect(processes.map((p) => p.stats().failures)).toEqual([0, 0, 0]);
    expect(processes.map((p) => p.stats().pending)).toEqual([0, 0, 0]);
    await Promise.all(processes.map((p) => p.close()));
  });
});
