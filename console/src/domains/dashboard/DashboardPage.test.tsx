import { approvalCalls } from '@plomb/contract/approvals/domain';
import { dashboardCalls } from '@plomb/contract/dashboard/domain';
import type { Call } from '@plomb/contract/kit/call';
import { mapCalls } from '@plomb/contract/map/domain';
import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { useNotices } from '../../platform/notices.ts';
import { useSession } from '../../platform/session.ts';
import { fakeServer } from '../../testing/fakeServer.ts';
import { inEnglish } from '../../testing/inEnglish.ts';
import { showPage, signInWith } from '../../testing/showPage.tsx';
import { DashboardPage } from './DashboardPage.tsx';

inEnglish();
const { alarms, orders, fleet, alarmDays, sealDays, reportHours, health } = dashboardCalls.dashboard;
const every: Call[] = [
  ...[alarms, orders, fleet, alarmDays, sealDays, reportHours, health],
  ...[approvalCalls.approvals.waiting, mapCalls.map.locks],
];
/** It stands still: ages are of what is made here and of what is shown a while later. */
const now = Date.now();
const ago = (minutes: number): string => new Date(now - minutes * 60_000).toISOString();
const named = (subject: string) => ({ sn: '100', device_name: 'L', subject });
const lock = (id: number, subject: string, more: object = {}) => ({
  ...{ id, ...named(subject), family: 'hhd', lock_status: 2, fresh: false, connection: 'offline' },
  ...{ seen_time: ago(47), electric: 9, ...more },
});
const noAlarms = { unprocessed: 0, critical: 0, told_since: 0, oldest_time: null, rows: [], places: [] };
const someAlarms = {
  ...{ unprocessed: 7, critical: 1, told_since: 1, oldest_time: ago(12.5), places: [] },
  rows: [
    { id: 3, ...named('B-7K392'), kind: 'illegal_unlock', fences: [], severity: 'critical', first_time: ago(2.5) },
    { id: 1, ...named('A-8P551'), kind: 'low_battery', fences: [], severity: 'warning', first_time: ago(12.5) },
  ],
};
const someFleet = {
  ...{ devices: 40, enabled: 38, counted_ms_ago: 0, held: 2 },
  lock: { unsealedLocked: 6, unsealedOpen: 0, sealedLocked: 33, abnormal: 1, initial: 0 },
  last_known: { unsealedLocked: 0, unsealedOpen: 0, sealedLocked: 4, abnormal: 1 },
  connection: { online: 30, sleeping: 4, late: 2, offline: 4 },
  heard: { minute: 30, ten_minutes: 4, half_hour: 0, two_hours: 2, day: 0, older: 4 },
  off_route: {
    count: 1,
    rows: [lock(6, 'A-9R126', { connection: 'online', seen_time: ago(0), left_time: ago(20.5) })],
  },
  silent: { count: 3, rows: [lock(8, 'A-D6218'), lock(9, 'A-8P567', { seen_time: ago(38.5) })] },
  battery: { count: 15, sealed: 6, rows: [lock(9, 'A-8P567')] },
};
const HOUR = 3_600_000;
const hours = Array.from({ length: 48 }, (_, at) => new Date(Date.UTC(2026, 10, 24) + at * HOUR).toISOString());
const days = Array.from({ length: 14 }, (_, at) => new Date(Date.UTC(2026, 10, 10 + at)).toISOString());

const answers = (of: Partial<Record<string, unknown>> = {}) => {
  const server = fakeServer();
  const data: Record<string, unknown> = {
    [alarms.path]: someAlarms,
    [fleet.path]: someFleet,
    [orders.path]: { count: 1, rows: [{ id: 5, ...named('B-3F905'), kind: 'unseal', create_time: ago(16.5) }] },
    [approvalCalls.approvals.waiting.path]: { count: 0, rows: [] },
    [alarmDays.path]: { days: days.map((from, at) => ({ from, total: at * 3, illegal: at % 3 })) },
    [sealDays.path]: {
      days: days.map((from, at) => ({ from, sealed: at, opened: 1, ways: [{ way: 'card', count: 1 }] })),
    },
    [reportHours.path]: { hours: hours.map((from, at) => ({ from, reports: at === 30 ? 0 : 1000 + at })) },
    [health.path]: null,
    ...of,
  };
  for (const [path, said] of Object.entries(data))
    server.on(path, () => (said === 'broken' ? 'broken' : { data: said }));
  return server;
};
/** As the addresses of lists have a time. */
const span = (from: string, next: string): string => `from=${from}&to=${new Date(Date.parse(next) - 1).toISOString()}`;
const tile = async (name: RegExp | string): Promise<HTMLElement> =>
  (await screen.findByRole('heading', { level: 2, name })).closest<HTMLElement>('.tile')!;
const leads = (of: HTMLElement): (string | null)[] =>
  within(of)
    .getAllByRole('link')
    .map((link) => link.getAttribute('href'));

beforeEach(() => {
  vi.useFakeTimers({ now, toFake: ['Date'] });
  signInWith(...every);
  useNotices.setState({ shown: [] });
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  useSession.setState({ menus: null });
  vi.unstubAllGlobals();
});

it('says how much needs somebody and since when, and each of it opens', async () => {
  answers();
  showPage(<DashboardPage />, '/dashboard');
  const open = await tile('Open alarms');
  expect(await within(open).findByText('7')).toBeDefined();
  expect(open.textContent).toContain('1 critical · oldest 12 min');
  expect(open.dataset.urgent).toBe('true');
  expect(
    within(open)
      .getAllByRole('listitem')
      .map((row) => row.textContent),
  ).toEqual(['Illegal unlock · B-7K3922 m', 'Low battery · A-8P55112 m']);
  expect(leads(open)).toEqual([
    '/alarm?status=unprocessed',
    '/alarm?status=unprocessed&id=3',
    '/alarm?status=unprocessed&id=1',
  ]);
  const astray = await tile('Sealed but astray');
  expect(astray.textContent).toContain('4 1 off route · silent for up to 47 min');
  expect(
    within(astray)
      .getAllByRole('listitem')
      .map((row) => row.textContent),
  ).toEqual(['Off route · A-9R12620 m', 'A-D621847 m', 'A-8P56738 m']);
  const list = '/device?status=1&device_state=in_use&lock_status=2&astray=off_route,silent&sort=seen_time';
  expect(leads(astray)).toEqual([list, `${list}&id=6`, `${list}&id=8`, `${list}&id=9`]);
  expect((await tile('Low battery')).textContent).toContain('15 6 of them sealed');
  expect(leads(await tile('Orders to look at'))).toEqual(['/order?needs_person=true', '/order?needs_person=true&id=5']);
  const approve = await tile('To approve');
  expect([approve.dataset.none, approve.textContent]).toEqual(['true', 'To approve0 None']);
  expect(screen.getByText('the oldest waits 47 min')).toBeDefined();
});

it('claims of no lock that it was not forced: one that reported a plain state since is told beside the abnormal', async () => {
  answers();
  showPage(<DashboardPage />, '/dashboard');
  const figure = async (state: number) =>
    (await screen.findByRole('region', { name: 'The fleet' })).querySelector(`[href="/device?lock_status=${state}"]`)
      ?.textContent;
  expect(await figure(3)).toContain('of these 1 last known · 1 more, forced or opened without right');
  expect(await figure(2)).toContain('82.5% · of these 2 held, 4 last known');
  expect(await figure(0)).not.toContain('of these');
});

it('leaves out what the person has no right to, and asks nothing of it', async () => {
  signInWith(orders);
  const server = answers();
  showPage(<DashboardPage />, '/dashboard');
  await within(await tile('Orders to look at')).findByText('1');
  expect(screen.getAllByRole('heading', { level: 2 })).toHaveLength(1);
  expect(new Set(server.asked.map(({ path }) => path))).toEqual(new Set([orders.path]));
});

it('says which part did not load, and the others stand', async () => {
  answers({ [orders.path]: 'broken', [sealDays.path]: 'broken' });
  showPage(<DashboardPage />, '/dashboard');
  expect((await within(await tile('Orders to look at')).findByRole('alert')).textContent).toContain(
    'This did not load.',
  );
  expect((await tile('Open alarms')).textContent).toContain('oldest 12 min');
  // what is not known is not called nothing
  expect(await screen.findByText('the oldest waits 47 min or longer')).toBeDefined();
  expect(await within(screen.getByRole('region', { name: 'Sealed and opened' })).findByRole('alert')).toBeDefined();
  expect(useNotices.getState().shown).toEqual([]);
});

it('says when nothing needs anybody, and only where that is known', async () => {
  const none = { count: 0, rows: [] };
  const calm = { ...someFleet, off_route: none, silent: none, battery: { ...none, sealed: 0 } };
  answers({ [alarms.path]: noAlarms, [orders.path]: none, [fleet.path]: calm });
  showPage(<DashboardPage />, '/dashboard');
  expect(await screen.findByText('Nothing needs you at the moment')).toBeDefined();
  cleanup();
  answers({ [alarms.path]: noAlarms, [orders.path]: 'broken', [fleet.path]: calm });
  showPage(<DashboardPage />, '/dashboard');
  await within(await tile('Orders to look at')).findByRole('alert');
  expect(screen.queryByText('Nothing needs you at the moment')).toBeNull();
});

it('has each trend as a table, too', async () => {
  answers();
  showPage(<DashboardPage />, '/dashboard');
  const seals = await screen.findByRole('region', { name: 'Sealed and opened' });
  expect((await within(seals).findByRole('img', { name: /^Sealed and opened; / })).getAttribute('aria-label')).toMatch(
    /Sealed 13, Opened 1$/,
  );
  fireEvent.click(within(seals).getByRole('radio', { name: /Table/ }));
  expect((await within(seals).findAllByRole('columnheader')).map((head) => head.textContent)).toEqual([
    ...['Day', 'Sealed', 'Opened'],
  ]);
  const rows = within(seals).getAllByRole('row');
  expect(rows).toHaveLength(15);
  expect(
    within(rows[14]!)
      .getAllByRole('cell')
      .map((cell) => cell.textContent),
  ).toEqual(['13', '1']);
  expect(leads(rows[1]!)).toEqual([`/opening?${span(days[0]!, days[1]!)}`]);
  expect(leads(rows[14]!)).toEqual([`/opening?from=${days[13]}`]);
});

it('tells by which ways locks were opened, and each figure opens the openings it counts', async () => {
  const ways = [
    { way: 'remote', count: 2 },
    { way: 'card', count: 3 },
  ];
  answers({
    [sealDays.path]: {
      days: days.map((from, at) => ({
        ...{ from, sealed: 0, opened: at === 12 ? 5 : at === 13 ? 2 : 0 },
        ways: at === 12 ? ways : at === 13 ? ways.slice(0, 1) : [],
      })),
    },
  });
  showPage(<DashboardPage />, '/dashboard');
  const panel = await screen.findByRole('region', { name: 'Openings by method' });
  await within(panel).findByText('Remote');
  const lines = within(panel).getAllByRole('link');
  expect(lines.map((line) => line.textContent)).toEqual(['Remote4', 'Card3']);
  expect(leads(panel)).toEqual(['remote', 'card'].map((way) => `/opening?way=${way}&from=${days[0]}`));
  fireEvent.click(within(panel).getByRole('radio', { name: /Table/ }));
  const rows = await within(panel).findAllByRole('row');
  expect(rows[0]!.textContent).toBe('DayRemoteCard');
  const day = `/opening?${span(days[12]!, days[13]!)}`;
  expect(leads(rows[13]!)).toEqual([day, ...['remote', 'card'].map((way) => day.replace('?', `?way=${way}&`))]);
  // nothing leads to a list of nothing
  expect(leads(rows[14]!)).toEqual([`/opening?from=${days[13]}`, `/opening?way=remote&from=${days[13]}`]);
});

it('says of a role that sees openings that nothing was opened', async () => {
  signInWith(sealDays, orders);
  answers({ [sealDays.path]: { days: days.map((from) => ({ from, sealed: 0, opened: 0, ways: [] })) } });
  showPage(<DashboardPage />, '/dashboard');
  const panel = await screen.findByRole('region', { name: 'Openings by method' });
  expect(await within(panel).findByText('Nothing was opened in these days.')).toBeDefined();
});

it('sets the reports of each hour beside those a day before, and each hour opens its records', async () => {
  answers();
  showPage(<DashboardPage />, '/dashboard');
  const panel = await screen.findByRole('region', { name: 'Reports an hour' });
  const chart = await within(panel).findByRole('img', { name: /^Reports an hour; / });
  const said = chart.getAttribute('aria-label')!.split('; ').slice(1);
  expect(said).toHaveLength(24);
  expect(said.at(-1)).toMatch(/, so far: 1,047, 24 hours before 1,023$/);
  fireEvent.click(within(panel).getByRole('radio', { name: /Table/ }));
  const rows = await within(panel).findAllByRole('row');
  expect(rows).toHaveLength(25);
  const recordsOf = (at: number) =>
    `/locationRecord?${span(hours[at]!, new Date(Date.parse(hours[at]!) + HOUR).toISOString())}`;
  // newest first
  expect(leads(rows[1]!)).toEqual([recordsOf(47), recordsOf(23)]);
  // an hour without a report
  expect(rows[18]!.textContent).toMatch(/01,006$/);
  expect(leads(rows[18]!)).toEqual([recordsOf(6)]);
});

it('tells administrators how the product fares, and in a word what is amiss', async () => {
  answers({
    [health.path]: {
      ...{ processes: { api: 1, gateway: 0, ingest: 1, jobs: 1 }, connected: 0, reports_waiting: 12 },
      ...{ database_ms: 1.4, database_bytes: 2_345_678_901, jobs: 2 },
      messages: { waiting: 3, due_time: ago(9.5), failed: 1 },
    },
  });
  showPage(<DashboardPage />, '/dashboard');
  const system = await screen.findByRole('region', { name: 'The system' });
  const facts = [...system.querySelectorAll('dl > div')].map((one) => one.textContent);
  expect(facts).toEqual([
    'Gatewaynot running · 0 locks connected',
    'Storing reportsrunning · 12 reports waiting',
    'Background workrunning · 2 jobs under way',
    'Databaseanswers in 1 ms · 2.3 GB',
    'Mail and SMS3 waiting · the oldest for 9 min · 1 failed in 24 h',
  ]);
  expect(system.querySelectorAll('[data-amiss="true"]')).toHaveLength(2);
});

it('leads whoever sees devices to them while there is no lock to watch', async () => {
  const none = { count: 0, rows: [] };
  const empty = { ...someFleet, devices: 0, off_route: none, silent: none, battery: { ...none, sealed: 0 } };
  const said = { [alarms.path]: noAlarms, [orders.path]: none, [fleet.path]: empty };
  answers(said);
  showPage(<DashboardPage />, '/dashboard');
  expect(await screen.findByRole('heading', { level: 1, name: 'No locks yet' })).toBeDefined();
  expect(screen.getByRole('button', { name: 'To the devices' })).toBeDefined();
  cleanup();
  // whoever does not see them is told nothing of how many there are
  signInWith(orders);
  answers(said);
  showPage(<DashboardPage />, '/dashboard');
  expect(await screen.findByText('Nothing needs you at the moment')).toBeDefined();
});

it('says so where a role holds none of its lists', async () => {
  signInWith();
  const server = answers();
  showPage(<DashboardPage />, '/dashboard');
  expect(await screen.findByRole('heading', { level: 1, name: 'Nothing to show here' })).toBeDefined();
  expect(server.asked).toEqual([]);
});
