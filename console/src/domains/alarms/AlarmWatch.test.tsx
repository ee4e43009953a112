import type { Alarm } from '@plomb/contract/alarms/alarms';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { Suspense } from 'react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { setLang } from '../../platform/i18n.ts';
import { startLive } from '../../platform/live.ts';
import { useNotices } from '../../platform/notices.ts';
import { useSession } from '../../platform/session.ts';
import { type FakeServer, fakeServer } from '../../testing/fakeServer.ts';
import { inEnglish } from '../../testing/inEnglish.ts';
import { AlarmBell } from './AlarmBell.tsx';
import { AlarmWatch } from './AlarmWatch.tsx';
import { useWatched } from './alarmStore.ts';
import { nothingWatched } from './watch.ts';

const alarm = (id: number, over: Partial<Alarm> = {}): Alarm => ({
  id,
  device_id: id,
  sn: String(14802100000 + id),
  device_name: `Tanker ${id}`,
  subject: `沪A·D${7000 + id}`,
  out_of_use: null,
  seal: null,
  batch: null,
  org_name: 'Sunan',
  kind: 'illegal_unlock',
  fault: 1010,
  severity: 'critical',
  first_time: new Date(Date.parse('2026-11-21T08:00:00Z') + id * 1000).toISOString(),
  last_time: new Date(Date.parse('2026-11-21T08:00:00Z') + id * 1000).toISOString(),
  event_id: null,
  fences: [],
  hits: 1,
  late: false,
  doubtful: false,
  swipe: null,
  unproved: false,
  lon: null,
  lat: null,
  status: 'unprocessed',
  owner: '',
  owner_login: '',
  owner_time: null,
  escalate_time: null,
  photos: [],
  processor: '',
  processor_login: '',
  process_time: null,
  result: null,
  remark: '',
  ...over,
});

let server: FakeServer;
let stop: () => void;
let router: ReturnType<typeof createMemoryRouter>;
const settle = (milliseconds = 20) => act(() => vi.advanceTimersByTimeAsync(milliseconds));
const say = async (...alarms: Alarm[]): Promise<void> => {
  const stream = server.stream();
  // one piece of the stream, as a burst or a replay arrives
  stream.write(alarms.map((a) => `event: alarm\ndata: ${JSON.stringify({ seq: a.id, alarm: a })}\n\n`).join(''));
  await settle(400);
};

const heading = (): string | undefined => screen.queryByRole('heading', { level: 2 })?.textContent ?? undefined;

/** Somebody opens the console: the stream says hello. */
const open = async (): Promise<void> => {
  stop = startLive();
  router = createMemoryRouter(
    [
      {
        path: '*',
        element: (
          <>
            <AlarmBell />
            <AlarmWatch />
          </>
        ),
      },
    ],
    { initialEntries: ['/dashboard'] },
  );
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <Suspense>
        <RouterProvider router={router} />
      </Suspense>
    </QueryClientProvider>,
  );
  await screen.findByRole('button', { name: /counted/ });
  await settle(500);
  server.stream().say({ event: 'hello', data: { epoch: 'e', seq: 0 } });
  await settle();
};

inEnglish();
beforeEach(async () => {
  vi.useFakeTimers({ now: Date.parse('2026-11-21T08:10:00Z'), shouldAdvanceTime: true });
  server = fakeServer();
  server.on('/alarm/claim', () => ({ data: {} }));
  server.on('/alarm/list', () => ({ data: { rows: [], more: false, unprocessed: 0 } }));
  server.on('/oper/findHobbyConfig', () => ({ sign: 'notFound' }));
  useWatched.setState(nothingWatched, true);
  const buttons = ['list', 'process'].map((btn_code) => ({ btn_code, action_url: `/alarm/${btn_code}` }));
  useSession.setState({
    menus: [
      { id: 1, menu_code: 'alarm', menu_url: 'alarm', menu_icon: '', hidden: false, remarks: 1, sid: null, buttons },
    ] as never,
  });
  await open();
});
afterEach(() => {
  stop();
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('loses no critical alarm of a burst: all of them wait, the plate first and whole', async () => {
  await say(...Array.from({ length: 30 }, (_, i) => alarm(i + 1)));
  expect((await screen.findByRole('heading', { level: 2 })).textContent).toBe('沪A·D7030 Illegal unlock');
  expect(screen.getByText('1 of 30')).toBeDefined();
  fireEvent.click(screen.getByRole('button', { name: 'The older one' }));
  expect(screen.getByRole('heading', { level: 2 }).textContent).toContain('沪A·D7029');
});

it('is named by the plate, the kind and the time for whoever hears it, and says its fault in a word', async () => {
  await say(alarm(1));
  const named = /^沪A·D7001 Illegal unlock .*(ago|\d\d:\d\d)$/;
  expect((await screen.findByRole('article', { name: named })).textContent).toContain('Illegal unlock 1010');
  for (const name of ['Take it F8', 'Locate', /Put away here/])
    expect(
      screen.getByRole('button', { name, description: /^沪A·D7001 Illegal unlock .*(ago|\d\d:\d\d)/ }),
    ).toBeDefined();
});

it('shows the newest before those that wait already, and F8 goes to what is shown and names it', async () => {
  await say(alarm(1));
  await say(alarm(2));
  expect(heading()).toContain('沪A·D7002');
  fireEvent.keyDown(window, { key: 'F8' });
  const take = document.activeElement as HTMLElement;
  expect(document.getElementById(take.getAttribute('aria-describedby') ?? '')?.textContent).toContain('沪A·D7002');
  fireEvent.click(take);
  await settle();
  expect(server.asked.filter((a) => a.path === '/alarm/claim').map((a) => a.body.id)).toEqual([2]);
  expect(heading()).toContain('沪A·D7001');
});

it('does not change what a hand is about to press: a newer one waits, says so, and comes when it is let go', async () => {
  await say(alarm(1));
  fireEvent.keyDown(window, { key: 'F8' });
  await say(alarm(2));
  expect(heading()).toContain('沪A·D7001');
  expect(screen.getByText('2 of 2')).toBeDefined();
  fireEvent.click(screen.getByRole('button', { name: 'A newer one waits' }));
  expect(heading()).toContain('沪A·D7002');
  fireEvent.pointerEnter(screen.getByRole('region'), { pointerType: 'mouse' });
  (document.activeElement as HTMLElement).blur();
  await say(alarm(3));
  expect(heading()).toContain('沪A·D7002');
  fireEvent.pointerLeave(screen.getByRole('region'), { pointerType: 'mouse' });
  expect(heading()).toContain('沪A·D7003');
});

it('takes no press that was on its way to what stood there before it came', async () => {
  await say(alarm(1));
  const strip = screen.getByRole('region', { name: 'Critical alarms' });
  // as another comes by itself, the finger that was over the one before takes neither
  await settle(1000);
  expect(strip.dataset.arriving).toBe('false');
  await say(alarm(2));
  expect(heading()).toContain('沪A·D7002');
  fireEvent.click(screen.getByRole('button', { name: /Take it/ }), { detail: 1 });
  await settle();
  expect(server.asked.filter((a) => a.path === '/alarm/claim')).toEqual([]);
  // to turn to the other one is no deed
  fireEvent.click(screen.getByRole('button', { name: 'The older one' }), { detail: 1 });
  expect(heading()).toContain('沪A·D7001');
  fireEvent.click(screen.getByRole('button', { name: 'The newer one' }), { detail: 1 });
  // a key has come to what it presses, and later a finger has, too
  await settle(1000);
  fireEvent.click(screen.getByRole('button', { name: /Take it/ }), { detail: 1 });
  await settle();
  expect(server.asked.filter((a) => a.path === '/alarm/claim').map((a) => a.body.id)).toEqual([2]);
});

it('lets a press through to the page in the moment in which it comes', async () => {
  await say(alarm(1));
  // what is read of the burst has come within that moment
  expect(screen.getByRole('region', { name: 'Critical alarms' }).dataset.arriving).toBe('true');
});

it('stands there without figures of a place while its words come, and with them where it has none', async () => {
  let answer: (() => void) | null = null;
  server.on('/place/words', () => new Promise((done) => (answer = () => done({ data: { rows: [null] } }))) as never);
  await say(alarm(1, { lon: 121.3, lat: 31.2 }));
  expect(screen.getByRole('article').textContent).not.toContain('31.2000');
  answer!();
  await settle(100);
  expect(screen.getByRole('article').textContent).toContain('31.2000, 121.3000');
});

it('goes on showing the older one somebody turned to, until a newer one comes', async () => {
  await say(alarm(1), alarm(2));
  fireEvent.click(screen.getByRole('button', { name: '1 more waits: show it' }));
  await say(alarm(2, { hits: 2 }));
  expect(heading()).toContain('沪A·D7001');
  await say(alarm(3));
  expect(heading()).toContain('沪A·D7003');
});

it('keeps warnings off the screen: they wait behind the bell', async () => {
  await say(alarm(1, { kind: 'low_battery', severity: 'warning', fault: 0 }));
  expect(screen.queryByRole('heading', { level: 2 })).toBeNull();
  expect(screen.getByRole('button', { name: /1 new warning/ })).toBeDefined();
});

it('takes an alarm, and shows the next one that waits', async () => {
  await say(alarm(1), alarm(2));
  fireEvent.click(screen.getByRole('button', { name: /Take it/ }));
  await settle();
  expect(server.asked.find((a) => a.path === '/alarm/claim')?.body.id).toBe(2);
  expect(screen.getByRole('heading', { level: 2 }).textContent).toContain('沪A·D7001');
  await say(alarm(1, { owner: 'Chen Li' }));
  expect(screen.queryByRole('heading', { level: 2 })).toBeNull();
});

it('leads to the alarm that was taken, but never away from a dialog that is open', async () => {
  await say(alarm(1), alarm(2));
  const dialog = document.body.appendChild(document.createElement('div'));
  dialog.className = 'ant-modal-wrap';
  fireEvent.click(screen.getByRole('button', { name: /Take it/ }));
  await settle();
  expect(router.state.location.pathname).toBe('/dashboard');
  expect(useNotices.getState().shown.at(-1)?.text).toBe('You have taken “Illegal unlock” of 沪A·D7002');
  dialog.remove();
  fireEvent.click(screen.getByRole('button', { name: /Take it/ }));
  await settle();
  expect(router.state.location).toMatchObject({ pathname: '/alarm', search: '?id=1' });
});

it('is reached from within a dialog, which takes the focus back from all else', async () => {
  const taken = vi.fn();
  window.addEventListener('focusin', taken);
  await say(alarm(1));
  fireEvent.keyDown(window, { key: 'F8' });
  expect(document.activeElement?.textContent).toContain('Take it');
  fireEvent.focusIn(screen.getByRole('button', { name: 'Locate' }));
  expect(taken).not.toHaveBeenCalled();
  window.removeEventListener('focusin', taken);
});

it('tells those who listen what came, once and without its age', async () => {
  await say(alarm(1), alarm(2));
  const spoken = screen.getByRole('alert');
  expect(spoken.textContent).toBe('2 new alarms. The newest: Alarm. Illegal unlock. 沪A·D7002.');
  expect(screen.getByRole('region', { name: 'Critical alarms' }).getAttribute('aria-live')).toBeNull();
});

/** What the list has now, as the server tells it: of the unprocessed the most severe first, else the newest first. */
const stored = (...alarms: Alarm[]): void =>
  server.on('/alarm/list', ({ status, before, size }) => {
    const rank = (a: Alarm): number => (a.severity === 'critical' ? a.id : 1e6 + a.id);
    const all =
      status === 'unprocessed'
        ? alarms.filter((a) => a.status === 'unprocessed').sort((a, b) => rank(a) - rank(b))
        : alarms.toSorted((a, b) => b.id - a.id);
    const rest = before === undefined ? all : all.slice(all.findIndex((a) => a.id === before) + 1);
    const rows = rest.slice(0, Number(size));
    return { data: { rows, more: rest.length > rows.length, unprocessed: all.length } };
  });
const resync = async (): Promise<void> => {
  server.stream().say({ event: 'resync', data: { epoch: 'e', seq: 900 } });
  await settle(1000);
};

it('shows what the stream did not tell, whenever the lock says it happened and whatever this computer thinks the time is', async () => {
  // three days ago by the lock's word, told while the stream was away
  stored(alarm(900, { last_time: '2026-11-18T08:00:00.000Z', first_time: '2026-11-18T08:00:00.000Z' }));
  await resync();
  expect(heading()).toContain('沪A·D7900');
});

it('shows at the beginning what stands open, however much there is, and what was taken does not stand there', async () => {
  stop();
  cleanup();
  stored(...Array.from({ length: 130 }, (_, i) => alarm(i + 1, i < 100 ? { owner: 'Chen Li' } : {})));
  await open();
  await settle(1000);
  expect(heading()).toContain('沪A·D7130');
  expect(screen.getByText('1 of 30')).toBeDefined();
});

it('asks until it knows what stands open, without being told again', async () => {
  server.on('/alarm/list', () => 'broken');
  await resync();
  stored(alarm(5));
  await settle(5000);
  expect(heading()).toContain('沪A·D7005');
});

it('takes away what others have dealt with while the stream was away', async () => {
  await say(alarm(1), alarm(2), alarm(3));
  stored(alarm(1, { status: 'processed' }), alarm(2, { owner: 'Chen Li' }), alarm(3));
  await resync();
  expect(heading()).toContain('沪A·D7003');
  expect(screen.queryByText(/of 2|of 3/)).toBeNull();
});

it('counts warnings that came while the stream was away, and not those that were there before', async () => {
  const warning = (id: number) => alarm(id, { kind: 'low_battery', severity: 'warning', fault: 0 });
  stop();
  cleanup();
  stored(warning(1), warning(2));
  await open();
  await settle(1000);
  expect(screen.queryByRole('button', { name: /new warning/ })).toBeNull();
  stored(warning(1), warning(2), warning(3));
  await resync();
  expect(screen.getByRole('button', { name: /1 new warning/ })).toBeDefined();
});

it('says that the bell does not know when its call fails, instead of showing none', async () => {
  expect(screen.getByRole('button', { name: /could not be counted/ }).textContent).toContain('?');
  server.on('/alarm/count', () => ({ data: { unprocessed: 0, critical: 0, locks: 0 } }));
  await settle(61_000);
  expect(screen.getByRole('button', { name: /^0 alarms to deal with/ }).textContent).toBe('');
});

it('counts all there are of each kind behind the bell, though only the first are read', async () => {
  stored(...Array.from({ length: 130 }, (_, i) => alarm(i + 1, { owner: 'Chen Li' })));
  const kinds = [
    { kind: 'illegal_unlock', severity: 'critical', count: 130 },
    { kind: 'low_battery', severity: 'warning', count: 7 },
  ].map((one) => ({ ...one, oldest_time: '2026-11-21T08:00:00.000Z' }));
  server.on('/alarm/tally', () => ({ data: { kinds, all: 137, notices: 4 } }));
  fireEvent.click(screen.getByRole('button', { name: /could not be counted/ }));
  // the messages are fetched when they are wanted
  await vi.waitFor(async () => {
    await settle();
    expect(screen.getByText('130 locks')).toBeDefined();
  });
  expect(screen.getByText('7 locks')).toBeDefined();
  expect(screen.getByRole('link', { name: 'Show all 7' }).getAttribute('href')).toBe('/alarm?kind=low_battery');
  // each figure is the length of the list it opens; of approvals and orders this person sees none
  expect(screen.getByRole('link', { name: '137 alarms to deal with' }).getAttribute('href')).toBe('/alarm');
  expect(screen.getByRole('link', { name: '4 quiet notices' }).getAttribute('href')).toContain('severity=info');
  expect(screen.queryByText('approvals waiting')).toBeNull();
  // and what was dealt with last stands below
  expect(screen.getByRole('heading', { name: 'Dealt with lately' })).toBeDefined();
});

it('says what was told for those who listen in the language that is read now', async () => {
  await say(alarm(1));
  await settle(500);
  const spoken = (): string | undefined =>
    [...document.querySelectorAll('p.unseen[role=alert]')].map((p) => p.textContent ?? '').at(-1);
  expect(spoken()).toContain('Illegal unlock');
  await act(() => setLang('zh'));
  await settle();
  expect(spoken()).toContain('非法解封');
  await act(() => setLang('en'));
});

/** These wait, and nothing was dealt with. */
const waiting = (...rows: Alarm[]): void =>
  server.on('/alarm/list', ({ status }) => ({
    data: { rows: status === 'unprocessed' ? rows : [], more: false, unprocessed: rows.length },
  }));

it('keeps what came new until it is read: closing the messages loses nothing, one that is opened or taken is new no more', async () => {
  const warning = (id: number, over: Partial<Alarm> = {}) =>
    alarm(id, { kind: 'low_battery', severity: 'warning', fault: 0, ...over });
  const rows = [warning(1), warning(2), warning(3), warning(4)];
  waiting(...rows);
  await say(...rows);
  const bell = () => screen.getByRole('button', { name: /could not be counted/ });
  const opened = async () => {
    fireEvent.click(bell());
    await vi.waitFor(async () => {
      await settle();
      expect(screen.getByRole('link', { name: /沪A·D7003/ })).toBeDefined();
    });
  };
  await opened();
  expect(screen.getByText('4 new')).toBeDefined();
  fireEvent.keyDown(window, { key: 'Escape' });
  expect(screen.queryByRole('complementary')).toBeNull();
  expect(document.activeElement).toBe(bell());
  expect(bell().getAttribute('aria-label')).toContain('4 new warnings');
  await opened();
  fireEvent.click(screen.getByRole('link', { name: /沪A·D7003/ }));
  await say(warning(1, { owner: 'Chen Li' }));
  await opened();
  expect(screen.getByText('2 new')).toBeDefined();
  fireEvent.click(screen.getByRole('button', { name: 'Mark all read' }));
  expect(screen.queryByText(/new$/)).toBeNull();
  expect(bell().getAttribute('aria-label')).not.toContain('new');
});

it('narrows the messages to what is chosen, and shows all again when the last of it is gone', async () => {
  const critical = alarm(1, { owner: 'Chen Li' });
  const warning = alarm(2, { kind: 'low_battery', severity: 'warning', fault: 0 });
  waiting(critical, warning);
  const kind = (one: Alarm) => ({ kind: one.kind, severity: one.severity, count: 1, oldest_time: one.first_time });
  server.on('/alarm/tally', () => ({ data: { kinds: [kind(critical), kind(warning)], all: 2, notices: 0 } }));
  fireEvent.click(screen.getByRole('button', { name: /could not be counted/ }));
  const shown = () =>
    screen.queryAllByRole('link', { name: /沪A·D700/ }).map((link) => link.querySelector('b')?.textContent);
  await vi.waitFor(async () => {
    await settle();
    expect(shown()).toEqual(['沪A·D7001', '沪A·D7002']);
  });
  fireEvent.click(screen.getByRole('button', { name: 'Warning 1' }));
  expect(shown()).toEqual(['沪A·D7002']);
  waiting(critical);
  server.on('/alarm/tally', () => ({ data: { kinds: [kind(critical)], all: 1, notices: 0 } }));
  await say(alarm(2, { ...warning, status: 'processed' }));
  await settle(4000);
  expect(shown()).toEqual(['沪A·D7001']);
});
