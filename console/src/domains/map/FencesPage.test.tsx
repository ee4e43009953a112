import { mapCalls } from '@plomb/contract/map/domain';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { trackingAddress } from '../../lock/trackAddress.ts';
import { fakeServer } from '../../testing/fakeServer.ts';
import { inEnglish } from '../../testing/inEnglish.ts';
import { showPage, signInWith } from '../../testing/showPage.tsx';
import { FencesPage } from './FencesPage.tsx';

const opened: unknown[] = [];
vi.mock('../../map/MapView.tsx', () => ({
  MapView: ({ initial }: { initial?: unknown }) => {
    if (initial) opened.push(initial);
    return null;
  },
}));
inEnglish();
const of = mapCalls.fences;
const night = { days: [5, 6], from: '22:00', until: '06:00', time_zone: 'Asia/Shanghai' };
const fence = {
  ...{ id: 3, fence_name: 'Yard', fence_type: 'circle', radius: 800, is_show: true, colour: 'teal', alarm_on: 'both' },
  ...{ bound: 'all', schedule: night, status: 1, org_id: 1, org_name: 'Plomb', devices: 4 },
  create_time: '2026-11-20T08:00:00.000Z',
};
let router: ReturnType<typeof showPage>;
const open = (at: string) => {
  const server = fakeServer();
  server.on(of.list.path, () => ({ data: { rows: [fence], total: 1 } }));
  const fence_context = { type: 'Point', coordinates: [121.5, 31.2] };
  server.on(of.detail.path, () => ({
    data: { ...fence, fence_context, device_list: [], device_type_list: [], version: 'v' },
  }));
  server.on(of.options.path, () => ({ data: { organizations: [], device_types: [] } }));
  server.on(of.locks.path, () => ({
    data: { rows: [{ id: 7, sn: '14802100007', device_name: 'T', subject: '沪A·1', place_time: null }], total: 1 },
  }));
  server.on(of.add.path, () => ({ data: { id: 4 } }));
  server.on(of.update.path, () => ({ data: { id: 3 } }));
  signInWith(of.list, of.detail, of.add, of.update, of.locks);
  router = showPage(<FencesPage />, at);
  return server;
};

it('says of each fence what rings and when, and which locks are in it', async () => {
  open('/fence?id=3');
  expect(
    (await screen.findAllByText(/Fri, Sat 22:00–06:00 the next day \(China Standard Time\)/)).length,
  ).toBeGreaterThan(0);
  expect(screen.getAllByText('Either way').length).toBeGreaterThan(0);
  expect(await screen.findByText(/沪A·1/)).toBeTruthy();
});

it('asks for a fence on the map before it is saved, in the words of the specification', async () => {
  const user = userEvent.setup();
  const server = open('/fence?edit=new');
  const form = within(await screen.findByRole('dialog'));
  await user.type(await form.findByLabelText('Name'), 'Gate');
  await user.click(form.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(form.getAllByText('Please put a fence on the map').length).toBeGreaterThan(0));
  expect(server.count(of.add.path)).toBe(0);
  await user.click(form.getByLabelText(/^Middle/));
  await user.paste('121.5, 31.2');
  await user.click(form.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(server.count(of.add.path)).toBe(1));
  expect(server.asked.find(({ path }) => path === of.add.path)?.body).toMatchObject({
    ...{ fence_name: 'Gate', bound: 'all', alarm_on: 'leave', schedule: null, status: 1 },
    outline: { shape: 'circle', centre: [121.5, 31.2] },
  });
});

it('tracks a lock by a fence of its own, and asks for that fence before anything is tracked', async () => {
  const user = userEvent.setup();
  const server = open(trackingAddress({ id: 7, subject: '沪A·1', device_name: 'T', lon: 121.4, lat: 31.1 }));
  const form = within(await screen.findByRole('dialog'));
  await waitFor(() => expect(form.getByLabelText<HTMLInputElement>('Name').value).toBe('沪A·1'));
  await user.click(form.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(form.getAllByText('Please put a fence on the map').length).toBeGreaterThan(0));
  expect(server.count(of.add.path)).toBe(0);
  await user.click(form.getByLabelText(/^Middle/));
  await user.paste('121.5, 31.2');
  await user.click(form.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(server.count(of.add.path)).toBe(1));
  expect(server.asked.find(({ path }) => path === of.add.path)?.body).toMatchObject({
    ...{ fence_name: '沪A·1', bound: 'devices', device_ids: [7], alarm_on: 'both' },
  });
  // the map opened where the lock is, and the next fence is for whichever locks it is drawn for
  expect(opened.at(-1)).toEqual({ centre: [121.4, 31.1], zoom: 13 });
  await waitFor(() => expect(router.state.location.search).toBe('?id=4'));
});
await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
it('says before it is saved how many locks change sides, and that saving rings for none of them', async () => {
  const server = open('/fence?edit=3');
  const lock = { id: 7, sn: '14802100007', device_name: 'T', subject: '沪A·1' };
  server.on(of.preview.path, () => ({
    data: { locks: 9, unplaced: 1, inside: 2, into: { total: 0, rows: [] }, out_of: { total: 3, rows: [lock] } },
  }));
  signInWith(of.list, of.detail, of.update, of.preview);
  const form = within(await screen.findByRole('dialog'));
  expect(await form.findByText('For 9 locks: 2 in it now, 6 out of it, 1 of unknown place')).toBeTruthy();
  expect(form.getByText('3 locks come to be out of it: 沪A·1 +2')).toBeTruthy();
  expect(form.getByText(/Saving rings for none of them/)).toBeTruthy();
  expect(server.asked.find(({ path }) => path === of.preview.path)?.body).toMatchObject({
    ...{ id: 3, bound: 'all', outline: { shape: 'circle', radius: 800 } },
  });
});
