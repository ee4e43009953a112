import { alarms as alarmCalls } from '@plomb/contract/alarms/alarms';
import { approvalCalls } from '@plomb/contract/approvals/domain';
import { dashboardCalls } from '@plomb/contract/dashboard/domain';
import { map as mapCalls } from '@plomb/contract/map/map';
import { onMap } from '@plomb/contract/map/onMap';
import { wall } from '@plomb/contract/session/wall';
import { fireEvent, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { useSession } from '../../../platform/session.ts';
import { type FakeServer, fakeServer, fleetLock, fleetPart } from '../../../testing/fakeServer.ts';
import { inEnglish } from '../../../testing/inEnglish.ts';
import { liveStage, settle } from '../../../testing/liveStage.ts';
import { showPage, signInWith } from '../../../testing/showPage.tsx';
import { Wall } from './Wall.tsx';

let spot: unknown;
vi.mock('../../../map/MapView.tsx', () => ({
  MapView: (props: { spot?: unknown }) => {
    spot = props.spot;
    return null;
  },
}));
inEnglish();

const { alarms, orders, fleet } = dashboardCalls.dashboard;
const { list } = alarmCalls;
const { waiting } = approvalCalls.approvals;
const START = Date.parse('2026-11-21T08:00:00Z');
const ago = (minutes: number): string => new Date(Date.now() - minutes * 60_000).toISOString();
const named = (subject: string) => ({ sn: '100', device_name: 'L', subject });
const alarm = (id: number, subject: string, more: object = {}) => ({
  ...{ id, device_id: id, ...named(subject), kind: 'illegal_unlock', fences: [], severity: 'critical', hits: 1 },
  ...{ first_time: ago(3), last_time: ago(3), owner: '', lon: 120.5, lat: 31.2, status: 'unprocessed', ...more },
});
const silent = (id: number, subject: string) => ({
  ...{ id, ...named(subject), family: 'hhd', lock_status: 2, fresh: false, connection: 'offline', electric: 60 },
  seen_time: ago(47),
});

let server: FakeServer;
let stop: (() => void) | null = null;
const leave = vi.fn();
const signOut = vi.fn();
const show = async (search = '') => {
  stop = await liveStage(server, () => () => {});
  const router = showPage(
    <Wall leave={leave} signOut={signOut} sound={{ off: false, mutedUntil: null }} />,
    `/map/wall${search}`,
  );
  await vi.waitFor(() => screen.getByRole('main'));
  await settle(2000);
  return router;
};
const focus = () => screen.getByRole('region', { name: 'Looked at now' });
const figure = (title: string) =>
  within(screen.getByRole('list', { name: 'In numbers' }))
    .getByText(title)
    .closest('li')!;
const numberOf = (title: string) => figure(title).querySelector('b')?.textContent;
const press = async (key: string) => {
  fireEvent.keyDown(document.body, { key, code: key === ' ' ? 'Space' : key });
  await settle(50);
};

beforeEach(() => {
  vi.useFakeTimers({ now: START });
  leave.mockReset();
  signOut.mockReset();
  server = fakeServer();
  signInWith(alarms, orders, fleet, list, waiting, mapCalls.locks);
  window.history.replaceState(null, '', '/map/wall');
  const locks = [
    fleetLock(1, { subject: 'A-1', lock_status: 3, alarm: 'illegal_unlock' }),
    fleetLock(2, { subject: 'A-2', lock_status: 1, org_id: 1 }),
    fleetLock(3, { subject: 'B-3' }),
  ];
  const part = fleetPart(locks);
  server.on(mapCalls.locks.path, () => ({
    data: {
      ...part,
      columns: { ...part.columns, org: [1, 1, 2] },
      orgs: [
        { org_id: 1, org_name: 'East' },
        { org_id: 2, org_name: 'West' },
      ],
    },
  }));
  const data: Record<string, unknown> = {
    [onMap.organisations.path]: {
      organisations: [
        { id: 1, org_name: 'East', parent_id: null },
        { id: 2, org_name: 'West', parent_id: 1 },
      ],
    },
    [mapCalls.fences.path]: { fences: [] },
    [alarms.path]: { unprocessed: 2, critical: 1, told_since: 0, oldest_time: ago(26), rows: [], places: [] },
    [list.path]: {
      rows: [
        alarm(1, 'A-1'),
        alarm(9, 'A-9', { kind: 'low_battery', severity: 'warning', owner: 'Li Hai' }),
        alarm(8, 'A-8', { severity: 'info' }),
      ],
      more: false,
      unprocessed: 2,
    },
    [fleet.path]: { silent: { count: 1, rows: [silent(3, 'B-3')] }, battery: { count: 0, sealed: 0, rows: [] } },
    [orders.path]: { count: 1, rows: [{ id: 5, device_id: 2, ...named('A-2'), kind: 'unseal', create_time: ago(16) }] },
    [waiting.path]: { count: 0, rows: [] },
    [alarmCalls.count.path]: { unprocessed: 2, critical: 1, locks: 2, mute: null },
    '/baseMap/shown': { rows: [] },
    '/oper/hobbyConfig/find': {},
  };
  for (const [path, said] of Object.entries(data)) server.on(path, () => ({ data: said }));
  const words = (lat: number) => (lat === 31.2 ? 'Jiangsu · Pingwang 2 km N' : 'Zhejiang · Cixi 4 km S');
  server.on('/place/words', ({ points }) => ({
    data: { rows: (points as { lat: number }[]).map(({ lat }) => ({ zh: words(lat), en: words(lat) })) },
  }));
});
afterEach(() => {
  stop?.();
  stop = null;
  useSession.setState({ wallUntil: null });
  vi.unstubAllGlobals();
});

it('what needs somebody takes turns, the gravest first: alarms, silent locks, orders in doubt; notices never', async () => {
  await show();
  const seen: (string | null | undefined)[] = [];
  for (let n = 0; n < 5; n += 1) {
    seen.push(
      within(focus()).getByRole('heading').parentElement?.parentElement?.nextElementSibling?.querySelector('b')
        ?.textContent,
    );
    await settle(12_000);
  }
  expect(seen).toEqual(['A-1', 'A-9', 'B-3', 'A-2', 'A-1']);
});

it('says of what is looked at what it is, since when, who has it, where, and how the lock is now', async () => {
  await show();
  const text = focus().textContent;
  for (const words of ['1 of 4', 'for 3 min', 'nobody has taken it', 'A-1', 'Jiangsu · Pingwang 2 km N', 'Lock now'])
    expect(text).toContain(words);
  await press('ArrowRight');
  expect(focus().textContent).toContain('taken by Li Hai');
});

it('tells where it rang from where its lock has gone since', async () => {
  await show();
  const place = (title: string) => within(focus()).getByText(title).nextElementSibling?.textContent;
  expect(place('Rang at')).toBe('Jiangsu · Pingwang 2 km N');
  expect(place('Lock is at')).toBe('Zhejiang · Cixi 4 km S');
  // also on the map, which shows both
  expect(spot).toEqual({ at: [120.5, 31.2], label: 'Rang here' });
  // and among those that take turns it is found by where it rang
  const [first] = within(screen.getByRole('list', { name: /taking turns/ })).getAllByRole('listitem');
  expect(first!.textContent).toContain('Jiangsu · Pingwang 2 km N · for');
  // a long place gives way to how long it waits
  expect(within(first!).getByText('Jiangsu · Pingwang 2 km N')).not.toBe(within(first!).getByText('for 3 min'));
});

it('counts by state, as the map does, and gives no order', async () => {
  await show();
  expect([numberOf('Open alarms'), numberOf('Abnormal'), numberOf('Sealed')]).toEqual(['2', '1', '1']);
  expect(figure('Open alarms').textContent).toContain('1 critical · oldest 26 min');
  // of the sealed ones, whatever their connection is called
  expect(figure('Sealed').textContent).toContain('1 silent');
  expect(screen.queryByRole('button', { name: /^(unseal|seal|take|process)/i })).toBeNull();
});

it('that nothing is heard stands across it, and every number says of when it is', async () => {
  await show();
  server.refuseStreams(true);
  server.stream().cut();
  await settle(3000);
  expect(screen.getByRole('alert').textContent).toContain('Nothing is heard since');
  for (const title of ['Abnormal', 'Sealed', 'Offline']) {
    expect(figure(title).dataset.old).toBe('true');
    expect(figure(title).textContent).toContain('as of');
  }
  server.refuseStreams(false);
  await settle(40_000);
  server.stream().say({ event: 'hello', data: { epoch: 'e', seq: 1 } });
  await settle(3000);
  expect(screen.queryByRole('alert')).toBeNull();
  expect(figure('Sealed').dataset.old).toBe('false');
});

it('a figure that is asked for in vain is not of now, and nothing is called calm', async () => {
  await show();
  for (const { path } of [alarms, list, fleet, orders]) server.on(path, () => 'broken');
  await settle(120_000);
  expect(figure('Open alarms').dataset.old).toBe('true');
  expect(figure('Open alarms').textContent).toContain('as of');
});

it('what is looked at is as old as the answer it stood in, and says so', async () => {
  await show();
  expect(focus().textContent).not.toContain('as of');
  server.on(list.path, () => 'broken');
  await settle(120_000);
  for (let n = 0; n < 4 && !focus().textContent?.includes('A-1'); n += 1) await press('ArrowRight');
  expect(focus().textContent).toContain('as of');
  await press('ArrowRight');
  await press('ArrowRight');
  // silent locks are asked for by another call, which answers
  expect(focus().textContent).toContain('B-3');
  expect(focus().textContent).not.toContain('as of');
});

it('of more than take turns all are counted', async () => {
  server.on(alarms.path, () => ({
    data: { unprocessed: 137, critical: 1, told_since: 0, oldest_time: ago(26), rows: [], places: [] },
  }));
  await show();
  expect(screen.getByText('4 of 139 taking turns')).toBeTruthy();
});

it('a wall of the gravest that has none speaks of those alone', async () => {
  server.on(alarms.path, () => ({
    data: { unprocessed: 2, critical: 0, told_since: 0, oldest_time: null, rows: [], places: [] },
  }));
  server.on(list.path, () => ({ data: { rows: [], more: false, unprocessed: 2 } }));
  await show('?severity=critical');
  expect(screen.getByText('No critical alarm is open')).toBeTruthy();
  // nothing takes turns, and nothing is said of turns
  expect(screen.queryByText(/taking turns/)).toBeNull();
});

it('with nothing open says of a lock that is abnormal still that it is, and not that nothing needs anybody', async () => {
  const none = { count: 0, rows: [] };
  server.on(alarms.path, () => ({
    data: { unprocessed: 0, critical: 0, told_since: 0, oldest_time: null, rows: [], places: [] },
  }));
  server.on(list.path, () => ({ data: { rows: [], more: false, unprocessed: 0 } }));
  server.on(fleet.path, () => ({ data: { silent: none, battery: { count: 0, sealed: 0, rows: [] } } }));
  server.on(orders.path, () => ({ data: none }));
  await show();
  expect(screen.getByRole('heading', { level: 2 }).textContent).toBe('Nothing waits to be dealt with');
  expect(screen.getByText('1 lock still says that it is abnormal.')).toBeTruthy();
});

it('who may not see alarms is not told that nothing needs anybody', async () => {
  signInWith(mapCalls.locks);
  await show();
  expect(screen.getByText('Not everything is known')).toBeTruthy();
  expect(screen.getByText('This account may not see alarms.')).toBeTruthy();
});

it('what never came is no zero', async () => {
  for (const { path } of [alarms, list, fleet, orders, waiting]) server.on(path, () => 'broken');
  await show();
  await settle(10_000);
  expect(numberOf('Open alarms')).toBe('–');
  expect(figure('Open alarms').textContent).toContain('did not load');
  expect(screen.getByRole('heading', { level: 2 }).textContent).toBe('Not everything is known');
});

it('is held, stepped, and left by keys; Enter goes to the lock on the map', async () => {
  await show();
  await press(' ');
  await settle(60_000);
  expect(focus().textContent).toContain('1 of 4');
  expect(focus().textContent).toContain('Held');
  await press('ArrowRight');
  expect(focus().textContent).toContain('2 of 4');
  await press('ArrowLeft');
  await press('Enter');
  expect(leave).toHaveBeenLastCalledWith('/map?lock=1');
  await press('Escape');
  expect(leave).toHaveBeenLastCalledWith('/map');
});

it('a bookmark narrows it to an organisation and to the gravest', async () => {
  await show('?org=2&severity=critical');
  const asked = server.asked.filter((a) => a.path === list.path);
  expect(asked.every(({ body }) => body.org_id === 2 && body.severity === 'critical')).toBe(true);
  expect(server.asked.filter((a) => a.path === fleet.path).every(({ body }) => body.org_id === 2)).toBe(true);
  expect([numberOf('Critical alarms'), numberOf('Abnormal'), numberOf('Sealed')]).toEqual(['1', '0', '1']);
  expect(focus().textContent).toContain('1 of 1');
  expect(screen.getByText(/· West$/)).toBeTruthy();
});

it('one that only looks opens nothing, and is left by signing it out alone', async () => {
  useSession.setState({ wallUntil: '2026-12-05T08:00:00.000Z' });
  await show();
  expect(screen.queryByRole('button', { name: 'Leave it up…' })).toBeNull();
  await press('Enter');
  await press('Escape');
  await settle(1000);
  expect(leave).not.toHaveBeenCalled();
  fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Sign out' }));
  await settle(1000);
  expect(signOut).toHaveBeenCalledOnce();
});

it('is left up by choice: the person’s own session gives way to one that only looks', async () => {
  const menus = useSession.getState().menus;
  server.on(wall.open.path, () => ({ data: { token: 'w', until: '2026-12-05T08:00:00.000Z' } }));
  server.on('/auth/getAuth', () => ({
    data: { token: 'w', publicKey: '', menus, wall_until: '2026-12-05T08:00:00.000Z' },
  }));
  await show();
  fireEvent.click(screen.getByRole('button', { name: 'Leave it up…' }));
  await settle(1000);
  expect(server.count(wall.open.path)).toBe(0);
  fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Leave it up' }));
  await settle(2000);
  expect(server.count(wall.open.path)).toBe(1);
  expect(useSession.getState().wallUntil).toBe('2026-12-05T08:00:00.000Z');
  expect(screen.getByText(/Looks only, until/)).toBeTruthy();
});

it('a wall that stands holds what there is, and nothing of what has been', async () => {
  await show();
  const rounds: { timers: number; nodes: number; streams: number }[] = [];
  let id = 100;
  for (let round = 0; round < 3; round += 1) {
    for (let minute = 0; minute < 5; minute += 1) {
      id += 1;
      const rows = [alarm(id, `N-${id}`), alarm(1, 'A-1')];
      server.on(list.path, () => ({ data: { rows, more: false, unprocessed: 2 } }));
      server.stream().say({ event: 'locks', data: { seq: id, locks: [{ id: 2, velocity: minute }], removed: [] } });
      if (minute === 3) {
        server.stream().cut();
        await settle(5000);
        server.stream().say({ event: 'hello', data: { epoch: 'e', seq: id } });
      }
      await settle(60_000);
    }
    rounds.push({
      timers: vi.getTimerCount(),
      nodes: document.querySelectorAll('*').length,
      streams: server.streams.filter((one) => !one.closed).length,
    });
  }
  const [first, , last] = rounds;
  // one thing that is looked at has a line more than another
  expect(last!.nodes).toBeLessThan(first!.nodes + 20);
  expect(last!.timers).toBeLessThan(first!.timers + 3);
  expect(last!.streams).toBe(1);
}, 60_000);
