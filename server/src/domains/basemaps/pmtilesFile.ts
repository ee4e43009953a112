import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import type { TileSchema } from '@plomb/contract/basemaps/baseMaps';

/** Why a file is no base map: a refusal's name. */
export class NotTiles extends Error {
  readonly refusal: 'baseMapFile' | 'baseMapTiles' | 'baseMapLayers';
  constructor(refusal: NotTiles['refusal']) {
    super(refusal);
    this.refusal = refusal;
  }
}
export interface TilesFacts {
  tile_schema: TileSchema;
  min_zoom: number;
  max_zoom: number;
}
/** Bytes of a file from a place on; fewer where it ends before. */
export type Read = (start: number, length: number) => Promise<Buffer>;

const HEADER = 127;
/** Where the first directory has to end, as the format asks. */
const ROOT_END = 16_384;
const MOST = { directory: 1 << 20, entries: 100_000, metadata: 4 << 20, text: 16 << 20, tile: 8 << 20 } as const;
const MVT = 1;
/** Of what browsers draw: PNG, JPEG, WebP. */
const PICTURES = [2, 3, 4];
const PLAIN = 1;
const GZIP = 2;

const unpack = async (bytes: Buffer, compression: number, most: number): Promise<Buffer> =>
  compression === GZIP ? promisify(gunzip)(bytes, { maxOutputLength: most }) : bytes;

/** Numbers of the format: seven bits a byte, the last without the eighth. */
const numbersOf = (bytes: Buffer): (() => number) => {
  let at = 0;
  return () => {
    let [value, factor] = [0, 1];
    for (;;) {
      const byte = bytes[at++];
      if (byte === undefined || factor > 2 ** 49) throw new NotTiles('baseMapFile');
      value += (byte & 127) * factor;
      if (byte < 128) return value;
      factor *= 128;
    }
  };
};

/** Each tile, and each further directory, lies within its part of the file. */
const checkDirectory = (bytes: Buffer, tiles: number, leaves: number): void => {
  const next = numbersOf(bytes);
  const count = next();
  if (count === 0 || count > MOST.entries) throw new NotTiles('baseMapFile');
  const column = () => Array.from({ length: count }, next);
  column(); // their numbers, as differences
  const [runs, lengths, offsets] = [column(), column(), column()];
  let end = 0;
  for (let i = 0; i < count; i++) {
    const [run, length, told] = [runs[i]!, lengths[i]!, offsets[i]!];
    const start = told === 0 && i > 0 ? end : told - 1;
    end = start + length;
    const isLeaf = run === 0;
    const most = isLeaf ? MOST.directory : MOST.tile;
    if (start < 0 || length === 0 || length > most || end > (isLeaf ? leaves : tiles))
      throw new NotTiles('baseMapFile');
  }
};

const schemaOf = (metadata: unknown): TileSchema => {
  const layers =
    typeof metadata === 'object' &&
    metadata !== null &&
    'vector_layers' in metadata &&
    Array.isArray(metadata.vector_layers)
      ? new Set(metadata.vector_layers.map((layer: { id?: unknown } | null) => layer?.id))
      : new Set();
  if (layers.has('transportation')) return 'openmaptiles';
  if (layers.has('roads')) return 'protomaps';
  throw new NotTiles('baseMapLayers');
};

/** What a PMTiles file of version 3 holds, by its head; throws `NotTiles` where browsers could not draw it, or would read beyond it. */
export const tilesOf = async (read: Read, bytes: number): Promise<TilesFacts> => {
  const header = await read(0, HEADER);
  if (header.length < HEADER || header.toString('latin1', 0, 7) !== 'PMTiles' || header[7] !== 3)
    throw new NotTiles('baseMapFile');
  const long = (at: number): number => Number(header.readBigUInt64LE(at));
  const part = (at: number) => ({ start: long(at), length: long(at + 8) });
  const [root, metadata, leaves, tiles] = [part(8), part(24), part(40), part(56)];
  for (const { start, length } of [root, metadata, leaves, tiles])
    if (length > 0 && (start < HEADER || start + length > bytes)) throw new NotTiles('baseMapFile');
  if (root.length === 0 || root.start + root.length > ROOT_END || metadata.length > MOST.metadata)
    throw new NotTiles('baseMapFile');
  const [, , , , min_zoom = 0, max_zoom = 0] = header.subarray(96, 102);
  const [, internal = 0, compression = 0, kind = 0] = header.subarray(96, 100);
  if (min_zoom > max_zoom || max_zoom > 22) throw new NotTiles('baseMapFile');
  if (![PLAIN, GZIP].includes(internal)) throw new NotTiles('baseMapTiles');
  const isVector = kind === MVT;
  if (isVector ? ![PLAIN, GZIP].includes(compression) : !PICTURES.includes(kind)) throw new NotTiles('baseMapTiles');
  // pictures are packed already: packed once more, no browser opens them
  if (!isVector && compression > PLAIN) throw new NotTiles('baseMapTiles');
  const opened = async ({ start, length }: typeof root, most: number): Promise<Buffer> =>
    unpack(await read(start, length), internal, most).catch(() => {
      throw new NotTiles('baseMapFile');
    });
  checkDirectory(await opened(root, MOST.directory), tiles.length, leaves.length);
  if (!isVector) return { tile_schema: 'raster', min_zoom, max_zoom };
  let told: unknown;
  try {
    told = JSON.parse((await opened(metadata, MOST.text)).toString());
  } catch {
    throw new NotTiles('baseMapFile');
  }
  return { tile_schema: schemaOf(told), min_zoom, max_zoom };
};

/** Of what is read from its beginning only. */
export const readerOf =
  (parts: () => AsyncIterable<Uint8Array>): Read =>
  async (start, length) => {
    const found: Uint8Array[] = [];
    let at = 0;
    for await (const part of parts()) {
      if (at + part.length > start) found.push(part.subarray(Math.max(0, start - at), start + length - at));
      at += part.length;
      if (at >= start + length) break;
    }
    return Buffer.concat(found);
  };
