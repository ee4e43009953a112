import {
  createExpression,
  type ExpressionSpecification,
  latest,
  type StyleSpecification,
  validateStyleMin,
} from '@maplibre/maplibre-gl-style-spec';
import { describe, expect, test } from 'vitest';
import { areaLayers, areaSources } from './areaLayers.ts';
import { baseLayers, baseSource } from './baseStyle.ts';
import { clusterProperties, lockFeature } from './lockFeatures.ts';
import { hitLayers, lockLayers, lockSources } from './lockLayers.ts';
import type { LockMark } from './marks.ts';

const style = (mode: 'light' | 'dark', lang: 'zh' | 'en', selected: number | null): StyleSpecification => ({
  version: 8,
  sources: { base: baseSource('https://example.org/base.pmtiles'), ...areaSources, ...lockSources },
  layers: [...baseLayers(mode, lang), ...areaLayers(mode, '#1890ff'), ...lockLayers(mode, '#1890ff', selected)],
});

describe.each(['light', 'dark'] as const)('%s', (mode) => {
  test('the style is valid', () => {
    expect(validateStyleMin(style(mode, 'zh', 7), latest).map((e) => e.message)).toEqual([]);
  });

  test('another theme or language changes how layers look, not which there are', () => {
    const ids = (s: StyleSpecification): string[] => s.layers.map((l) => l.id);
    expect(ids(style(mode, 'en', null))).toEqual(ids(style('light', 'zh', 7)));
  });
});

test('what can be hit is drawn', () => {
  const drawn = style('light', 'en', null).layers.map((l) => l.id);
  for (const id of hitLayers) expect(drawn).toContain(id);
});

const lock = (status: LockMark['status'], alarm = false): LockMark => ({
  id: 1,
  at: [120, 31],
  status,
  connection: 'online',
  heading: null,
  alarm,
  label: 'A',
});

test('a cluster shows the worst state in it, and any alarm', () => {
  // MapLibre folds with [operator, ['accumulated'], ['get', property]].
  const fold = (name: keyof typeof clusterProperties, members: LockMark[]): number => {
    const expression: ExpressionSpecification = [clusterProperties[name][0], ['accumulated'], ['get', name]];
    const made = createExpression(expression, `clusterProperties.${name}`);
    if (made.result !== 'success') throw new Error('The fold does not parse.');
    return members
      .map((m) => Number(lockFeature(m).properties?.[name]))
      .reduce((accumulated, value) =>
        made.value.evaluate({ zoom: 0, accumulated }, { type: 1, properties: { [name]: value } }),
      );
  };
  expect(fold('severity', [lock(2), lock(0), lock(255)])).toBe(2);
  expect(fold('severity', [lock(2), lock(3), lock(1)])).toBe(4);
  expect(fold('alarm', [lock(2), lock(2, true), lock(2)])).toBe(1);
  expect(fold('alarm', [lock(3), lock(2)])).toBe(0);
});
