import type { Datum } from '@plomb/contract/basemaps/baseMaps';
import type { GetResourceResponse, RequestParameters } from 'maplibre-gl';
import type { LngLat } from './marks.ts';

/**
 * Tiles of other servers are fetched by the page itself and not by the map's worker, whose script a browser keeps with an older list of
 * servers it may ask; and pictures in a vendor's datum are put together here, so that all else on the map is WGS-84.
 */
export const tileAddress = (datum: Datum, address: string): string =>
  datum === 'wgs84' ? `tiles://wgs84/${address}` : `tiles://${datum}/{z}/{x}/{y}/${encodeURIComponent(address)}`;

const SIDE = 256;
const nothing: GetResourceResponse<ArrayBuffer> = { data: new ArrayBuffer(0) };

/** What the addresses of all its tiles have in common. */
const alike = (address: string): string => address.replace(/\{[a-z]\}|\d+/g, '#');
/** Those that gave a tile, and those that said of one that there is none. */
const gave = new Set<string>();
const gaveNone = new Set<string>();
/** Whether these have been asked, and have said of every tile that there is none: nothing of them is seen. */
export const isBlank = (addresses: readonly string[]): boolean =>
  addresses.some((one) => gaveNone.has(alike(one))) && !addresses.some((one) => gave.has(alike(one)));

const fetched = async (address: string, signal: AbortSignal): Promise<ArrayBuffer | null> => {
  const answer = await fetch(address, { signal, credentials: 'omit', referrerPolicy: 'strict-origin' });
  // beyond its edges a map has no tiles
  if (answer.status === 404 || answer.status === 204) {
    gaveNone.add(alike(address));
    return null;
  }
  if (!answer.ok) throw new Error(`a tile is refused with ${answer.status}`);
  gave.add(alike(address));
  return answer.arrayBuffer();
};

/** In tiles of a zoom, by Mercator. */
const tileOf = ([lon, lat]: LngLat, z: number): [number, number] => {
  const y = Math.log(Math.tan(Math.PI / 4 + (lat * Math.PI) / 360));
  return [((lon + 180) / 360) * 2 ** z, ((1 - y / Math.PI) / 2) * 2 ** z];
};
const placeOf = (x: number, y: number, z: number): LngLat => [
  (x / 2 ** z) * 360 - 180,
  (Math.atan(Math.sinh(Math.PI * (1 - (2 * y) / 2 ** z))) * 180) / Math.PI,
];

/** Where the left upper corner of a tile lies among the vendor's, in tiles; by its middle, whose shift is the whole tile's. */
export const cornerIn = (
  shifted: (at: LngLat) => LngLat,
  z: number,
  x: number,
  y: number,
): readonly [number, number] => {
  const [sx, sy] = tileOf(shifted(placeOf(x + 0.5, y + 0.5, z)), z);
  return [sx - 0.5, sy - 0.5];
};

const composed = async (datum: Datum, z: number, x: number, y: number, address: string, signal: AbortSignal) => {
  const { toDatum } = await import('./datum.ts');
  const [left, top] = cornerIn((at) => toDatum(datum, at), z, x, y);
  const [x0, y0] = [Math.floor(left), Math.floor(top)];
  const canvas = new OffscreenCanvas(SIDE, SIDE);
  const pen = canvas.getContext('2d');
  if (!pen) throw new Error('nothing can be drawn on');
  const wanted = [0, 1].flatMap((i) => [0, 1].map((j) => [x0 + i, y0 + j] as const));
  await Promise.all(
    wanted.map(async ([tx, ty]) => {
      const [px, py] = [Math.round((tx - left) * SIDE), Math.round((ty - top) * SIDE)];
      if (px >= SIDE || py >= SIDE || ty < 0 || ty >= 2 ** z) return;
      const bytes = await fetched(
        address.replace('{z}', String(z)).replace('{x}', String(tx)).replace('{y}', String(ty)),
        signal,
      );
      if (bytes) pen.drawImage(await createImageBitmap(new Blob([bytes])), px, py, SIDE, SIDE);
    }),
  );
  return { data: await (await canvas.convertToBlob()).arrayBuffer() };
};

/** Answers what `tileAddress` names. */
export const fetchTile = async (
  { url }: RequestParameters,
  gone: AbortController,
): Promise<GetResourceResponse<ArrayBuffer>> => {
  const [, datum = '', rest = ''] = /^tiles:\/\/(wgs84|gcj02)\/(.*)$/s.exec(url) ?? [];
  if (datum === 'wgs84') {
    const data = await fetched(rest, gone.signal);
    return data ? { data } : nothing;
  }
  const [, z, x, y, address = ''] = /^(\d+)\/(\d+)\/(\d+)\/(.*)$/s.exec(rest) ?? [];
  return composed(datum as Datum, Number(z), Number(x), Number(y), decodeURIComponent(address), gone.signal);
};
