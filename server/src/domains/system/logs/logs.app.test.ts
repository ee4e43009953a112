import { calls } from '@plomb/contract/calls';
import { errors } from '@plomb/contract/errors';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { adminPassword, startApi, type TestApi } from '../../../testing/api.ts';
import { type BuiltOperator, buildDevice, buildOperator, buildOrganisation } from '../../../testing/build.ts';
import type { Caller } from '../../../testing/client.ts';

const { operationLogs: logs, manufacturers, alarms } = calls;
let api: TestApi;
let root: Caller;
let mine: Caller;
let operator: BuiltOperator;
let org: number;

beforeAll(async () => {
  api = await startApi();
  root = await api.signedIn({ loginName: 'admin', password: adminPassword });
  org = await buildOrganisation(api.db);
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

  it('tells what stood in the address, secrets blanked', async () => {
    await mine.post(`${logs.list.path}?page=2&token=whose`, {});
    await mine.post(`${manufacturers.delete.path}?page=2&token=whose`, { ids: [0] });
    const [row] = await list(mine, { business_type: 'delete' });
    const { request_param } = await mine.ok(logs.detail, { id: row!.id });
    expect(JSON.parse(request_param)).toEqual({ page: '2', token: '***' });
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

  it('names what a refused deed was about: by its name, or by its number where nobody came to look it up', async () => {
    const refused = async (title: string) => (await list(mine, { keyword: title, success: false }))[0]?.instruct;
    const { id } = await mine.ok(manufacturers.add, { factoryCode: 'TAKEN', factoryName: 'Seals of Suzhou' });
    await mine.call(manufacturers.add, { factoryCode: 'TAKEN', factoryName: 'The same again' });
    expect(await refused('Add manufacturer')).toBe('The same again');
    const device = await buildDevice(api.db, org);
    await api.db.query('update device set manufacturer_id = $1 where id = $2', [id, device.id]);
    await mine.call(manufacturers.delete, { ids: [id] });
    expect(await refused('Delete manufacturer')).toBe('Seals of Suzhou');
    await api.db.query('update device set retired_time = now(), status = 2 where id = $1', [device.id]);
    await mine.call(calls.devices.status, { ids: [device.id], status: 1 });
    expect(await refused('Change status of device')).toBe(device.sn);
    const other = await buildDevice(api.db, await buildOrganisation(api.db));
    await mine.call(calls.devices.status, { ids: [other.id], status: 1 });
    expect(await refused('Change status of device')).toBe(`#${other.id}`);
  });

  it('names the devices it was done with, of those in sight', async () => {
    const [own, theirs] = [await buildDevice(api.db, org), await buildDevice(api.db, await buildOrganisation(api.db))];
    await mine.ok(calls.devices.status, { ids: [own.id], status: 2 });
    await mine.call(calls.devices.status, { ids: [theirs.id], status: 2 });
    const [refused, done] = await list(mine, { keyword: 'Change status of device' });
    expect(await mine.ok(logs.detail, { id: done!.id })).toMatchObject({
      devices: [{ id: own.id, sn: own.sn }],
      device_count: 1,
    });
    expect(await mine.ok(logs.detail, { id: refused!.id })).toMatchObject({ devices: [], device_count: 0 });
  });

  it('says what was there before', async () => {
    const { id } = await mine.ok(manufacturers.add, { factoryCode: 'OLD', factoryName: 'Old name' });
    await mine.ok(manufacturers.update, { id, factoryCode: 'OLD', factoryName: 'New name' });
    const [row] = await list(mine, { business_type: 'update', keyword: 'New name' });
    const { changes, response_body } = await mine.ok(logs.detail, { id: row!.id });
    expect(JSON.parse(response_body)).toEqual({ verify: { sign: 'success', desc: '' }, data: { id } });
    expect(changes).toEqual([{ field: 'factoryName', before: 'Old name', after: 'New name' }]);
  });

  it('is told in the language of whoever reads it, in the file as on the screen', async () => {
    const reader = await api.signedIn(operator);
    const alarm = async () =>
      (
        await api.db.query<{ id: number }>(
          `insert into alarm (device_id, org_id, kind, severity, first_time, last_time)
           select d.id, d.org_id, 'illegal_unlock', 'critical', now(), now() from device d join operator o on o.org_id = d.org_id
            where o.login_name = $1 limit 1 returning id`,
          [operator.loginName],
        )
      ).rows[0]!.id;
    const id = await alarm();
    reader.langue = 'zh_CN';
    await reader.ok(alarms.process, { id, hits: 1, result: 'false_alarm', remark: 'by the customs' });
    await reader.call(alarms.process, { id, hits: 1, result: 'police', remark: '' });
    reader.langue = 'en_US';
    const [refused, done] = await list(reader, { keyword: '/alarm/process' });
    expect(done?.instruct).toMatch(/^Illegal unlock .*: False alarm, by the customs$/);
    expect(refused?.error_msg).toBe(errors.alarmProcessed.en);
    reader.langue = 'zh_CN';
    const [late, early] = await list(reader, { keyword: '/alarm/process' });
    expect(early?.instruct).toMatch(/^非法解封 .*: 误报, by the customs$/);
    expect(late?.error_msg).toBe(errors.alarmProcessed.zh);
    expect((await reader.ok(logs.detail, { id: early!.id })).instruct).toBe(early?.instruct);
    expect(await list(reader, { keyword: 'False alarm' })).toHaveLength(1);
    // a row of before has its one sentence
    await api.db.query(
      `insert into operation_log (org_id, title_zh, title_en, instruct, business_type, request_method, operate_url, success)
       select org_id, '旧', 'Old', 'unseal 1: of before', 'command', 'POST', '/old', true from operator where login_name = $1`,
      [operator.loginName],
    );
    expect((await list(reader, { keyword: 'of before' })).map((row) => row.instruct)).toEqual(['unseal 1: of before']);
    const url = (
      await reader.ok(logs.export, {
        format: 'csv',
        timeZone: 'UTC',
        keyword: '/alarm/process',
        columns: [
          { field: 'instruct', title: '对象' },
          { field: 'error_msg', title: '失败原因' },
        ],
      })
    ).url;
    const file = await api.app.inject({ url, headers: { authorization: reader.token, 'accept-language': 'zh-CN' } });
    expect(file.body).toContain(errors.alarmProcessed.zh);
    expect(file.body).toContain('非法解封');
    expect(file.body).not.toContain('Illegal unlock');
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
