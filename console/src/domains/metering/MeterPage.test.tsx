import { meteringCalls } from '@plomb/contract/metering/domain';
import { sealCalls } from '@plomb/contract/seals/domain';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { fakeServer } from '../../testing/fakeServer.ts';
import { inEnglish } from '../../testing/inEnglish.ts';
import { showPage, signInWith } from '../../testing/showPage.tsx';
import { MeterPage } from './MeterPage.tsx';
import { spent } from './MeterSide.tsx';
import { placed } from './Outline.tsx';

const { meters, meterWorks, meterInspections } = meteringCalls;
const point = (id: number, number: string, look: string | null) => ({
  ...{
    id,
    nth: id,
    point_name: `point ${id}`,
    number,
    look,
    medium: number ? 'qr' : null,
    seal_id: number ? id : null,
  },
  since: number ? '2026-11-12T08:00:00.000Z' : null,
});
const meter = {
  ...{
    id: 5,
    meter_name: 'GZ-03',
    factory_number: 'CX-1',
    station: 'Guzhu',
    place: 'bay 3',
    customer: 'ZPC',
    accuracy_class: '0.3',
  },
  ...{
    lat: null,
    lon: null,
    verifier_id: 1,
    inspector_id: null,
    verify_date: '2026-03-03',
    due_date: '2027-03-03',
    type_id: 1,
  },
  ...{
    type_name: 'Dispenser',
    shape: 'dispenser',
    org_name: 'Plomb',
    state: 'maintenance',
    points: 3,
    sealed: 2,
    due: 'valid',
  },
  ...{
    due_days: 102,
    verifier_name: 'Xu Lan',
    inspector_name: '',
    next_inspection: '2026-12-18',
    inspection_due: 'soon',
    inspection_days: 20,
    exceptions: 1,
    work_id: 7,
  },
  ...{
    create_time: '2026-01-01T00:00:00.000Z',
    version: 'v',
    certificate: 'JL-1',
    verify_months: 12,
    inspect_days: 30,
  },
  seal_points: [point(1, 'MT 164', 'intact'), point(2, 'MT 165', 'unread'), point(3, '', null)],
  inspected: [
    { month: '2026-09', times: 0, wrong: 0, missed: true },
    { month: '2026-10', times: 1, wrong: 0, missed: false },
    { month: '2026-11', times: 1, wrong: 1, missed: false },
  ],
};
const work = {
  ...{
    id: 7,
    number: 'WO-7',
    meter_id: 5,
    meter_name: 'GZ-03',
    station: 'Guzhu',
    org_name: 'Plomb',
    state: 'repaired',
  },
  ...{ reason: 'drifts', opener: 'Xu Lan', open_time: '2026-11-12T05:00:00.000Z', assignee_id: 2, assignee: 'Ma Jun' },
  ...{
    repairer: 'Ma Jun',
    repair_time: '2026-11-12T06:20:00.000Z',
    work: 'encoder replaced',
    parts: '',
    verify_needed: true,
  },
  ...{
    signer: '',
    sign_time: null,
    close_time: null,
    canceller: '',
    cancel_reason: '',
    off: 1,
    on: 0,
    mine: true,
    has: true,
  },
  ...{ meter_state: 'maintenance', verified: false, photos: [] },
};
let server: ReturnType<typeof fakeServer>;

inEnglish();
afterEach(() => vi.unstubAllGlobals());
beforeEach(() => {
  server = fakeServer();
  server.on(meters.detail.path, () => ({ data: meter }));
  server.on(meters.seals.path, () => ({ data: { rows: [] } }));
  server.on(meters.history.path, () => ({
    data: {
      rows: [
        {
          ...{ kind: 'work', id: 7, at: '2026-11-12T06:20:00.000Z', what: 'repaired', good: true, oper_name: 'Ma Jun' },
          ...{ beside: '', name: 'WO-7', point: '', text: 'encoder replaced', photos: [] },
        },
      ],
      more: false,
    },
  }));
  server.on(meterWorks.detail.path, () => ({ data: work }));
  server.on(meterWorks.sign.path, () => ({ data: {} }));
  signInWith(meters.list, meterWorks.list, meterWorks.sign, meterWorks.add, meterInspections.add, sealCalls.field.seal);
});

it('shows each point with its seal, how it was seen, and where one is missing the way to seal it', async () => {
  showPage(<MeterPage />, '/meter/5');
  const points = within(await screen.findByRole('region', { name: 'Seal points' }));
  expect(points.getByRole('img', { name: 'Outline of a Fuel dispenser with its seal points' })).toBeDefined();
  const row = (name: string) => within(points.getByRole('row', { name: new RegExp(name) }));
  expect(row('point 2').getByText('Not read')).toBeDefined();
  expect(row('point 3').getByRole('link', { name: 'Seal it' }).getAttribute('href')).toBe(
    '/field?point=3&on=GZ-03%20point%203',
  );
  expect(screen.getByText('102')).toBeDefined();
  expect(screen.getByRole('img', { name: '2026-11: something found' })).toBeDefined();
  expect(screen.getByRole('img', { name: '2026-09: an inspection was due, and nobody came' })).toBeDefined();
  // what is open is not opened twice
  expect(screen.queryByRole('button', { name: 'Open repair' })).toBeNull();
});

it('folds on a phone what is done to a meter rarely, and keeps what is done each month', async () => {
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: query.includes('767'),
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }));
  signInWith(meters.list, meters.scrap, meters.verify, meterWorks.list, meterInspections.add);
  showPage(<MeterPage />, '/meter/5');
  expect(await screen.findByRole('button', { name: 'Record inspection' })).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Record verification' })).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'More actions' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Record verification' }));
  expect(await screen.findByRole('dialog', { name: 'Verification of GZ-03' })).toBeDefined();
});

it('says how old it is, all of it, and asks for all of it anew', async () => {
  showPage(<MeterPage />, '/meter/5');
  const age = await screen.findByRole('button', { name: /Update now$/ });
  await screen.findByText('Ma Jun');
  server.asked.length = 0;
  await userEvent.click(age);
  const paths = [meters.detail.path, meters.history.path, meterWorks.detail.path];
  await waitFor(() => expect(server.asked.map(({ path }) => path)).toEqual(expect.arrayContaining(paths)));
});

it('is not said to be none where nobody could be asked for it', async () => {
  server.on(meters.detail.path, () => ({ sign: 'internal' }));
  showPage(<MeterPage />, '/meter/5');
  expect(await screen.findByRole('heading', { name: 'This meter cannot be shown' })).toBeDefined();
});

it('says of its repair that there is none only where that is known', async () => {
  server.on(meterWorks.detail.path, () => ({ sign: 'internal' }));
  showPage(<MeterPage />, '/meter/5');
  expect(await screen.findByRole('alert')).toBeDefined();
  expect(screen.queryByText('No repair is open')).toBeNull();
});

it('asks whoever repaired it for another who signs in, and signs nothing alone', async () => {
  showPage(<MeterPage />, '/meter/5');
  await userEvent.click(await screen.findByRole('button', { name: 'Sign as second person …' }));
  expect(await screen.findByText('You repaired it: the second person signs in here.')).toBeDefined();
  expect(screen.getByLabelText('Login name of the second person')).toBeDefined();
  expect(server.asked.some(({ path }) => path === meterWorks.sign.path)).toBe(false);
});

it('asks whoever has the order for another who signs in, also of a repair that somebody else told', async () => {
  server.on(meterWorks.detail.path, () => ({ data: { ...work, repairer: 'Xu Lan', mine: false } }));
  showPage(<MeterPage />, '/meter/5');
  await userEvent.click(await screen.findByRole('button', { name: 'Sign as second person …' }));
  expect(await screen.findByText('You have this work order: the second person signs in here.')).toBeDefined();
  expect(screen.getByLabelText('Login name of the second person')).toBeDefined();
});

it('records an inspection in which somebody said of each seal how it was found, and nothing of its own', async () => {
  signInWith(meters.list, meterInspections.add);
  server.on(meterInspections.exceptions.path, () => ({ data: { rows: [] } }));
  server.on(meterInspections.add.path, () => ({ data: { id: 1 } }));
  showPage(<MeterPage />, '/meter/5');
  const record = async () => userEvent.click(await screen.findByRole('button', { name: 'Record it' }));
  const told = () => server.asked.flatMap(({ path, body }) => (path === meterInspections.add.path ? [body] : []));
  await userEvent.click(await screen.findByRole('button', { name: 'Record inspection' }));
  await record();
  expect(await screen.findAllByText('Input cannot be empty')).toHaveLength(3);
  expect(told()).toEqual([]);
  await userEvent.click(screen.getByRole('radio', { name: 'Good' }));
  for (const [label, look] of [
    ['1 · point 1', 'Intact'],
    ['2 · point 2', 'Broken'],
  ] as const) {
    fireEvent.mouseDown(screen.getByLabelText(label));
    fireEvent.click((await screen.findAllByTitle(look)).at(-1)!);
  }
  await record();
  await waitFor(() => expect(told()).toHaveLength(1));
  expect(told()[0]).toMatchObject({
    ...{ meter_id: 5, appearance: 'good' },
    looks: [
      { point_id: 1, look: 'intact' },
      { point_id: 2, look: 'broken' },
    ],
  });
});

it('signs the repair that is read', async () => {
  server.on(meterWorks.detail.path, () => ({ data: { ...work, repairer: 'Xu Lan', mine: false, has: false } }));
  showPage(<MeterPage />, '/meter/5');
  await userEvent.click(await screen.findByRole('button', { name: 'Sign as second person …' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Sign' }));
  await waitFor(() =>
    expect(server.asked.find(({ path }) => path === meterWorks.sign.path)?.body).toMatchObject({
      ...{ id: 7, repair_time: work.repair_time },
    }),
  );
});

it.each([
  ['patrol', 0],
  ['sealed', 0],
  ['in_use', 1],
  ['maintenance', 1],
])('offers to record a repair of what is open alone: %s', async (meter_state, offered) => {
  signInWith(meters.list, meterWorks.list, meterWorks.repair, meterWorks.assign);
  const open = { ...work, state: 'open', repairer: '', repair_time: null, meter_state };
  server.on(meterWorks.detail.path, () => ({ data: open }));
  showPage(<MeterPage />, '/meter/5');
  expect(await screen.findByRole('button', { name: 'Assign …' })).toBeDefined();
  expect(screen.queryAllByRole('button', { name: 'Record repair …' })).toHaveLength(offered);
});

it('lays as many points beside an outline as there are, none upon another', () => {
  for (const shape of ['dispenser', 'electricity', 'flow', 'scale', 'other'] as const)
    for (const count of [1, 2, 4, 5, 12]) {
      const places = placed(shape, count);
      expect(new Set(places.map(({ x, y }) => `${x} ${y}`)).size).toBe(count);
    }
});

it('says how much of the time between two verifications is over', () => {
  const at = Date.parse('2026-09-01');
  expect(spent('2026-03-03', '2027-03-03', at)).toBe(50);
  expect(spent('2026-03-03', '2026-08-01', at)).toBe(100);
  expect(spent(null, null, at)).toBe(0);
});
