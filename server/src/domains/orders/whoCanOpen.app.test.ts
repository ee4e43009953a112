import { calls } from '@plomb/contract/calls';
import type { DeviceRights } from '@plomb/contract/devices/rights';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startApi, type TestApi } from '../../testing/api.ts';
import { type BuiltDevice, buildDevice, buildOperator, buildOrganisation } from '../../testing/build.ts';
import type { Caller, Reply } from '../../testing/client.ts';
import type { Passwords } from './passwords.ts';

const { assignments, deviceRights, orders } = calls;
let api: TestApi;
let owner: number;
let port: number;
let chief: Caller;
let theirs: Caller;
let passwords: Passwords;
let press = 0;

beforeAll(async () => {
  api = await startApi();
  const top = await buildOrganisation(api.db);
  [owner, port] = [await buildOrganisation(api.db, top), await buildOrganisation(api.db, top)];
  chief = await api.signedIn(await buildOperator(api.db, top));
  theirs = await api.signedIn(await buildOperator(api.db, port));
  passwords = api.openPasswords(() => undefined);
});
afterAll(() => api.stop());

const key = () => ({ idempotency_key: `who-can-${++press}` });
/** A lock that is sealed, takes cards, and has told its one-time password. */
const buildLock = async (): Promise<BuiltDevice> => {
  const lock = await buildDevice(api.db, owner, 'jt701');
  await api.db.query(
    `update device_type set unseal_password = 'dynamic' where id = (select device_type_id from device where id = $1)`,
    [lock.id],
  );
  await api.db.query(
    'update lock_state set lock_status = 2, electric = 80, receive_time = now(), lock_time = now() where device_id = $1',
    [lock.id],
  );
  const time = Date.now();
  const report = { unlockPassword: '123412', authenticated: true, replay: false, deviceTime: time, receiveTime: time };
  await passwords.keep(lock.id, report);
  return lock;
};
/** An unseal that waits, or has left. */
const moving = (state: 'queued' | 'sent') => async (id: number) => {
  const order = await chief.ok(orders.unseal, { device_id: id, reason: 'customs inspection', ...key() });
  if (state === 'sent')
    await api.db.query("update command set state = 'sent', attempt = 1, sent_time = now() where id = $1", [order.id]);
};
const set = (change: string) => (id: number) => api.db.query(`update device set ${change} where id = $1`, [id]);
const told = (change: string) => (id: number) =>
  api.db.query(`update lock_state set ${change} where device_id = $1`, [id]);
const nothing = async () => undefined;

const said = ({ verify }: Reply): string => (verify.sign === 'success' ? 'may' : verify.desc);
const listed = ({ answer, why }: DeviceRights['now']['unseal']): string => (answer === 'may' ? answer : why!.en);

it.each<[string, (id: number) => Promise<unknown>]>([
  ['sealed', nothing],
  ['disabled', set('status = 2')],
  ['lost', set('lost = true')],
  ['scrapped', set("device_state = 'scrapped'")],
  ['in maintenance', set("device_state = 'maintenance'")],
  ['nearly empty', told('electric = 5')],
  ['open', told('lock_status = 1')],
  [
    'open when it was last heard',
    told("lock_status = 1, receive_time = now() - interval '3 days', lock_time = now() - interval '3 days'"),
  ],
  ['silent for a day', told("receive_time = now() - interval '25 hours'")],
  ['with an order that waits', moving('queued')],
  ['with an order that has left', moving('sent')],
])('who can open a lock that is %s is told what the order meets', async (_, make) => {
  const { id } = await buildLock();
  await make(id);
  const { now } = await chief.ok(deviceRights.detail, { id });
  const reason = 'customs inspection';
  const met = {
    password: said(await chief.call(orders.unlockPassword, { device_id: id, reason })),
    cards: said(await chief.call(orders.add_cards, { device_id: id, cards: ['1234'], reason, ...key() })),
    unseal: said(await chief.call(orders.unseal, { device_id: id, reason, ...key() })),
  };
  expect({ password: listed(now.password), cards: listed(now.cards), unseal: listed(now.unseal) }).toEqual(met);
});

it.each<[string, 'seal' | 'unseal', boolean, (id: number) => Promise<unknown>]>([
  ['to be unsealed', 'unseal', true, nothing],
  ['to be sealed only', 'seal', true, nothing],
  ['and sending is forbidden', 'unseal', false, nothing],
  ['and is lost', 'unseal', true, set('lost = true')],
  ['and is nearly empty', 'unseal', true, told('electric = 5')],
  ['and whose owner has ordered', 'unseal', true, moving('queued')],
  ['and whose owner has an order that has left', 'unseal', true, moving('sent')],
])('and of one that was distributed %s', async (_, choice, sending, make) => {
  const { id } = await buildLock();
  const given = await chief.ok(assignments.add, { devices: [{ id, sending }], org_ids: [port], orders: choice });
  await make(id);
  const { assigned } = await chief.ok(deviceRights.detail, { id });
  const { rows } = await theirs.ok(assignments.list, { distribution_id: given.distribution_id });
  const met = await theirs.call(assignments.order, {
    id: rows[0]!.id,
    kind: 'unseal',
    reason: 'customs inspection',
    ...key(),
  });
  expect(assigned.map(({ now }) => listed(now))).toEqual([said(met)]);
});

it('says until when an order is under way at the latest', async () => {
  const { id } = await buildLock();
  await moving('sent')(id);
  const { rows } = await api.db.query<{ time: Date }>(
    "select sent_time + interval '60 seconds' as time from command where device_id = $1",
    [id],
  );
  const { now } = await chief.ok(deviceRights.detail, { id });
  expect([now.unseal.until, now.cards.until]).toEqual([rows[0]!.time.toISOString(), null]);
});

it.each<[string, (id: number) => Promise<unknown>]>([
  ['use of the device', set('lost = true')],
  ['battery', told('electric = 5')],
  ['order under way', moving('sent')],
])('the operation log says which clause refused: %s', async (clause, make) => {
  const { id, sn } = await buildLock();
  const given = await chief.ok(assignments.add, {
    devices: [{ id, sending: true }],
    org_ids: [port],
    orders: 'unseal',
  });
  await make(id);
  const { rows } = await theirs.ok(assignments.list, { distribution_id: given.distribution_id });
  const why = { reason: 'customs inspection', ...key() };
  await chief.call(orders.unseal, { device_id: id, ...why });
  await theirs.call(assignments.order, { id: rows[0]!.id, kind: 'unseal', ...why });
  const log = await api.db.query<{ en: string }>(
    'select instruct_en as en from operation_log where not success order by id desc limit 2',
  );
  expect(log.rows.map(({ en }) => en.endsWith(`customs inspection (refused by: ${clause})`))).toEqual([true, true]);
  expect(log.rows.every(({ en }) => en.includes(sn))).toBe(true);
});

it('and of one whose unseal a second person has to approve', async () => {
  const { id } = await buildLock();
  await api.db.query("insert into approval_rule (org_id, kind) values ($1, 'unseal')", [owner]);
  const { now } = await chief.ok(deviceRights.detail, { id });
  const met = await chief.call(orders.unseal, { device_id: id, reason: 'customs inspection', ...key() });
  const shown = await chief.call(orders.unlockPassword, { device_id: id, reason: 'customs inspection' });
  await api.db.query('delete from approval_rule where org_id = $1', [owner]);
  expect([now.unseal.answer, listed(now.unseal)]).toEqual(['approval', said(met)]);
  expect([now.password.answer, listed(now.password)]).toEqual(['refused', said(shown)]);
  const { rows } = await api.db.query('select from password_disclosure where device_id = $1', [id]);
  expect(rows).toEqual([]);
});
