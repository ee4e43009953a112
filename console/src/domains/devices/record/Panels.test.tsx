import { alarmCalls } from '@plomb/contract/alarms/domain';
import { deviceCalls } from '@plomb/contract/devices/domain';
import { screen, within } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import type { History } from '../../../lock/history.ts';
import { fakeServer } from '../../../testing/fakeServer.ts';
import { inEnglish } from '../../../testing/inEnglish.ts';
import { liveStage, settle } from '../../../testing/liveStage.ts';
import { showPage, signInWith } from '../../../testing/showPage.tsx';
import { AlarmsPanel, OpenersPanel, OrdersPanel } from './Panels.tsx';

inEnglish();
const { alarms } = alarmCalls;
const { openers } = deviceCalls;
const ago = (minutes: number): string => new Date(Date.now() - minutes * 60_000).toISOString();
const rows = (panel: HTMLElement): (string | null)[] =>
  within(panel)
    .queryAllByRole('listitem')
    .map((row) => row.textContent);
const leads = (panel: HTMLElement): (string | null)[] =>
  within(panel)
    .getAllByRole('link')
    .map((link) => link.getAttribute('href'));

afterEach(() => vi.useRealTimers());

const none = { may: 0, approval: 0, against: 0, uncertain: 0, refused: 0 };
const counts = { person: none, key: none, assigned: none, authorised: none, card: none, code: none, password: none };
const answer = (more: object) => ({
  ...{ rows: [], total: 0, counts, changes: [], above: false, cut: [], cards: true, areas: [], place: null },
  ...{ judge_time: ago(0), ...more },
});
const person = {
  ...{
    what: 'person',
    id: 4,
    operator_id: 4,
    name: 'Li Hai',
    login_name: 'lihai',
    org_name: 'Sunan',
    roleName: 'Guard',
  },
  ...{ answer: 'may', clause: null, why: null, change: null, orders: null, people: null, from_time: null },
  ...{ until_time: null, uses: null, by: '', sent: null, card: null },
};

it('says who can open it now, how many have to ask, and leads to everybody', async () => {
  signInWith(openers.list);
  const server = fakeServer();
  server.on(openers.list.path, () => ({
    data: answer({ rows: [person], total: 1, counts: { ...counts, person: { ...none, may: 1, approval: 2 } } }),
  }));
  showPage(<OpenersPanel deviceId={7} />, '/device/7');
  const panel = await screen.findByRole('region', { name: 'Who can open it now' });
  await within(panel).findByText('Li Hai');
  expect(rows(panel)).toEqual(['Li Hailihai · SunanBy role']);
  expect(panel.textContent).toContain('1 person · 2 need approval');
  expect(leads(panel)).toEqual(['/device/7?tab=rights']);
  expect(server.asked.map(({ body }) => [body.device_id, body.answer])).toEqual([[7, 'may']]);
});

it('says of a lock that nobody can open just that', async () => {
  signInWith(openers.list);
  fakeServer().on(openers.list.path, () => ({ data: answer({}) }));
  showPage(<OpenersPanel deviceId={7} />, '/device/7');
  const panel = await screen.findByRole('region', { name: 'Who can open it now' });
  expect(await within(panel).findByText('nobody')).toBeTruthy();
  expect(rows(panel)).toEqual([]);
});

it('shows and asks nothing that one has no right to', () => {
  signInWith();
  const server = fakeServer();
  showPage(
    <>
      <OpenersPanel deviceId={7} />
      <AlarmsPanel deviceId={7} />
    </>,
    '/device/7',
  );
  expect(screen.queryByRole('region')).toBeNull();
  expect(server.asked).toEqual([]);
});

it('says what did not load in its place, and tries again', async () => {
  signInWith(openers.list);
  const server = fakeServer();
  server.on(openers.list.path, () => 'broken');
  showPage(<OpenersPanel deviceId={7} />, '/device/7');
  const panel = await screen.findByRole('region', { name: 'Who can open it now' });
  const alert = await within(panel).findByRole('alert');
  expect(panel.textContent).not.toContain('nobody');
  server.on(openers.list.path, () => ({ data: answer({}) }));
  within(alert).getByRole('button').click();
  expect(await within(panel).findByText('nobody')).toBeTruthy();
});

it('shows what rang and waits, who has it, and opens its case', async () => {
  signInWith(alarms.list);
  const server = fakeServer();
  const alarm = (id: number, more: object) => ({
    ...{ id, device_id: 7, kind: 'illegal_unlock', fences: [], severity: 'critical', first_time: ago(12.5) },
    ...{ owner: '', owner_login: '', ...more },
  });
  const waiting = [
    alarm(3, {}),
    alarm(5, { kind: 'low_battery', severity: 'warning', owner: 'Chen Li', owner_login: 'duty', first_time: ago(125) }),
  ];
  server.on(alarms.list.path, () => ({ data: { rows: waiting, more: false, unprocessed: 9 } }));
  vi.useFakeTimers();
  const stop = await liveStage(server, () => () => {});
  showPage(<AlarmsPanel deviceId={7} />, '/device/7');
  await settle(300);
  const panel = screen.getByRole('region', { name: 'Open alarms' });
  expect(rows(panel)).toHaveLength(2);
  expect(rows(panel)[0]).toBe('Illegal unlockNobody has taken it12 min');
  expect(rows(panel)[1]).toMatch(/^Low batteryWith Chen Li.*2 h/);
  expect(leads(panel)).toEqual([
    '/device/7?tab=life&kind=alarm',
    ...[3, 5].map((id) => `/alarm?status=unprocessed&id=${id}`),
  ]);
  expect(server.asked.at(-1)?.body).toMatchObject({ device_id: 7, status: 'unprocessed' });

  // somebody dealt with one: that of another lock asks nothing
  waiting.shift();
  const asked = server.count(alarms.list.path);
  server.stream().say({ event: 'alarm', data: { seq: 2, alarm: { device_id: 8 }, change: 'processed' } as never });
  await settle(50);
  expect(server.count(alarms.list.path)).toBe(asked);
  server.stream().say({ event: 'alarm', data: { seq: 3, alarm: { device_id: 7 }, change: 'processed' } as never });
  await settle(50);
  expect(rows(panel)).toHaveLength(1);
  expect(rows(panel)[0]).toMatch(/^Low battery/);
  stop();
});

const order = (id: number, more: object) => ({
  ...{ id, device_id: 7, kind: 'unseal', args: {}, state: 'answered_ok', evidence: null, attempt: 1 },
  ...{
    oper_name: 'Zhou Min',
    login_name: 'demo',
    create_time: ago(200),
    key_name: null,
    assigned_to: '',
    approved_by: '',
    in_frozen: '',
  },
  ...more,
});
const history = (orders: object[], more: object = {}) =>
  ({ orders, ordersKnown: true, ordersError: null, retry: () => {}, ...more }) as unknown as History;

it('shows the last orders and how far each came, of what was fetched for the page anyway', async () => {
  const server = fakeServer();
  const given = [
    order(9, { kind: 'query_info', state: 'queued' }),
    order(8, { evidence: 'confirmed' }),
    order(7, { kind: 'seal', evidence: 'contradicted' }),
    order(6, {}),
  ];
  showPage(<OrdersPanel deviceId={7} history={history(given)} />, '/device/7');
  const panel = await screen.findByRole('region', { name: 'Orders' });
  expect(rows(panel)).toHaveLength(3);
  expect(rows(panel)[1]).toMatch(/^Remote unseal.*Zhou Min.*Proved$/);
  expect(panel.textContent).toContain('1 under way');
  expect(leads(panel)).toEqual(['/device/7?tab=life&kind=order']);
  expect(server.asked).toEqual([]);
});

it('says of a lock that was never ordered anything, and of one whose orders did not load, which it is', async () => {
  showPage(<OrdersPanel deviceId={7} history={history([])} />, '/device/7');
  expect(await screen.findByText('It was given no order yet.')).toBeTruthy();
  const failed = { ordersKnown: false, ordersError: new Error('x') };
  showPage(<OrdersPanel deviceId={8} history={history([], failed)} />, '/device/8');
  expect(await screen.findByRole('alert')).toBeTruthy();
  expect(screen.getAllByText('It was given no order yet.')).toHaveLength(1);
});
