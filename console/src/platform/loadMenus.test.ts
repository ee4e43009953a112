import { errors } from '@plomb/contract/errors';
import { beforeEach, expect, it, vi } from 'vitest';
import { loadMenus } from './auth.ts';
import { useSession } from './session.ts';
import { setLangChoice } from './settings.ts';

const menu = { id: 1, menu_code: 'map', menu_url: 'map/MapPage', remarks: '1', sid: null, hidden: false, buttons: [] };
let asked: number;
let menus: object[];

beforeEach(() => {
  asked = 0;
  setLangChoice('en');
  useSession.setState({ menus: null });
  vi.stubGlobal('fetch', async (url: string) => {
    if (url === '/config.json') return Response.json({ signSecret: 's' });
    asked += 1;
    return Response.json({ verify: { sign: 'success', desc: '' }, data: { token: 't', publicKey: 'k', menus } });
  });
});

it('is asked once, however many navigations wait for it', async () => {
  menus = [menu];
  const [one, other] = await Promise.all([loadMenus(), loadMenus()]);
  expect(asked).toBe(1);
  expect(one).toEqual([menu]);
  expect(other).toBe(one);
  expect(useSession.getState().menus).toEqual([menu]);
});

it('without a single permission fails in the words of the specification, and may be tried again', async () => {
  menus = [];
  await expect(loadMenus()).rejects.toMatchObject({ sign: 'noPermission', message: errors.authEmptyData.en });
  menus = [menu];
  await expect(loadMenus()).resolves.toEqual([menu]);
});
