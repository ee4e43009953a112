import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ConfigProvider } from 'antd';
import { Suspense } from 'react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { setLang } from '../platform/i18n.ts';
import { signedIn, signedOut, useSession } from '../platform/session.ts';
import { inEnglish } from '../testing/inEnglish.ts';
import { Palette } from './Palette.tsx';
import { fixedPages, type Page } from './pages.ts';
import { closePanel, usePanel } from './panel.ts';

const pages: Page[] = [
  ...fixedPages,
  {
    path: '/operationLog',
    title: { zh: '操作日志', en: 'Operation logs' },
    view: '',
    trail: [{ title: { zh: '系统管理', en: 'System' }, pages: [] }],
  },
];
let keywords: unknown[];

inEnglish();
beforeEach(async () => {
  await setLang('en');
  keywords = [];
  vi.stubGlobal('fetch', async (url: string, init: RequestInit = {}) => {
    if (url === '/config.json') return Response.json({ signSecret: 's' });
    const body = JSON.parse(String(init.body)) as { keyword: string };
    keywords.push(body.keyword);
    const present = { lock_status: 2, connection: 'online', seen_time: new Date().toISOString(), subject: '浙B·1413' };
    const other = body.keyword.startsWith('99');
    const rows = [
      {
        id: other ? 9 : 7,
        sn: other ? '990319042183' : '860319042183',
        device_name: 'Box 4',
        org_name: 'East Logistics',
        ...present,
      },
    ];
    return Response.json({ verify: { sign: 'success', desc: '' }, data: { rows, total: 1 } });
  });
});
afterEach(() => {
  cleanup();
  signedOut();
  vi.unstubAllGlobals();
});
const holding = (...buttons: string[]): void => {
  const oper = { id: 1, oper_name: 'A', login_name: 'a', organization: { id: 1, org_name: 'O', logo: '' } };
  signedIn({ token: 't', publicKey: '', imageServerUrl: '', oper });
  const menu = {
    id: 1,
    menu_name: { zh: '', en: '' },
    menu_url: '',
    menu_icon: '',
    hidden: false,
    remarks: '',
    sid: null,
  };
  const held = buttons.map((b) => ({ btn_code: b, action_url: `/device/${b}` }));
  useSession.setState({ menus: [{ ...menu, menu_code: 'device', buttons: held }] });
};
const open = () => {
  const close = vi.fn();
  const Component = () => <Palette pages={pages} close={close} />;
  const router = createMemoryRouter([{ path: '*', Component }], { initialEntries: ['/dashboard'] });
  render(
    <ConfigProvider theme={{ token: { motion: false } }}>
      <QueryClientProvider client={new QueryClient()}>
        <Suspense>
          <RouterProvider router={router} />
        </Suspense>
      </QueryClientProvider>
    </ConfigProvider>,
  );
  return { router, close };
};
const at = (router: ReturnType<typeof open>['router']) => router.state.location.pathname + router.state.location.search;

it('goes to a page by the keyboard alone, and names the way to it', async () => {
  holding();
  const { router, close } = open();
  await userEvent.type(await screen.findByRole('combobox'), 'operation');
  const option = await screen.findByRole('option', { selected: true });
  expect(within(option).getByText('Operation logs')).toBeTruthy();
  expect(within(option).getByText('System')).toBeTruthy();
  await userEvent.keyboard('{Enter}');
  expect(at(router)).toBe('/operationLog');
  expect(close).toHaveBeenCalledOnce();
});

it('finds devices once the typing pauses, and opens the chosen one', async () => {
  holding('list');
  const { router } = open();
  await userEvent.type(await screen.findByRole('combobox'), '8603');
  const device = await screen.findByRole('option', { name: /8603.*1904.*2183/ });
  expect(keywords).toEqual(['8603']);
  expect(within(device).getByText('浙B·1413')).toBeTruthy();
  expect(within(device).getByText('just now · East Logistics')).toBeTruthy();
  await userEvent.click(device);
  expect(at(router)).toBe('/device/7');
});

it('shows a device on the map with Shift and Enter', async () => {
  holding('list');
  const { router } = open();
  await userEvent.type(await screen.findByRole('combobox'), '8603');
  await screen.findByText('浙B·1413');
  await userEvent.keyboard('{Shift>}{Enter}{/Shift}');
  expect(at(router)).toBe('/map?id=7');
});

it('goes with Enter to what answers the text, and not to what answered the one before', async () => {
  holding('list');
  const { router } = open();
  const field = await screen.findByRole('combobox');
  await userEvent.type(field, '8603');
  await screen.findByText('浙B·1413');
  await userEvent.clear(field);
  await userEvent.type(field, '9903{Enter}');
  await waitFor(() => expect(at(router)).toBe('/device/9'));
});

it('does things by their names', async () => {
  holding();
  open();
  await userEvent.type(await screen.findByRole('combobox'), 'shortcuts{Enter}');
  expect(usePanel.getState().open).toBe('keys');
  closePanel();
});

it('asks for no devices on behalf of who may not list them', async () => {
  holding();
  open();
  await userEvent.type(await screen.findByRole('combobox'), '8603');
  expect(await screen.findByText('Nothing matches “8603”')).toBeTruthy();
  expect(keywords).toEqual([]);
});

it('finds a page by pinyin in Chinese', async () => {
  holding();
  await setLang('zh');
  open();
  await userEvent.type(await screen.findByRole('combobox'), 'czrz');
  expect(await screen.findByRole('option', { name: /操作日志/ })).toBeTruthy();
});
