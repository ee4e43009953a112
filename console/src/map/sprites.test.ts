import { createExpression, type ExpressionSpecification } from '@maplibre/maplibre-gl-style-spec';
import { Connection } from '@plomb/contract/lock/connection';
import { bySeverity, stateSigns } from '@plomb/contract/lock/signs';
import { describe, expect, test } from 'vitest';
import { propertiesOf } from './lockFeatures.ts';
import { lockLayers } from './lockLayers.ts';
import { parseSpriteId } from './sprites.ts';

const image = (mode: 'light' | 'dark', layer: string, properties: object): string => {
  const found = lockLayers(mode, '#1890ff').find((l) => l.id === layer);
  if (found?.type !== 'symbol') throw new Error(`${layer} draws no image.`);
  const made = createExpression(found.layout?.['icon-image'] as ExpressionSpecification, `${layer}.layout.icon-image`);
  if (made.result !== 'success') throw new Error('The name of the image does not parse.');
  return String(made.value.evaluate({ zoom: 8 }, { type: 1, properties: { ...properties } }));
};

describe.each(['light', 'dark'] as const)('%s', (mode) => {
  test('every image the layers ask for can be drawn from its name alone', () => {
    for (const status of bySeverity)
      for (const connection of Connection.options) {
        const lock = propertiesOf({
          id: 1,
          at: [0, 0],
          status,
          held: false,
          outOfUse: false,
          connection,
          heading: 1,
          alarm: false,
          label: '',
        });
        const { shape, severity } = stateSigns[status];
        const drawn = (layer: string) => parseSpriteId(image(mode, layer, lock));
        expect(drawn('locks-marker')).toEqual({ kind: 'lock', shape, connection, mode });
        expect(drawn('locks-nose')).toEqual({ kind: 'nose', shape, connection, mode });
        const cluster = { point_count: 5, severity };
        expect(parseSpriteId(image(mode, 'cluster-count', cluster))).toMatchObject({ kind: 'mini', shape, mode });
      }
  });
});

test('a seal the platform holds is drawn as one, in the colour of a seal', () => {
  const held = propertiesOf({
    id: 1,
    at: [0, 0],
    status: 2,
    held: true,
    outOfUse: false,
    connection: 'online',
    heading: null,
    alarm: false,
    label: '',
  });
  expect(parseSpriteId(image('light', 'locks-marker', held))).toMatchObject({ shape: 'held' });
});

test('names of other images are not sprites', () => {
  for (const id of ['', 'label/light', 'lock/round/online/light', 'lock/sealed/online', 'lock/sealed/online/sepia'])
    expect(parseSpriteId(id), id).toBeNull();
});
