import { TerraDraw, type TerraDrawExtend } from 'terra-draw';
import { expect, it } from 'vitest';
import { CircleMode } from './circleMode.ts';
import { circleOf } from './drawn.ts';

it('is drawn by two touches, between which nothing moves', () => {
  let heard!: TerraDrawExtend.TerraDrawCallbacks;
  const nothing = () => undefined;
  const adapter = {
    ...{ unregister: nothing, render: nothing, clear: nothing, setCursor: nothing, setDoubleClickToZoom: nothing },
    register(callbacks: TerraDrawExtend.TerraDrawCallbacks) {
      heard = callbacks;
      callbacks.onReady?.();
    },
    project: (lng: number, lat: number) => ({ x: lng * 1000, y: lat * 1000 }),
    unproject: (x: number, y: number) => ({ lng: x / 1000, lat: y / 1000 }),
    getLngLatFromEvent: () => null,
    getMapEventElement: nothing,
    getCoordinatePrecision: () => 9,
  };
  const draw = new TerraDraw({
    adapter: adapter as never,
    modes: [new CircleMode({ projection: 'globe', segments: 72 })],
  });
  draw.start();
  draw.setMode('circle');
  const radii: number[] = [];
  draw.on('finish', (id) => {
    const { geometry } = draw.getSnapshotFeature(id)!;
    const circle = geometry.type === 'Polygon' && circleOf(geometry.coordinates[0]!, null);
    if (circle && circle.shape === 'circle') radii.push(circle.radius);
  });
  for (const lat of [30, 30.01])
    heard.onClick({
      ...{ lng: 120, lat, containerX: 0, containerY: 0, button: 'left' as const, heldKeys: [], isContextMenu: false },
    });
  expect(radii).toHaveLength(1);
  expect(radii[0]).toBeGreaterThan(1100);
  expect(radii[0]).toBeLessThan(1120);
});
