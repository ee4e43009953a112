import { describe, expect, it } from 'vitest';
import { plain } from '../../testing/plain.ts';
import { areaAttributes } from './areas.ts';
import { jt808 } from './messages.ts';

const none = areaAttributes.of({});
const rule = {
  period: { start: '261120080000', end: '261121080000' },
  speed: { limit: 80, seconds: 10 },
} as const;
const both = areaAttributes.of({ timed: true, limited: true });

describe.each([2013, 2019] as const)('areas of the %i edition', (version) => {
  const name = version === 2019 ? { name: '北门' } : {};
  const night = (of: typeof rule) => (version === 2019 ? { ...of, speed: { ...of.speed, night: 60 } } : of);
  const southWest = areaAttributes.of({ south: true, west: true });

  it.each([
    [
      'circle',
      {
        kind: 'setCircles',
        body: {
          action: 1,
          circles: [
            { id: 7, attributes: none, latitude: 31.2304, longitude: 121.4737, radius: 500, ...name },
            { id: 8, attributes: southWest, latitude: -33.4, longitude: -70.6, radius: 20, ...name },
            { id: 9, attributes: both, latitude: 1, longitude: 2, radius: 3, ...night(rule), ...name },
          ],
        },
      },
    ],
    [
      'rectangle',
      {
        kind: 'setRectangles',
        body: {
          action: 0,
          rectangles: [
            { id: 1, attributes: both, top: 32, left: 121, bottom: 31, right: 122, ...night(rule), ...name },
          ],
        },
      },
    ],
    [
      'polygon',
      {
        kind: 'setPolygon',
        body: {
          id: 3,
          attributes: none,
          points: [
            { latitude: 31, longitude: 121 },
            { latitude: 31.5, longitude: 121 },
            { latitude: 31.5, longitude: 121.5 },
          ],
          ...name,
        },
      },
    ],
    ['timed polygon', { kind: 'setPolygon', body: { id: 3, attributes: both, points: [], ...night(rule), ...name } }],
    ['deletion', { kind: 'deleteCircles', body: { ids: [1, 2] } }],
    ['deletion of all', { kind: 'deletePolygons', body: { ids: [] } }],
  ] as const)('a %s is read as it was written', (_, message) => {
    const said = message as unknown as Parameters<typeof jt808.encode>[0];
    const bytes = jt808.encode(said, version);
    expect(plain(jt808.decode(jt808.idOf(said), version, bytes))).toEqual(plain(said));
    const { parts } = jt808.explain(jt808.idOf(said), version, bytes);
    expect(parts.reduce((sum, { hex }) => sum + hex.length / 2, 0)).toBe(bytes.length);
  });
});
