import { calls as platformCalls } from '@plomb/contract/calls';
import { logisticsCalls } from '@plomb/contract/logistics/domain';
import { usualLimits } from '@plomb/contract/logistics/limits';
import { act, fireEvent, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import { fakeServer } from '../../testing/fakeServer.ts';
import { inEnglish } from '../../testing/inEnglish.ts';
import { showPage, signInWith } from '../../testing/showPage.tsx';
import { LogisticsBatchesPage } from './LogisticsBatchesPage.tsx';
import { astrayOf } from './routeOf.ts';

const calls = logisticsCalls.logisticsBatches;
const row = {
  ...{
    id: 7,
    serial: 'WL-20261120-0739',
    vehicle_id: 1,
    plate: 'B·7K392',
    carrier: 'ZPC',
    driver: '',
    org_name: 'East',
  },
  ...{ owner_id: 1, owner_name: 'Li Chen', state: 'in_transit', result: null, abnormal: true, scrapped: false },
  ...{
    abnormal_info: 'unsealed_outside',
    start_address: 'Beilun',
    end_address: 'Keqiao',
    destination_address: 'Keqiao',
  },
  ...{ plan_start: '2026-11-20T01:00:00.000Z', plan_end: '2026-11-20T05:00:00.000Z', end_time: null, late: true },
  ...{ transit_time: '2026-11-20T01:10:00.000Z', create_time: '2026-11-19T01:00:00.000Z', share: 0.41, lock: null },
  verdict: 'gap',
  why: {
    code: 'silent',
    from: Date.parse('2026-11-20T01:20:00.000Z'),
    to: Date.parse('2026-11-20T01:41:00.000Z'),
    count: 1,
  },
  ...{ judged_time: '2026-11-20T01:42:00.000Z', judging: false },
  next_stop: { address: 'Shangyu services', plan_time: '2026-11-20T02:35:00.000Z' },
  positions: ['871', '872', '873', '874'].map((end, nth) => ({
    ...{ id: nth + 1, position: `door ${nth + 1}`, medium: 'qr', state: nth === 1 ? 'waiting' : 'sealed' },
    ...{ number: `NB 4471 ${end}`, seal_id: nth + 1, device_id: null },
  })),
};
/** The first position of a plan is sealed with a lock: only that tells where it is. */
const withLock = async (): Promise<void> => {
  fireEvent.mouseDown(await screen.findByLabelText('Sealed with'));
  fireEvent.click(await screen.findByText('Electronic lock'));
};
let server: ReturnType<typeof fakeServer>;
inEnglish();
beforeEach(() => {
  server = fakeServer();
  signInWith(calls.list, calls.counts, calls.detail);
  server.on(calls.list.path, () => ({ data: { rows: [row], total: 1 } }));
  server.on(calls.counts.path, () => ({
    data: { current: 437, in_transit: 318, late: 14, gap: 9, breached: 3, to_seal: 23, done_today: 96, all: 9000 },
  }));
});

it('shows where each batch is, what is on it and what is wrong, and says what waits for whom', async () => {
  showPage(<LogisticsBatchesPage />, '/logisticsBatch');
  const found = (await screen.findByText('WL-20261120-0739')).closest('tr')!;
  const cells = within(found);
  expect(cells.getByText('Unsealed off the destination')).toBeDefined();
  expect(cells.getByText('Late')).toBeDefined();
  expect(cells.getByText('41%')).toBeDefined();
  expect(cells.getByText('Shangyu services')).toBeDefined();
  expect(cells.getByText('871')).toBeDefined();
  // what is not on yet has no number, and what has no room is counted
  expect(cells.queryByText('872')).toBeNull();
  expect(cells.getByText('+1')).toBeDefined();
});

it('says the day of a next stop that is not of today', async () => {
  const at = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString();
  const rows = [0, 3].map((days) => ({
    ...{ ...row, id: 20 + days, serial: `WL-${days}` },
    next_stop: { address: 'Shangyu services', plan_time: at(days) },
  }));
  server.on(calls.list.path, () => ({ data: { rows, total: 2 } }));
  showPage(<LogisticsBatchesPage />, '/logisticsBatch');
  const planned = async (serial: string) =>
    within((await screen.findByText(serial)).closest('tr')!).getByText(/^planned/).textContent;
  expect(await planned('WL-0')).toMatch(/^planned \d\d:\d\d( · )?$/);
  expect(await planned('WL-3')).toMatch(/^planned \d\d-\d\d \d\d:\d\d$/);
});

it('says in a file, too, that one is late and what was wrong with it', async () => {
  signInWith(calls.list, calls.counts, calls.detail, calls.export);
  server.on(calls.export.path, () => ({ sign: 'internal' }));
  showPage(<LogisticsBatchesPage />, '/logisticsBatch');
  await screen.findByText('WL-20261120-0739');
  fireEvent.click(await screen.findByRole('button', { name: /Export/ }));
  fireEvent.click(await screen.findByText('Text (.csv)'));
  const asked = await vi.waitFor(() => {
    const one = server.asked.find(({ path }) => path === calls.export.path);
    expect(one).toBeDefined();
    return one!.body as { columns: { field: string; title: string; words?: object }[] };
  });
  const words = new Map(asked.columns.map((one) => [one.field, one.words]));
  // a heading names what is below it
  expect(asked.columns.find(({ field }) => field === 'next_stop')?.title).toBe('Next stop');
  expect(words.get('late')).toEqual({ true: 'Late', false: '' });
  expect(words.get('abnormal_info')).toMatchObject({ unsealed_outside: 'Unsealed off the destination' });
});

it('says of each whether it is intact, by what, and what is not judged yet', async () => {
  const others = [
    { id: 8, serial: 'WL-8', verdict: 'breached', why: { code: 'lock_abnormal', from: 1, to: 1, count: 2 } },
    { id: 9, serial: 'WL-9', verdict: 'intact', why: null, judging: true },
    { id: 10, serial: 'WL-10', verdict: null, why: null, judging: true },
    { id: 11, serial: 'WL-11', verdict: null, why: null, transit_time: null, state: 'draft' },
  ];
  const rows = [row, ...others.map((of) => ({ ...row, ...of }))];
  server.on(calls.list.path, () => ({ data: { rows, total: rows.length } }));
  showPage(<LogisticsBatchesPage />, '/logisticsBatch');
  const told = async (serial: string) => (await screen.findByText(serial)).closest('tr')!.textContent!;
  expect(await told('WL-20261120-0739')).toMatch(/Gap so far.*The lock was silent.*21 min/);
  // what is breached is so for good
  expect(await told('WL-8')).toMatch(/Breached.*forced.*2 times/);
  expect(await told('WL-8')).not.toContain('so far');
  expect(await told('WL-9')).toMatch(/Intact so far.*being judged again/);
  expect(await told('WL-10')).toContain('Not judged yet');
  expect(await told('WL-11')).toContain('Not judged: it has not left');
});

it('opens on what is under way, has all of them one press off, and is narrowed by verdict', async () => {
  showPage(<LogisticsBatchesPage />, '/logisticsBatch');
  const asked = () =>
    server.asked.filter(({ path }) => path === calls.list.path).at(-1)!.body as Record<string, unknown>;
  const chosen = () => screen.getByRole('radio', { checked: true }).closest('label')!.textContent;
  await screen.findByText('437');
  expect(chosen()).toContain('Current');
  expect(asked()).not.toHaveProperty('tab');
  await userEvent.click(screen.getByText('9000'));
  await vi.waitFor(() => expect(asked()).toMatchObject({ tab: 'all' }));
  await userEvent.click(screen.getByText('Current'));
  await userEvent.click(screen.getByRole('button', { name: /^Integrity/ }));
  await userEvent.click(await screen.findByRole('menuitem', { name: /Breached/ }));
  await vi.waitFor(() => expect(asked()).toMatchObject({ verdict: 'breached' }));
  // who narrows looks through all of them
  expect(chosen()).toContain('All');
  // neither the tabs nor the way back lie in the line whose end may be out of sight
  const line = document.querySelector('.filters-line')!;
  expect(line.contains(screen.getByRole('button', { name: /^Integrity/ }))).toBe(true);
  for (const one of [screen.getByRole('button', { name: 'Reset' }), screen.getByRole('radiogroup')])
    expect(line.contains(one)).toBe(false);
});

it('says that there are more than are counted', async () => {
  server.on(calls.list.path, () => ({ data: { rows: [row], total: 10_000, totalIsAtLeast: true } }));
  server.on(calls.counts.path, () => ({
    data: {
      ...{ current: 437, in_transit: 318, late: 14, gap: 9, breached: 3, to_seal: 23, done_today: 96 },
      ...{ all: 10_000, allIsAtLeast: true },
    },
  }));
  showPage(<LogisticsBatchesPage />, '/logisticsBatch');
  expect(await screen.findByText('10000+')).toBeDefined();
  expect(await screen.findByText(/^More than/)).toBeDefined();
});

it('is looked through by tabs that say how many there are of each', async () => {
  showPage(<LogisticsBatchesPage />, '/logisticsBatch');
  const late = await screen.findByText('14');
  await userEvent.click(late);
  await screen.findByText('WL-20261120-0739');
  const asked = server.asked
    .filter(({ path }) => path === calls.list.path)
    .map(({ body }) => (body as { tab?: string }).tab);
  expect(asked.at(-1)).toBe('late');
});

it('is narrowed to those that whoever looks answers for, or anybody found by name, and by template', async () => {
  const found = { id: 8, name: 'Wang Min', org_name: 'East' };
  server.on(calls.owners.path, () => ({ data: { rows: [found, { id: 1, name: 'Li Chen', org_name: 'East' }] } }));
  server.on(calls.templates.path, () => ({ data: { rows: [{ id: 4, name: 'Tanker', org_name: '' }] } }));
  showPage(<LogisticsBatchesPage />, '/logisticsBatch');
  await screen.findByText('WL-20261120-0739');
  await userEvent.click(screen.getByRole('button', { name: /Owner/ }));
  await userEvent.click(await screen.findByText('Me'));
  await vi.waitFor(() =>
    expect(server.asked.filter(({ path }) => path === calls.list.path).at(-1)?.body).toMatchObject({ owner_id: 1 }),
  );
  await userEvent.click(screen.getByRole('button', { name: /Owner: Me/ }));
  // whoever looks stands first, and once
  expect(await screen.findByText('Wang Min · East')).toBeDefined();
  expect(screen.queryByText('Li Chen · East')).toBeNull();
  await userEvent.type(screen.getByLabelText(/Owner: Search/), 'wang');
  await vi.waitFor(() =>
    expect(server.asked.filter(({ path }) => path === calls.owners.path).at(-1)?.body).toMatchObject({
      keyword: 'wang',
    }),
  );
  await userEvent.click(screen.getByText('Wang Min · East'));
  await userEvent.click(screen.getByRole('button', { name: /^Template/ }));
  await userEvent.click(await screen.findByText('Tanker'));
  await vi.waitFor(() =>
    expect(server.asked.filter(({ path }) => path === calls.list.path).at(-1)?.body).toMatchObject({
      ...{ owner_id: 8, template_id: 4 },
    }),
  );
});

it('plans one in four parts, and asks of each position what the plan asks', async () => {
  signInWith(calls.list, calls.counts, calls.detail, calls.add);
  for (const of of [calls.vehicles, calls.positions, calls.locks]) server.on(of.path, () => ({ data: { rows: [] } }));
  server.on(calls.people.path, () => ({ data: { rows: [], roles: [] } }));
  server.on(calls.mayOwn.path, () => ({ data: { rows: [] } }));
  server.on(calls.limits.path, () => ({ data: { limits: usualLimits, from: 'product', from_org_name: '' } }));
  showPage(<LogisticsBatchesPage />, '/logisticsBatch?edit=new');
  await screen.findByText('Sealing positions');
  for (const part of ['Who and when', 'Route', 'Limits that warn', 'Sealing positions'])
    expect(screen.getByRole('heading', { name: part })).toBeDefined();
  await userEvent.click(screen.getByRole('button', { name: /Add a position/ }));
  await userEvent.click(screen.getByRole('button', { name: /Add a stop/ }));
  expect(screen.getByLabelText('Position 2')).toBeDefined();
  expect(screen.getByRole('group', { name: 'Stop 1' })).toBeDefined();
});

it('offers places of an address while it is typed, and not to who has gone on before they came', async () => {
  const { find } = platformCalls.onMap;
  signInWith(calls.list, calls.counts, calls.detail, calls.add, find);
  const { promise: here, resolve: come } = Promise.withResolvers<void>();
  server.on(find.path, async ({ text }) => {
    if (text === 'End') await here;
    const name = { zh: `${text}e`, en: `${text}e` };
    return { data: { towns: [{ name, region: name, lon: 121.66, lat: -8.84 }], fences: [], interests: [] } };
  });
  showPage(<LogisticsBatchesPage />, '/logisticsBatch?edit=new');
  const [start, end] = await screen.findAllByLabelText('Address');
  fireEvent.focus(start!);
  fireEvent.change(start!, { target: { value: 'Start' } });
  expect(await screen.findByTitle('Starte')).toBeDefined();
  fireEvent.blur(start!);
  fireEvent.focus(end!);
  fireEvent.change(end!, { target: { value: 'End' } });
  fireEvent.blur(end!);
  await vi.waitFor(() => expect(server.asked.filter(({ path }) => path === find.path)).toHaveLength(2));
  await act(async () => {
    come();
    await new Promise(setImmediate);
  });
  expect(screen.queryByTitle('Ende')).toBeNull();
  // whoever comes back is offered it
  fireEvent.focus(end!);
  fireEvent.mouseDown(end!);
  expect(await screen.findByTitle('Ende')).toBeDefined();
});

it('says of each thing that is missing what it is, once, and leads to the first', async () => {
  signInWith(calls.list, calls.counts, calls.detail, calls.add);
  for (const of of [calls.vehicles, calls.positions, calls.locks]) server.on(of.path, () => ({ data: { rows: [] } }));
  server.on(calls.people.path, () => ({ data: { rows: [], roles: [] } }));
  server.on(calls.mayOwn.path, () => ({ data: { rows: [] } }));
  server.on(calls.limits.path, () => ({ data: { limits: usualLimits, from: 'product', from_org_name: '' } }));
  showPage(<LogisticsBatchesPage />, '/logisticsBatch?edit=new');
  await screen.findByText('Limits that warn');
  await userEvent.click(screen.getByText('Save'));
  expect(await screen.findByText('Choose the vehicle that carries it')).toBeDefined();
  for (const place of ['Start', 'End', 'Destination']) {
    expect(screen.getAllByText(`${place}: put it on the map`)).toHaveLength(1);
    expect(screen.getAllByText(`${place}: say what it is called, or its address`)).toHaveLength(1);
  }
  expect(screen.getByText('Say what position 1 is: a door, a hatch, a valve')).toBeDefined();
  expect(screen.queryByText('Input cannot be empty')).toBeNull();
  expect(document.activeElement?.id).toContain('vehicle_id');
  expect(server.asked.some(({ path }) => path === calls.add.path)).toBe(false);
});

it('is warned of what its organisation says, until somebody says otherwise for this batch', async () => {
  signInWith(calls.list, calls.counts, calls.detail, calls.add, calls.setLimits);
  for (const of of [calls.vehicles, calls.positions, calls.locks]) server.on(of.path, () => ({ data: { rows: [] } }));
  server.on(calls.people.path, () => ({ data: { rows: [], roles: [] } }));
  server.on(calls.mayOwn.path, () => ({ data: { rows: [] } }));
  server.on(calls.limits.path, () => ({ data: { limits: usualLimits, from: 'above', from_org_name: 'East' } }));
  server.on(calls.setLimits.path, () => ({ data: {} }));
  showPage(<LogisticsBatchesPage />, '/logisticsBatch?edit=new');
  await withLock();
  expect(await screen.findByText('As East has it for new batches.')).toBeDefined();
  expect((screen.getByLabelText('Off the planned route, m') as HTMLInputElement).value).toBe('5000');
  // typed anew it is empty for a moment, and no other number stands in the way
  const metres = screen.getByLabelText('Off the planned route, m') as HTMLInputElement;
  await userEvent.clear(metres);
  expect(metres.value).toBe('');
  await userEvent.type(metres, '5000');
  expect(metres.value).toBe('5000');
  await userEvent.click(screen.getByLabelText('Lock not heard for'));
  expect(screen.getByText('Of this batch alone.')).toBeDefined();
  await userEvent.click(screen.getByText('Use for all new batches'));
  await vi.waitFor(() =>
    expect(server.asked.find(({ path }) => path === calls.setLimits.path)?.body).toMatchObject({
      limits: { ...usualLimits, lock_silent: null },
    }),
  );
});

/** The form of a plan that has one position and one stop. */
const changing = (more: object = {}): void => {
  signInWith(calls.list, calls.counts, calls.detail, calls.update);
  for (const of of [calls.vehicles, calls.positions, calls.locks]) server.on(of.path, () => ({ data: { rows: [] } }));
  server.on(calls.people.path, () => ({ data: { rows: [], roles: [] } }));
  server.on(calls.mayOwn.path, () => ({ data: { rows: [] } }));
  server.on(calls.update.path, () => ({ data: { id: 7 } }));
  server.on(calls.limits.path, () => ({ data: { limits: usualLimits, from: 'product', from_org_name: '' } }));
  const place = (address: string) => ({ address, lat: 30, lon: 121, radius: 500 });
  const draft = { ...row, state: 'draft', transit_time: null, late: false, share: null, next_stop: null, ...more };
  server.on(calls.list.path, () => ({ data: { rows: [draft], total: 1 } }));
  server.on(calls.detail.path, () => ({
    data: {
      ...draft,
      ...{ version: '3', start: place('Beilun'), end: place('Keqiao'), destination: place('Keqiao'), steps: [] },
      stops: [{ ...place('Shangyu'), id: 'shangyu', plan_time: null, patrol: true }],
      ...{ amendments: [], beyond: [], more_steps: false },
      limits: { off_route: null, long_stop: null, lock_silent: null },
      positions: [
        {
          ...{ id: 41, position: 'left door', process_name: '', medium: 'qr', device_id: null, number: '' },
          ...{ planned_number: '', photos_asked: [], open_stops: ['shangyu'], openers: [], second_person: false },
          ...{ state: 'waiting', seal_id: null },
        },
      ],
    },
  }));
  showPage(<LogisticsBatchesPage />, '/logisticsBatch?edit=7');
};

it('says in which part something is missing, leads there, and says when nothing is', async () => {
  changing();
  expect(await screen.findByText(/^Ready\./)).toBeDefined();
  const position = screen.getByLabelText('Position 1');
  await userEvent.clear(position);
  expect(await screen.findByText('1 field is still missing or wrong, in:')).toBeDefined();
  expect(screen.queryByText(/^Ready\./)).toBeNull();
  await userEvent.click(screen.getByText('Sealing positions', { selector: 'button *' }));
  await vi.waitFor(() => expect(document.activeElement).toBe(position));
  await userEvent.type(position, 'right door');
  expect(await screen.findByText(/^Ready\./)).toBeDefined();
  await withLock();
  expect(await screen.findByText('1 field is still missing or wrong, in:')).toBeDefined();
  await userEvent.click(screen.getByText('Save'));
  expect(await screen.findByText('Choose the lock of position 1')).toBeDefined();
});

it('does not call one ready that its call would refuse as a whole', async () => {
  changing({ plan_end: '2020-01-01T00:00:00.000Z' });
  expect(await screen.findByText('1 field is still missing or wrong, in:')).toBeDefined();
  expect(screen.getByText('Who and when', { selector: 'button *' })).toBeDefined();
});

it('sends stops and positions of a changed plan by the ids they have: they stay themselves', async () => {
  changing();
  const driver = await screen.findByLabelText('Driver');
  await userEvent.type(driver, 'Zhao');
  await userEvent.click(screen.getByText('Save'));
  await vi.waitFor(() => expect(server.asked.map(({ path }) => path)).toContain(calls.update.path));
  expect(server.asked.find(({ path }) => path === calls.update.path)?.body).toMatchObject({
    stops: [{ id: 'shangyu', patrol: true }],
    positions: [{ id: 41, open_stops: ['shangyu'] }],
  });
});

it('says beside a field of a list what is refused of it', async () => {
  changing();
  const data = {
    ...{ 'positions.0.position': 'Another position has this name', 'stops.0.patrol': 'No lead seal is on it' },
    // of what a field holds
    'positions.0.photos_asked.1': 'This is too long',
  };
  server.on(calls.update.path, () => ({ sign: 'validation', data }));
  const position = await screen.findByLabelText('Position 1');
  await userEvent.click(screen.getByText('Save'));
  expect(await screen.findByText('No lead seal is on it')).toBeDefined();
  expect(position.closest('.ant-form-item')?.textContent).toContain('Another position has this name');
  expect(screen.getByText('This is too long')).toBeDefined();
});

it('takes the line of a fence as the route that may not be left, with its width', async () => {
  signInWith(calls.list, calls.counts, calls.detail, calls.add);
  for (const of of [calls.vehicles, calls.positions, calls.locks, calls.templates])
    server.on(of.path, () => ({ data: { rows: [] } }));
  server.on(calls.people.path, () => ({ data: { rows: [], roles: [] } }));
  server.on(calls.limits.path, () => ({ data: { limits: usualLimits, from: 'product', from_org_name: '' } }));
  const fence = {
    id: 3,
    name: 'G15',
    org_name: 'East',
    metres: 800,
    line: [
      [121, 30],
      [121.5, 30],
      [121.9, 30.2],
    ],
  };
  server.on(calls.corridors.path, () => ({ data: { rows: [fence] } }));
  showPage(<LogisticsBatchesPage />, '/logisticsBatch?edit=new');
  expect(await screen.findByText(/Only an electronic lock tells where it is/)).toBeDefined();
  expect(screen.queryByLabelText('Along a fence')).toBeNull();
  await withLock();
  const metres = (await screen.findByLabelText('Off the planned route, m')) as HTMLInputElement;
  await vi.waitFor(() => expect(metres.value).toBe('5000'));
  // nobody who does not look for one fetches them
  expect(server.asked.some(({ path }) => path === calls.corridors.path)).toBe(false);
  await userEvent.click(screen.getByLabelText('Along a fence'));
  await userEvent.click(await screen.findByText('G15 · East · 800 m'));
  await vi.waitFor(() => expect(metres.value).toBe('800'));
  expect(screen.getByText('Straight again')).toBeDefined();
  // nothing of it is said of places that are not put yet
  expect(screen.queryByText(/does not lead past/)).toBeNull();
});

it('says which places of the route its drawn line does not lead past', () => {
  const line = [121, 121.5].map((lon): [number, number] => [lon, 30]);
  const spot = (lat: number, radius = 500) => ({ path: ['end'], nth: 0, address: '', lat, lon: 121.2, radius });
  const [there, moved, wide, nowhere] = [spot(30.001), spot(30.1), spot(30.1, 20_000), { ...spot(30), lat: null }];
  expect(astrayOf([there, moved, wide, nowhere], { line, metres: 800, minutes: 5 })).toEqual([moved]);
  expect(astrayOf([moved], { line: [], metres: 800, minutes: 5 })).toEqual([]);
});
