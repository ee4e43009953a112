import { logisticsCalls } from '@plomb/contract/logistics/domain';
import { noLimits, usualLimits } from '@plomb/contract/logistics/limits';
import { fireEvent, screen } from '@testing-library/react';
import dayjs from 'dayjs';
import { beforeEach, expect, it, vi } from 'vitest';
import { fakeServer } from '../../testing/fakeServer.ts';
import { inEnglish } from '../../testing/inEnglish.ts';
import { showPage, signInWith } from '../../testing/showPage.tsx';
import { JourneyTemplatesPage } from './JourneyTemplatesPage.tsx';
import { LogisticsBatchesPage } from './LogisticsBatchesPage.tsx';
import { lostPositions, type Plan, type PlanTyped, planToTemplate, startMoved, templateToPlan } from './planForm.ts';

const calls = logisticsCalls.logisticsBatches;
const templates = logisticsCalls.journeyTemplates;
const place = (address: string, lon: number) => ({ address, lat: 30, lon, radius: 500 });
const hatch = {
  ...{ position: 'hatch 1', process_name: 'loading', medium: 'qr' as const, photos_asked: ['lid'] },
  ...{ open_stops: ['toll'], second_person: true, openers: [{ kind: 'person', id: null, name: '' }] },
};
const tanker = {
  ...{ id: 4, name: 'Tanker, depot to station', org_name: 'East', is_own: true, carrier: 'ZPC', minutes: 270 },
  ...{ start: place('Depot', 121.8), end: place('Station', 121), destination: place('Station', 121) },
  ...{ start_address: 'Depot', destination_address: 'Station', stop_count: 1, position_count: 1 },
  ...{ create_time: '2026-11-01T00:00:00.000Z', update_time: '2026-11-02T00:00:00.000Z', version: 'v' },
  limits: { ...noLimits, long_stop: { minutes: 20 } },
  stops: [{ id: 'toll', ...place('Toll', 121.4), after_minutes: 90, patrol: true }],
  positions: [hatch],
};
let server: ReturnType<typeof fakeServer>;
inEnglish();
beforeEach(() => {
  server = fakeServer();
  signInWith(calls.list, calls.counts, calls.detail, calls.add, templates.list, templates.add);
  server.on(calls.list.path, () => ({ data: { rows: [], total: 0 } }));
  server.on(calls.counts.path, () => ({
    data: { current: 0, in_transit: 0, late: 0, gap: 0, breached: 0, to_seal: 0, done_today: 0, all: 0 },
  }));
  for (const of of [calls.vehicles, calls.positions, calls.locks, calls.owners])
    server.on(of.path, () => ({ data: { rows: [] } }));
  server.on(calls.people.path, () => ({
    data: { rows: [{ id: 9, oper_name: 'Guard Liu', org_name: 'East' }], roles: [] },
  }));
  server.on(calls.limits.path, () => ({ data: { limits: usualLimits, from: 'product', from_org_name: '' } }));
  server.on(calls.templates.path, () => ({ data: { rows: [{ id: 4, name: tanker.name, org_name: 'East' }] } }));
  server.on(calls.template.path, () => ({ data: tanker }));
  server.on(templates.list.path, () => ({ data: { rows: [tanker, { ...tanker, id: 5, is_own: false }], total: 2 } }));
  server.on(templates.detail.path, () => ({ data: tanker }));
  server.on(templates.add.path, () => ({ data: { id: 6 } }));
  server.on(templates.update.path, () => ({ data: { id: 4 } }));
});
const sent = (path: string) => server.asked.filter((one) => one.path === path).at(-1)?.body as Record<string, unknown>;

it('fills a new plan, says who of it is out of sight, and what is planned may be kept as another one', async () => {
  showPage(<LogisticsBatchesPage />, '/logisticsBatch?edit=new&template_id=4');
  expect(await screen.findByDisplayValue('Depot')).toBeDefined();
  expect(sent(calls.template.path)).toMatchObject({ id: 4 });
  expect((screen.getByLabelText('Carrier') as HTMLInputElement).value).toBe('ZPC');
  expect(screen.getByDisplayValue('Toll')).toBeDefined();
  expect((screen.getByLabelText('Position 1') as HTMLInputElement).value).toBe('hatch 1');
  expect((screen.getByLabelText('Second person') as HTMLInputElement).checked).toBe(true);
  expect(screen.getByText('The template names people you do not see. Say who may open: hatch 1')).toBeDefined();
  fireEvent.click(screen.getByText('Save as template…'));
  expect(await screen.findByText('Somebody you do not see is named: say who may open instead')).toBeDefined();
  expect(screen.queryByText('Save as template')).toBeNull();
  const openers = screen.getByLabelText('Who may open');
  fireEvent.keyDown(openers, { key: 'Backspace' });
  fireEvent.mouseDown(openers);
  fireEvent.click(await screen.findByText('Guard Liu · East'));
  // kept without a vehicle, lock or number: none of them is of a template
  fireEvent.click(screen.getByText('Save as template…'));
  fireEvent.change(await screen.findByLabelText('Name'), { target: { value: ' Night run ' } });
  fireEvent.click(screen.getAllByText('Save as template').at(-1)!);
  await vi.waitFor(() => expect(sent(templates.add.path)).toBeDefined());
  const { minutes, limits, stops, positions } = tanker;
  expect(sent(templates.add.path)).toMatchObject({ name: 'Night run', minutes, limits, stops });
  expect(sent(templates.add.path)!.positions).toEqual(
    positions.map((one) => ({ ...one, openers: [{ kind: 'person', id: 9 }] })),
  );
});

it('is not kept of a plan that lacks its route, which is said beside the fields', async () => {
  showPage(<LogisticsBatchesPage />, '/logisticsBatch?edit=new');
  fireEvent.click(await screen.findByText('Save as template…'));
  expect(await screen.findByText('Start: put it on the map')).toBeDefined();
  // what no template has is not asked for
  expect(screen.queryByText('Choose the vehicle that carries it')).toBeNull();
  expect(screen.queryByText('Save as template')).toBeNull();
});

it.each([
  ['Keep editing', 'rear door'],
  ['Take the template', 'hatch 1'],
] as const)('taken after a position was filled that it has no place for asks: %s', async (answer, stands) => {
  showPage(<LogisticsBatchesPage />, '/logisticsBatch?edit=new');
  fireEvent.change(await screen.findByLabelText('Position 1'), { target: { value: 'rear door' } });
  fireEvent.change(screen.getByLabelText('Seal number'), { target: { value: 'QR0001' } });
  fireEvent.mouseDown(screen.getByLabelText('Template'));
  fireEvent.click(await screen.findByText(`${tanker.name} · East`));
  await screen.findAllByText('The template has no position for what is planned at rear door');
  expect((screen.getByLabelText('Position 1') as HTMLInputElement).value).toBe('rear door');
  fireEvent.click(screen.getByRole('button', { name: answer }));
  await vi.waitFor(() => expect((screen.getByLabelText('Position 1') as HTMLInputElement).value).toBe(stands));
  const isTaken = answer === 'Take the template';
  expect(screen.queryByDisplayValue('Depot') !== null).toBe(isTaken);
  expect(screen.queryByText('None: plan it by hand') === null).toBe(isTaken);
});

it('keeps the lock and number of a position of the same name and kind', () => {
  const typed = { position: hatch.position, medium: hatch.medium, device_id: null, number: 'QR0001' };
  const filled = templateToPlan(tanker as never, dayjs(), [typed] as never) as PlanTyped;
  expect(filled.positions[0]!.number).toBe('QR0001');
  expect(lostPositions(tanker as never, [typed] as never)).toEqual([]);
  expect(lostPositions(tanker as never, [{ ...typed, medium: 'nfc' }] as never)).toEqual([hatch.position]);
  expect(lostPositions(tanker as never, [{ ...typed, position: '', number: '' }] as never)).toEqual([]);
  // of two that are called alike each has a place of its own, or none
  expect(lostPositions(tanker as never, [typed, { ...typed, number: 'QR0002' }] as never)).toEqual([hatch.position]);
  const twins = templateToPlan({ ...tanker, positions: [hatch, hatch] } as never, dayjs(), [
    typed,
  ] as never) as PlanTyped;
  expect(twins.positions.map(({ number }) => number)).toEqual(['QR0001', '']);
});

it('makes minutes of hours, none of them before the start or after the end', () => {
  const plan = {
    ...{ vehicle_id: 1, carrier: 'ZPC', driver: 'Zhao', owner_id: 2 },
    ...{ plan_start: '2026-11-20T01:00:00.000Z', plan_end: '2026-11-20T05:30:00.000Z' },
    ...{ start: tanker.start, end: tanker.end, destination: tanker.destination },
    stops: [
      { id: 'a', ...place('A', 121), plan_time: '2026-11-20T02:30:00.000Z', patrol: true },
      { id: 'b', ...place('B', 121), plan_time: null, patrol: false },
      { id: 'c', ...place('C', 121), plan_time: '2026-11-20T00:30:00.000Z', patrol: false },
      { id: 'd', ...place('D', 121), plan_time: '2026-11-20T09:00:00.000Z', patrol: false },
    ],
    positions: [{ ...hatch, medium: 'lock', device_id: 3, number: '', openers: [], second_person: false, id: 8 }],
  } as unknown as Plan;
  const made = planToTemplate(plan, 'x');
  expect(made).toMatchObject({ minutes: 270, limits: null });
  expect(made.stops.map(({ after_minutes }) => after_minutes)).toEqual([90, null, 0, 270]);
  expect(Object.keys(made)).not.toContain('vehicle_id');
  expect(made.positions[0]).not.toHaveProperty('device_id');
  expect(made.positions[0]).not.toHaveProperty('id');
});

it('moves its hours with the start of the plan, but none that somebody typed', () => {
  const [from, to] = [dayjs('2026-11-20T01:00:00.000Z'), dayjs('2026-11-21T06:00:00.000Z')];
  const template = { ...tanker, stops: [...tanker.stops, { ...tanker.stops[0]!, id: 'gate', after_minutes: 120 }] };
  const filled = templateToPlan(template as never, from) as Pick<PlanTyped, 'plan_end' | 'stops'>;
  const typed = dayjs('2026-11-21T08:30:00.000Z');
  const plan = { ...filled, stops: [filled.stops[0]!, { ...filled.stops[1]!, plan_time: typed }] };
  const { plan_end, stops } = startMoved(template as never, plan, from, to);
  expect(plan_end.toISOString()).toBe('2026-11-21T10:30:00.000Z');
  expect(stops.map(({ plan_time }) => plan_time!.toISOString())).toEqual([
    '2026-11-21T07:30:00.000Z',
    typed.toISOString(),
  ]);
});

it('is changed by the form of a plan without what is of one journey', async () => {
  signInWith(templates.list, templates.update, templates.delete, calls.list);
  const named = { ...hatch, openers: [{ kind: 'person', id: 9, name: 'Guard Liu' }] };
  const valves = { ...hatch, position: 'valves', medium: 'lock', openers: [], second_person: false };
  server.on(templates.detail.path, () => ({ data: { ...tanker, positions: [named, valves] } }));
  showPage(<JourneyTemplatesPage />, '/journeyTemplate?edit=4');
  const rows = await screen.findAllByText(tanker.name);
  expect(rows).toHaveLength(2);
  expect(screen.getAllByText('4 h 30 min')).toHaveLength(2);
  const after = await screen.findByLabelText('After the start');
  expect((after as HTMLInputElement).value).toBe('90');
  for (const none of ['Plate', 'Driver', 'Seal number', 'Planned start'])
    expect(screen.queryByLabelText(none)).toBeNull();
  fireEvent.change(screen.getByDisplayValue(tanker.name), { target: { value: 'Renamed' } });
  fireEvent.click(screen.getByText('Save'));
  await vi.waitFor(() => expect(sent(templates.update.path)).toBeDefined());
  expect(sent(templates.update.path)).toMatchObject({
    ...{ id: 4, name: 'Renamed', minutes: 270, version: 'v', limits: tanker.limits, stops: tanker.stops },
  });
});

it('of an organisation above is used, and not changed', async () => {
  signInWith(templates.list, templates.update, templates.delete, calls.list, calls.add);
  const theirs = { ...tanker, is_own: false };
  server.on(templates.list.path, () => ({ data: { rows: [theirs], total: 1 } }));
  server.on(templates.detail.path, () => ({ data: theirs }));
  showPage(<JourneyTemplatesPage />, '/journeyTemplate?id=4');
  const plan = (await screen.findByText('Plan a batch of it')).closest('a')!;
  expect(plan.getAttribute('href')).toBe('/logisticsBatch?edit=new&template_id=4');
  expect(screen.getByText('Batches that were made of it')).toBeDefined();
  expect(screen.getByText(/somebody you do not see at the destination, Toll/)).toBeDefined();
  // its limits would warn of nothing
  expect(screen.getByText('No position has a lock: nothing is watched')).toBeDefined();
  expect(screen.queryByText('Edit')).toBeNull();
  expect(screen.queryByText('Delete…')).toBeNull();
});
