import { calls } from '@plomb/contract/calls';
import type { OpenedBy, Opener, OpenerKind } from '@plomb/contract/devices/openers';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { startApi, type TestApi } from '../../testing/api.ts';
import {
  type BuiltDevice,
  type BuiltOperator,
  buildDevice,
  buildOperator,
  buildOrganisation,
} from '../../testing/build.ts';
import type { Caller, Reply } from '../../testing/client.ts';
import { openersOf } from '../../testing/openers.ts';
import type { Passwords } from './passwords.ts';

const { apiKeys, assignments, authorisations, friends, orders } = calls;
let api: TestApi;
let owner: number;
let port: number;
let boss: BuiltOperator;
let chief: Caller;
let second: Caller;
let theirs: Caller;
let passwords: Passwords;
let press = 0;

beforeAll(async () => {
  api = await startApi();
  const top = await buildOrganisation(api.db);
  [owner, port] = [await buildOrganisation(api.db, top), await buildOrganisation(api.db, top)];
  boss = await buildOperator(api.db, top);
  chief = await api.signedIn(boss);
  second = await api.signedIn(await buildOperator(api.db, top));
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
const listed = (one: Opener | undefined): string => (one?.answer === 'may' ? 'may' : (one?.why?.en ?? 'not listed'));
const first = async (id: number, kind: OpenerKind, operation: OpenedBy = 'unseal', who?: number) =>
  (await openersOf(chief, id, kind, { operation, operator_id: who }))[0];
const reason = 'customs inspection';

it.each<[string, boolean, (id: number) => Promise<unknown>]>([
  ['sealed', true, nothing],
  ['disabled', false, set('status = 2')],
  ['lost', false, set('lost = true')],
  ['scrapped', false, set("device_state = 'scrapped'")],
  ['in stock', true, set('stock_status = 2')],
  ['in maintenance', false, set("device_state = 'maintenance'")],
  ['nearly empty', false, told('electric = 5')],
  ['open', false, told('lock_status = 1')],
  [
    'open when it was last heard',
    true,
    told("lock_status = 1, receive_time = now() - interval '3 days', lock_time = now() - interval '3 days'"),
  ],
  ['silent for a day', true, told("receive_time = now() - interval '25 hours'")],
  ['with an order that waits', true, moving('queued')],
  ['with an order that has left', false, moving('sent')],
])('who can open a lock that is %s is told what the order meets', async (_, may, make) => {
  const { id } = await buildLock();
  await make(id);
  const told = {
    password: listed(await first(id, 'person', 'unlockPassword', boss.id)),
    cards: listed(await first(id, 'person', 'add_cards', boss.id)),
    unseal: listed(await first(id, 'person', 'unseal', boss.id)),
  };
  const met = {
    password: said(await chief.call(orders.unlockPassword, { device_id: id, reason })),
    cards: said(await chief.call(orders.add_cards, { device_id: id, cards: ['1234'], reason, ...key() })),
    unseal: said(await chief.call(orders.unseal, { device_id: id, reason, ...key() })),
  };
  expect(told).toEqual(met);
  expect(met.unseal === 'may').toBe(may);
});

const ofRole = 'role_id = (select role_id from operator where id = $1)';
it.each<[string, boolean, readonly string[], (id: number) => Promise<unknown>]>([
  ['holds the button', true, ['map:list', 'map:unseal'], nothing],
  ['holds another', false, ['map:list', 'map:seal'], nothing],
  ['is disabled', false, ['map:unseal'], (id) => api.db.query('update operator set status = 2 where id = $1', [id])],
  ['lost the menu', false, ['map:unseal'], (id) => api.owner.query(`delete from role_menu where ${ofRole}`, [id])],
  ['lost the button', false, ['map:unseal'], (id) => api.owner.query(`delete from role_button where ${ofRole}`, [id])],
])('and of somebody of its own organisation who %s', async (_, may, buttons, make) => {
  const { id } = await buildLock();
  const one = await buildOperator(api.db, owner, [...buttons]);
  const by = await api.signedIn(one);
  await make(one.id);
  // rights are read again every two seconds
  const order = async () => said(await by.call(orders.unseal, { device_id: id, reason, ...key() })) === 'may';
  if (!may)
    await vi.waitFor(async () =>
      expect(await by.call(orders.unseal, { device_id: 0, reason, ...key() })).toMatchObject({
        verify: { sign: expect.not.stringMatching(/validation|notFound/) },
      }),
    );
  const list = (await first(id, 'person', 'unseal', one.id))?.answer === 'may';
  expect({ list, order: await order() }).toEqual({ list: may, order: may });
});

it.each<[string, boolean, (keyId: number) => Promise<unknown>]>([
  ['that has it in its scope', true, nothing],
  ['that was revoked', false, (id) => api.db.query('update api_key set revoke_time = now() where id = $1', [id])],
  [
    'that has ended',
    false,
    (id) => api.db.query("update api_key set expire_time = now() - interval '1 s' where id = $1", [id]),
  ],
  ['without the tick', false, (id) => api.db.query('update api_key set physical = false where id = $1', [id])],
])('and of an API key %s', async (_, may, make) => {
  const { id } = await buildLock();
  const holder = await buildOperator(api.db, owner);
  const made = await (await api.signedIn(holder)).ok(apiKeys.add, {
    ...{ key_name: 'Gate', scope: ['map:unseal'], physical: true, addresses: [] },
    expire_time: new Date(Date.now() + 86_400_000).toISOString(),
  });
  await make(made.id);
  const headers = { authorization: `Bearer ${made.key}` };
  const order = () => api.caller().raw(orders.unseal.path, { device_id: id, reason, ...key() }, headers);
  const list = (await openersOf(chief, id, 'key', { operator_id: holder.id }))[0]?.answer === 'may';
  expect(list).toBe(may);
  await vi.waitFor(async () => expect((await order()).verify.sign === 'success').toBe(may));
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
  const told = listed(await first(id, 'assigned'));
  const { rows } = await theirs.ok(assignments.list, { distribution_id: given.distribution_id });
  const met = await theirs.call(assignments.order, { id: rows[0]!.id, kind: 'unseal', reason, ...key() });
  expect(told).toBe(said(met));
});

const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
const yard = {
  name: 'Yard',
  area: { shape: 'circle' as const, centre: [121.5, 31.2] as [number, number], radius: 800 },
};
const ofLock = '(select authorisation_id from authorisation_device where device_id = $1)';
interface Asked {
  from_time?: string;
  until_time?: string | null;
  orders?: 'seal' | 'unseal';
  max_uses?: number;
  areas?: (typeof yard)[];
}
const away = told('lon = 121.9, lat = 31.2, place_time = now()');
it.each<[string, boolean, Asked, 'both' | 'first' | 'none', (id: number, holder: BuiltOperator) => Promise<unknown>]>([
  ['for a time', true, {}, 'both', nothing],
  ['for good', true, { until_time: null }, 'both', nothing],
  ['from tomorrow on', false, { from_time: day(1) }, 'both', nothing],
  ['to seal only', false, { orders: 'seal' }, 'both', nothing],
  ['and the first has to agree', false, {}, 'none', nothing],
  ['and the second has to agree', false, {}, 'first', nothing],
  [
    'and has ended it',
    false,
    {},
    'both',
    (id) =>
      api.owner.query(
        `update authorisation set state = 'ended', end_time = now(), end_cause = 'revoked' where id = ${ofLock}`,
        [id],
      ),
  ],
  ['and is a friend no more', false, {}, 'both', (_, holder) => chief.ok(friends.remove, { id: holder.id })],
  ['inside an area', true, { areas: [yard] }, 'both', told('lon = 121.5, lat = 31.2, place_time = now()')],
  ['outside its areas', false, { areas: [yard] }, 'both', away],
  [
    'inside an area, an hour ago',
    false,
    { areas: [yard] },
    'both',
    told("lon = 121.5, lat = 31.2, place_time = now() - interval '1 hour'"),
  ],
  ['outside, of one without areas', true, {}, 'both', away],
  [
    'and used up',
    false,
    { max_uses: 1 },
    'both',
    async (id) => {
      const { rows } = await api.db.query<{ authorisation_id: number; holder_id: number }>(
        'select d.authorisation_id, a.holder_id from authorisation_device d join authorisation a on a.id = d.authorisation_id where d.device_id = $1',
        [id],
      );
      const { authorisation_id, holder_id } = rows[0]!;
      await api.db.query(
        `insert into command (device_id, org_id, kind, physical, idempotency_key, operator_id, oper_name, expire_time, authorisation_id)
       select $1, $2, 'unseal', true, 'used-up-order', $3, 'x', now() + interval '1 hour', $4`,
        [id, owner, holder_id, authorisation_id],
      );
    },
  ],
  [
    'and is disabled',
    false,
    {},
    'both',
    (_, holder) => api.db.query('update operator set status = 2 where id = $1', [holder.id]),
  ],
  [
    'and lost the button',
    false,
    {},
    'both',
    (_, holder) => api.owner.query(`delete from role_button where ${ofRole}`, [holder.id]),
  ],
  ['and the lock is lost', false, {}, 'both', set('lost = true')],
])('and of somebody who was authorised %s', async (_, may, change, agreed, make) => {
  const lock = await buildLock();
  const holder = await buildOperator(api.db, await buildOrganisation(api.db));
  const by = await api.signedIn(holder);
  await api.db.query(
    'insert into friendship (low_id, high_id) values (least($1::bigint, $2), greatest($1::bigint, $2))',
    [holder.id, boss.id],
  );
  const { id } = await by.ok(authorisations.apply, {
    ...{ person_id: boss.id, numbers: [lock.sn], orders: 'unseal', reason, from_time: day(-1), until_time: day(3) },
    ...change,
  });
  if (agreed !== 'none') await chief.ok(authorisations.agree, { id, as: 'first' });
  if (agreed === 'both') await second.ok(authorisations.agree, { id, as: 'second' });
  await make(lock.id, holder);
  const list = (await first(lock.id, 'authorised'))?.answer === 'may';
  const order = () => by.call(authorisations.order, { id, device_id: lock.id, kind: 'unseal', reason, ...key() });
  expect(list).toBe(may);
  await vi.waitFor(async () => expect((await order()).verify.sign === 'success').toBe(may));
});

it.each<[string, boolean, (id: number) => Promise<unknown>]>([
  ['in its time', true, nothing],
  [
    'whose lock was silent for a day',
    false,
    async (id) => {
      await told("receive_time = now() - interval '25 hours'")(id);
      await api.db.query("update unlock_password set told_time = now() - interval '25 hours' where device_id = $1", [
        id,
      ]);
    },
  ],
])('a password that was shown opens %s', async (_, may, make) => {
  const { id } = await buildLock();
  expect((await first(id, 'code'))?.answer).toBe('refused');
  await chief.ok(orders.unlockPassword, { device_id: id, reason });
  await make(id);
  expect((await first(id, 'code'))?.answer).toBe(may ? 'may' : 'uncertain');
  expect(said(await chief.call(orders.unlockPassword, { device_id: id, reason })) === 'may').toBe(may);
});

it('says until when an order is under way at the latest', async () => {
  const { id } = await buildLock();
  await moving('sent')(id);
  const { rows } = await api.db.query<{ time: Date }>(
    "select sent_time + interval '60 seconds' as time from command where device_id = $1",
    [id],
  );
  expect((await first(id, 'person', 'unseal', boss.id))?.change).toBe(rows[0]!.time.toISOString());
  expect((await first(id, 'person', 'add_cards', boss.id))?.change).toBeNull();
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
  const [unseal, password] = [
    await first(id, 'person', 'unseal', boss.id),
    await first(id, 'person', 'unlockPassword', boss.id),
  ];
  const met = await chief.call(orders.unseal, { device_id: id, reason, ...key() });
  const shown = await chief.call(orders.unlockPassword, { device_id: id, reason });
  await api.db.query('delete from approval_rule where org_id = $1', [owner]);
  expect([unseal?.answer, listed(unseal)]).toEqual(['approval', said(met)]);
  expect([password?.answer, listed(password)]).toEqual(['refused', said(shown)]);
  const { rows } = await api.db.query('select from password_disclosure where device_id = $1', [id]);
  expect(rows).toEqual([]);
});
