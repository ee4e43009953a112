import { myDevices } from '@plomb/contract/personal/myDevices';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { startApi, type TestApi } from '../../testing/api.ts';
import { type BuiltOperator, buildDevice, buildOperator, buildOrganisation } from '../../testing/build.ts';
import type { Caller } from '../../testing/client.ts';

let api: TestApi;
let org: number;
let who: BuiltOperator;
let caller: Caller;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.stop());
beforeEach(async () => {
  org = await buildOrganisation(api.db);
  who = await buildOperator(api.db, org);
  caller = await api.signedIn(who);
});

const device = async (of: number, status: number): Promise<number> => {
  const { id } = await buildDevice(api.db, of);
  await api.owner.query('alter table device disable trigger stock_step');
  await api.owner.query('update device set stock_status = $2 where id = $1', [id, status]);
  await api.owner.query('alter table device enable trigger stock_step');
  return id;
};
const stepped = (id: number, step: string, by: BuiltOperator) =>
  api.db.query(
    `insert into custody (device_id, org_id, to_org_id, step, from_status, to_status, device_state, source, operator_id)
     select id, org_id, org_id, $2, 3, 4, 'in_use', 'web', $3 from device where id = $1`,
    [id, step, by.id],
  );
const issued = async (of: number): Promise<number> => {
  const id = await device(of, 3);
  await api.db.query('update device set receiver_id = $2, issue_time = now() where id = $1', [id, who.id]);
  return id;
};
const mine = async (by = caller, input: object = {}) =>
  (await by.ok(myDevices.list, input)).rows.map(({ id, held }) => ({ id, held }));

it('are what one received and still has, what is to be received, and what one has in management mode', async () => {
  const other = await buildOperator(api.db, org);
  const [received, sealed, passedOn, recycled, others] = [
    await device(org, 4),
    await device(org, 6),
    await device(org, 4),
    await device(org, 5),
    await device(org, 4),
  ];
  for (const id of [received, sealed, passedOn, recycled]) await stepped(id, 'receive', who);
  await stepped(passedOn, 'receive', other);
  await stepped(others, 'receive', other);
  const toReceive = await issued(org);
  const managed = await device(org, 4);
  await api.db.query(
    `insert into management_lease (device_id, org_id, operator_id, oper_name, login_name, reason, until_time)
     values ($1, $2, $3, 'x', 'x', 'x', now() + interval '30 minutes')`,
    [managed, org, who.id],
  );
  expect(await mine()).toEqual([
    { id: managed, held: 'management' },
    { id: toReceive, held: 'issued' },
    { id: sealed, held: 'received' },
    { id: received, held: 'received' },
  ]);
  expect(await mine(caller, { held: 'received' })).toHaveLength(2);
  expect(await mine(caller, { before: sealed, size: 1 })).toEqual([{ id: received, held: 'received' }]);
});

it('show of a lock what the device list and the map would show, and no more', async () => {
  const id = await device(org, 4);
  await stepped(id, 'receive', who);
  await api.db.query(
    `update lock_state set lock_status = 2, lock_time = now(), lon = 121, lat = 31, place_time = now() where device_id = $1`,
    [id],
  );
  const [whole] = (await caller.ok(myDevices.list, {})).rows;
  expect(whole).toMatchObject({ seen: true, lock_status: 2, lon: 121, lat: 31, org_name: expect.any(String) });
  const poor = await api.signedIn(await givenOnly(['myDevice:list']));
  const [hidden] = (await poor.ok(myDevices.list, {})).rows;
  expect(hidden).toMatchObject({ id, seen: false });
  expect(
    Object.values({ ...hidden, id: null, sn: null, device_name: null, subject: null, device_type: null }).filter(
      (value) => value === 2 || value === 121 || value === 31,
    ),
  ).toEqual([]);
  expect(hidden).toMatchObject({ lock_status: null, lock_time: null, connection: null, lon: null, lat: null });
  const listed = await api.signedIn(await givenOnly(['myDevice:list', 'device:list']));
  expect((await listed.ok(myDevices.list, {})).rows[0]).toMatchObject({ lock_status: 2, lon: null, place_time: null });
});

/** The same person in effect: what the first received, another with fewer buttons receives next. */
const givenOnly = async (buttons: string[]): Promise<BuiltOperator> => {
  const next = await buildOperator(api.db, org, buttons);
  const { rows } = await api.db.query<{ id: number }>('select id from device where org_id = $1', [org]);
  for (const { id } of rows) await stepped(id, 'receive', next);
  return next;
};

it('of another organisation are known as issued to one, and by nothing else', async () => {
  const elsewhere = await buildOrganisation(api.db);
  const id = await issued(elsewhere);
  const foreign = await device(elsewhere, 4);
  await stepped(foreign, 'receive', who);
  const { rows } = await caller.ok(myDevices.list, {});
  expect(rows).toMatchObject([{ id, held: 'issued', seen: false, lock_status: null, lon: null, subject: '' }]);
});

it('say how old a state is, that nobody knows it of one that is switched off, and what is out of use', async () => {
  const [fresh, old, off, scrapped] = [
    await device(org, 6),
    await device(org, 6),
    await device(org, 6),
    await device(org, 7),
  ];
  for (const id of [fresh, old, off, scrapped]) await stepped(id, 'receive', who);
  const said = (id: number, ago: string) =>
    api.db.query(
      `update lock_state set lock_status = 2, lock_time = now() - $2::interval, present_time = now() - $2::interval,
         receive_time = now() - $2::interval where device_id = $1`,
      [id, ago],
    );
  for (const id of [fresh, off, scrapped]) await said(id, '1 second');
  await said(old, '3 days');
  await api.owner.query('alter table device disable trigger user');
  await api.owner.query('update device set status = 2 where id = $1', [off]);
  await api.owner.query("update device set device_state = 'scrapped' where id = $1", [scrapped]);
  await api.owner.query('alter table device enable trigger user');
  const { rows } = await caller.ok(myDevices.list, {});
  const of = (id: number) => rows.find((one) => one.id === id);
  expect(of(fresh)).toMatchObject({ fresh: true, device_state: 'in_use', lost: false, family: expect.any(String) });
  expect(of(old)).toMatchObject({ lock_status: 2, fresh: false });
  expect(of(off)).toMatchObject({ lock_status: 2, fresh: false, connection: null });
  expect(of(scrapped)).toMatchObject({ device_state: 'scrapped' });
});
