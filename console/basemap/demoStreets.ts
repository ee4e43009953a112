import { resolve } from 'node:path';
import { gzipSync } from 'node:zlib';
import { GeoJSONVT, type GeoJSONVTTile } from '@maplibre/geojson-vt';
import { fromGeojsonVt } from '@maplibre/vt-pbf';
import type { Feature, FeatureCollection, Geometry } from 'geojson';
import { pmtiles, type Tile } from './pmtiles.ts';

/** South-western corner of a town that is made up, beside the motorway from Shanghai to Suzhou, and the sides of its blocks in degrees. */
const [WEST, SOUTH] = [120.945, 31.362];
const [WIDE, HIGH] = [0.0042, 0.0034];
const [ACROSS, UP] = [16, 14];
const FROM = 7;
const MAX_ZOOM = 13;

type At = [number, number];
/** The grid leans and bends a little, as towns do. */
const at = (x: number, y: number): At => [
  Math.round((WEST + x * WIDE + y * 0.0006 + Math.sin(y / 3) * 0.0005) * 1e5) / 1e5,
  Math.round((SOUTH + y * HIGH - x * 0.0003 + Math.sin(x / 4) * 0.0006) * 1e5) / 1e5,
];
const steps = (count: number): number[] => Array.from({ length: count + 1 }, (_, i) => i);
const along = (y: number, from = 0, to = ACROSS): At[] => steps(to - from).map((i) => at(from + i, y));
const upward = (x: number, from = 0, to = UP): At[] => steps(to - from).map((i) => at(x, from + i));
const ring = (x: number, y: number, wide: number, high: number): At[][] => [
  [at(x, y), at(x + wide, y), at(x + wide, y + high), at(x, y + high), at(x, y)],
];

const feature = (geometry: Geometry, properties: Record<string, string | number>): Feature => ({
  type: 'Feature',
  properties,
  geometry,
});
const line = (coordinates: At[], properties: Record<string, string>): Feature =>
  feature({ type: 'LineString', coordinates }, properties);
const area = (coordinates: At[][], properties: Record<string, string>): Feature =>
  feature({ type: 'Polygon', coordinates }, properties);
const point = (coordinates: At, properties: Record<string, string>): Feature =>
  feature({ type: 'Point', coordinates }, properties);

const classOf = (i: number): string => (i % 7 === 0 ? 'primary' : i % 3 === 0 ? 'secondary' : 'minor');
const named = (zh: string, en: string) => ({ name: zh, 'name:zh': zh, 'name:en': en });
const avenues = ['东港路', '仓储路', '铅封路', '押运路', '关锁路', '集装箱路'];
const avenuesEn = ['Donggang Rd', 'Warehouse Rd', 'Lead Seal Rd', 'Escort Rd', 'E-lock Rd', 'Container Rd'];

const layers = (): Record<string, Feature[]> => {
  const rows = steps(UP).filter((y) => y !== 9);
  const columns = steps(ACROSS);
  const streets = [
    ...rows.map((y) => line(along(y), { class: classOf(y) })),
    ...columns.map((x) => line(upward(x), { class: classOf(x) })),
    line([at(-6, -1.6), at(2, -1.2), at(9, -1.5), at(22, -1)], { class: 'motorway' }),
    line([at(-5, 4.5), at(4, 4.5), at(11, 4.6), at(21, 4.4)], { class: 'rail' }),
  ];
  const bold = [...rows.filter((y) => classOf(y) !== 'minor')].map((y, i) =>
    line(along(y), named(avenues[i % 6] ?? '', avenuesEn[i % 6] ?? '')),
  );
  const blocks = rows
    .slice(0, -1)
    .flatMap((y) =>
      columns
        .slice(0, -1)
        .flatMap((x) =>
          (x * 7 + y * 5) % 4 === 0 || y === 8
            ? []
            : [0.16, 0.56].map((dx) =>
                area(ring(x + dx, y + 0.2, 0.26, 0.3 + ((x + y) % 3) * 0.1), { kind: 'building' }),
              ),
        ),
    );
  return {
    landuse: [
      area(ring(0, 0, ACROSS, 8), { class: 'residential' }),
      area(ring(0, 10, 7, 4), { class: 'industrial' }),
      area(ring(9, 10, 7, 4), { class: 'commercial' }),
    ],
    park: [area(ring(7, 10, 2, 4), { class: 'park' }), area(ring(3, 2, 2, 1), { class: 'park' })],
    water: [
      area([[at(-5, 8.7), at(6, 8.5), at(21, 8.9), at(21, 9.3), at(6, 9.1), at(-5, 9.3), at(-5, 8.7)]], {
        class: 'river',
      }),
    ],
    building: blocks,
    transportation: streets,
    transportation_name: bold,
    place: [
      point(at(8, 7), { class: 'town', ...named('演示镇', 'Demonstration Town') }),
      point(at(3, 12), { class: 'suburb', ...named('物流园区', 'Logistics park') }),
      point(at(12, 3), { class: 'suburb', ...named('港前新村', 'Harbour village') }),
    ],
  };
};

const tileAt = ([lon, lat]: At, z: number): [number, number] => [
  Math.floor(((lon + 180) / 360) * 2 ** z),
  Math.floor(((1 - Math.log(Math.tan(Math.PI / 4 + (lat * Math.PI) / 360)) / Math.PI) / 2) * 2 ** z),
];

/** Streets of a town that is made up, with the layers of OpenMapTiles: what a base map of one's own looks like, for the demonstration. */
export const demoStreets = (): Buffer => {
  const all = layers();
  const indexes = Object.entries(all).map(([name, features]): [string, GeoJSONVT] => {
    const data: FeatureCollection = { type: 'FeatureCollection', features };
    return [name, new GeoJSONVT(data, { maxZoom: MAX_ZOOM, indexMaxZoom: 5, tolerance: 2, buffer: 64 })];
  });
  const tiles: Tile[] = [];
  const [southWest, northEast] = [at(-7, -3), at(23, UP + 2)];
  for (let z = FROM; z <= MAX_ZOOM; z++) {
    const [[x0, y1], [x1, y0]] = [tileAt(southWest, z), tileAt(northEast, z)];
    for (let x = x0; x <= x1; x++)
      for (let y = y0; y <= y1; y++) {
        const cut: Record<string, GeoJSONVTTile> = {};
        for (const [name, index] of indexes) {
          const tile = index.getTile(z, x, y);
          if (tile?.features.length && (z >= 12 || name !== 'building')) cut[name] = tile;
        }
        if (Object.keys(cut).length > 0)
          tiles.push({ z, x, y, bytes: gzipSync(fromGeojsonVt(cut, { version: 2 }), { level: 9 }) });
      }
  }
  return pmtiles(tiles, {
    maxZoom: MAX_ZOOM,
    centre: at(8, 7),
    // its card is drawn by it
    bounds: [...southWest, ...northEast],
    metadata: { name: 'Demonstration', vector_layers: Object.keys(all).map((id) => ({ id, fields: {} })) },
  });
};

export const demoStreetsFile = resolve(import.meta.dirname, '../../server/src/demo/streets.pmtiles');

if (import.meta.main) {
  const { writeFileSync } = await import('node:fs');
  writeFileSync(demoStreetsFile, demoStreets());
}
