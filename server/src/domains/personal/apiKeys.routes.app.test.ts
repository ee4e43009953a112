import { allCalls } from '@plomb/contract/calls';
import { devices } from '@plomb/contract/devices/devices';
import type { Call } from '@plomb/contract/kit/call';
import { orders } from '@plomb/contract/orders/orders';
import { apiKeys } from '@plomb/contract/personal/apiKeys';
import { session } from '@plomb/contract/session/session';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { keyRate } from '../../platform/apiKeys.ts';
import { startApi, type TestApi } from '../../testing/api.ts';
import { type BuiltOperator, buildDevice, buildOperator, buildOrganisation } from '../../testing/build.ts';
import type { Caller } from '../../testing/client.ts';

let api: TestApi;
let org: number;
let who: BuiltOperator;
let caller: Caller;
beforeAll(async () => {
  api = await startApi();
  org = await buildOrganisation(api.db);
});
afterAll(() => api.stop());
beforeEach(async () => {
  who = await buildOperator(api.db, org);
  caller = await api.signedIn(who);
});

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
const wanted = { key_name: 'Customs', scope: ['device:list'], expire_time: inDays(30), physical: false, addresses: [] };
const add = (change: object = {}) => caller.ok(apiKeys.add, { ...wanted, ...change });
const use = (key: string, call: Call = devices.list, body: object = {}) =>
  api.caller().raw(call.path, body, { authorization: `Bearer ${key}` });
const stopsWorking = (key: string, status: number) =>
  expect.poll(async () => (await use(key)).status, { timeout: 5000 }).toBe(status);

describe('making a key', () => {
  it('tells it once and keeps only a hash of it', async () => {
    const { id, key } = await add();
    const { rows } = await caller.ok(apiKeys.list, {});
    expect(rows).toEqual([
      {
        ...wanted,
        id,
        hint: key.slice(-4),
        state: 'active',
        create_time: expect.any(String),
        use_time: null,
        use_address: '',
      },
    ]);
    const { rows: kept } = await api.db.query<{ text: string }>(
      `select (select string_agg(k::text, ' ') from api_key k) || (select string_agg(l::text, ' ') from operation_log l) as text`,
    );
    expect(kept[0]!.text).not.toContain(key);
    expect(kept[0]!.text).not.toContain(Buffer.from(key).toString('hex'));
  });

  it('offers and gives only what its maker holds', async () => {
    const few = await api.signedIn(await buildOperator(api.db, org, ['device:list', 'map:list']));
    const { menus } = await few.ok(apiKeys.options, {});
    expect(menus.flatMap((m) => m.buttons.map((b) => b.scope)).sort()).toEqual(['device:list', 'map:list']);
    const beyond = await few.call(apiKeys.add, { ...wanted, scope: ['device:list', 'device:delete'] });
    expect(beyond.verify.sign).toBe('validation');
    expect(beyond.data).toEqual({ scope: 'Only permissions that you hold can be chosen' });
  });

  it.each([
    [{ expire_time: inDays(-1) }, 'expire_time'],
    [{ expire_time: inDays(400) }, 'expire_time'],
    [{ expire_time: undefined }, 'expire_time'],
    [{ scope: [] }, 'scope'],
    [{ key_name: ' ' }, 'key_name'],
    [{ addresses: ['10.0.0.0/40'] }, 'addresses.0'],
  ])('refuses %j', async (change, field) => {
    const reply = await caller.post(apiKeys.add.path, { ...wanted, ...change });
    expect(reply.verify.sign).toBe('validation');
    expect(Object.keys(reply.data as object)).toEqual([field]);
  });

  it('stops at twenty live ones', async () => {
    for (let i = 0; i < 20; i++) await add({ key_name: `key ${i}` });
    const reply = await caller.call(apiKeys.add, wanted);
    expect(reply.verify.desc).toContain('20');
  });
});

describe('a call with a key', () => {
  it('needs neither sign nor time, sees its operator’s organisations, and answers with no token', async () => {
    const { key } = await add();
    const mine = await buildDevice(api.db, org);
    await buildDevice(api.db, await buildOrganisation(api.db));
    const reply = await use(key, devices.list, { keyword: mine.sn });
    expect(reply.status).toBe(200);
    expect((reply.data as { rows: { sn: string }[] }).rows.map((r) => r.sn)).toEqual([mine.sn]);
    expect(reply.token).toBe('');
    const { rows } = await caller.ok(apiKeys.list, {});
    expect(rows[0]).toMatchObject({ use_time: expect.any(String), use_address: '127.0.0.1' });
  });

  it('answers with the HTTP status of what went wrong', async () => {
    const { key } = await add({ scope: ['device:list', 'device:delete', 'device:add'] });
    const status = async (...of: Parameters<typeof use>) => {
      const { status, verify } = await use(...of);
      return [status, verify.sign];
    };
    expect(await status('plk_unknown')).toEqual([401, 'sessionTimeOut']);
    expect(await status('something')).toEqual([401, 'sessionTimeOut']);
    expect(await status(key, devices.update, {})).toEqual([403, 'noPermission']);
    expect(await status(key, devices.detail, { id: 987_654_321 })).toEqual([404, 'notFound']);
    expect(await status(key, devices.list, { size: 7 })).toEqual([422, 'validation']);
    const cut = await api.caller().raw(devices.list.path, '{"a":', { authorization: `Bearer ${key}` });
    expect([cut.status, cut.verify.sign]).toEqual([422, 'validation']);
  });

  it('is refused whatever belongs to a person: passwords, keys, sessions, signing in', async () => {
    const { key } = await add({
      scope: (await caller.ok(apiKeys.options, {})).menus.flatMap((m) => m.buttons.map((b) => b.scope)),
      physical: true,
    });
    for (const call of allCalls.filter((c) => !c.permit.includes(':') && c.answer !== 'stream')) {
      const { status, verify } = await use(key, call);
      expect([call.path, status, verify.desc]).toEqual([call.path, 403, 'This call cannot be made with an API key']);
    }
  });

  it('acts on locks only where that was ticked by itself, whatever its scope says', async () => {
    const scope = ['map:unseal', 'device:list'];
    expect((await caller.call(apiKeys.add, { ...wanted, scope })).data).toHaveProperty('physical');
    const { id, key } = await add({ scope, physical: true });
    const device = await buildDevice(api.db, org);
    const unseal = (n: number) =>
      use(key, orders.unseal, {
        device_id: device.id,
        reason: 'customs check',
        idempotency_key: `press-of-the-key-${n}`,
      });
    expect((await unseal(1)).verify.sign).not.toBe('noPermission');
    // as one made before the question was asked
    await api.db.query('update api_key set physical = false where id = $1', [id]);
    await expect.poll(async () => (await unseal(2)).status, { timeout: 5000 }).toBe(403);
    expect((await use(key)).status).toBe(200);
  });

  it('is logged under its operator and its name, also when refused', async () => {
    const { key } = await add({ scope: ['device:status'] });
    const device = await buildDevice(api.db, org);
    await use(key, devices.status, { ids: [device.id], status: 2 });
    await use(key, devices.delete, { ids: [device.id] });
    const { rows } = await api.db.query(
      `select operate_name, operate_url, success from operation_log where operator_id = $1 and operate_url like '/device/%' order by id`,
      [who.id],
    );
    const name = `Operator ${who.loginName} (API: Customs)`;
    expect(rows).toEqual([
      { operate_name: name, operate_url: '/device/status', success: true },
      { operate_name: name, operate_url: '/device/delete', success: false },
    ]);
  });

  it('comes from an allowed address or is refused', async () => {
    const { key } = await add({ addresses: ['10.0.0.0/8'] });
    expect((await use(key)).status).toBe(403);
    const { key: here } = await add({ addresses: ['127.0.0.1'] });
    expect((await use(here)).status).toBe(200);
  });

  it('too often is refused with 429 and when to come again', async () => {
    const { key } = await add();
    const statuses = await Promise.all(Array.from({ length: keyRate.burst + 20 }, async () => (await use(key)).status));
    expect(statuses.filter((s) => s === 200).length).toBeGreaterThanOrEqual(keyRate.burst);
    expect(statuses).toContain(429);
    const { key: other } = await add();
    expect((await use(other)).status).toBe(200);
  });
});

describe('a key follows its operator', () => {
  it('loses what the role loses', async () => {
    const { key } = await add({ scope: ['device:list', 'map:list'] });
    expect((await use(key)).status).toBe(200);
    await api.db.query(
      `delete from role_button using operator o, button b, menu m where o.id = $1 and role_button.role_id = o.role_id
         and b.id = role_button.button_id and m.id = b.menu_id and m.menu_code = 'device' and b.btn_code = 'list'`,
      [who.id],
    );
    await stopsWorking(key, 403);
  });

  it('ends for good with a disabled operator, whose sessions end too', async () => {
    const { key } = await add();
    expect((await use(key)).status).toBe(200);
    await api.db.query('update operator set status = 2 where id = $1', [who.id]);
    await stopsWorking(key, 401);
    await api.db.query('update operator set status = 1 where id = $1', [who.id]);
    await stopsWorking(key, 401);
    expect((await caller.call(session.getAuth, {})).verify.sign).toBe('sessionTimeOut');
  });

  it('ends with a changed password, by whichever hand', async () => {
    const { key } = await add();
    await api.db.query('update operator set password_hash = password_hash || $2 where id = $1', [who.id, 'x']);
    await stopsWorking(key, 401);
    expect((await caller.ok(apiKeys.list, {})).rows[0]?.state).toBe('revoked');
  });

  it('ends when it expires and when it is revoked, and only its maker revokes it', async () => {
    const { id, key } = await add();
    const other = await api.signedIn(await buildOperator(api.db, org));
    expect((await other.call(apiKeys.revoke, { id })).verify.sign).toBe('notFound');
    expect((await other.ok(apiKeys.list, {})).rows).toEqual([]);
    await caller.ok(apiKeys.revoke, { id });
    await stopsWorking(key, 401);
    expect((await caller.call(apiKeys.revoke, { id })).verify.sign).toBe('notFound');
    const { id: second, key: late } = await add();
    await api.db.query("update api_key set expire_time = now() - interval '1 s' where id = $1", [second]);
    await stopsWorking(late, 401);
    expect((await caller.ok(apiKeys.list, {})).rows[0]?.state).toBe('expired');
  });
});
