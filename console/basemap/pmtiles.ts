import { gzipSync } from 'node:zlib';

/** A run of equal tiles: `id` on the Hilbert curve, where its bytes lie. `run` 0 points to a leaf directory. */
interface Entry {
  id: number;
  run: number;
  offset: number;
  length: number;
}

export interface Tile {
  z: number;
  x: number;
  y: number;
  /** gzipped MVT; the same object for equal tiles */
  bytes: Buffer;
}

/** Number of a tile on the Hilbert curve through all zooms, as the PMTiles 3 specification counts. */
export const tileId = (z: number, x: number, y: number): number => {
  let id = (4 ** z - 1) / 3;
  for (let side = 2 ** (z - 1); side >= 1; side /= 2) {
    const right = (x & side) > 0 ? 1 : 0;
    const low = (y & side) > 0 ? 1 : 0;
    id += side * side * ((3 * right) ^ low);
    if (low === 0) {
      if (right === 1) [x, y] = [side - 1 - x, side - 1 - y];
      [x, y] = [y, x];
    }
  }
  return id;
};

const varint = (out: number[], n: number): void => {
  while (n > 127) {
    out.push((n % 128) | 128);
    n = Math.floor(n / 128);
  }
  out.push(n);
};

const directory = (entries: Entry[]): Buffer => {
  const out: number[] = [];
  varint(out, entries.length);
  entries.forEach((e, i) => {
    varint(out, e.id - (entries[i - 1]?.id ?? 0));
  });
  for (const e of entries) varint(out, e.run);
  for (const e of entries) varint(out, e.length);
  entries.forEach((e, i) => {
    const before = entries[i - 1];
    varint(out, before && e.offset === before.offset + before.length ? 0 : e.offset + 1);
  });
  return gzipSync(Buffer.from(out), { level: 9 });
};

const HEADER = 127;
/** The root directory has to lie within the first 16 KiB. */
const ROOT_LIMIT = 16_384 - HEADER;
const LEAF = 2048;

const directories = (entries: Entry[]): { root: Buffer; leaves: Buffer } => {
  const root = directory(entries);
  if (root.length <= ROOT_LIMIT) return { root, leaves: Buffer.alloc(0) };
  const leaves: Buffer[] = [];
  const pointers: Entry[] = [];
  for (let i = 0, offset = 0; i < entries.length; i += LEAF) {
    const leaf = directory(entries.slice(i, i + LEAF));
    pointers.push({ id: entries[i]!.id, run: 0, offset, length: leaf.length });
    leaves.push(leaf);
    offset += leaf.length;
  }
  return { root: directory(pointers), leaves: Buffer.concat(leaves) };
};

/** One PMTiles 3 archive of gzipped vector tiles; equal tiles are stored once. Source: protomaps/PMTiles spec v3. */
export const pmtiles = (
  tiles: Tile[],
  {
    maxZoom,
    metadata,
    centre,
    bounds = [-180, -85, 180, 85],
  }: {
    maxZoom: number;
    metadata: object;
    centre: readonly [number, number];
    /** west, south, east, north */
    bounds?: readonly [number, number, number, number];
  },
): Buffer => {
  const places = new Map<Buffer, { offset: number; length: number }>();
  const entries: Entry[] = [];
  let size = 0;
  for (const { id, bytes } of tiles
    .map((t) => ({ id: tileId(t.z, t.x, t.y), bytes: t.bytes }))
    .sort((a, b) => a.id - b.id)) {
    let place = places.get(bytes);
    if (!place) {
      place = { offset: size, length: bytes.length };
      places.set(bytes, place);
      size += bytes.length;
    }
    const last = entries.at(-1);
    if (last && last.id + last.run === id && last.offset === place.offset) last.run++;
    else entries.push({ id, run: 1, ...place });
  }

  const { root, leaves } = directories(entries);
  const meta = gzipSync(JSON.stringify(metadata), { level: 9 });
  const header = Buffer.alloc(HEADER);
  header.write('PMTiles', 0);
  header[7] = 3;
  const metaAt = HEADER + root.length;
  const leavesAt = metaAt + meta.length;
  const dataAt = leavesAt + leaves.length;
  const counts = [tiles.length, entries.length, places.size];
  [HEADER, root.length, metaAt, meta.length, leavesAt, leaves.length, dataAt, size, ...counts].forEach((n, i) => {
    header.writeBigUInt64LE(BigInt(n), 8 + i * 8);
  });
  // clustered; directories gzip; tiles gzip; tiles MVT; zooms; bounds and centre in 1e-7 degrees
  header.set([1, 2, 2, 1, 0, maxZoom], 96);
  bounds.forEach((degrees, i) => {
    header.writeInt32LE(Math.round(degrees * 1e7), 102 + i * 4);
  });
  header[118] = 3;
  header.writeInt32LE(Math.round(centre[0] * 1e7), 119);
  header.writeInt32LE(Math.round(centre[1] * 1e7), 123);
  return Buffer.concat([header, root, meta, leaves, ...places.keys()]);
};
