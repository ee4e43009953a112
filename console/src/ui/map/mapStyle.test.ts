import { latest, type StyleSpecification, validateStyleMin } from '@maplibre/maplibre-gl-style-spec';
import { describe, expect, test } from 'vitest';
import { areaLayers, areaSources } from './areaLayers.ts';
import { baseLayers, baseSource } from './baseStyle.ts';
import { hitLayers, lockLayers, lockSources } from './lockLayers.ts';

const style = (mode: 'light' | 'dark', lang: 'zh' | 'en'): StyleSpecification => ({
  version: 8,
  sources: { base: baseSource('https://example.org/base.pmtiles'), ...areaSources, ...lockSources },
  layers: [...baseLayers(mode, lang), ...areaLayers(mode, '#1890ff'), ...lockLayers(mode, '#1890ff')],
});

describe.each(['light', 'dark'] as const)('%s', (mode) => {
  test('the style is valid', () => {
    expect(validateStyleMin(style(mode, 'zh'), latest).map((e) => e.message)).toEqual([]);
  });

  test('another theme or language changes how layers look, not which there are', () => {
    const ids = (s: StyleSpecification): string[] => s.layers.map((l) => l.id);
    expect(ids(style(mode, 'en'))).toEqual(ids(style('light', 'zh')));
  });
});

test('what can be hit is drawn', () => {
  const drawn = style('light', 'en').layers.map((l) => l.id);
  for (const id of hitLayers) expect(drawn).toContain(id);
});
