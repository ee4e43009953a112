import { gzipSync } from 'node:zlib';
import { GeoJSONVT } from '@maplibre/geojson-vt';
import { fromGeojsonVt } from '@maplibre/vt-pbf';
import type { Feature, FeatureCollection, Geometry } from 'geojson';
import { pmtiles } from '../../console/basemap/pmtiles.ts';

const collection = (geometry: Geometry, properties: Record<string, string>): FeatureCollection => {
  const one: Feature = { type: 'Feature', properties, geometry };
  return { type: 'FeatureCollection', features: [one] };
};

/** A PMTiles file with a built-up area over half of China, and a motorway through it from west to east: one tile, which serves all zooms. */
export const streetsFile = (): Buffer => {
  const ring = [
    [80, 20],
    [130, 20],
    [130, 45],
    [80, 45],
    [80, 20],
  ];
  const layers = {
    landuse: collection({ type: 'Polygon', coordinates: [ring] }, { class: 'residential' }),
    transportation: collection(
      {
        type: 'LineString',
        coordinates: [
          [80, 33],
          [130, 33],
        ],
      },
      { class: 'motorway' },
    ),
  };
  const cut = Object.entries(layers).flatMap(([name, data]) => {
    const tile = new GeoJSONVT(data, { maxZoom: 0, extent: 4096 }).getTile(0, 0, 0);
    return tile ? [[name, tile]] : [];
  });
  return pmtiles([{ z: 0, x: 0, y: 0, bytes: gzipSync(fromGeojsonVt(Object.fromEntries(cut), { version: 2 })) }], {
    maxZoom: 0,
    centre: [108, 33],
    metadata: { vector_layers: Object.keys(layers).map((id) => ({ id, fields: {} })) },
  });
};
