import { logisticsCalls } from '@plomb/contract/logistics/domain';
import { noLimits } from '@plomb/contract/logistics/limits';
import { fireEvent, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import { fakeServer } from '../../testing/fakeServer.ts';
import { inEnglish } from '../../testing/inEnglish.ts';
import { showPage, signInWith } from '../../testing/showPage.tsx';
import { AmendForm } from './AmendForm.tsx';

const calls = logisticsCalls.logisticsBatches;
const place = (address: string) => ({ address, lat: 30, lon: 121, radius: 500 });
let server: ReturnType<typeof fakeServer>;
inEnglish();
beforeEach(() => {
  Object.assign(lock, { medium: 'lock', openers: [] });
  server = fakeServer();
  signInWith(calls.list, calls.detail, calls.amend);
  server.on(calls.limits.path, () => ({ data: { limits: noLimits, from: 'product', from_org_name: '' } }));
  server.on(calls.amend.path, () => ({ data: { id: 7 } }));
  server.on(calls.detail.path, () => ({
    data: {
      ...{
        id: 7,
        serial: 'WL-1',
        vehicle_id: 1,
        plate: 'B·7',
        carrier: 'ZPC',
        driver: '',
        owner_id: 1,
        state: 'in_transit',
      },
      ...{
        plan_start: '2026-11-20T01:00:00.000Z',
        plan_end: '2026-11-20T05:00:00.000Z',
        stops: [stop],
        positions: [lock],
      },
      ...{ start: place('Beilun'), end: place('Keqiao'), destination: place('Keqiao'), limits: noLimits, version: '3' },
    },
  }));
});
const stop = { ...place('Shangyu'), id: 's', plan_time: null, patrol: true };
const patrolOfNone = /Nothing but locks is on it/;
const lock = {
  ...{ id: 1, position: 'valves', process_name: '', medium: 'lock', device_id: 3, number: '1', planned_number: '' },
  ...{ photos_asked: [], open_stops: [], openers: [], second_person: false },
};
const sent = () => server.asked.find(({ path }) => path === calls.amend.path)?.body;

it('changes what can still change, for a reason, and asks for a second person only where the places or limits change', async () => {
  showPage(<AmendForm id={7} close={() => undefined} />, '/logisticsBatch');
  fireEvent.change(await screen.findByLabelText('Driver'), { target: { value: 'Zhao' } });
  expect(screen.queryByLabelText('Plate')).toBeNull();
  expect(screen.getByText(patrolOfNone)).toBeDefined();
  expect(screen.queryByText('Second person')).toBeNull();
  await userEvent.click(screen.getByText('Amend'));
  expect(await screen.findByText('Say why it is changed')).toBeDefined();
  await userEvent.click(screen.getByLabelText('Lock not heard for'));
  expect(await screen.findByText('Second person')).toBeDefined();
  await userEvent.click(screen.getByLabelText('Lock not heard for'));
  await vi.waitFor(() => expect(screen.queryByText('Second person')).toBeNull());
  fireEvent.change(screen.getByLabelText('Reason'), { target: { value: 'detour' } });
  await userEvent.click(screen.getByText('Amend'));
  await vi.waitFor(() => expect(sent()).toBeDefined());
  expect(sent()).toMatchObject({
    id: 7,
    driver: 'Zhao',
    reason: 'detour',
    limits: noLimits,
    destination: place('Keqiao'),
  });
  expect(sent()).not.toHaveProperty('witness_login');
  expect(sent()).not.toHaveProperty('vehicle_id');
  expect(sent()).toMatchObject({ positions: [] });
});

it('names anew who may open what is sealed with no lock, by two, and sends those alone', async () => {
  Object.assign(lock, { medium: 'qr', openers: [{ kind: 'person', id: 5, name: 'Li Na' }] });
  server.on(calls.people.path, () => ({
    data: { rows: [{ id: 6, oper_name: 'Wu Di', org_name: 'Port' }], roles: [] },
  }));
  showPage(<AmendForm id={7} close={() => undefined} />, '/logisticsBatch');
  const openers = await screen.findByLabelText('Who may open: valves');
  expect(screen.getByText('Li Na')).toBeDefined();
  expect(screen.queryByText('Second person')).toBeNull();
  await userEvent.click(openers);
  await userEvent.click(await screen.findByText('Wu Di · Port'));
  expect(await screen.findByText('Second person')).toBeDefined();
  fireEvent.change(screen.getByLabelText('Reason'), { target: { value: 'Li Na has left' } });
  await userEvent.click(screen.getByText('Amend'));
  await vi.waitFor(() => expect(sent()).toBeDefined());
  const named = [5, 6].map((id) => ({ kind: 'person', id }));
  expect(sent()).toMatchObject({ positions: [{ id: 1, openers: named }] });
});

it('asks for no limits where no lock is on it, and keeps those it has', async () => {
  lock.medium = 'qr';
  showPage(<AmendForm id={7} close={() => undefined} />, '/logisticsBatch');
  expect(await screen.findByText(/Only an electronic lock tells where it is/)).toBeDefined();
  expect(screen.queryByLabelText('Lock not heard for')).toBeNull();
  expect(screen.queryByText(patrolOfNone)).toBeNull();
  fireEvent.change(screen.getByLabelText('Reason'), { target: { value: 'detour' } });
  await userEvent.click(screen.getByText('Amend'));
  await vi.waitFor(() => expect(sent()).toBeDefined());
  expect(sent()).not.toHaveProperty('limits');
});
