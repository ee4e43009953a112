import { devices } from '@plomb/contract/devices/devices';
import { deviceTypes } from '@plomb/contract/devices/deviceTypes';
import { manufacturers } from '@plomb/contract/devices/manufacturers';
import { organisations } from '@plomb/contract/system/organisations/organisations';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { adminPassword, startApi, type TestApi } from '../../testing/api.ts';
import { buildDevice, buildDeviceType, buildOperator, buildOrganisation } from '../../testing/build.ts';
import type { Caller } from '../../testing/client.ts';

let api: TestApi;
let [a, below, b] = [0, 0, 0];
let admin: Caller;
let ofA: Caller;
let ofBelow: Caller;
let ofB: Caller;
beforeAll(async () => {
  api = await startApi();
  a = await buildOrganisation(api.db);
  below = await buildOrganisation(api.db, a);
  b = await buildOrganisation(api.db);
  admin = api.caller();
  await admin.login('admin', adminPassword);
  ofA = await api.signedIn(await buildOperator(api.db, a));
  ofBelow = await api.signedIn(await buildOperator(api.db, below));
  ofB = await api.signedIn(await buildOperator(api.db, b));
});
afterAll(() => api.stop());

let codes = 0;
const type = (change: object = {}) => ({
  device_type: `T-${++codes}`,
  device_type_name: 'Type',
  family: 'hhd' as const,
  utc_offset_minutes: 480,
  report_interval: 60,
  sleep_interval: 3600,
  ...change,
});
const full = (change: object = {}) => ({ ...type(change), low_battery: 20 });
const device = (sn: string, org_id: number, device_type_id: number, manufacturer_id: number | null = null) => ({
  sn,
  device_name: 'Lock',
  device_type_id,
  manufacturer_id,
  org_id,
  device_no: '',
  sim_card: '',
  mobileID: '',
  device_address: '',
  subject: '',
});
const seen = async (who: Caller, id: number) =>
  (await who.ok(deviceTypes.list, { size: 100 })).rows.find((row) => row.id === id);

describe('a device type', () => {
  it('of the root is used by everybody and changed by nobody below', async () => {
    const { id } = await admin.ok(deviceTypes.add, type());
    expect(await seen(admin, id)).toMatchObject({ shared: false, org_name: 'Plomb' });
    expect(await seen(ofB, id)).toMatchObject({ shared: true, org_name: '' });
    const refused = { sign: 'noPermission', desc: 'An organisation above shares it: it can be used, not changed' };
    expect((await ofB.call(deviceTypes.update, { id, ...full({ utc_offset_minutes: 0 }) })).verify).toEqual(refused);
    expect((await ofB.call(deviceTypes.delete, { ids: [id] })).verify).toEqual(refused);
    expect(await seen(ofA, id)).toMatchObject({ utc_offset_minutes: 480 });
    await ofB.ok(devices.add, device('2200001', b, id));
    await admin.ok(deviceTypes.update, { id, ...full({ utc_offset_minutes: 60 }) });
    expect(await seen(ofB, id)).toMatchObject({ utc_offset_minutes: 60 });
  });

  it('of an organisation is shared with those below it, and unknown elsewhere', async () => {
    const { id } = await ofA.ok(deviceTypes.add, type());
    expect(await seen(ofA, id)).toMatchObject({ shared: false, org_id: a });
    expect(await seen(ofBelow, id)).toMatchObject({ shared: true, org_name: '' });
    expect(await seen(ofB, id)).toBeUndefined();
    expect(await seen(admin, id)).toMatchObject({ shared: false });
    for (const [call, body] of [
      [deviceTypes.update, (of: number) => ({ id: of, ...full() })],
      [deviceTypes.delete, (of: number) => ({ ids: [of] })],
      [deviceTypes.detail, (of: number) => ({ id: of })],
    ] as const)
      expect((await ofB.post(call.path, body(id))).verify).toEqual((await ofB.post(call.path, body(987_654))).verify);
  });

  it('keeps its owner when it is changed, and a code is its owner’s own', async () => {
    const code = type();
    const { id } = await ofA.ok(deviceTypes.add, code);
    await ofB.ok(deviceTypes.add, code);
    expect((await ofA.call(deviceTypes.add, code)).verify.sign).toBe('conflict');
    await admin.ok(deviceTypes.update, { id, ...full() });
    expect(await seen(admin, id)).toMatchObject({ org_id: a });
    expect((await ofA.call(deviceTypes.add, type({ org_id: b }))).verify.sign).toBe('notFound');
    expect((await ofA.call(deviceTypes.add, type({ org_id: 987_654 }))).verify.sign).toBe('notFound');
  });

  it('that changes is felt by its own devices alone; saved as it was, by none', async () => {
    const [code, other] = [full(), full()];
    const { id } = await ofB.ok(deviceTypes.add, code);
    const { id: elsewhere } = await ofA.ok(deviceTypes.add, other);
    const { id: own } = await ofB.ok(devices.add, device('2200077', b, id));
    await ofA.ok(devices.add, device('2200078', a, elsewhere));
    const before = api.changed.length;
    await ofB.ok(deviceTypes.update, { id, ...code });
    expect(api.changed.slice(before)).toEqual([]);
    await ofB.ok(deviceTypes.update, { id, ...code, utc_offset_minutes: 0 });
    expect(api.changed.slice(before)).toEqual([[own]]);
  });

  it('is named only by devices of its organisation and of those below', async () => {
    const { id } = await ofB.ok(deviceTypes.add, type());
    const foreign = await ofA.call(devices.add, device('2200002', a, id));
    const unknown = await ofA.call(devices.add, device('2200002', a, 987_654));
    expect([foreign.verify, foreign.data]).toEqual([unknown.verify, unknown.data]);
    expect(foreign.data).toEqual({ device_type_id: 'This is none of the choices' });
    // whoever sees both is told
    expect(await admin.call(devices.add, device('2200002', a, id))).toMatchObject({
      verify: { sign: 'fail' },
      data: { device_type_id: expect.stringContaining('belongs neither') },
    });
    const own = await ofBelow.ok(deviceTypes.add, type());
    const lock = await ofBelow.ok(devices.add, device('2200003', below, own.id));
    const up = await ofA.call(devices.update, { id: lock.id, ...device('2200003', a, own.id) });
    expect(up.data).toHaveProperty('device_type_id');
  });

  it('stays in sight of whoever sees a device that names it', async () => {
    const branch = await buildOrganisation(api.db, a);
    const there = await api.signedIn(await buildOperator(api.db, branch));
    const { id } = await ofA.ok(deviceTypes.add, type());
    const lock = await ofA.ok(devices.add, device('2200004', branch, id));
    await admin.ok(organisations.move, { id: branch, parent_id: b });
    expect(await there.ok(devices.detail, { id: lock.id })).toMatchObject({ sn: '2200004', device_type_id: id });
    expect(await seen(there, id)).toMatchObject({ shared: true });
  });
});

describe('a manufacturer', () => {
  it('has an owner too', async () => {
    const shared = await admin.ok(manufacturers.add, { factoryCode: 'ROOT', factoryName: 'Root maker' });
    expect(
      (await ofB.call(manufacturers.update, { id: shared.id, factoryCode: 'X', factoryName: 'X' })).verify.sign,
    ).toBe('noPermission');
    const own = await ofB.ok(manufacturers.add, { factoryCode: 'OWN', factoryName: 'Maker of B' });
    expect((await ofA.ok(manufacturers.list, {})).rows.map((m) => m.factoryName)).toEqual(['Root maker']);
    const typed = await buildDeviceType(api.db);
    const reply = await ofA.call(devices.add, device('2200005', a, typed, own.id));
    expect(reply.data).toEqual({ manufacturer_id: 'This is none of the choices' });
    await ofB.ok(devices.add, device('2200005', b, typed, own.id));
  });
});

describe('a device with a history', () => {
  const withAlarm = async (org: number) => {
    const lock = await buildDevice(api.db, org);
    await api.db.query(
      `insert into alarm (device_id, org_id, kind, severity, first_time, last_time)
       values ($1, $2, 'low_battery', 'info', now(), now())`,
      [lock.id, org],
    );
    return lock;
  };

  it('is not deleted but retired: out of lists and service, with all that is known of it', async () => {
    const lock = await withAlarm(a);
    expect((await ofA.call(devices.delete, { ids: [lock.id] })).verify).toEqual({
      sign: 'conflict',
      desc: 'The device has a history and cannot be deleted, retire it instead',
    });
    await ofA.ok(devices.retire, { ids: [lock.id], reason: 'shackle cut through' });
    const listed = async (filter: object) =>
      (await ofA.ok(devices.list, { keyword: lock.sn, ...filter })).rows.map((row) => row.id);
    expect(await listed({})).toEqual([]);
    expect(await listed({ retired: true })).toEqual([lock.id]);
    expect(await ofA.ok(devices.detail, { id: lock.id })).toMatchObject({
      status: 2,
      retired_time: expect.any(String),
    });
    // neither edited nor switched on by the way, and its number is burned
    expect((await ofA.call(devices.status, { ids: [lock.id], status: 1 })).verify.sign).toBe('fail');
    const { rows } = await api.db.query<{ device_type_id: number }>('select device_type_id from device where id = $1', [
      lock.id,
    ]);
    const again = device(lock.sn, a, rows[0]!.device_type_id);
    expect((await ofA.call(devices.update, { id: lock.id, ...again })).verify.sign).toBe('fail');
    expect((await ofA.call(devices.add, again)).verify.sign).toBe('conflict');
    await ofA.ok(devices.reinstate, { ids: [lock.id] });
    await ofA.ok(devices.status, { ids: [lock.id], status: 1 });
    expect(await listed({})).toEqual([lock.id]);
  });

  it('takes its waiting orders back, and waits for one that was sent', async () => {
    const lock = await buildDevice(api.db, a);
    const order = async (state: string) =>
      (
        await api.db.query<{ id: number }>(
          `insert into command (device_id, org_id, kind, physical, idempotency_key, operator_id, oper_name, expire_time, state)
           select $1, $2, 'unseal', true, $3, max(id), 'x', now() + interval '1 hour', $3 from operator returning id`,
          [lock.id, a, state],
        )
      ).rows[0]!.id;
    const sent = await order('sent');
    expect((await ofA.call(devices.retire, { ids: [lock.id], reason: 'lost at sea' })).verify.sign).toBe('conflict');
    await api.db.query("update command set state = 'answered_ok' where id = $1", [sent]);
    const queued = await order('queued');
    await ofA.ok(devices.retire, { ids: [lock.id], reason: 'lost at sea' });
    expect((await api.db.query('select state from command where id = $1', [queued])).rows).toEqual([
      { state: 'cancelled' },
    ]);
  });

  it('stays when its organisation goes: an organisation with history is disabled instead', async () => {
    const moved = await buildOrganisation(api.db, a);
    const who = await api.signedIn(await buildOperator(api.db, a));
    const lock = await withAlarm(moved);
    const { rows } = await api.db.query<{ device_type_id: number }>('select device_type_id from device where id = $1', [
      lock.id,
    ]);
    await who.ok(devices.update, { id: lock.id, ...device(lock.sn, a, rows[0]!.device_type_id) });
    expect((await who.call(organisations.delete, { ids: [moved] })).verify).toEqual({
      sign: 'conflict',
      desc: 'The organisation or its devices have a history, it cannot be deleted; disable it instead',
    });
  });
});
