import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { gzipSync } from 'node:zlib';
import { GeoJSONVT, type GeoJSONVTTile } from '@maplibre/geojson-vt';
import { fromGeojsonVt } from '@maplibre/vt-pbf';
import type { FeatureCollection } from 'geojson';
import { baseLayers } from './layers.ts';
import { pmtiles, type Tile } from './pmtiles.ts';

const MAX_ZOOM = 7;
const CENTRE = [105, 35] as const;

const cut = (source: Record<string, FeatureCollection>): Tile[] => {
  const indexes = Object.entries(source).map(([name, data]): [string, GeoJSONVT] => [
    name,
    new GeoJSONVT(data, { maxZoom: MAX_ZOOM, indexMaxZoom: MAX_ZOOM, indexMaxPoints: 0, tolerance: 3, buffer: 64 }),
  ]);
  /** Most tiles are all land or all sea: equal ones are compressed and stored once. */
  const seen = new Map<string, Buffer>();
  const tiles: Tile[] = [];
  for (let z = 0; z <= MAX_ZOOM; z++)
    for (let x = 0; x < 2 ** z; x++)
      for (let y = 0; y < 2 ** z; y++) {
        const layers: Record<string, GeoJSONVTTile> = {};
        for (const [name, index] of indexes) {
          const tile = index.getTile(z, x, y);
          if (tile?.features.length) layers[name] = tile;
        }
        if (Object.keys(layers).length === 0) continue;
        const raw = Buffer.from(fromGeojsonVt(layers, { version: 2 }));
        const key = raw.toString('latin1');
        let bytes = seen.get(key);
        if (!bytes) {
          bytes = gzipSync(raw, { level: 9 });
          seen.set(key, bytes);
        }
        tiles.push({ z, x, y, bytes });
      }
  return tiles;
};

/** Writes the offline base map, zooms 0 to 7, to `outFile`; the same sources give the same bytes. */
export const buildBaseMap = (outFile: string): { tiles: number; bytes: number } => {
  const layers = baseLayers();
  const tiles = cut(layers);
  const archive = pmtiles(tiles, {
    maxZoom: MAX_ZOOM,
    centre: CENTRE,
    metadata: {
      name: 'Plomb offline base map',
      attribution: 'Natural Earth, GeoNames, GMT DCW',
      vector_layers: Object.keys(layers).map((id) => ({ id, fields: {} })),
    },
  });
  mkdirSync(dirname(outFile), { recursive: true });
  writeFileSync(outFile, archive);
  return { tiles: tiles.length, bytes: archive.length };
};

if (import.meta.main) {
  const out = resolve(process.argv[2] ?? `${import.meta.dirname}/../public/base/base.pmtiles`);
  const { tiles, bytes } = buildBaseMap(out);
  console.log(`${out}: ${tiles} tiles, ${(bytes / 1e6).toFixed(1)} MB`);
}
