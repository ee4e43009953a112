import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { baseMaps } from '@plomb/contract/basemaps/baseMaps';
import type { InputOf } from '@plomb/contract/kit/call';
import { sealPassword } from '@plomb/contract/session/sealedPassword';
import { session } from '@plomb/contract/session/session';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { adminPassword, startApi, type TestApi } from '../../testing/api.ts';
import { buildOperator, buildOrganisation } from '../../testing/build.ts';
import type { Caller } from '../../testing/client.ts';
import { type Answer, startReceiver } from '../../testing/receiver.ts';
import { tilesFile } from '../../testing/tilesFile.ts';

let api: TestApi;
let root: Caller;
let above: number;
let upper: Caller;
let lower: Caller;
beforeAll(async () => {
  const consoleDir = await mkdtemp(join(tmpdir(), 'plomb-console-'));
  await writeFile(join(consoleDir, 'index.html'), '<!doctype html>');
  api = await startApi({ OUTBOUND_ALLOW: ['127.0.0.1'] }, consoleDir);
  root = await api.signedIn({ loginName: 'admin', password: adminPassword });
  above = await buildOrganisation(api.db);
  upper = await api.signedIn(await buildOperator(api.db, above));
  lower = await api.signedIn(await buildOperator(api.db, await buildOrganisation(api.db, above)));
});
afterAll(() => api.stop());

type Input = InputOf<typeof baseMaps.add>;
const raster: Input = {
  base_map_name: 'Streets',
  kind: 'raster',
  path: null,
  url: 'https://tiles.port.example/{z}/{x}/{y}.png?key={key}',
  tile_schema: 'raster',
  datum: 'gcj02',
  attribution: '© Port',
  min_zoom: 3,
  max_zoom: 17,
  for_below: true,
  is_default: false,
};
const uploaded = async (by: Caller): Promise<Input> => {
  const { data } = await by.upload(baseMaps.upload, {}, { bytes: tilesFile(), name: 'x.pmtiles' });
  return { ...raster, kind: 'upload', path: data.path, url: '', datum: 'wgs84', base_map_name: 'File' };
};
const sealed = async (path: string, text: string): Promise<string> =>
  sealPassword(await root.ok(session.key, {}), path, text);
const shown = async (by: Caller) => (await by.ok(baseMaps.shown, {})).rows;

describe('a base map at an address', () => {
  let id: number;
  it('asks for its key, keeps it sealed, and tells it to maps alone', async () => {
    const asked = await root.call(baseMaps.add, raster);
    expect(asked.verify.sign).toBe('validation');
    const secret = await sealed(baseMaps.add.path, 'k/0123456789abcdef');
    ({ id } = await root.ok(baseMaps.add, { ...raster, secret }));
    const { rows } = await root.ok(baseMaps.list, {});
    expect(rows[0]).toMatchObject({ has_key: true, key_hint: 'cdef', tile_schema: 'raster', bytes: null });
    expect(JSON.stringify(rows)).not.toContain('0123456789');
    const { rows: kept } = await api.db.query('select secret from base_map where id = $1', [id]);
    expect(String(kept[0]?.secret)).not.toContain('0123456789');
    const [one] = (await shown(lower)).filter((map) => map.id === id);
    expect(one).toMatchObject({
      datum: 'gcj02',
      key: '',
      tiles: { zh: ['https://tiles.port.example/{z}/{x}/{y}.png?key=k%2F0123456789abcdef'] },
    });
  });

  it('is what the page may fetch from, as long as it is on, and nothing else is', async () => {
    const policy = async () =>
      String(
        (await api.app.inject({ method: 'GET', url: '/', headers: { accept: 'text/html' } })).headers[
          'content-security-policy'
        ],
      );
    await expect.poll(policy).toContain("connect-src 'self' https://tiles.port.example;");
    await root.ok(baseMaps.status, { ids: [id], status: 2 });
    await expect.poll(policy).toContain("connect-src 'self';");
    expect((await shown(lower)).map((map) => map.id)).not.toContain(id);
    await root.ok(baseMaps.status, { ids: [id], status: 1 });
  });

  it('tells its key to no other server', async () => {
    const { version } = await root.ok(baseMaps.detail, { id });
    const moved = { ...raster, id, version, url: 'https://elsewhere.example/{z}/{x}/{y}?key={key}' };
    expect(JSON.stringify(await root.call(baseMaps.update, moved))).toContain('enter its key');
    await root.ok(baseMaps.update, { ...raster, id, version, base_map_name: 'Roads' });
    expect((await shown(upper))[0]).toMatchObject({ base_map_name: 'Roads' });
  });

  it('is of the root organisation alone, also past the call', async () => {
    expect((await upper.call(baseMaps.add, { ...raster, url: 'https://evil.example/{z}/{x}/{y}' })).verify.sign).toBe(
      'noPermission',
    );
    await expect(
      api.owner.query(
        `insert into base_map (org_id, base_map_name, kind, url, tile_schema, datum, min_zoom, max_zoom)
         values ($1, 'x', 'raster', 'https://evil.example/{z}/{x}/{y}', 'raster', 'wgs84', 0, 1)`,
        [above],
      ),
    ).rejects.toThrow(/root organisation/);
  });

  it.each<[string, Partial<Input>]>([
    ['a server that braces name', { url: 'https://{key}.example/{z}/{x}/{y}' }],
    ['more than one name of a server', { url: "https://a.example;script-src 'unsafe-eval'/{z}/{x}/{y}" }],
    ['no tile', { url: 'https://a.example/x.png' }],
    ['shifted vectors', { kind: 'vector', tile_schema: 'openmaptiles', url: 'https://a.example/{z}/{x}/{y}' }],
    ['both a file and an address', { path: 'x'.repeat(24) }],
    ['zooms the wrong way round', { min_zoom: 9, max_zoom: 8, url: 'https://a.example/{z}/{x}/{y}' }],
  ])('is refused with %s', async (_, wrong) => {
    expect((await root.call(baseMaps.add, { ...raster, ...wrong })).verify.sign).toBe('validation');
  });
});

describe('base maps that follow each other', () => {
  const add = async (base_map_name: string): Promise<number> =>
    (await upper.ok(baseMaps.add, { ...(await uploaded(upper)), base_map_name })).id;
  const names = async (by: Caller) => (await shown(by)).map((one) => one.base_map_name);

  it('do so in the order they were put in, those without a place behind the others', async () => {
    const [first, second] = [await add('A follows'), await add('B follows')];
    await add('C follows');
    const follow = async () => (await names(lower)).filter((name) => name.endsWith('follows'));
    expect(await follow()).toEqual(['A follows', 'B follows', 'C follows']);
    await upper.ok(baseMaps.order, { ids: [second, first] });
    expect(await follow()).toEqual(['B follows', 'A follows', 'C follows']);
    expect((await lower.call(baseMaps.order, { ids: [first] })).verify.sign).toBe('notFound');
    expect(await follow()).toEqual(['B follows', 'A follows', 'C follows']);
  });

  it('are known as they were found, until they come from elsewhere', async () => {
    const id = await add('Tried');
    const found = async () => (await upper.ok(baseMaps.detail, { id })) as unknown as Record<string, unknown>;
    expect(await found()).toMatchObject({ tried: null, tried_time: null, landmark_metres: null });
    await upper.ok(baseMaps.tried, { id, tried: { found: 'works', ms: 212 } });
    await upper.ok(baseMaps.tried, { id, landmark_metres: 3 });
    expect(await found()).toMatchObject({ tried: 'works', tried_ms: 212, landmark_metres: 3 });
    const { path, version } = await upper.ok(baseMaps.detail, { id });
    const same = { ...raster, kind: 'upload', url: '', datum: 'wgs84', path, id } as const;
    await upper.ok(baseMaps.update, { ...same, version, base_map_name: 'Renamed' });
    expect(await found()).toMatchObject({ tried: 'works', landmark_metres: 3 });
    await upper.ok(baseMaps.update, { ...same, path: (await uploaded(upper)).path });
    expect(await found()).toMatchObject({ tried: null, tried_time: null, tried_ms: null, landmark_metres: null });
    expect((await lower.call(baseMaps.tried, { id, landmark_metres: 0 })).verify.sign).toBe('notFound');
  });
});

describe('a style at an address', () => {
  let answer: Answer;
  let server: Awaited<ReturnType<typeof startReceiver>>;
  beforeAll(async () => {
    server = await startReceiver(() => answer);
  });
  afterAll(() => server.stop());
  const body = (tiles = 'https://tiles.harbour.example/{z}/{x}/{y}.pbf?key=k0123456789abcdef') => ({
    version: 8,
    sources: { streets: { type: 'vector', tiles: [tiles], attribution: '&copy; <b>Harbour</b>' } },
    layers: [{ id: 'roads', type: 'line', source: 'streets', 'source-layer': 'roads' }],
  });
  const of = (): Input => ({
    ...{ ...raster, kind: 'style', tile_schema: 'style', datum: 'wgs84', base_map_name: 'Style', attribution: '' },
    url: `${server.url}/style.json?key={key}`,
  });
  const policy = async () =>
    String(
      (await api.app.inject({ method: 'GET', url: '/', headers: { accept: 'text/html' } })).headers[
        'content-security-policy'
      ],
    );

  it('is read when it is saved, told to maps, and its servers are what the page may fetch from', async () => {
    answer = { status: 200, body: body() };
    const secret = await sealed(baseMaps.add.path, 'k0123456789abcdef');
    const { id } = await root.ok(baseMaps.add, { ...of(), secret });
    expect(server.received.at(-1)?.path).toBe('/style.json?key=k0123456789abcdef');
    const row = await root.ok(baseMaps.detail, { id });
    expect(row).toMatchObject({ attribution: '© Harbour', servers: ['https://tiles.harbour.example'] });
    await expect.poll(policy).toContain('https://tiles.harbour.example');
    expect(await policy()).not.toContain(server.url);
    const { style } = await lower.ok(baseMaps.style, { id });
    expect(JSON.parse(style).sources.streets.tiles).toEqual(body().sources.streets.tiles);
    const { rows } = await api.db.query('select style from base_map where id = $1', [id]);
    expect(rows[0]?.style).not.toContain('k0123456789abcdef');

    // saved again it is read again, with the key that is kept
    answer = { status: 200, body: body('https://elsewhere.example/{z}/{x}/{y}') };
    await root.ok(baseMaps.update, { ...of(), id, version: row.version });
    expect(server.received.at(-1)?.path).toBe('/style.json?key=k0123456789abcdef');
    await expect.poll(policy).toContain('https://elsewhere.example');
    expect(await policy()).not.toContain('harbour');
    await root.ok(baseMaps.status, { ids: [id], status: 2 });
    expect((await lower.call(baseMaps.style, { id })).verify.sign).toBe('notFound');
  });

  it('is told to those who may show it alone', async () => {
    answer = { status: 200, body: body() };
    const secret = await sealed(baseMaps.add.path, 'k0123456789abcdef');
    const { id } = await root.ok(baseMaps.add, { ...of(), for_below: false, secret });
    expect((await root.call(baseMaps.style, { id })).verify.sign).toBe('success');
    expect((await upper.call(baseMaps.style, { id })).verify.sign).toBe('notFound');
  });

  it.each<[string, Answer, string]>([
    ['that is hostile', { status: 200, body: body('javascript:alert({z}{x}{y})') }, 'javascript:alert'],
    ['that is none', { status: 200, body: { version: 8 } }, 'sources, layers'],
    ['that leads elsewhere', { status: 302, headers: { Location: 'http://169.254.169.254/' } }, 'HTTP 302'],
    ['without end', { status: 200, body: 'x'.repeat(2_100_000) }, '2000 KB'],
  ])('%s is refused, and says why', async (_, wrong, why) => {
    answer = wrong;
    const { verify } = await root.call(baseMaps.add, { ...of(), url: `${server.url}/style.json` });
    expect(verify.sign).toBe('validation');
    expect(verify.desc).toContain(why);
  });

  it.each([
    'http://127.0.0.2/style.json',
    'https://169.254.169.254/latest/style.json',
    'https://10.0.0.1/style.json',
    'http://localhost/style.json',
  ])('at %s is not asked for', async (url) => {
    const { verify } = await root.call(baseMaps.add, { ...of(), url });
    expect(verify).toMatchObject({ sign: 'validation', desc: expect.stringContaining('could not be read') });
  });

  it('is fetched for nobody but the root organisation', async () => {
    const before = server.received.length;
    expect((await upper.call(baseMaps.add, { ...of(), url: `${server.url}/style.json` })).verify.sign).toBe(
      'noPermission',
    );
    expect(server.received).toHaveLength(before);
  });
});

describe('an uploaded file', () => {
  it('is served in parts to whoever was told its path, as what its head says, until it is off', async () => {
    const input = await uploaded(upper);
    const { id } = await upper.ok(baseMaps.add, { ...input, min_zoom: 5, is_default: true });
    const row = await upper.ok(baseMaps.detail, { id });
    expect(row).toMatchObject({ tile_schema: 'openmaptiles', min_zoom: 0, max_zoom: 14, bytes: tilesFile().length });
    const [one] = (await shown(lower)).filter((map) => map.id === id);
    expect(one).toMatchObject({ is_default: true, tiles: { en: [`/basemap/${input.path}`] } });
    const url = one!.tiles.zh[0]!;
    const part = await api.app.inject({ method: 'GET', url, headers: { range: 'bytes=0-6' } });
    expect([part.statusCode, part.body, part.headers['content-range']]).toEqual([
      206,
      'PMTiles',
      `bytes 0-6/${tilesFile().length}`,
    ]);
    expect(part.headers['cache-control']).toContain('immutable');
    await upper.ok(baseMaps.status, { ids: [id], status: 2 });
    expect((await api.app.inject({ method: 'GET', url })).statusCode).toBe(404);
  });

  it('that is off is no guess of those whose maps still show it: all else of their office comes', async () => {
    const add = async () => {
      const input = await uploaded(upper);
      return { id: (await upper.ok(baseMaps.add, input)).id, url: `/basemap/${input.path}` };
    };
    const [off, other] = [await add(), await add()];
    await upper.ok(baseMaps.status, { ids: [off.id], status: 2 });
    const get = async (url: string) =>
      (await api.app.inject({ method: 'GET', url, remoteAddress: '203.0.113.80', headers: { range: 'bytes=0-6' } }))
        .statusCode;
    for (let i = 0; i < 620; i++) expect(await get(off.url)).toBe(404);
    expect(await get(other.url)).toBe(206);
  });

  it('is not shown below where it is not shared, and never beside or above', async () => {
    const { id } = await upper.ok(baseMaps.add, { ...(await uploaded(upper)), for_below: false });
    const ids = async (by: Caller) => (await shown(by)).map((map) => map.id);
    expect([(await ids(upper)).includes(id), (await ids(lower)).includes(id), (await ids(root)).includes(id)]).toEqual([
      true,
      false,
      false,
    ]);
  });

  it('of another organisation is none', async () => {
    const theirs = await uploaded(upper);
    expect((await lower.call(baseMaps.add, theirs)).verify.sign).toBe('validation');
  });

  it('is kept while a base map names it, and goes with the last', async () => {
    const input = await uploaded(upper);
    const { id } = await upper.ok(baseMaps.add, input);
    const uses = async () => (await api.db.query('select from file_use where file_id = $1', [input.path])).rowCount;
    expect(await uses()).toBe(1);
    await upper.ok(baseMaps.delete, { ids: [id] });
    expect(await uses()).toBe(0);
  });

  it('is refused where it is none, in the language of whoever sent it', async () => {
    const sent = await upper.upload(baseMaps.upload, {}, { bytes: Buffer.from('<script>'), name: 'x.pmtiles' });
    expect(sent.verify).toEqual({
      sign: 'validation',
      desc: 'This is no PMTiles file of version 3, or it is not whole',
    });
  });
});

it('what maps open with is one of an organisation, the nearest of those above', async () => {
  const first = await upper.ok(baseMaps.add, { ...(await uploaded(upper)), is_default: true });
  const second = await upper.ok(baseMaps.add, { ...(await uploaded(upper)), is_default: true });
  const opens = async (by: Caller) => (await shown(by)).filter((map) => map.is_default).map((map) => map.id);
  expect(await opens(lower)).toEqual([second.id]);
  const own = await lower.ok(baseMaps.add, { ...(await uploaded(lower)), is_default: true });
  expect([await opens(lower), await opens(upper)]).toEqual([[own.id], [second.id]]);
  expect(first.id).not.toBe(second.id);
});

describe('a vendor with a script of its own', () => {
  it('is told its key by the map alone, and the page may fetch nothing of it', async () => {
    const secret = await sealed(baseMaps.add.path, 'key0123456789abc code');
    const { id } = await root.ok(baseMaps.add, { ...raster, kind: 'baidu', url: '', secret });
    const [one] = (await shown(lower)).filter((map) => map.id === id);
    expect(one).toMatchObject({
      kind: 'baidu',
      datum: 'bd09',
      key: 'key0123456789abc code',
      tiles: { zh: [], en: [] },
    });
    const page = await api.app.inject({ method: 'GET', url: '/', headers: { accept: 'text/html' } });
    expect(page.headers['content-security-policy']).not.toContain('baidu');
  });

  it.each([
    ['amap', 'amap.com', 'baidu'],
    ['baidu', 'baidu.com', 'amap'],
  ])('%s has a page without rights, which may fetch from its servers and from no others', async (kind, own, other) => {
    const { headers, body } = await api.app.inject({ method: 'GET', url: `/vendorMap/${kind}` });
    const policy = String(headers['content-security-policy']);
    expect(policy).toContain('sandbox allow-scripts;');
    expect(policy).not.toContain('allow-same-origin');
    expect(policy).toContain("frame-ancestors 'self'");
    expect(policy).toContain(own);
    expect(policy + body).not.toContain(other);
    expect(headers['x-frame-options']).toBe('SAMEORIGIN');
  });

  it('alone draws in BD-09', async () => {
    expect(
      (await root.call(baseMaps.add, { ...raster, url: 'https://a.example/{z}/{x}/{y}', datum: 'bd09' })).verify.sign,
    ).toBe('validation');
    await expect(api.owner.query("update base_map set datum = 'bd09' where kind = 'raster'")).rejects.toThrow(
      /base_map_grid/,
    );
  });
});
