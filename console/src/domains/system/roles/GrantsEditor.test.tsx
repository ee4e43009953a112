import type { GrantMenu } from '@plomb/contract/system/roles/roles';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { App, ConfigProvider } from 'antd';
import { Suspense } from 'react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { beforeEach, expect, it, vi } from 'vitest';
import { signedIn, useSession } from '../../../platform/session.ts';
import { inEnglish } from '../../../testing/inEnglish.ts';
import { GrantsEditor } from './GrantsEditor.tsx';

const menu = (id: number, sid: number | null, name: string, buttons: string[] | null): GrantMenu => ({
  id,
  menu_code: name.toLowerCase(),
  menu_name: { zh: name, en: name },
  menu_icon: '',
  folder: buttons === null,
  sid,
  buttons: (buttons ?? []).map((code, at) => ({
    id: id * 10 + at,
    btn_code: code,
    btn_name: { zh: code, en: `${name} ${code}` },
  })),
});
const menus = [
  menu(1, null, 'Folder', null),
  menu(2, 1, 'Devices', ['list', 'add']),
  menu(3, 1, 'Types', ['list']),
  menu(4, null, 'Account', []),
  menu(5, null, 'Secret', ['list']),
];
const all = { menus: [2, 3, 4, 5], buttons: [20, 21, 30, 50] };
const org = { id: 1, org_name: 'O', parent_id: null };
const other = { id: 9, roleName: 'Night', superRoleId: null, org_id: 1, granted: { menus: [3, 5], buttons: [30, 50] } };
let role: { version: number; granted: typeof all; [field: string]: unknown };
let saved: Record<string, unknown>[];

inEnglish();
beforeEach(() => {
  saved = [];
  role = {
    id: 7,
    roleName: 'Guards',
    superRoleName: 'Manager',
    superOrgName: 'Over O',
    org_name: 'O',
    locked: null,
    version: 3,
    operators: 14,
    online: 6,
    menus,
    granted: { menus: [2], buttons: [20, 21] },
    parent: { menus: [2, 3, 4], buttons: [20, 21, 30] },
    own: all,
    below: [{ id: 8, roleName: 'Night guards', operators: 2, menus: [2], buttons: [20] }],
  };
  vi.stubGlobal('fetch', async (url: string, init: RequestInit = {}) => {
    if (url === '/config.json') return Response.json({ signSecret: 's', title: '', version: '0' });
    const answer = (data: object) => Response.json({ verify: { sign: 'success', desc: '' }, data });
    if (url === '/role/options') return answer({ roles: [other, { ...other, id: 7 }], organizations: [org] });
    const body = JSON.parse(String(init.body)) as { id: number; version: number; menus: number[]; buttons: number[] };
    if (url === '/role/grants') return answer(body.id === other.id ? { ...role, granted: other.granted } : role);
    if (body.version !== role.version) return Response.json({ verify: { sign: 'conflict', desc: 'too late' } });
    saved.push(body);
    role = { ...role, version: body.version + 1, granted: { menus: body.menus, buttons: body.buttons } };
    return answer({ version: role.version, shrunk: [] });
  });
  const oper = { id: 1, oper_name: 'A', login_name: 'a', organization: { id: 1, org_name: 'O', logo: '' } };
  signedIn({ token: 't', publicKey: '', imageServerUrl: '', oper });
  const buttons = ['list', 'grant'].map((b) => ({ btn_code: b, action_url: `/role/${b}` }));
  const menu_name = { zh: '角色', en: 'Roles' };
  const mine = { id: 1, menu_code: 'role', menu_name, menu_url: '', menu_icon: '', hidden: false, remarks: '' };
  useSession.setState({ menus: [{ ...mine, sid: null, buttons }] });
});

const open = async () => {
  const router = createMemoryRouter([
    {
      path: '*',
      element: (
        <Suspense>
          <GrantsEditor id={7} />
        </Suspense>
      ),
    },
  ]);
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <ConfigProvider theme={{ token: { motion: false } }}>
        <App>
          <RouterProvider router={router} />
        </App>
      </ConfigProvider>
    </QueryClientProvider>,
  );
  await screen.findByRole('checkbox', { name: 'Devices' });
  return userEvent.setup();
};
const review = () => within(screen.getByRole('complementary', { name: 'Before saving' }));
const save = (user: ReturnType<typeof userEvent.setup>) =>
  user.click(screen.getByRole('button', { name: 'Save changes' }));

it('says by three hints why there is no button to set', async () => {
  const user = await open();
  await user.click(screen.getByRole('tab', { name: /Button permissions/ }));
  await screen.findByRole('heading', { name: 'Click a menu to set its buttons' });
  await user.click(screen.getByRole('button', { name: /^Types/ }));
  screen.getByRole('heading', { name: 'Tick the menu first' });
  await user.click(screen.getByRole('button', { name: 'Tick “Types”' }));
  expect(screen.getByRole('checkbox', { name: 'Types list' })).toHaveProperty('checked', true);
  await user.click(screen.getByRole('button', { name: /^Account/ }));
  screen.getByRole('heading', { name: 'No buttons under this menu' });
});

it('locks what the role above lacks, with the reason', async () => {
  await open();
  expect(screen.getByRole('checkbox', { name: 'Secret' })).toHaveProperty('disabled', true);
  screen.getByRole('img', { name: 'The role above does not have this menu' });
});

it('says once why boxes are locked, however many are, and marks each', async () => {
  role.parent = { menus: [2], buttons: [] };
  const user = await open();
  screen.getByText('Menus the role above does not have');
  expect(screen.getAllByRole('img', { name: 'The role above does not have this menu' })).toHaveLength(3);
  await user.click(screen.getByRole('button', { name: 'buttons 2/2' }));
  await screen.findByText('Buttons the role above lacks');
  expect(screen.getAllByRole('img', { name: 'The role above lacks it' })).toHaveLength(2);
});

it('names the organisations of the role and of the one above it', async () => {
  await open();
  screen.getByText(/O · below Manager \(Over O\)/);
});

it('tells how many buttons go with a menu, who else loses, and saves the whole', async () => {
  const user = await open();
  await user.click(screen.getByRole('checkbox', { name: 'Types' }));
  await user.click(screen.getByRole('checkbox', { name: 'Devices' }));
  await screen.findByText('2 ticked buttons under it are cleared too.');
  await user.click(screen.getByRole('button', { name: 'Untick' }));
  await waitFor(() => review().getByText('Removed menus 1'));
  review().getByText('Night guards: −1 menu, −1 button (2 operators)');
  screen.getByText('14 operators have it at once, 6 online now');
  await save(user);
  await screen.findByText(/16 operators lose them within five seconds/);
  await user.click(screen.getAllByRole('button', { name: 'Save changes' }).at(-1) as HTMLElement);
  await waitFor(() => expect(saved).toHaveLength(1));
  expect(saved[0]).toMatchObject({ id: 7, version: 3, menus: [3], buttons: [30] });
  await waitFor(() => review().getByText('Nothing changed yet'));
});

it('takes back a change alone', async () => {
  const user = await open();
  await user.click(screen.getByRole('checkbox', { name: 'Folder' }));
  await user.click(screen.getByRole('checkbox', { name: 'Account' }));
  await user.click(review().getByRole('button', { name: 'Undo Types' }));
  await save(user);
  await waitFor(() => expect(saved).toHaveLength(1));
  expect(saved[0]).toMatchObject({ menus: [2, 4], buttons: [20, 21] });
});

it('keeps the changes when somebody else saved first, and puts them on top', async () => {
  const user = await open();
  await user.click(screen.getByRole('checkbox', { name: 'Types' }));
  role = { ...role, version: 9, granted: { menus: [2, 4], buttons: [20] } };
  await save(user);
  await waitFor(() => expect(screen.getByRole('checkbox', { name: 'Account' })).toHaveProperty('checked', true));
  expect(saved).toEqual([]);
  await save(user);
  await waitFor(() => expect(saved).toHaveLength(1));
  expect(saved[0]).toMatchObject({ version: 9, menus: [2, 4, 3], buttons: [20, 30] });
});

it('only shows what is not one’s own to change', async () => {
  role.locked = 'own';
  await open();
  screen.getByText('Your own role');
  expect(screen.getByRole('checkbox', { name: 'Devices' })).toHaveProperty('disabled', true);
  expect(screen.queryByRole('button', { name: 'Save changes' })).toBeNull();
});

it('takes what another role holds, less what may not be given, and saves nothing by itself', async () => {
  const user = await open();
  await user.click(screen.getByRole('button', { name: /Copy from another role/ }));
  await user.click(await screen.findByRole('combobox', { name: 'The role to copy from' }));
  await user.click(await screen.findByText('Night · O'));
  await waitFor(() => expect(screen.getByRole('checkbox', { name: 'Types' })).toHaveProperty('checked', true));
  expect(screen.getByRole('checkbox', { name: 'Devices' })).toHaveProperty('checked', false);
  expect(screen.getByRole('checkbox', { name: 'Secret' })).toHaveProperty('checked', false);
  expect(saved).toEqual([]);
  await save(user);
  await screen.findByText(/16 operators lose them within five seconds/);
  await user.click(screen.getAllByRole('button', { name: 'Save changes' }).at(-1) as HTMLElement);
  await waitFor(() => expect(saved).toMatchObject([{ version: 3, menus: [3], buttons: [30] }]));
});
