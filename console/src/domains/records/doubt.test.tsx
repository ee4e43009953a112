import { calls } from '@plomb/contract/calls';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { type ComponentType, Suspense } from 'react';
import { MemoryRouter } from 'react-router';
import { beforeEach, expect, it, vi } from 'vitest';
import { useSession } from '../../platform/session.ts';
import { inEnglish } from '../../testing/inEnglish.ts';
import { AlertRecordsPage } from './AlertRecordsPage.tsx';
import { ChangeRecordsPage } from './ChangeRecordsPage.tsx';
import { LocationRecordsPage } from './LocationRecordsPage.tsx';

const key = '2026-11-21T08:00:00.000000Z~1';
const lock = { device_id: 1, sn: '14802100039', device_name: 'Tanker 1', subject: '沪A·D7001', org_name: 'Depot' };
const time = '2026-11-21T08:00:00Z';
const report = {
  ...{ key, ...lock, device_time: time, receive_time: time, told: 'live', delay: 0, communicate_status: 'online' },
  ...{
    msg_type: 0,
    position_status: 'valid',
    lon: 121,
    lat: 31,
    velocity: 60,
    heading: 0,
    satellites: 9,
    lock_status: 2,
    lock_state: '2 held',
  },
  ...{ lst: null, lso: null, fault: 0, rang: [], electric: 80, authenticated: false },
};
const change = {
  ...{
    key,
    ...lock,
    what: 'change',
    at: time,
    receive_time: time,
    ls_before: 2,
    ls_after: 0,
    state_before: '2 held',
    state_after: '0',
    lst: 1,
    lso: null,
    fault: 0,
  },
  ...{ rang: [], electric: 80, lon: null, lat: null, replay: false, authenticated: false, inferred: true },
};
const alert = {
  ...{ key, ...lock, id: 1, kind: 'illegal_unlock', severity: 'critical', status: 'unprocessed', fences: [], hits: 1 },
  ...{ first_time: time, last_time: time, lon: null, lat: null, fault: 0, result: null, unproved: true },
};

let rows: unknown[] = [];
const exported: { columns: { field: string; words?: Record<string, string> }[] }[] = [];
inEnglish();
beforeEach(() => {
  exported.length = 0;
  vi.stubGlobal('fetch', (url: string, init: RequestInit = {}) => {
    if (url === '/config.json') return Promise.resolve(Response.json({ signSecret: 's', title: '', version: '0' }));
    if (url.endsWith('Record/export')) exported.push(JSON.parse(String(init.body)));
    const data = url.endsWith('Record/list') ? { rows, next: null } : { id: 1, rows: [] };
    return Promise.resolve(Response.json({ verify: { sign: 'success', desc: '' }, data }));
  });
});

it.each<[string, ComponentType, object, string, string, RegExp[]]>([
  ['a place', LocationRecordsPage, report, calls.locationRecords.export.path, 'authenticated', [/unproved sender/]],
  [
    'a change',
    ChangeRecordsPage,
    change,
    calls.changeRecords.export.path,
    'authenticated',
    [/unproved sender/, /inferred/i],
  ],
  ['an alarm', AlertRecordsPage, alert, calls.alertRecords.export.path, 'unproved', [/unproved sender/]],
])(
  '%s that nobody proved to be of the lock says so in the list and in its file',
  async (_, Page, row, path, field, words) => {
    rows = [row];
    const menu = path.split('/')[1];
    const buttons = [{ btn_code: 'export', action_url: path }];
    useSession.setState({ menus: [{ id: 1, menu_code: menu, menu_url: menu, sid: null, buttons }] as never });
    render(
      <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
        <MemoryRouter initialEntries={['/']}>
          <Suspense>
            <Page />
          </Suspense>
        </MemoryRouter>
      </QueryClientProvider>,
    );
    for (const word of words) expect((await screen.findAllByText(word)).length).toBeGreaterThan(0);
    fireEvent.click(await screen.findByRole('button', { name: /Export/ }));
    await waitFor(() => expect(exported).toHaveLength(1));
    const yes = field === 'unproved' ? 'false' : 'true';
    expect(exported[0]?.columns.find((c) => c.field === field)?.words?.[yes]).toBe('Yes');
  },
);
