import { gzipSync } from 'node:zlib';
import { PMTiles, zxyToTileId } from 'pmtiles';
import { expect, test } from 'vitest';
import { pmtiles, tileId } from './pmtiles.ts';

test('tiles are numbered as the reader numbers them', () => {
  for (const [z, x, y] of [
    [0, 0, 0],
    [1, 1, 0],
    [3, 5, 2],
    [7, 106, 52],
  ] as const)
    expect(tileId(z, x, y)).toBe(zxyToTileId(z, x, y));
});

test('every tile is read back, equal ones from one place', async () => {
  const land = gzipSync('land');
  const tiles = Array.from({ length: 64 * 64 }, (_, i) => {
    const [x, y] = [i % 64, Math.floor(i / 64)];
    return { z: 6, x, y, bytes: x % 2 ? land : gzipSync(`tile ${x} ${y}`) };
  });
  const archive = pmtiles(tiles, { maxZoom: 6, metadata: { name: 'test' }, centre: [105, 35] });
  const reader = new PMTiles({
    getKey: () => 'memory',
    getBytes: async (offset, length) => ({ data: new Uint8Array(archive.subarray(offset, offset + length)).buffer }),
  });
  const text = async (x: number, y: number) => Buffer.from((await reader.getZxy(6, x, y))!.data).toString();
  expect(await text(0, 0)).toBe('tile 0 0');
  expect(await text(62, 63)).toBe('tile 62 63');
  expect(await text(63, 63)).toBe('land');
  const header = await reader.getHeader();
  expect([header.numAddressedTiles, header.numTileContents]).toEqual([4096, 2049]);
  expect([header.minZoom, header.maxZoom, header.centerLon]).toEqual([0, 6, 105]);
});
