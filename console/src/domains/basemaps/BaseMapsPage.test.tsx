import { baseMapCalls } from '@plomb/contract/basemaps/domain';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { isRefusal } from '../../map/tryBase.ts';
import { fakeServer } from '../../testing/fakeServer.ts';
import { inEnglish } from '../../testing/inEnglish.ts';
import { showPage, signInWith } from '../../testing/showPage.tsx';
import { BaseMapsPage } from './BaseMapsPage.tsx';

const found = vi.hoisted(() => ({ 1: 'works', 2: 'refused', 3: 'barred' }) as Record<number, string>);
vi.mock(import('../../map/tryBase.ts'), async (real) => ({
  ...(await real()),
  tryBase: async ({ id }) => ({ found: found[id] as 'works', ms: 212 }),
}));

inEnglish();
const of = baseMapCalls.baseMaps;
const row = (id: number, more: object = {}) => ({
  ...{ id, base_map_name: `Map ${id}`, kind: 'raster', path: null, url: 'https://a.example/{z}/{x}/{y}' },
  ...{ tile_schema: 'raster', datum: 'wgs84', attribution: '', min_zoom: 0, max_zoom: 18, for_below: true },
  ...{ is_default: false, status: 1, has_key: false, key_hint: '', bytes: null, servers: [], rank: null, org_id: 1 },
  ...{ tried: null, tried_time: null, tried_ms: null, landmark_metres: null, org_name: 'Plomb' },
  create_time: '2026-11-20T08:00:00.000Z',
  ...more,
});
const open = (more: (server: ReturnType<typeof fakeServer>) => void = () => undefined, address = '/baseMap') => {
  const server = fakeServer();
  const rows = [
    row(1, { tried: 'works', tried_ms: 96, tried_time: '2026-11-20T08:00:00.000Z', landmark_metres: 481 }),
    row(2, { tried: 'away', tried_ms: 15_000, tried_time: '2026-11-20T08:00:00.000Z', landmark_metres: 2 }),
    row(3),
  ];
  server.on(of.list.path, () => ({ data: { rows, total: rows.length } }));
  const shown = rows.map((one) => ({ ...one, key: '', tiles: { zh: [], en: [] } }));
  // one that is shared from above is nobody's here to put in order
  server.on(of.shown.path, () => ({ data: { rows: [...shown, { ...shown[0], id: 9, base_map_name: 'Shared' }] } }));
  for (const call of [of.tried, of.order]) server.on(call.path, () => ({ data: {} }));
  signInWith(of.list, of.tried, of.order, of.update, of.status);
  more(server);
  showPage(<BaseMapsPage />, address);
  return server;
};

it('says of each how it was found, and what a landmark in the wrong place means', async () => {
  open();
  expect(await screen.findByText(/Works, 96 ms/)).toBeTruthy();
  expect(screen.getByText('No answer')).toBeTruthy();
  expect(screen.getByText('Never tested')).toBeTruthy();
  expect(screen.getByText('481 m off')).toBeTruthy();
  expect(screen.getByText('Looks like GCJ-02')).toBeTruthy();
  expect(screen.getByText('2 m off')).toBeTruthy();
});

it('says that a map of an organisation below is drawn on its maps only, and nothing before that is known', async () => {
  const below = row(4, { base_map_name: 'Below', org_id: 2, org_name: 'Port' });
  let tell = (): void => undefined;
  const told = new Promise<void>((done) => {
    tell = done;
  });
  open((server) => {
    server.on(of.list.path, () => ({ data: { rows: [below], total: 1 } }));
    server.on(of.shown.path, async () => {
      await told;
      return { data: { rows: [] } };
    });
  });
  await screen.findByText('Below');
  expect(screen.queryByText('Nothing to draw it by')).toBeNull();
  tell();
  expect(await screen.findByText('Drawn on the maps of its organisation only')).toBeTruthy();
});

it('tries all in this browser and keeps what it found, but nothing of what this page may not ask', async () => {
  const server = open();
  await waitFor(() => expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Test all' }).disabled).toBe(false));
  await userEvent.click(screen.getByRole('button', { name: 'Test all' }));
  const kept = () => server.asked.filter(({ path }) => path === of.tried.path).map(({ body }) => body);
  await waitFor(() => expect(kept()).toHaveLength(2));
  expect(kept()).toMatchObject([
    { id: 1, tried: { found: 'works', ms: 212 } },
    { id: 2, tried: { found: 'refused', ms: 212 } },
  ]);
});

it('each is tried, and switched off after a question, on its own card', async () => {
  const server = open();
  server.on(of.status.path, () => ({ data: {} }));
  const tests = await screen.findAllByRole('button', { name: 'Test' });
  expect(tests).toHaveLength(3);
  await userEvent.click(tests[1]!);
  await waitFor(() => expect(server.count(of.tried.path)).toBe(1));
  expect(server.asked.find(({ path }) => path === of.tried.path)?.body).toMatchObject({ id: 2 });
  await userEvent.click(screen.getByRole('switch', { name: 'Map 3: Enabled' }));
  expect(server.count(of.status.path)).toBe(0);
  await userEvent.click(await screen.findByRole('button', { name: 'Disable' }));
  await waitFor(() => expect(server.count(of.status.path)).toBe(1));
  expect(server.asked.find(({ path }) => path === of.status.path)?.body).toMatchObject({ ids: [3], status: 2 });
});

it('puts those of the own organisation in order', async () => {
  const server = open();
  await userEvent.click(await screen.findByRole('button', { name: 'Change order' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Map 1: later' }));
  await waitFor(() => expect(server.count(of.order.path)).toBe(1));
  expect(server.asked.find(({ path }) => path === of.order.path)?.body).toMatchObject({ ids: [2, 1, 3] });
  expect(screen.queryByRole('button', { name: 'Shared: later' })).toBeNull();
});

it.each([
  ['a tile is refused with 403', true],
  ['Google refuses with 400', true],
  ['Bad response code: 401', true],
  ['AJAXError: Forbidden (403): https://a.example/4000', true],
  ['Bad response code: 404', false],
  ['a tile is refused with 502', false],
  ['Failed to fetch', false],
])('%s: a key that is not taken? %s', (words, is) => expect(isRefusal(words)).toBe(is));

it('says how large a map file is in the unit that people read, a small one, too', async () => {
  const file = row(5, { base_map_name: 'Town', kind: 'pmtiles', url: '', path: 'town.pmtiles', bytes: 34_567 });
  open((server) => {
    server.on(of.detail.path, () => ({ data: file }));
    signInWith(of.list, of.detail);
  }, '/baseMap?id=5');
  expect(await screen.findByText('On this server, 35 kB')).toBeTruthy();
});
