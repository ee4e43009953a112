import { session } from '@plomb/contract/session/session';
import { type MenuRow, menus } from '@plomb/contract/system/menus/menus';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { adminPassword, startApi, type TestApi } from '../../../testing/api.ts';
import { buildOperator, buildOrganisation } from '../../../testing/build.ts';
import type { Caller } from '../../../testing/client.ts';

let api: TestApi;
let root: Caller;
let below: Caller;
let org: number;
beforeAll(async () => {
  api = await startApi();
  org = await buildOrganisation(api.db);
  root = api.caller();
  await root.login('admin', adminPassword);
  below = await api.signedIn(await buildOperator(api.db, org));
});
afterAll(() => api.stop());

const menu = (menuCode: string, change: object = {}) => ({
  menuCode,
  menuName: { zh: '链接', en: 'Link' },
  menuUrl: 'https://example.org/help',
  menuIcon: '',
  hidden: false,
  remarks: '1',
  sid: null,
  ...change,
});
const rows = async () => (await root.ok(menus.list, {})).rows;
const byCode = async (code: string): Promise<MenuRow> => (await rows()).find((m) => m.menuCode === code)!;
/** what a form sends back of a menu, changed */
const edited = ({ id, menuCode, menuName, menuUrl, menuIcon, hidden, remarks, sid }: MenuRow, change: object) => ({
  id,
  menuCode,
  menuName,
  menuUrl,
  menuIcon,
  hidden,
  remarks,
  sid,
  ...change,
});
const seenBy = async (caller: Caller) => (await caller.ok(session.getAuth, {})).menus.map((m) => m.menu_code);

describe('a menu', () => {
  it('goes the whole round: add, list, update, status, delete; the root role holds it at once', async () => {
    const { id } = await root.ok(menus.add, menu('help'));
    expect(await seenBy(root)).toContain('help');
    expect(await seenBy(below)).not.toContain('help');
    await root.ok(menus.update, edited(await byCode('help'), { menuCode: 'manual', hidden: true }));
    expect(await byCode('manual')).toMatchObject({ id, hidden: true, needed: false, roles: 0 });
    await root.ok(menus.status, { ids: [id], status: 2 });
    expect(await seenBy(root)).not.toContain('manual');
    await root.ok(menus.delete, { ids: [id] });
    expect(await byCode('manual')).toBeUndefined();
  });

  it('takes neither a code in use, in whatever case, nor one that the product keeps for itself', async () => {
    expect((await root.call(menus.add, menu('Device'))).verify.sign).toBe('conflict');
    for (const code of ['login', 'Dashboard', 'redirect', 'auth-redirect', 'profile'])
      expect((await root.call(menus.add, menu(code))).data).toHaveProperty('menuCode');
    for (const code of ['404', '401', 'a/b', '', '菜单', '../x'])
      expect((await root.call(menus.add, menu(code))).data).toHaveProperty('menuCode');
    for (const menuUrl of ['javascript:alert(1)', '//evil.example', '../x', ''])
      expect((await root.call(menus.add, menu('other', { menuUrl }))).data).toHaveProperty('menuUrl');
  });

  it('that the product needs keeps its code and page, and stays; its name, place and icon may change', async () => {
    const device = await byCode('device');
    expect(device.needed).toBe(true);
    for (const change of [{ menuCode: 'locks' }, { menuUrl: 'map/MapPage' }])
      expect((await root.call(menus.update, edited(device, change))).verify.desc).toMatch(/product needs it/);
    expect((await root.call(menus.delete, { ids: [device.id] })).verify.sign).toBe('conflict');
    await root.ok(menus.update, edited(device, { menuName: { zh: '锁', en: 'Locks' }, menuIcon: 'seal' }));
    expect(await byCode('device')).toMatchObject({ menuName: { zh: '锁', en: 'Locks' }, menuIcon: 'seal' });
  });

  it('hangs below no menu of its own', async () => {
    const folder = await root.ok(menus.add, menu('outer', { menuUrl: '0' }));
    const inner = await root.ok(menus.add, menu('inner', { menuUrl: '0', sid: folder.id }));
    for (const sid of [folder.id, inner.id])
      expect((await root.call(menus.update, edited(await byCode('outer'), { sid }))).verify.desc).toMatch(
        /below itself/,
      );
    expect((await root.call(menus.update, edited(await byCode('outer'), { sid: 987_654 }))).verify.sign).toBe(
      'notFound',
    );
    expect((await root.call(menus.delete, { ids: [folder.id] })).verify.desc).toMatch(/below it first/);
    await root.ok(menus.delete, { ids: [inner.id, folder.id] });
  });

  it('is not deleted while a role holds it', async () => {
    const { id } = await root.ok(menus.add, menu('held'));
    await buildOperator(api.db, org); // its role holds every menu there is
    expect((await byCode('held')).roles).toBe(1);
    expect((await root.call(menus.delete, { ids: [id] })).verify.sign).toBe('conflict');
  });

  it('disabled takes along what is below it; menu management cannot be put out of reach', async () => {
    const devices = await byCode('devices');
    await root.ok(menus.status, { ids: [devices.id], status: 2 });
    expect(await seenBy(below)).not.toContain('manufacturer');
    await expect
      .poll(async () => (await below.post('/manufacturer/list', {})).verify.sign, { timeout: 5000 })
      .toBe('noPermission');
    expect((await root.call(menus.update, edited(await byCode('menu'), { sid: devices.id }))).verify.desc).toMatch(
      /out of reach/,
    );
    await root.ok(menus.status, { ids: [devices.id], status: 1 });
    for (const code of ['menu', 'system'])
      expect((await root.call(menus.status, { ids: [(await byCode(code)).id], status: 2 })).verify.desc).toMatch(
        /out of reach/,
      );
  });

  it('is found with the folders above it', async () => {
    const found = await root.ok(menus.list, { keyword: 'MANUFACTURERS' });
    expect(found.rows.map((m) => m.menuCode)).toEqual(['devices', 'manufacturer']);
  });
});

describe('the order', () => {
  it('is saved in one call, with where each menu hangs, and no role loses anything by it', async () => {
    const before = await rows();
    const system = before.find((m) => m.menuCode === 'system')!;
    const factory = before.find((m) => m.menuCode === 'manufacturer')!;
    const others = before.filter((m) => m !== factory);
    const grants = async () => (await api.db.query('select * from role_menu order by 1, 2')).rows;
    const held = await grants();
    await root.ok(menus.order, {
      tree: [{ id: factory.id, sid: system.id }, ...others.reverse().map(({ id, sid }) => ({ id, sid }))],
    });
    expect((await rows()).map((m) => m.id)).toEqual([factory, ...others].map((m) => m.id));
    expect(await grants()).toEqual(held);
    const seen = (await below.ok(session.getAuth, {})).menus;
    expect(seen.find((m) => m.menu_code === 'manufacturer')?.sid).toBe(system.id);
    await root.ok(menus.order, { tree: before.map(({ id, sid }) => ({ id, sid })) });
  });

  it('is refused when it is not that of the menus there are, or no tree', async () => {
    const tree = (await rows()).map(({ id, sid }) => ({ id, sid }));
    expect((await root.call(menus.order, { tree: tree.slice(1) })).verify.sign).toBe('conflict');
    const round = tree.map((n, i) => (i === 0 ? { ...n, sid: n.id } : n));
    expect((await root.call(menus.order, { tree: round })).verify.sign).toBe('conflict');
    expect((await rows()).map(({ id, sid }) => ({ id, sid }))).toEqual(tree);
  });
});

describe('a button', () => {
  const button = (btnCode: string, change: object = {}) => ({
    btnCode,
    btnName: { zh: '打印', en: 'Print' },
    actionUrl: '/device/print',
    ...change,
  });

  it('goes the whole round, once for each code of a menu', async () => {
    const { id: menuId } = await byCode('device');
    const { id } = await root.ok(menus.addButton, { menuId, ...button('print') });
    expect((await root.call(menus.addButton, { menuId, ...button('print') })).verify.sign).toBe('conflict');
    await root.ok(menus.updateButton, { id, ...button('paper') });
    expect((await byCode('device')).buttons.find((b) => b.id === id)).toMatchObject({
      btnCode: 'paper',
      needed: false,
    });
    const { menus: seen } = await root.ok(session.getAuth, {});
    expect(seen.find((m) => m.menu_code === 'device')?.buttons).toContainEqual({
      btn_code: 'paper',
      action_url: '/device/print',
    });
    await root.ok(menus.deleteButton, { id });
    expect((await root.call(menus.deleteButton, { id })).verify.sign).toBe('notFound');
  });

  it('that a call names keeps its code and stays', async () => {
    const list = (await byCode('device')).buttons.find((b) => b.btnCode === 'list')!;
    expect(list.needed).toBe(true);
    const { id, btnName, actionUrl } = list;
    expect((await root.call(menus.deleteButton, { id })).verify.sign).toBe('conflict');
    expect((await root.call(menus.updateButton, { id, btnName, actionUrl, btnCode: 'x' })).verify.sign).toBe(
      'conflict',
    );
    await root.ok(menus.updateButton, { id, btnCode: 'list', actionUrl, btnName: { zh: '查', en: 'Look' } });
  });

  it('is not deleted while a role holds it', async () => {
    const { id } = await root.ok(menus.addButton, { menuId: (await byCode('alarm')).id, ...button('print') });
    await buildOperator(api.db, org);
    expect((await root.call(menus.deleteButton, { id })).verify.sign).toBe('conflict');
  });
});

describe('an operator of another organisation', () => {
  it('with every button sees the menus, and changes none', async () => {
    const { rows: seen, editable } = await below.ok(menus.list, {});
    expect({ some: seen.length > 5, editable }).toEqual({ some: true, editable: false });
    const device = seen.find((m) => m.menuCode === 'device')!;
    const button = device.buttons[0]!;
    const tries = [
      below.call(menus.add, menu('mine')),
      below.call(menus.update, edited(device, { hidden: true })),
      below.call(menus.status, { ids: [device.id], status: 2 }),
      below.call(menus.delete, { ids: [device.id] }),
      below.call(menus.order, { tree: seen.map(({ id, sid }) => ({ id, sid })) }),
      below.call(menus.addButton, { menuId: device.id, ...button, btnCode: 'x' }),
      below.call(menus.updateButton, { ...button, btnCode: 'x' }),
      below.call(menus.deleteButton, { id: button.id }),
    ];
    for (const reply of await Promise.all(tries)) expect(reply.verify.sign).toBe('noPermission');
  });

  it('is held by the database too', async () => {
    const client = await api.pools.app.connect();
    try {
      await client.query(`begin; select set_config('plomb.orgs', '${org}', true)`);
      expect((await client.query('update menu set hidden = true')).rowCount).toBe(0);
      expect((await client.query('delete from button')).rowCount).toBe(0);
      await expect(
        client.query("insert into menu (menu_code, name_zh, name_en, menu_url) values ('x', 'x', 'x', '0')"),
      ).rejects.toThrow(/row-level security/);
    } finally {
      await client.query('rollback');
      client.release();
    }
  });
});
