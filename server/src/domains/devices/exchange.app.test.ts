import { alarms } from '@plomb/contract/alarms/alarms';
import { deviceConfiguration } from '@plomb/contract/devices/configuration';
import { devices } from '@plomb/contract/devices/devices';
import { deviceTypes } from '@plomb/contract/devices/deviceTypes';
import { deviceRights } from '@plomb/contract/devices/rights';
import { errors } from '@plomb/contract/errors';
import { type LockFamily, LockSource } from '@plomb/contract/lock/codes';
import type { CommandKind } from '@plomb/contract/lock/orderKinds';
import type { LockReport } from '@plomb/contract/lock/report';
import { orders } from '@plomb/contract/orders/orders';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { maintainPartitions } from '../../ingest/partitions.ts';
import { anEvent, aReport } from '../../ingest/testing/reports.ts';
import { startApi, type TestApi } from '../../testing/api.ts';
import {
  type BuiltDevice,
  buildDevice,
  buildDeviceType,
  buildOperator,
  buildOrganisation,
} from '../../testing/build.ts';
import type { Caller } from '../../testing/client.ts';
import { queueOf } from '../../testing/queue.ts';
import { sampleOrders } from '../../testing/sampleOrders.ts';

let api: TestApi;
let org: number;
let mine: Caller;
let lock: BuiltDevice;
let number = 55_000_000;

beforeAll(async () => {
  api = await startApi();
  await maintainPartitions(api.owner, { now: Date.now(), retentionDays: 400 });
  org = await buildOrganisation(api.db);
  mine = await api.signedIn(await buildOperator(api.db, org));
});
afterAll(() => api.stop());
beforeEach(async () => {
  lock = await buildDevice(api.db, org, 'jt701');
});

const queue = () => queueOf(api.db, 'test', api.passwords);
/** The form as it is saved with these changes. */
const saved = async (change: object, id = lock.id) => {
  const {
    sn,
    device_name,
    device_type_id,
    manufacturer_id,
    org_id,
    device_no,
    sim_card,
    mobileID,
    device_address,
    subject,
  } = await mine.ok(devices.detail, { id });
  const as = {
    sn,
    device_name,
    device_type_id,
    manufacturer_id,
    org_id,
    device_no,
    sim_card,
    mobileID,
    device_address,
  };
  return mine.call(devices.update, { id, ...as, subject, ...change });
};
const another = () => ({ sn: String(++number) });
const ofFamily = async (family: LockFamily) => ({ device_type_id: await buildDeviceType(api.db, family) });
/** Its type, which its organisation may change. */
const ofOwnType = async () => {
  const { device_type_id: id } = await mine.ok(devices.detail, { id: lock.id });
  await api.db.query('update device_type set org_id = $2 where id = $1', [id, org]);
  return mine.ok(deviceTypes.detail, { id });
};
const order = async (kind: CommandKind) => {
  const press = { device_id: lock.id, idempotency_key: crypto.randomUUID() };
  const { verify, data } = await mine.post(orders[kind].path, { ...press, ...sampleOrders[kind] });
  expect(verify).toMatchObject({ sign: 'success' });
  return (data as { id: number }).id;
};
const orderOf = async (id: number) =>
  (await api.db.query('select state, cause, evidence from command where id = $1', [id])).rows[0];
const rowsOf = async (table: string, id: number) =>
  (await api.db.query(`select * from ${table} where device_id = $1`, [id])).rows[0] as Record<string, unknown>;
/** The lock tells something at a moment, ms from now; `late`: how long after. */
const tell = (at: number, changes: Partial<LockReport> = {}, late = 0) => {
  const deviceTime = Math.floor((Date.now() + at) / 1000) * 1000;
  return api.ingest.submit(
    lock,
    aReport({ deviceTime, receiveTime: deviceTime + late + 500, replay: late > 0, ...changes }),
  );
};
const stands = (lock_status: number) =>
  api.db.query('update lock_state set lock_status = $2 where device_id = $1', [lock.id, lock_status]);
const sealed = { event: anEvent(2, LockSource.cardSeal, 2) };

const byItsForm = [
  ['another number', () => saved(another())],
  ['a type of another family', async () => saved(await ofFamily('hhd'))],
] as const;
describe.each([...byItsForm, ['another terminal', () => mine.call(devices.forgetTerminal, { id: lock.id })]] as const)(
  'a device that gets %s',
  (_, change) => {
    it('takes back what waits for its former lock, and tells why', async () => {
      const id = await order('unseal');
      await api.news.settled();
      const told = vi.spyOn(api.hub, 'command');
      expect((await change()).verify.sign).toBe('success');
      await api.news.settled();
      expect(told.mock.calls).toEqual([[org, expect.objectContaining({ id, state: 'cancelled', cause: 'exchanged' })]]);
      told.mockRestore();
      expect(await queue().claim(lock.id)).toBeNull();
    });

    it('waits for what is on its way', async () => {
      await order('unseal');
      expect(await queue().claim(lock.id)).not.toBeNull();
      expect((await change()).verify).toEqual({ sign: 'conflict', desc: errors.deviceBusy.en });
      expect((await saved({ device_name: 'renamed' })).verify.sign).toBe('success');
    });

    it('sends no order of before, whatever left it waiting', async () => {
      const id = await order('set_intervals');
      expect(await queue().claim(lock.id)).not.toBeNull();
      await api.db.query('update device set sn = $2 where id = $1', [lock.id, String(++number)]);
      await api.db.query("update command set state = 'queued' where id = $1", [id]);
      expect(await queue().claim(lock.id)).toBeNull();
      expect(await orderOf(id)).toMatchObject({ state: 'cancelled', cause: 'exchanged' });
    });

    it('begins its present and its connection anew', async () => {
      await tell(-5000, { ...sealed, ver: 'V7', icc_card_no: '0012345678', temperature: 20 });
      await queue().claim(lock.id);
      await api.db.query(
        `update lock_state set sealed_by_platform = true, report_interval = 30, sleep_interval = 600, aside_since = now(),
         clock_offset_ms = 5000, low_battery = true, fence_time = now(), fence_lon = 121, fence_lat = 31, fence_edges = '{}', lock_fault = 1
         where device_id = $1`,
        [lock.id],
      );
      await api.db.query(
        `update device_connection set network = '10.0.0.0/8', network_before = '11.0.0.0/8', network_time = now(), seen_time = now(),
         connect_time = now(), remote_address = '10.1.1.1' where device_id = $1`,
        [lock.id],
      );
      await api.db.query(
        `insert into device_registration (device_id, org_id, terminal, address) values ($1, $2, 'old', '')`,
        [lock.id, org],
      );
      expect((await change()).verify.sign).toBe('success');
      const fresh = await buildDevice(api.db, org);
      const since = { device_id: lock.id, exchange_time: expect.any(Date) };
      expect(await rowsOf('lock_state', lock.id)).toEqual({ ...(await rowsOf('lock_state', fresh.id)), ...since });
      const connection = {
        ...(await rowsOf('device_connection', fresh.id)),
        device_id: lock.id,
        epoch: expect.anything(),
      };
      expect(await rowsOf('device_connection', lock.id)).toEqual(connection);
      expect(await rowsOf('device_registration', lock.id)).toBeUndefined();
      expect(await mine.ok(devices.detail, { id: lock.id })).toMatchObject({
        lock_status: 255,
        lon: null,
        seen_time: null,
      });
    });

    it('hears no word of the lock that went, and judges those of the new one by themselves', async () => {
      await tell(-60_000, sealed);
      const id = await order('unseal');
      await queue().claim(lock.id);
      await api.db.query(
        "update command set state = 'uncertain', sent_time = sent_time - interval '11 minutes' where id = $1",
        [id],
      );
      expect((await change()).verify.sign).toBe('success');
      // it was on the way
      await tell(-30_000, sealed);
      expect(await rowsOf('lock_state', lock.id)).toMatchObject({ lock_status: 255, lon: null });
      await tell(5000, { ls: 0 });
      expect(await rowsOf('lock_state', lock.id)).toMatchObject({ lock_status: 0, lon: 121.47 });
      expect(await orderOf(id)).toMatchObject({ evidence: null });
      // what it tells late follows nothing of the one before
      await tell(-20_000, { ls: 0, event: anEvent(1, null, 0) }, 40_000);
      const { rows } = await api.db.query(
        'select ls_before from lock_event where device_id = $1 and replay order by id desc limit 1',
        [lock.id],
      );
      expect(rows).toEqual([{ ls_before: 255 }]);
    });

    it('speaks for no smaller lock of the former, and takes back what waits to be sent again', async () => {
      await api.db.query("insert into sub_lock (device_id, id, told_time) values ($1, '0000000001', now())", [lock.id]);
      const id = await order('set_intervals');
      await queue().claim(lock.id);
      await queue().uncertain(id);
      expect((await change()).verify.sign).toBe('success');
      expect(await rowsOf('sub_lock', lock.id)).toBeUndefined();
      expect(await orderOf(id)).toMatchObject({ state: 'cancelled', cause: 'exchanged' });
    });

    it('holds neither cards nor passwords of the former', async () => {
      const cards = (await mine.ok(deviceRights.detail, { id: lock.id })).cards;
      expect(cards).toEqual([]);
      const id = await order('add_cards');
      await queue().claim(lock.id);
      await queue().answered(id, { result: 'ok' });
      await api.db.query(`insert into static_password (device_id, org_id, state) values ($1, $2, 'current')`, [
        lock.id,
        org,
      ]);
      await api.db.query(
        `insert into unlock_password (device_id, org_id, sealed, fingerprint, told_time) values ($1, $2, '', '', now())`,
        [lock.id, org],
      );
      expect((await mine.ok(deviceRights.detail, { id: lock.id })).cards).toHaveLength(2);
      expect((await change()).verify.sign).toBe('success');
      expect(await mine.ok(deviceRights.detail, { id: lock.id })).toMatchObject({
        ...{ cards: [], password: null, before: { cards: 0, password: false } },
      });
      expect(await rowsOf('static_password', lock.id)).toMatchObject({ state: 'past' });
    });

    it('was set to nothing of what its former lock was', async () => {
      const id = await order('set_intervals');
      await queue().claim(lock.id);
      await queue().answered(id, { result: 'ok' });
      const confirmed = async () =>
        (await mine.ok(deviceConfiguration.detail, { id: lock.id })).rows.filter((one) => one.confirmed !== null);
      expect(await confirmed()).toHaveLength(2);
      expect((await change()).verify.sign).toBe('success');
      expect(await confirmed()).toEqual([]);
    });

    it('keeps what is critical of the former for a person, and closes what that warned of', async () => {
      const { rows } = await api.db.query<{ id: number }>(
        `insert into alarm (device_id, org_id, kind, severity, first_time, last_time) values
         ($1, $2, 'illegal_unlocking', 'critical', now(), now()), ($1, $2, 'low_battery', 'warning', now(), now()) returning id`,
        [lock.id, org],
      );
      const [critical, warning] = rows.map(({ id }) => id);
      await api.news.settled();
      const told = vi.spyOn(api.hub, 'alarm');
      expect((await change()).verify.sign).toBe('success');
      await api.news.settled();
      expect(told.mock.calls).toEqual([
        [org, expect.objectContaining({ id: warning, result: 'exchanged', processor: '' })],
      ]);
      told.mockRestore();
      expect(await mine.ok(alarms.detail, { id: critical! })).toMatchObject({ status: 'unprocessed', result: null });
    });

    it('leaves in doubt the cards that its former lock may have taken', async () => {
      const id = await order('add_cards');
      await queue().claim(lock.id);
      await queue().uncertain(id);
      expect((await change()).verify.sign).toBe('success');
      expect(await orderOf(id)).toMatchObject({ state: 'uncertain' });
      await queue().answered(id, { result: 'ok' });
      expect((await mine.ok(deviceRights.detail, { id: lock.id })).cards).toEqual([]);
    });
  },
);

it.each(byItsForm)('does not go while it is sealed, by %s: nobody could unseal it', async (_, change) => {
  await stands(2);
  expect((await change()).verify).toEqual({
    sign: 'fail',
    desc: expect.stringContaining(errors.stockSealed.en),
  });
  expect(await rowsOf('lock_state', lock.id)).toMatchObject({ lock_status: 2, exchange_time: null });
  expect((await saved({ device_name: 'renamed' })).verify.sign).toBe('success');
});

it('goes sealed where another terminal registers: the one that could unseal it is gone, or never was the lock', async () => {
  await stands(2);
  await mine.ok(devices.forgetTerminal, { id: lock.id });
  expect(await rowsOf('lock_state', lock.id)).toMatchObject({ lock_status: 255, exchange_time: expect.any(Date) });
});

it('keeps what it has with another type of the same family', async () => {
  await tell(-5000, sealed);
  const id = await order('unseal');
  expect((await saved(await ofFamily('jt701'))).verify.sign).toBe('success');
  expect(await orderOf(id)).toMatchObject({ state: 'queued' });
  expect(await rowsOf('lock_state', lock.id)).toMatchObject({ lon: 121.47, exchange_time: null });
});

it('gets another lock too when its type gets another family, once nothing is on its way', async () => {
  await tell(-5000);
  const waiting = await order('set_intervals');
  const { id, ...type } = await ofOwnType();
  const changed = () => mine.call(deviceTypes.update, { id, ...type, family: 'hhd', unseal_password: 'none' });
  expect(await queue().claim(lock.id)).not.toBeNull();
  expect((await changed()).verify).toEqual({ sign: 'conflict', desc: errors.deviceBusy.en });
  await api.db.query("update command set state = 'queued' where id = $1", [waiting]);
  await stands(2);
  expect((await changed()).verify).toMatchObject({ desc: expect.stringContaining(errors.stockSealed.en) });
  await stands(0);
  expect((await changed()).verify.sign).toBe('success');
  expect(await orderOf(waiting)).toMatchObject({ state: 'cancelled', cause: 'exchanged' });
  expect(await rowsOf('lock_state', lock.id)).toMatchObject({ lon: null, exchange_time: expect.any(Date) });
});

describe('while something else is under way', () => {
  /** What is asked meanwhile waits for the change, and is answered once that is there. */
  const during = async (change: string, ask: () => Promise<{ verify: { desc: string } }>[]) => {
    const other = await api.owner.connect();
    try {
      await other.query('begin');
      await other.query(change, [lock.id]);
      const asked = ask();
      const waiting = "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
      await expect
        .poll(async () => (await api.owner.query(waiting)).rowCount, { timeout: 20_000 })
        .toBeGreaterThanOrEqual(asked.length);
      await other.query('commit');
      return await Promise.all(asked.map(async (one) => (await one).verify.desc));
    } finally {
      await other.query('rollback');
      other.release();
    }
  };
  const press = (kind: CommandKind) =>
    mine.post(orders[kind].path, {
      ...{ device_id: lock.id, idempotency_key: crypto.randomUUID(), ...sampleOrders[kind] },
    });

  it('stays the lock it is when it tells at this moment that it is sealed, and is not retired', async () => {
    const told = await during('update lock_state set lock_status = 2 where device_id = $1', () => [
      saved(another()),
      mine.call(devices.retire, { ids: [lock.id], reason: 'broken beyond repair', sealed: [] }),
    ]);
    expect(told).toEqual([
      expect.stringContaining(errors.stockSealed.en),
      expect.stringContaining(errors.stockSealed.en),
    ]);
  });

  it.each([
    ['its number', `update device set sn = '9' || sn where id = $1`],
    [
      'the family of its type',
      `update device_type set family = 'hhd', unseal_password = 'none' where id = (select device_type_id from device where id = $1)`,
    ],
  ])('takes no order for the lock it was when %s changes', async (_, change) => {
    const told = await during(change, () => [press('unseal'), press('set_intervals')]);
    expect(told).toEqual([errors.lockExchanged.en, errors.lockExchanged.en]);
    expect((await press('unseal')).verify.sign).toBe('success');
  });
});
