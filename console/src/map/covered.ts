import type { BaseMap } from './baseMap.ts';
import type { LngLat } from './marks.ts';
import { absolute } from './streetStyle.ts';

/** West, south, east, north of what a map file holds, as its head says; null: it does not say, as tiles of a server never do. */
export type Bounds = readonly [number, number, number, number];

/** Pixels of a picture of a map. */
export const STILL = { width: 320, height: 168 } as const;

/** A place to look at a map by, and from how far. */
export interface Look {
  at: LngLat;
  zoom: number;
}

/** The place that was asked for where the map has it, else all that the map has, as a picture of so many pixels takes it in. */
export const lookAt = (
  wanted: Look,
  bounds: Bounds | null,
  { width, height }: { width: number; height: number },
): Look => {
  if (!bounds) return wanted;
  const [west, south, east, north] = bounds;
  const [lng, lat] = wanted.at;
  if (west >= east || south >= north || (lng >= west && lng <= east && lat >= south && lat <= north)) return wanted;
  const at: LngLat = [(west + east) / 2, (south + north) / 2];
  // the world is 512 pixels wide at zoom 0, and a degree of latitude is wider than one of longitude by this
  const degrees = Math.max((east - west) / width, (north - south) / Math.cos((at[1] * Math.PI) / 180) / height);
  return { at, zoom: Math.min(wanted.zoom, Math.max(0, Math.log2(360 / 512 / degrees))) };
};

/** Reads the head of a map file; a file that does not come is told of by whoever draws it. */
export const boundsOf = async ({ kind, tiles }: BaseMap): Promise<Bounds | null> => {
  const [address] = tiles.en;
  if ((kind !== 'upload' && kind !== 'pmtiles') || address === undefined) return null;
  const { PMTiles } = await import('pmtiles');
  const head = await new PMTiles(absolute(address)).getHeader().catch(() => null);
  return head && [head.minLon, head.minLat, head.maxLon, head.maxLat];
};
