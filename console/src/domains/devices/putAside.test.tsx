import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { App, ConfigProvider } from 'antd';
import { type ReactNode, Suspense } from 'react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { beforeEach, expect, it, vi } from 'vitest';
import { signedIn, useSession } from '../../platform/session.ts';
import { inEnglish } from '../../testing/inEnglish.ts';
import type { Device } from './device.ts';
import { QuarantinePage } from './QuarantinePage.tsx';
import { Retire, RetiredNote } from './Retire.tsx';

let asked: { path: string; body: Record<string, unknown> }[];
let waiting: number;
const row = {
  id: 7,
  device_id: 3,
  sn: '14802109001',
  device_name: 'Trial',
  org_name: 'Shanghai',
  reason: 'clock_future',
  device_time: '2026-11-21T20:00:00.000Z',
  receive_time: '2026-11-21T12:00:00.400Z',
  authenticated: false,
  length: 3,
  raw: '7e417e',
  again: true,
  again_time: null,
};
const serve = (path: string): unknown => {
  if (path === '/quarantine/list') return { rows: waiting > 0 ? [row] : [], more: false };
  if (path === '/quarantine/detail') return { ...row, offset_then: 0, offset_now: 480, waiting };
  if (path === '/quarantine/again') {
    waiting = 0;
    return { taken: 40, left: 0 };
  }
  return path.includes('reference') ? { preferences: {} } : {};
};

inEnglish();
beforeEach(() => {
  asked = [];
  waiting = 40;
  vi.stubGlobal('fetch', async (url: string, init: RequestInit = {}) => {
    if (url === '/config.json') return Response.json({ signSecret: 's', title: '', version: '0' });
    asked.push({ path: url, body: JSON.parse(String(init.body)) });
    return Response.json({ verify: { sign: 'success', desc: '' }, data: serve(url) });
  });
  const organization = { id: 1, org_name: 'O', logo: '' };
  const oper = { id: 1, oper_name: 'Mei', login_name: 'mei', organization };
  signedIn({ token: 't', publicKey: '', imageServerUrl: '', oper });
  const menu = (menu_code: string, ...codes: string[]) => ({
    id: menu_code.length,
    menu_code,
    menu_name: { zh: menu_code, en: menu_code },
    menu_url: '',
    menu_icon: '',
    hidden: false,
    remarks: '2',
    sid: null,
    buttons: codes.map((btn_code) => ({ btn_code, action_url: '' })),
  });
  useSession.setState({ menus: [menu('quarantine', 'list', 'again'), menu('device', 'list', 'retire')] });
});

const show = (page: ReactNode, address = '/') =>
  render(
    <ConfigProvider theme={{ token: { motion: false } }}>
      <App>
        <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
          <Suspense>
            <RouterProvider
              router={createMemoryRouter([{ path: '*', element: page }], { initialEntries: [address] })}
            />
          </Suspense>
        </QueryClientProvider>
      </App>
    </ConfigProvider>,
  );
const bodyOf = (path: string) => asked.find((call) => call.path === path)?.body;

it('says how far the lock’s clock was off and judges all of that lock again', async () => {
  show(<QuarantinePage />, '/?id=7');
  expect((await screen.findAllByText('8 h ahead', {}, { timeout: 5000 })).length).toBeGreaterThan(0);
  expect(await screen.findByText('UTC+0:00 when it came, now UTC+8:00')).toBeTruthy();
  expect(screen.getByText(/was changed since: judge it again/)).toBeTruthy();
  expect(screen.getByText('7e 41 7e')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'All 40 of this lock' }));
  await waitFor(() => expect(bodyOf('/quarantine/again')).toMatchObject({ device_id: 3 }));
  expect(await screen.findByText('Nothing is put aside')).toBeTruthy();
});

it('says that a sender had not proved to be the lock, and is narrowed to one lock', async () => {
  show(<QuarantinePage />, '/?device_id=3');
  expect((await screen.findAllByText('Not proved', {}, { timeout: 5000 })).length).toBeGreaterThan(0);
  expect(bodyOf('/quarantine/list')).toMatchObject({ device_id: 3 });
  // said among the filters: a list of one lock must not look like the whole
  expect(screen.getByText(/Trial · 14802109001/)).toBeTruthy();
});

it('asks for a reason before a device is retired, and leads back', async () => {
  const device = { id: 3, sn: '14802109001', device_name: 'Trial' };
  const guarding = {
    ...device,
    subject: '沪A·W1198',
    lock_status: 2,
    family: 'hhd',
    fresh: true,
    status: 1,
    connection: 'online',
    communicate_status: 'online',
    seen_time: new Date().toISOString(),
    retired_time: null,
  } as Device;
  const { rerender } = show(<Retire device={guarding} />);
  await userEvent.click(await screen.findByRole('button', { name: 'Retire…' }));
  // whom it takes off every screen, and that it is guarding something
  const dialog = await screen.findByRole('dialog');
  expect(dialog.textContent).toMatch(/沪A·W1198.*Sealed.*Online.*It is in use/);
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Retire' }).disabled).toBe(true);
  await userEvent.type(screen.getByLabelText('Reason, for the operation log'), 'worn out');
  // it goes sealed: only for whoever names it
  const go = screen.getByRole<HTMLButtonElement>('button', { name: 'Retire' });
  expect(go.disabled).toBe(true);
  await userEvent.type(screen.getByLabelText('Type its serial number, if it goes sealed'), '1480 2109 001');
  await userEvent.click(go);
  await waitFor(() => expect(bodyOf('/device/retire')).toMatchObject({ ids: [3], reason: 'worn out' }));
  rerender(<div />);
  show(<RetiredNote device={{ ...device, retired_time: '2026-11-21T12:00:00Z' }} />);
  await userEvent.click(await screen.findByRole('button', { name: 'Reinstate…' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Reinstate' }));
  await waitFor(() => expect(bodyOf('/device/reinstate')).toMatchObject({ ids: [3] }));
});
