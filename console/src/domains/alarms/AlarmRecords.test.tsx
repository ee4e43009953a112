import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { Suspense } from 'react';
import { MemoryRouter } from 'react-router';
import { beforeEach, expect, it, vi } from 'vitest';
import { useSession } from '../../platform/session.ts';
import { inEnglish } from '../../testing/inEnglish.ts';
import { AlarmRecords } from './AlarmRecords.tsx';

const asked: unknown[] = [];
const exported: unknown[] = [];
let rows: unknown[] = [];
inEnglish();
beforeEach(() => {
  asked.length = 0;
  exported.length = 0;
  rows = [];
  vi.stubGlobal('fetch', (url: string, init: RequestInit = {}) => {
    if (url === '/config.json') return Promise.resolve(Response.json({ signSecret: 's', title: '', version: '0' }));
    if (url.endsWith('/alarm/list')) asked.push(JSON.parse(String(init.body)));
    if (url.endsWith('/alarm/export')) exported.push(JSON.parse(String(init.body)));
    const data = url.endsWith('/alarm/list') ? { rows, more: false, unprocessed: rows.length } : {};
    return Promise.resolve(Response.json({ verify: { sign: 'success', desc: '' }, data }));
  });
});

const open = () =>
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <MemoryRouter initialEntries={['/alarm']}>
        <Suspense>
          <AlarmRecords toQueue={() => undefined} />
        </Suspense>
      </MemoryRouter>
    </QueryClientProvider>,
  );

it('opens with what waits first: it asks for the order of urgency', async () => {
  open();
  await waitFor(() => expect(asked).toEqual([expect.objectContaining({ order: 'urgency' })]));
});

const alarm = {
  id: 1,
  kind: 'illegal_unlock',
  severity: 'critical',
  status: 'unprocessed',
  owner: 'Li Hai',
  subject: '沪A·D7001',
  device_name: 'Tanker 1',
  sn: '14802100039',
  first_time: '2026-11-21 20:00:00',
  event_id: null,
  fences: [],
  hits: 1,
  org_name: 'Depot',
  unproved: false,
};
/** Pixels left for the columns beside an open record, on a screen 1440 wide. */
const BESIDE = 700;

it('shows beside an open record whose it is, how it stands, who has taken it and since when', async () => {
  rows = [alarm];
  open();
  const headings = await screen.findAllByRole('columnheader');
  const first = ['Alarm', 'What it guards', 'Status', 'Taken by', 'First seen'];
  expect(headings.slice(0, first.length).map((h) => h.textContent)).toEqual(first);
  const widths = [...document.querySelectorAll<HTMLElement>('col')].slice(0, first.length);
  expect(widths.reduce((sum, col) => sum + Number.parseInt(col.style.width, 10), 0)).toBeLessThan(BESIDE);
});

it('writes into a file how bad each was and whether its sender was proved, in the order of the screen', async () => {
  rows = [alarm];
  const buttons = [{ btn_code: 'export', action_url: '/alarm/export' }];
  useSession.setState({ menus: [{ id: 1, menu_code: 'alarm', menu_url: 'alarm', sid: null, buttons }] as never });
  open();
  fireEvent.click(await screen.findByRole('button', { name: /Export/ }));
  fireEvent.click(await screen.findByText(/\.csv/));
  await waitFor(() => expect(exported).toHaveLength(1));
  const { columns } = exported[0] as { columns: { field: string; words?: Record<string, string> }[] };
  expect(columns.map((c) => c.field).slice(0, 11)).toEqual([
    'kind',
    'severity',
    'unproved',
    'swipe_verdict',
    'swipe_doubt',
    'swipe_rule',
    'subject',
    'status',
    'owner',
    'owner_login',
    'first_time',
  ]);
  expect(columns[1]?.words).toMatchObject({ critical: 'Critical' });
  expect(columns[2]?.words).toEqual({ true: 'No', false: 'Yes' });
  expect(columns[3]?.words).toMatchObject({ outside: 'Outside of its areas' });
});

it('says once who has taken an alarm: its state is a word, and the name stands in its column', async () => {
  rows = [alarm];
  open();
  const row = (await screen.findByText('沪A·D7001')).closest('tr') as HTMLElement;
  expect(within(row).getAllByText(/Li Hai/)).toHaveLength(1);
  expect(within(row).getByText('Taken')).toBeTruthy();
});

it('marks the alarm of a lock that is lost', async () => {
  rows = [alarm, { ...alarm, id: 2, subject: '沪A·D7002', out_of_use: 'lost' }];
  open();
  const rowOf = async (plate: string) => within((await screen.findByText(plate)).closest('tr') as HTMLElement);
  expect((await rowOf('沪A·D7002')).getByText('Reported lost')).toBeTruthy();
  expect((await rowOf('沪A·D7001')).queryByText('Reported lost')).toBeNull();
});
