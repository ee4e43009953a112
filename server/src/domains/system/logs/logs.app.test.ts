import { calls } from '@plomb/contract/calls';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { adminPassword, startApi, type TestApi } from '../../../testing/api.ts';
import { type BuiltOperator, buildDevice, buildOperator, buildOrganisation } from '../../../testing/build.ts';
import type { Caller } from '../../../testing/client.ts';

const { operationLogs: logs, manufacturers } = calls;
let api: TestApi;
let root: Caller;
let mine: Caller;
let operator: BuiltOperator;

beforeAll(async () => {
  api = await startApi();
  root = await api.signedIn({ loginName: 'admin', password: adminPassword });
  const org = await buildOrganisation(api.db);
  operator = await buildOperator(api.db, org);
  mine = await api.signedIn(operator);
  await buildDevice(api.db, org);
});
afterAll(() => api.stop());

const list = async (caller: Caller, filter: object) => (await caller.ok(logs.list, filter)).rows;

describe('the one timeline', () => {
  it('shows failed sign-ins under the name that was typed, without what was typed as password', async () => {
    await api.caller().login(operator.loginName, 'wrong-1');
    await api.caller().login('nobody-at-all', 'wrong-2');
    const [known] = await list(mine, { business_type: 'login', success: false });
    expect(known).toMatchObject({
      operate_url: '/login/login',
      success: false,
      error_msg: expect.stringMatching(/wrong/),
    });

    // a name nobody has belongs to no organisation: the root organisation alone sees it
    expect(await list(mine, { operate_name: 'nobody-at-all' })).toEqual([]);
    const [unknown] = await list(root, { operate_name: 'nobody-at-all' });
    expect(unknown).toMatchObject({ operate_name: 'nobody-at-all', org_name: '', success: false });
    const { request_body } = await root.ok(logs.detail, { id: unknown!.id });
    expect(JSON.parse(request_body)).toMatchObject({ username: 'nobody-at-all', password: '***', sign: '***' });
    expect((await mine.call(logs.detail, { id: unknown!.id })).verify.sign).toBe('notFound');
  });

  it('is readable whatever strangers sent, and keeps nothing of those who filled in no form', async () => {
    const rows = async () => (await api.db.query<{ n: number }>('select count(*) as n from operation_log')).rows[0]!.n;
    const before = await rows();
    const stranger = api.caller();
    await stranger.raw('/login/login', '');
    await stranger.raw('/login/login', { username: 'x'.repeat(16_000), password: 'y' });
    await stranger.post('/login/login', { username: 'a\0b', password: 'x' });
    await stranger.post('/device/delete', { ids: [1] });
    expect(await rows()).toBe(before);
    for (const body of ['', 'null', '"x"', '{"username":"a\\u0000b"}', '{"username":'])
      await api.db.query(
        `insert into operation_log (title_zh, title_en, business_type, request_method, operate_url, success, request_body)
         values ('x', 'x', 'login', 'POST', '/login/login', false, $1)`,
        [body],
      );
    expect((await list(root, {})).length).toBeGreaterThan(4);
    expect((await list(root, { operate_name: 'somebody', keyword: 'somebody' })).length).toBe(0);
  });

  it('files what somebody known tried, also when it was of no form at all', async () => {
    const tried = async (reason: unknown) => {
      await mine.post('/lock/unseal', { device_id: 1, reason, idempotency_key: 'one-press-of-mine' });
      const [row] = await list(mine, { business_type: 'command' });
      return row;
    };
    expect(await tried('seal\0broken')).toMatchObject({ success: false, operate_url: '/lock/unseal' });
    let deep: object = {};
    for (let i = 0; i < 1000; i++) deep = { a: deep };
    expect((await tried(deep))?.operate_name).toBe(`Operator ${operator.loginName}`);
    const [, unsigned] = [
      await mine.raw('/lock/unseal', { device_id: 1 }),
      (await list(mine, { business_type: 'command' }))[0],
    ];
    expect(unsigned?.error_msg).toMatch(/sign/);
    expect(await list(mine, { business_type: 'command' })).toHaveLength(3);
  });

  it('narrows by time, kind, outcome and any word', async () => {
    await mine.ok(manufacturers.add, { factoryCode: 'WORD', factoryName: 'Needle & Co' });
    const [row] = await list(mine, { keyword: 'Needle' });
    expect(row).toMatchObject({ title: 'Add manufacturer', instruct: 'Needle & Co', business_type: 'insert' });
    const time = row!.create_time;
    const after = new Date(Date.parse(time) + 1000).toISOString();
    expect(await list(mine, { keyword: 'Needle', from: time, to: after })).toHaveLength(1);
    expect(await list(mine, { keyword: 'Needle', to: new Date(Date.parse(time) - 1000).toISOString() })).toEqual([]);
    expect(await list(mine, { keyword: 'Needle', business_type: 'delete' })).toEqual([]);
    expect(await list(mine, { keyword: 'Needle', success: false })).toEqual([]);
    expect(await list(mine, { keyword: 'nee%le' })).toEqual([]);
    mine.langue = 'zh_CN';
    expect((await list(mine, { keyword: '新增厂商' }))[0]!.title).toBe('新增厂商');
    mine.langue = 'en_US';
  });

  it('says what was there before', async () => {
    const { id } = await mine.ok(manufacturers.add, { factoryCode: 'OLD', factoryName: 'Old name' });
    await mine.ok(manufacturers.update, { id, factoryCode: 'OLD', factoryName: 'New name' });
    const [row] = await list(mine, { business_type: 'update', keyword: 'New name' });
    const { changes, response_body } = await mine.ok(logs.detail, { id: row!.id });
    expect(JSON.parse(response_body)).toEqual({ verify: { sign: 'success', desc: '' }, data: { id } });
    expect(changes).toEqual([{ field: 'factoryName', before: 'Old name', after: 'New name' }]);
  });

  it('is read page by page without a gap', async () => {
    const first = await mine.ok(logs.list, { size: 2 });
    expect([first.rows.length, first.more]).toEqual([2, true]);
    const second = await mine.ok(logs.list, { size: 100, before: first.rows[1]!.id });
    expect(second.rows[0]!.id).toBeLessThan(first.rows[1]!.id);
    expect([...first.rows, ...second.rows].length).toBe((await mine.ok(logs.list, { size: 100 })).rows.length);
  });

  it('can be changed by nobody', async () => {
    await expect(api.db.query('update operation_log set success = true')).rejects.toThrow();
    await expect(api.owner.query('delete from operation_log')).rejects.toThrow(/append only/);
  });
});

describe('an export', () => {
  const columns = [
    { field: 'title', title: 'What' },
    { field: 'business_type', title: 'Kind', words: { insert: 'Added' } },
    { field: 'instruct', title: 'On what' },
    { field: 'request_body', title: 'Request' },
  ];
  const fileOf = async (caller: Caller, input: object) => {
    const { url } = await caller.ok(logs.export, { format: 'csv', timeZone: 'UTC', columns, ...input });
    const headers = { authorization: caller.token, 'accept-language': 'en-US' };
    return (await api.app.inject({ url, headers })).body;
  };

  it('holds what the filter holds, with words for codes and without secrets', async () => {
    await mine.ok(manufacturers.add, { factoryCode: 'EXP', factoryName: '=Formula()' });
    const file = await fileOf(mine, { keyword: 'Formula', business_type: 'insert' });
    expect(file).toContain(`"Add manufacturer","Added","'=Formula()"`);
    expect(file).not.toMatch(/"sign"":""[^*]/);
    expect(file.trim().split('\r\n')).toHaveLength(2);
  });
  it('is scoped like the list, and logged itself', async () => {
    const ids = (await list(root, { operate_name: 'nobody-at-all' })).map((r) => r.id);
    expect((await fileOf(mine, { ids })).trim().split('\r\n')).toHaveLength(1);
    expect((await fileOf(root, { ids })).trim().split('\r\n')).toHaveLength(2);
    expect((await list(mine, { business_type: 'export' }))[0]!.operate_url).toBe('/operationLog/export');
  });
  it('needs a button of its own', async () => {
    const reader = await api.signedIn(
      await buildOperator(api.db, await buildOrganisation(api.db), ['operationLog:list']),
    );
    expect((await reader.call(logs.list, {})).verify.sign).toBe('success');
    const reply = await reader.call(logs.export, { format: 'csv', timeZone: 'UTC', columns });
    expect(reply.verify.sign).toBe('noPermission');
  });
});
