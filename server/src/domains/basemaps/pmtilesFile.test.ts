import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { tilesFile } from '../../testing/tilesFile.ts';
import { readerOf, tilesOf } from './pmtilesFile.ts';

const judged = (bytes: Buffer) =>
  tilesOf(
    readerOf(async function* () {
      for (let at = 0; at < bytes.length; at += 50) yield bytes.subarray(at, at + 50);
    }),
    bytes.length,
  );
const changed = (change: (bytes: Buffer) => unknown): Buffer => {
  const bytes = Buffer.from(tilesFile());
  change(bytes);
  return bytes;
};

it('says what it holds, however it comes', async () => {
  expect(await judged(tilesFile())).toEqual({ tile_schema: 'openmaptiles', min_zoom: 0, max_zoom: 14 });
  expect(await judged(tilesFile({ layers: ['earth', 'roads'] }))).toMatchObject({ tile_schema: 'protomaps' });
  expect(await judged(tilesFile({ kind: 4, compression: 1, layers: [] }))).toMatchObject({ tile_schema: 'raster' });
});

describe('is refused', () => {
  it.each<[string, () => Buffer]>([
    ['nothing', () => Buffer.alloc(0)],
    ['another kind of file', () => Buffer.from('%PDF-1.7 '.repeat(50))],
    ['an earlier version', () => changed((b) => b.writeUInt8(2, 7))],
    ['one that was cut short', () => tilesFile().subarray(0, -1)],
    ['a directory beyond its end', () => changed((b) => b.writeBigUInt64LE(2n ** 63n, 16))],
    ['a directory that begins too late', () => changed((b) => b.writeBigUInt64LE(16_380n, 8))],
    ['tiles beyond its end', () => tilesFile({ tileLength: 4000 })],
    ['a tile that fills memory', () => tilesFile({ tileLength: 1 << 30 })],
    ['a directory that unpacks for ever', () => tilesFile({ directory: gzipSync(Buffer.alloc(9 << 20)) })],
    ['a count that no directory has', () => tilesFile({ directory: gzipSync(Buffer.of(255, 255, 255, 255, 127)) })],
    ['a number without an end', () => tilesFile({ directory: gzipSync(Buffer.alloc(40, 255)) })],
    ['metadata that unpack for ever', () => tilesFile({ metadata: gzipSync(Buffer.alloc(20 << 20, 32)) })],
    ['metadata that are none', () => tilesFile({ metadata: gzipSync('{"vector_layers":') })],
    ['zooms the wrong way round', () => changed((b) => b.writeUInt8(15, 100))],
  ])('%s', async (_, file) => {
    await expect(judged(file())).rejects.toMatchObject({ refusal: 'baseMapFile' });
  });
  it('tiles that browsers do not unpack', async () => {
    await expect(judged(tilesFile({ compression: 4 }))).rejects.toMatchObject({ refusal: 'baseMapTiles' });
    await expect(judged(tilesFile({ kind: 2, compression: 2 }))).rejects.toMatchObject({ refusal: 'baseMapTiles' });
  });
  it('layers that no style of ours draws', async () => {
    await expect(judged(tilesFile({ layers: ['x'] }))).rejects.toMatchObject({ refusal: 'baseMapLayers' });
  });
});
