import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { FakeGoogle } from '../testing/vendors.ts';
import type { BaseMap } from './baseMap.ts';
import { googleCredit, openGoogle, withSession } from './google.ts';
import { fetchTile, tileAddress } from './tiles.ts';

const KEY = 'k/0123456789+abc';
let now = 1_800_000_000_000;
let google: FakeGoogle;
beforeEach(() => {
  google = new FakeGoogle(KEY, () => now);
  vi.stubGlobal('fetch', async (url: string, { method, headers, body }: RequestInit = {}) => {
    const type = new Headers(headers).get('Content-Type') ?? '';
    const { status, body: said } = google.answer({ url, method: method ?? 'GET', type, body: String(body ?? '') });
    return new Response(said, { status });
  });
});
afterEach(() => vi.unstubAllGlobals());

const base: BaseMap = {
  ...{ id: 1, base_map_name: 'Google', kind: 'google', tile_schema: 'raster', datum: 'gcj02', attribution: '' },
  ...{ min_zoom: 0, max_zoom: 20, is_default: false, tiles: { zh: [], en: [] }, key: KEY },
};
const opened = async () => {
  const told = await openGoogle(KEY, 'zh', now);
  return { ...told, base: withSession(base, told.session) };
};
const tile = (of: BaseMap) => {
  const address = tileAddress('wgs84', of.tiles.zh[0] ?? '');
  const url = address.replace('{z}', '9').replace('{x}', '428').replace('{y}', '209');
  return fetchTile({ url }, new AbortController());
};
const shanghai = { centre: [121.47, 31.23], zoom: 8.4, bounds: [120, 30, 123, 32] } as const;
const credit = (of: BaseMap, view: Parameters<typeof googleCredit>[1] = { ...shanghai }) =>
  googleCredit(of, view, new AbortController().signal);

it('gives tiles with a session that its key opens, in the language of whoever looks', async () => {
  const { base: with1, session } = await opened();
  expect((await tile(with1)).data.byteLength).toBeGreaterThan(20);
  expect(google.sessions.get(session)?.language).toBe('zh-CN');
  expect(google.asked).toEqual(['POST /v1/createSession', 'GET /v1/2dtiles/9/428/209']);
});

it('says whose data the view shows, at the zoom of its tiles, and who says it', async () =>
  expect(await credit((await opened()).base)).toBe('Google Maps · Map data ©2026 at zoom 9'));

it.each<[string, readonly [number, number, number, number]]>([
  ['over the line of the date', [170, -10, 200, 10]],
  ['of all the world, and more', [-300, -89.99, 300, 89.99]],
])('is asked for a view %s as it wants to be', async (_, bounds) =>
  expect(await credit((await opened()).base, { centre: [0, 0], zoom: 2, bounds })).toContain('©2026'),
);

it('is asked for another session an hour before the one that is used ends', async () => {
  const { base: with1, renew } = await opened();
  expect(renew).toBe(now + 14 * 86_400_000 - 3_600_000);
  now = renew;
  await expect(tile(with1)).resolves.toBeDefined();
  now += 3_600_000;
  await expect(tile(with1)).rejects.toThrow('400');
  await expect(credit(with1)).rejects.toThrow('400');
  await expect(tile((await opened()).base)).resolves.toBeDefined();
});

it('that does not take the key gives no session', async () => {
  await expect(openGoogle('another', 'en', now)).rejects.toThrow('400');
});
