import { describe, expect, it } from 'vitest';
import { readStyle, withKey } from './styleFile.ts';

const STYLE = 'https://styles.port.example/light/style.json?key={key}';
const style = {
  version: 8,
  name: 'Port',
  metadata: { of: 'theirs' },
  sources: {
    streets: { type: 'vector', url: 'https://tiles.port.example/streets.json?key=k0123456789' },
    relief: { type: 'raster', tiles: ['relief/{z}/{x}/{y}.png'], tileSize: 256 },
  },
  glyphs: 'https://fonts.port.example/{fontstack}/{range}.pbf',
  sprite: 'https://styles.port.example/light/sprite',
  layers: [
    { id: 'ground', type: 'background', paint: { 'background-color': '#eee' }, metadata: { x: 1 } },
    { id: 'roads', type: 'line', source: 'streets', 'source-layer': 'transportation' },
  ],
};
const tileJson = {
  tiles: ['https://tiles.port.example/{z}/{x}/{y}.pbf?key=k0123456789'],
  minzoom: 0,
  maxzoom: 14,
  attribution: '<a href="https://osm.example" onclick="alert(1)">&copy; OpenStreetMap</a>',
};
const read = (
  told: object | string = style,
  { source = tileJson, address = STYLE }: { source?: object | string; address?: string } = {},
) => {
  const asked: string[] = [];
  const text = (of: object | string) => ({ text: typeof of === 'string' ? of : JSON.stringify(of) });
  const facts = readStyle(address, 'k0123456789', async (from) => {
    asked.push(from);
    if (from.endsWith('/dead')) return { fault: 'ECONNREFUSED' };
    return from.startsWith('https://tiles.') ? text(source) : text(told);
  });
  return { facts, asked };
};

describe('a style at an address', () => {
  it('is made whole, and says which servers pages fetch from', async () => {
    const { facts, asked } = read();
    const { style: kept, servers, attribution } = await facts;
    expect(asked).toEqual([
      'https://styles.port.example/light/style.json?key=k0123456789',
      'https://tiles.port.example/streets.json?key=k0123456789',
    ]);
    expect(servers).toEqual([
      'https://fonts.port.example',
      'https://styles.port.example',
      'https://tiles.port.example',
    ]);
    expect(attribution).toBe('© OpenStreetMap');
    expect(JSON.parse(withKey(kept, 'k0123456789'))).toEqual({
      version: 8,
      sources: {
        streets: { type: 'vector', minzoom: 0, maxzoom: 14, tiles: tileJson.tiles },
        relief: { type: 'raster', tileSize: 256, tiles: ['https://styles.port.example/light/relief/{z}/{x}/{y}.png'] },
      },
      glyphs: style.glyphs,
      sprite: [{ id: 'default', url: style.sprite }],
      layers: [{ id: 'ground', type: 'background', paint: { 'background-color': '#eee' } }, style.layers[1]],
    });
  });

  it('is kept without its key', async () => expect((await read().facts).style).not.toContain('k0123456789'));

  const withSource = (streets: object) => ({ ...style, sources: { ...style.sources, streets } });
  const tiles = (...all: unknown[]) => withSource({ type: 'vector', tiles: all });
  it.each<[string, object]>([
    ['tiles by another protocol', tiles('data:application/x-protobuf;base64,{z}{x}{y}')],
    ['tiles in a file of the computer', tiles('file:///etc/{z}/{x}/{y}')],
    ['tiles by a protocol of ours', tiles('pmtiles://https://a.example/{z}/{x}/{y}')],
    ['a server that braces name', tiles('https://{x}.example/{z}/{x}/{y}')],
    ['a user in the name of a server', tiles('https://a:b@c.example/{z}/{x}/{y}')],
    ['what would end the list of servers', tiles("https://a.example;script-src 'unsafe-inline'/{z}/{x}/{y}")],
    ['any server', tiles('https://*/{z}/{x}/{y}')],
    ['the key of another server', tiles('https://a.example/{z}/{x}/{y}?k={key}')],
    ['an address that is no text', tiles({ toString: 'x' })],
    ['a description elsewhere', withSource({ type: 'vector', url: 'mapbox://mapbox.streets' })],
    ['a description that runs', withSource({ type: 'vector', url: 'javascript:alert(1)' })],
    ['fonts by another protocol', { ...style, glyphs: 'asset://{fontstack}/{range}' }],
    ['fonts of one range', { ...style, glyphs: 'https://a.example/font.pbf' }],
    ['pictures by another protocol', { ...style, sprite: 'blob:https://a.example/x' }],
    ['pictures, one of them by another protocol', { ...style, sprite: [{ id: 'x', url: 'mapbox://sprites/x' }] }],
  ])('is refused with %s', async (_, hostile) => {
    const { facts, asked } = read(hostile);
    await expect(facts).rejects.toMatchObject({ refusal: 'baseMapStyleAddress' });
    // nothing else than the style and what it may name was fetched
    for (const from of asked) expect(from).toMatch(/^https:\/\/(styles|tiles)\.port\.example\//);
  });

  const deep = (open: string, close: string) => `${open.repeat(100_000)}1${close.repeat(100_000)}`;
  it.each<[string, object | string]>([
    ['no JSON', '<html>'],
    ['no object', '[]'],
    ['another version', { ...style, version: 7 }],
    ['no layers', { ...style, layers: {} }],
    ['a layer that is none', { ...style, layers: [null] }],
    ['a layer of a source that is not there', { ...style, layers: [{ id: 'x', type: 'line', source: 'y' }] }],
    ['a value that cannot be drawn', { ...style, layers: [{ ...style.layers[0], paint: { 'background-color': 7 } }] }],
    ['layers without end', { ...style, layers: Array.from({ length: 1001 }, () => style.layers[0]) }],
    [
      'sources without end',
      { ...style, sources: Object.fromEntries(Array.from({ length: 21 }, (_, i) => [i, style.sources.relief])) },
    ],
    [
      'servers without end',
      {
        ...style,
        sources: Object.fromEntries(
          Array.from({ length: 13 }, (_, i) => [i, { type: 'raster', tiles: [`https://a${i}.example/{z}/{x}/{y}`] }]),
        ),
        layers: [style.layers[0]],
      },
    ],
    ['data of its own', withSource({ type: 'geojson', data: 'https://a.example/x.json' })],
    ['a film', withSource({ type: 'video', urls: ['https://a.example/x'] })],
    [
      'depths that nobody walks',
      `{"version":8,"sources":{},"layers":[{"id":"x","type":"line","filter":${deep('[', ']')}}]}`,
    ],
  ])('that is %s is refused', async (_, wrong) => {
    await expect(read(wrong).facts).rejects.toMatchObject({ refusal: 'baseMapStyle' });
  });

  it('whose source says nothing of its tiles is refused', async () => {
    await expect(read(style, { source: { tiles: [] } }).facts).rejects.toMatchObject({ refusal: 'baseMapStyle' });
    await expect(read(style, { source: '' }).facts).rejects.toMatchObject({ refusal: 'baseMapStyle' });
  });

  it('that does not come is named by its server, and its key by nobody', async () => {
    await expect(read(style, { address: 'https://a.example/{key}/dead' }).facts).rejects.toMatchObject({
      refusal: 'baseMapStyleAway',
      values: { address: 'https://a.example', fault: 'ECONNREFUSED' },
    });
  });
});
