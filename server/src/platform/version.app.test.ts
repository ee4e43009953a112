import { devices } from '@plomb/contract/devices/devices';
import { manufacturers } from '@plomb/contract/devices/manufacturers';
import { params } from '@plomb/contract/params';
import { menus } from '@plomb/contract/system/menus/menus';
import { operators } from '@plomb/contract/system/operators/operators';
import { organisations } from '@plomb/contract/system/organisations/organisations';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { adminPassword, startApi, type TestApi } from '../testing/api.ts';
import { buildDevice, buildOperator, buildOrganisation } from '../testing/build.ts';
import type { Caller } from '../testing/client.ts';

let api: TestApi;
let org: number;
let first: Caller;
let second: Caller;
beforeAll(async () => {
  api = await startApi();
  org = await buildOrganisation(api.db);
  first = await api.signedIn(await buildOperator(api.db, org));
  second = await api.signedIn(await buildOperator(api.db, org));
});
afterAll(() => api.stop());

describe('two who edit one record', () => {
  it('do not overwrite each other unseen: the second is told who was first, and nothing is saved', async () => {
    const device = await buildDevice(api.db, org);
    const { version, ...read } = await first.ok(devices.detail, { id: device.id });
    await second.ok(devices.update, { ...read, version, subject: 'theirs' });

    const refused = await first.call(devices.update, { ...read, version, subject: 'mine' });
    expect(refused.verify.sign).toBe('conflict');
    expect(refused.verify.desc).toMatch(/ changed this record meanwhile, nothing was saved$/);
    expect(refused.data).toHaveProperty('version');
    const now = await first.ok(devices.detail, { id: device.id });
    expect(now.subject).toBe('theirs');

    // having seen theirs, the first decides
    await first.ok(devices.update, { ...read, version: now.version, subject: 'mine' });
    expect((await first.ok(devices.detail, { id: device.id })).subject).toBe('mine');
  });

  it('are told so also where the log has a row that cannot be read', async () => {
    const device = await buildDevice(api.db, org);
    const { version, ...read } = await first.ok(devices.detail, { id: device.id });
    await second.ok(devices.update, { ...read, version, subject: 'theirs' });
    await api.db.query(
      `insert into operation_log (org_id, title_zh, title_en, business_type, request_method, operate_url, success, request_body)
       values ($1, 'x', 'x', 'update', 'POST', $2, true, '{"id":')`,
      [org, devices.update.path],
    );
    const refused = await first.call(devices.update, { ...read, version, subject: 'mine' });
    expect(refused.verify).toMatchObject({ sign: 'conflict', desc: expect.stringMatching(/ changed this record/) });
  });

  it('are not held up by what their form does not write', async () => {
    const device = await buildDevice(api.db, org);
    const { version, ...read } = await first.ok(devices.detail, { id: device.id });
    await second.ok(devices.status, { ids: [device.id], status: 2 });
    await first.ok(devices.update, { ...read, version, subject: 'mine' });
  });

  it('are told so of people and organisations too', async () => {
    const below = await buildOrganisation(api.db, org);
    const caller = await api.signedIn(await buildOperator(api.db, org));
    const who = await buildOperator(api.db, below);
    const { version, ...read } = await caller.ok(operators.detail, { id: who.id });
    await caller.ok(operators.update, { ...read, version, operPhone: '13800000001' });
    const again = await caller.call(operators.update, { ...read, version, operPhone: '13800000002' });
    expect(again).toMatchObject({ verify: { sign: 'conflict' }, data: { version: expect.any(String) } });

    const {
      version: then,
      org_name,
      org_type,
      phone,
      mailbox,
      logo,
    } = await caller.ok(organisations.detail, {
      id: below,
    });
    const written = { id: below, org_name, org_type: 'depot' as const, phone, mailbox, logo, version: then };
    expect(org_type).not.toBe('depot');
    await caller.ok(organisations.update, written);
    expect((await caller.call(organisations.update, { ...written, phone: '13800000003' })).verify.sign).toBe(
      'conflict',
    );
  });

  it('are told so of menus, their buttons and parameters, which have no page of their own to be read by', async () => {
    const root = await api.signedIn({ loginName: 'admin', password: adminPassword });
    const menuOf = async () => (await root.ok(menus.list, {})).rows.find((m) => m.menuCode === 'alarm')!;
    const read = await menuOf();
    const { needed: _, roles: __, status: ___, buttons, ...menu } = read;
    const renamed = { ...menu, menuName: { zh: '报警', en: 'Alerts' } };
    await root.ok(menus.update, renamed);
    const late = await root.call(menus.update, { ...menu, remarks: '2' });
    expect(late).toMatchObject({ verify: { sign: 'conflict' }, data: { version: expect.any(String) } });
    expect(late.verify.desc).toMatch(/^Administrator changed this record meanwhile/);
    expect((await menuOf()).menuName.en).toBe('Alerts');
    await root.ok(menus.update, { ...menu, version: (await menuOf()).version });

    const { needed: ____, ...button } = buttons[0]!;
    await root.ok(menus.updateButton, { ...button, btnName: { zh: '查', en: 'Look' } });
    expect((await root.call(menus.updateButton, button)).verify.sign).toBe('conflict');

    const paramOf = async () =>
      (await root.ok(params.list, {})).rows.find((p) => p.param_name === 'session_max_seconds')!;
    const { param_name, version } = await paramOf();
    await root.ok(params.update, { param_name, param_text: '7200', remark: 'theirs', version });
    const mine = await root.call(params.update, { param_name, param_text: '3600', remark: 'mine', version });
    expect(mine).toMatchObject({ verify: { sign: 'conflict' }, data: { version: expect.any(String) } });
    expect(mine.verify.desc).toMatch(/^Administrator changed this record meanwhile/);
    expect(await paramOf()).toMatchObject({ param_text: '7200', remark: 'theirs' });
  });

  it('a program that names no version replaces what is there', async () => {
    const { id } = await first.ok(manufacturers.add, { factoryCode: 'NOVERSION', factoryName: 'a' });
    await first.ok(manufacturers.update, { id, factoryCode: 'NOVERSION', factoryName: 'b' });
    expect((await first.ok(manufacturers.detail, { id })).factoryName).toBe('b');
  });
});
