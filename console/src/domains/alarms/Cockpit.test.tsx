import { logisticsCalls } from '@plomb/contract/logistics/domain';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { Suspense } from 'react';
import { MemoryRouter } from 'react-router';
import { beforeEach, expect, it, vi } from 'vitest';
import { setLang } from '../../platform/i18n.ts';
import { useNotices } from '../../platform/notices.ts';
import { useSession } from '../../platform/session.ts';
import { inEnglish } from '../../testing/inEnglish.ts';
import { AlarmsPage } from './AlarmsPage.tsx';
import { takeIn, useWatched } from './alarmStore.ts';
import { blank, draftOf, drop } from './drafts.ts';

const alarm = (id: number, severity: string, subject: string, more: object = {}) => ({
  seal: null,
  batch: null,
  ...{ id, device_id: id, sn: `1480210003${id}`, device_name: `Tanker ${id}`, subject, out_of_use: null },
  ...{ org_name: 'Depot', kind: severity === 'info' ? 'state_gap' : 'illegal_unlock', fault: 1010, severity, hits: 1 },
  ...{ first_time: '2026-11-21T12:00:00.000Z', last_time: '2026-11-21T12:00:00.000Z', event_id: null, swipe: null },
  ...{ fences: [], lon: null, lat: null, status: 'unprocessed', owner: '', owner_login: '', owner_time: null },
  ...{ escalate_time: null, processor: '', processor_login: '', process_time: null, result: null, late: false },
  ...{ doubtful: false, unproved: false, remark: '', photos: [] },
  ...more,
});
let rows: ReturnType<typeof alarm>[] = [];
let refused: string[] = [];
/** one that a colleague has processed */
let ended: ReturnType<typeof alarm> | null = null;
let queries: QueryClient;
/** no line to the server */
let down = false;
/** a deed of who reads rang them */
let own = false;
/** of the batch on whose way one rang; null: its plan is not theirs to see */
let plan: object | null = null;
const asked: [string, Record<string, unknown>][] = [];
const sent = (path: string) => asked.filter(([one]) => one === path).map(([, body]) => body);

inEnglish();
beforeEach(() => {
  asked.length = 0;
  refused = [];
  down = false;
  own = false;
  plan = null;
  useNotices.setState({ shown: [] });
  ended = null;
  rows = [alarm(1, 'critical', '浙B·7K392'), alarm(2, 'critical', '浙B·9R126'), alarm(3, 'info', '陕C·X0430')];
  for (const { id } of rows) drop(id);
  const buttons = ['list', 'process'].map((btn_code) => ({ btn_code, action_url: '' }));
  useSession.setState({
    menus: [{ id: 1, menu_code: 'alarm', menu_url: 'alarm', sid: null, buttons }] as never,
    oper: { login_name: 'zhou', oper_name: 'Zhou Min' } as never,
  });
  vi.stubGlobal('fetch', (url: string, init: RequestInit = {}) => {
    if (url === '/config.json') return Promise.resolve(Response.json({ signSecret: 's', title: '', version: '0' }));
    const path = url.replace(/^.*(?=\/alarm\/)/, '');
    const body = typeof init.body === 'string' ? (JSON.parse(init.body) as Record<string, unknown>) : {};
    asked.push([path, body]);
    if (down) return Promise.reject(new TypeError('Failed to fetch'));
    const of = (id: unknown) => rows.find((row) => row.id === id);
    if (refused.includes(path))
      return Promise.resolve(Response.json({ verify: { sign: 'conflict', desc: 'refused' }, data: null }));
    if (path === '/alarm/claim')
      Object.assign(of(body.id) ?? {}, {
        owner: 'Zhou Min',
        owner_login: 'zhou',
        owner_time: '2026-11-21T12:02:00.000Z',
      });
    if (path === '/alarm/process') rows = rows.filter((row) => row.id !== body.id);
    if (path === '/alarm/processMany') {
      const gone = (body.alarms as { id: number }[]).map(({ id }) => id);
      rows = rows.filter((row) => !gone.includes(row.id));
    }
    const answers: Record<string, unknown> = {
      '/alarm/list': { rows, more: false, unprocessed: rows.length },
      '/alarm/steps': { rows: [], own },
      '/alarm/detail':
        of(body.id) ??
        (ended?.id === body.id ? ended : null) ??
        alarm(Number(body.id), 'critical', 'gone', { status: 'processed', result: 'police' }),
      [logisticsCalls.logisticsBatches.detail.path]: plan ?? {},
      '/alarm/tally': {
        ...{ all: 2, mine: 0, unclaimed: 2, notices: 1, processed: 0, processed_by_me: 0, mean_minutes: null },
        kinds: [
          { kind: 'illegal_unlock', severity: 'critical', count: 2, oldest_time: '2026-11-21T12:00:00.000Z' },
          { kind: 'state_gap', severity: 'info', count: 1, oldest_time: '2026-11-21T12:00:00.000Z' },
        ],
      },
    };
    return Promise.resolve(
      Response.json({ verify: { sign: 'success', desc: '' }, data: structuredClone(answers[path] ?? {}) }),
    );
  });
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener() {}, removeEventListener() {} }));
});

const open = (address = '/alarm') => {
  queries = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  return render(
    <QueryClientProvider client={queries}>
      <MemoryRouter initialEntries={[address]}>
        <Suspense>
          <AlarmsPage />
        </Suspense>
      </MemoryRouter>
    </QueryClientProvider>,
  );
};
const theCase = () => screen.getByTestId('case');
const press = (key: string) => fireEvent.keyDown(window, { key });
const shows = (plate: string) => waitFor(() => expect(theCase().getAttribute('aria-label')).toBe(plate));

it('opens the most severe that waits longest, groups by severity with its figures, and folds mere notices', async () => {
  open();
  await shows('浙B·7K392');
  const group = (name: RegExp) => screen.getByRole('button', { name });
  expect(group(/Critical 2/).getAttribute('aria-expanded')).toBe('true');
  expect(group(/Notice 1/).getAttribute('aria-expanded')).toBe('false');
  expect(screen.getByText(/2 to deal with, oldest/).textContent).toContain('1 notice');
  // it is kept current by itself: nothing could be held still
  expect(screen.queryByRole('button', { name: 'Pause updating' })).toBeNull();
  fireEvent.click(group(/Notice 1/));
  expect(screen.getAllByText('陕C·X0430').length).toBeGreaterThan(0);
});

it('calls what is beyond a limit by the vehicle of its batch, and says by how much, since when, and what the limit is', async () => {
  const place = (lon: number, lat: number) => ({ lon, lat, radius: 500 });
  const oper = useSession.getState().oper;
  const granted = (menu_code: string, ...codes: string[]) => ({
    ...{ id: menu_code.length, menu_code, menu_url: menu_code, sid: null },
    buttons: codes.map((btn_code) => ({ btn_code, action_url: '' })),
  });
  useSession.setState({ menus: [granted('alarm', 'list'), granted('logisticsBatch', 'list')] as never, oper });
  plan = {
    ...{ start: place(121, 30), stops: [], end: place(122, 30), destination: place(122, 30) },
    limits: { off_route: { metres: 5000, minutes: 5, line: [] }, long_stop: null, lock_silent: null },
    beyond: [{ device_id: 1, kind: 'off_route', since: '2026-11-21T11:54:00.000Z' }],
  };
  const batch = { id: 5, serial: 'WL-20261127-0050', plate: '沪A·6K112' };
  rows = [alarm(1, 'warning', '沪A·J8217', { kind: 'off_route', fault: 0, batch, lon: 121.5, lat: 30.1 })];
  open();
  await shows('沪A·6K112');
  expect(screen.queryByText('沪A·J8217')).toBeNull();
  const told = (await within(theCase()).findByText('Beyond the limit')).closest('div')!;
  expect(told.textContent).toMatch(/11 km off the planned route/);
  expect(told.textContent).toMatch(/limit 5 km for 5 min · since /);
});

it('says the age of the oldest of a group, wherever that stands in it', async () => {
  const ago = (minutes: number) => ({ first_time: new Date(Date.now() - minutes * 60_000).toISOString() });
  rows = [alarm(1, 'critical', '浙B·7K392', ago(5)), alarm(2, 'critical', '浙B·9R126', ago(45))];
  open('/alarm?owner=unclaimed');
  await shows('浙B·7K392');
  expect(screen.getByRole('button', { name: /Critical 2/ }).textContent).toContain('45 min');
});

it('is worked by keys: J and K step, T takes, a number is the result, P asks for what is missing and then goes to the next', async () => {
  open();
  await shows('浙B·7K392');
  press('j');
  await shows('浙B·9R126');
  press('k');
  await shows('浙B·7K392');
  press('t');
  await waitFor(() => expect(sent('/alarm/claim')).toEqual([expect.objectContaining({ id: 1 })]));
  await waitFor(() => expect(within(theCase()).getByText(/^Mine,/)).toBeTruthy());
  press('1');
  press('p');
  const remark = within(theCase()).getByRole('textbox');
  expect(document.activeElement).toBe(remark);
  expect(sent('/alarm/process')).toEqual([]);
  fireEvent.change(remark, { target: { value: 'the driver opened it' } });
  (remark as HTMLElement).blur();
  press('p');
  await waitFor(() =>
    expect(sent('/alarm/process')).toEqual([
      expect.objectContaining({ id: 1, hits: 1, result: 'handled', remark: 'the driver opened it' }),
    ]),
  );
  await shows('浙B·9R126');
});

it('brings the row of what is open into sight, also of what is offered after another', async () => {
  const seen: (string | undefined)[] = [];
  const before = HTMLElement.prototype.scrollIntoView;
  HTMLElement.prototype.scrollIntoView = function scrolled(this: HTMLElement) {
    seen.push(this.dataset.alarm);
  };
  try {
    open();
    await shows('浙B·7K392');
    press('1');
    const remark = within(theCase()).getByRole('textbox');
    fireEvent.change(remark, { target: { value: 'driver asked, all well' } });
    fireEvent.keyDown(remark, { key: 'Enter', ctrlKey: true });
    await shows('浙B·9R126');
    await waitFor(() => expect(seen.at(-1)).toBe('2'));
  } finally {
    HTMLElement.prototype.scrollIntoView = before;
  }
});

it('is sent from where one types, and Escape leads back to the keys of the queue', async () => {
  open();
  await shows('浙B·7K392');
  press('2');
  const remark = within(theCase()).getByRole('textbox');
  remark.focus();
  fireEvent.change(remark, { target: { value: 'the driver opened it' } });
  fireEvent.keyDown(remark, { key: 'Escape' });
  expect(document.activeElement).not.toBe(remark);
  expect(sent('/alarm/process')).toEqual([]);
  fireEvent.keyDown(remark, { key: 'Enter', ctrlKey: true });
  await waitFor(() => expect(sent('/alarm/process')).toEqual([expect.objectContaining({ id: 1, result: 'driver' })]));
  await shows('浙B·9R126');
});

it('gives who may not process no form to fill in, and says why', async () => {
  const list = [{ btn_code: 'list', action_url: '' }];
  useSession.setState({ menus: [{ id: 1, menu_code: 'alarm', menu_url: 'alarm', sid: null, buttons: list }] as never });
  open();
  await shows('浙B·7K392');
  expect(within(theCase()).getByText(/Processing takes a right/)).toBeTruthy();
  expect(within(theCase()).queryByRole('textbox')).toBeNull();
  // nor a key or a box for what it may not do
  expect(document.querySelector('.queue-keys')?.textContent?.replace(/\s+/g, ' ')).toBe('JK next, back ?');
  press('x');
  expect(screen.queryByRole('checkbox')).toBeNull();
  expect(document.querySelector('.queue-batch')).toBeNull();
});

it('keeps what was typed where it is refused, and while another case is read', async () => {
  refused = ['/alarm/process'];
  open();
  await shows('浙B·7K392');
  fireEvent.change(within(theCase()).getByRole('textbox'), { target: { value: 'sent a patrol there' } });
  press('j');
  await shows('浙B·9R126');
  press('k');
  await shows('浙B·7K392');
  press('2');
  press('p');
  await waitFor(() => expect(sent('/alarm/process')).toHaveLength(1));
  await waitFor(() =>
    expect((within(theCase()).getByRole('textbox') as HTMLTextAreaElement).value).toBe('sent a patrol there'),
  );
});

it('keeps what was typed of an alarm that a colleague processed meanwhile, says so, and sends it nowhere', async () => {
  open();
  await shows('浙B·7K392');
  fireEvent.change(within(theCase()).getByRole('textbox'), { target: { value: 'sent a patrol there' } });
  press('1');
  press('j');
  await shows('浙B·9R126');
  rows = rows.slice(1);
  const byChen = { processor: 'Chen Li', processor_login: 'chen' };
  ended = alarm(1, 'critical', '浙B·7K392', { status: 'processed', result: 'police', ...byChen });
  await queries.invalidateQueries();
  expect(await screen.findByText(/Chen Li \(chen\) has processed 浙B·7K392 while you wrote/)).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Read it' }));
  await shows('浙B·7K392');
  const left = within(await screen.findByRole('region', { name: 'What you had written, not sent' }));
  expect(left.getByText(/sent a patrol there/)).toBeTruthy();
  press('p');
  expect(sent('/alarm/process')).toEqual([]);
  fireEvent.click(left.getByRole('button', { name: 'Drop it' }));
  await waitFor(() => expect(screen.queryByText(/while you wrote/)).toBeNull());
});

it('of an alarm that was processed as it is written here, and only the answer was lost, nothing is left over', async () => {
  open();
  await shows('浙B·7K392');
  fireEvent.change(within(theCase()).getByRole('textbox'), { target: { value: 'sent a patrol there ' } });
  press('1');
  press('j');
  await shows('浙B·9R126');
  rows = rows.slice(1);
  const byMe = { processor: 'Zhou Min', processor_login: 'zhou', remark: 'sent a patrol there' };
  ended = alarm(1, 'critical', '浙B·7K392', { status: 'processed', result: 'handled', ...byMe });
  await queries.invalidateQueries();
  await waitFor(() => expect(draftOf(1)).toEqual(blank));
  expect(screen.queryByText(/while you wrote/)).toBeNull();
});

it('what is opened here is new to nobody any more, in no window of this browser', async () => {
  takeIn([alarm(1, 'warning', '浙B·7K392'), alarm(2, 'warning', '浙B·9R126')] as never);
  expect([...useWatched.getState().unread].sort()).toEqual([1, 2]);
  open();
  await shows('浙B·7K392');
  await waitFor(() => expect([...useWatched.getState().unread]).toEqual([2]));
  const other = new BroadcastChannel('alarms read');
  other.postMessage(2);
  await waitFor(() => expect([...useWatched.getState().unread]).toEqual([]));
  other.close();
});

it('a key that is pressed twice does one deed', async () => {
  open();
  await shows('浙B·7K392');
  press('t');
  press('t');
  await waitFor(() => expect(within(theCase()).getByText(/^Mine,/)).toBeTruthy());
  expect(sent('/alarm/claim')).toHaveLength(1);
});

it('an alarm that cannot be shown says why in its place, and nowhere else', async () => {
  refused = ['/alarm/detail'];
  open('/alarm?id=77');
  expect(await screen.findByRole('heading', { name: 'This alarm cannot be shown' })).toBeTruthy();
  expect(useNotices.getState().shown).toEqual([]);
  fireEvent.click(screen.getByRole('button', { name: 'Back to the queue' }));
  await shows('浙B·7K392');
});

it('why several cannot be processed together is said in the language of the screen, and of no single one', async () => {
  await setLang('zh');
  try {
    open();
    await shows('浙B·7K392');
    press('x');
    fireEvent.click(await screen.findByRole('button', { name: /处\s?理…/ }));
    const dialog = within(await screen.findByRole('dialog', { name: /处理/ }));
    down = true;
    fireEvent.click(dialog.getByRole('radio', { name: '误报' }));
    fireEvent.change(dialog.getByRole('textbox'), { target: { value: '院内演练' } });
    fireEvent.click(dialog.getByRole('button', { name: '确认处理' }));
    const words = '无法连接服务器，请检查网络';
    await waitFor(() => expect(useNotices.getState().shown.map(({ text }) => text)).toContain(words));
    act(() => useNotices.setState({ shown: [] }));
    expect((await dialog.findByRole('alert')).textContent).toBe(words);
  } finally {
    await setLang('en');
  }
});

it('is sent as of when it was begun: one that rang again since is refused, read, and then sent', async () => {
  open();
  await shows('浙B·7K392');
  press('1');
  fireEvent.change(within(theCase()).getByRole('textbox'), { target: { value: 'sent a patrol there' } });
  rows = [{ ...rows[0]!, hits: 2 }, ...rows.slice(1)];
  await queries.invalidateQueries();
  expect(await screen.findByText(/It has rung again since you began to write: 2 times now/)).toBeTruthy();
  refused = ['/alarm/process'];
  press('p');
  await waitFor(() => expect(sent('/alarm/process')).toEqual([expect.objectContaining({ hits: 1 })]));
  await waitFor(() => expect(screen.queryByText(/It has rung again since/)).toBeNull());
  refused = [];
  press('p');
  await waitFor(() => expect(sent('/alarm/process').at(-1)).toMatchObject({ hits: 2, remark: 'sent a patrol there' }));
});

it('is locked where somebody else has it, named, until it is taken over', async () => {
  Object.assign(rows[0]!, { owner: 'Chen Li', owner_login: 'chen', owner_time: '2026-11-21T12:01:00.000Z' });
  open('/alarm?id=1');
  await shows('浙B·7K392');
  expect(within(theCase()).getByText(/^Chen Li \(chen\) took it/)).toBeTruthy();
  const choices = within(theCase()).getAllByRole<HTMLInputElement>('radio');
  expect(choices.every(({ disabled }) => disabled)).toBe(true);
  expect(within(theCase()).getByRole<HTMLTextAreaElement>('textbox').readOnly).toBe(true);
  expect(within(theCase()).queryByRole('button', { name: /^Process/ })).toBeNull();
  press('p');
  press('h');
  expect(await screen.findByRole('dialog', { name: 'Hand the alarm over' })).toBeTruthy();
  expect(sent('/alarm/process')).toEqual([]);
});

it('takes no press of another deed while one is under way: it would be dropped without a word', async () => {
  open();
  await shows('浙B·7K392');
  const button = (name: RegExp) => within(theCase()).getByRole<HTMLButtonElement>('button', { name });
  fireEvent.click(button(/^Take/));
  await waitFor(() => expect(button(/^Process/).disabled).toBe(true));
  await waitFor(() => expect(button(/^Process/).disabled).toBe(false));
});

it('gives whose own deed rang it nothing to fill in, and the way to somebody else', async () => {
  own = true;
  open();
  await shows('浙B·7K392');
  expect(await screen.findByText(/Your own deed rang it/)).toBeTruthy();
  expect(within(theCase()).queryByRole('textbox')).toBeNull();
  expect(within(theCase()).queryByRole('button', { name: /^Process/ })).toBeNull();
  expect(within(theCase()).getByRole('button', { name: /Hand over/ })).toBeTruthy();
  press('1');
  press('p');
  expect(sent('/alarm/process')).toEqual([]);
});

it('P means what is ticked, and a remark is asked for where one of them is critical', async () => {
  open();
  await shows('浙B·7K392');
  press('x');
  press('p');
  const dialog = within(await screen.findByRole('dialog', { name: 'Process 1 alarm' }));
  expect(dialog.getByText(/浙B·7K392 Illegal unlock/)).toBeTruthy();
  expect(dialog.getByText(/Remark · .*6/)).toBeTruthy();
});

it('processes several with one result, picked by X', async () => {
  open();
  await shows('浙B·7K392');
  press('x');
  press('j');
  await shows('浙B·9R126');
  press('x');
  expect(await screen.findByText('2 selected')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: /^Process…/ }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Process 2 alarms together' }));
  fireEvent.click(dialog.getByRole('radio', { name: 'False alarm' }));
  fireEvent.change(dialog.getByRole('textbox'), { target: { value: 'a drill in the yard' } });
  fireEvent.click(dialog.getByRole('button', { name: 'Process' }));
  await waitFor(() =>
    expect(sent('/alarm/processMany')).toEqual([
      expect.objectContaining({
        alarms: [
          { id: 1, hits: 1 },
          { id: 2, hits: 1 },
        ],
        result: 'false_alarm',
      }),
    ]),
  );
  // what was read is over with them: the next of what is left is before one
  await shows('陕C·X0430');
});

it('leaves what was written where a colleague takes it meanwhile: to be read, and said that it was not sent', async () => {
  open();
  await shows('浙B·7K392');
  press('1');
  fireEvent.change(within(theCase()).getByRole('textbox'), { target: { value: 'sent a patrol there' } });
  const theirs = { owner: 'Lin Wei', owner_login: 'lin', owner_time: '2026-11-21T12:02:00.000Z' };
  rows = [Object.assign({ ...rows[0]! }, theirs), ...rows.slice(1)];
  await queries.invalidateQueries();
  expect(await screen.findByText(/Lin Wei \(lin\) has taken this since/)).toBeTruthy();
  const remark = within(theCase()).getByRole<HTMLTextAreaElement>('textbox');
  expect([remark.value, remark.readOnly, remark.disabled]).toEqual(['sent a patrol there', true, false]);
  fireEvent.keyDown(remark, { key: 'Enter', ctrlKey: true });
  expect(sent('/alarm/process')).toEqual([]);
});

it('shows the list of all alarms to an address that asks for it', async () => {
  open('/alarm?device_id=1');
  expect(await screen.findByRole('button', { name: /To the queue/ })).toBeTruthy();
  await waitFor(() => expect(sent('/alarm/list')).toContainEqual(expect.objectContaining({ order: 'urgency' })));
});
