import { latest, type StyleSpecification, validateStyleMin } from '@maplibre/maplibre-gl-style-spec';
import { describe, expect, test } from 'vitest';
import { areaLayers, areaSources } from './areaLayers.ts';
import type { BaseMap } from './baseMap.ts';
import { baseLayers, baseSource } from './baseStyle.ts';
import { hitLayers, lockLayers, lockSources } from './lockLayers.ts';
import { groundLayers, streetSources } from './streetStyle.ts';

const style = (mode: 'light' | 'dark', lang: 'zh' | 'en', deaf = false): StyleSpecification => ({
  version: 8,
  sources: { base: baseSource('https://example.org/base.pmtiles'), ...areaSources, ...lockSources },
  layers: [...baseLayers(mode, lang), ...areaLayers(mode, '#1890ff'), ...lockLayers(mode, '#1890ff', deaf)],
});

describe.each(['light', 'dark'] as const)('%s', (mode) => {
  test.each([false, true])('the style is valid, deaf %s', (deaf) => {
    expect(validateStyleMin(style(mode, 'zh', deaf), latest).map((e) => e.message)).toEqual([]);
  });

  test('another theme or language changes how layers look, not which there are', () => {
    const ids = (s: StyleSpecification): string[] => s.layers.map((l) => l.id);
    expect(ids(style(mode, 'en'))).toEqual(ids(style('light', 'zh')));
  });
});

describe.each(['openmaptiles', 'protomaps', 'raster'] as const)('streets of %s', (tile_schema) => {
  const base = {
    ...{ id: 7, base_map_name: 'x', kind: 'upload', tile_schema, datum: 'wgs84', min_zoom: 0, max_zoom: 14, key: '' },
    ...{
      is_default: true,
      attribution: '<img src=x onerror=alert(1)>',
      tiles: { zh: ['/basemap/x'], en: ['/basemap/x'] },
    },
  } as const satisfies BaseMap;
  test.each(['zh', 'en'] as const)('are drawn by a valid style in %s, light and dark', (lang) => {
    for (const mode of ['light', 'dark'] as const) {
      const plain = style(mode, lang);
      const whole = {
        ...plain,
        sources: { ...plain.sources, ...streetSources(base, lang) },
        layers: [...groundLayers(base, mode, lang), ...plain.layers.slice(-1)],
      };
      expect(validateStyleMin(whole, latest).map((e) => e.message)).toEqual([]);
    }
  });
  test('leave the names to the offline map where they do not begin yet, and where they do not come', () => {
    const lastNamed = (layers: ReturnType<typeof groundLayers>) => {
      const cities = layers.find(({ id }) => id === 'city-names');
      return [layers.filter(({ type }) => type === 'symbol').length > 0, cities?.maxzoom];
    };
    const begins = tile_schema === 'raster' ? 9 : 10;
    expect(lastNamed(groundLayers({ ...base, min_zoom: 10 }, 'light', 'zh'))).toEqual([true, begins]);
    expect(lastNamed(groundLayers(base, 'light', 'zh', { isAway: true }))).toEqual([true, 19]);
  });
  test('say whose they are in text, whatever that is', () => {
    expect(JSON.stringify(streetSources(base, 'en'))).not.toContain('<');
  });
});

test('tiles are asked for where their address has them, and pictures of all the world name it themselves', () => {
  const base: BaseMap = {
    ...{ id: 7, base_map_name: 'x', kind: 'raster', tile_schema: 'raster', datum: 'wgs84', min_zoom: 0, max_zoom: 14 },
    ...{ key: '', is_default: true, attribution: '', tiles: { zh: ['https://a.example/{z}/{x}/{y}.png'], en: [] } },
  };
  const [source] = Object.values(streetSources(base, 'zh'));
  expect(source).toMatchObject({ tiles: ['tiles://wgs84/https://a.example/{z}/{x}/{y}.png'] });
  const named = groundLayers(base, 'light', 'zh').filter(({ id }) => /^(city|country|province)-names$/.test(id));
  // 0 would be no end at all
  for (const { maxzoom } of named) expect([maxzoom, (maxzoom ?? 24) <= 1]).toEqual([expect.any(Number), true]);
  for (const { maxzoom } of named) expect(maxzoom).toBeGreaterThan(0);
});

test('what can be hit is drawn', () => {
  const drawn = style('light', 'en').layers.map((l) => l.id);
  for (const id of hitLayers) expect(drawn).toContain(id);
});

test('while nothing is heard no marker tells of the present', () => {
  const layer = (id: string, deaf: boolean) =>
    lockLayers('light', '#1890ff', deaf).find((l) => l.id === id) as {
      layout: Record<string, unknown>;
      paint: Record<string, unknown>;
    };
  expect(layer('cluster', true).paint['circle-stroke-opacity']).toBe(0.5);
  for (const source of ['locks', 'selected']) {
    const of = (part: string, deaf: boolean) => layer(`${source}-${part}`, deaf);
    expect(JSON.stringify(of('marker', false).layout['icon-image'])).toContain('connection');
    expect(JSON.stringify(of('marker', true).layout['icon-image'])).not.toContain('connection');
    expect(of('marker', true).paint['icon-opacity']).toBe(0.5);
    expect([of('nose', false), of('nose', true)].map((l) => l.layout.visibility)).toEqual(['visible', 'none']);
    // a speed is such a word; that of an alarm stays
    expect(JSON.stringify(of('label', true).layout['text-field'])).toContain('heading');
    expect(JSON.stringify(of('label', false).layout['text-field'])).not.toContain('heading');
  }
});
