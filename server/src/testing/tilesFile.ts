import { gzipSync } from 'node:zlib';

const HEADER = 127;
/** A PMTiles file of one small tile, by the specification of version 3; its parts may be anything. */
export const tilesFile = ({
  layers = ['water', 'transportation'],
  kind = 1,
  compression = 2,
  tile = gzipSync(''),
  tileLength = tile.length,
  // one entry: tile 0, a run of one, its length, at 0
  directory = gzipSync(Buffer.of(1, 0, 1, ...varint(tileLength), 1)),
  metadata = gzipSync(JSON.stringify({ vector_layers: layers.map((id) => ({ id, fields: {} })) })),
}: {
  layers?: string[];
  kind?: number;
  compression?: number;
  tile?: Buffer;
  tileLength?: number;
  directory?: Buffer;
  metadata?: Buffer;
} = {}): Buffer => {
  const header = Buffer.alloc(HEADER);
  header.write('PMTiles', 0);
  header[7] = 3;
  const told = HEADER + directory.length;
  const end = told + metadata.length;
  [HEADER, directory.length, told, metadata.length, end, 0, end, tile.length, 1, 1, 1].forEach((n, i) => {
    header.writeBigUInt64LE(BigInt(n), 8 + i * 8);
  });
  [1, 2, compression, kind, 0, 14].forEach((n, i) => {
    header[96 + i] = n;
  });
  return Buffer.concat([header, directory, metadata, tile]);
};
const varint = (n: number): number[] => (n > 127 ? [(n % 128) | 128, ...varint(Math.floor(n / 128))] : [n]);
