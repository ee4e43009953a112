import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { expect, it } from 'vitest';
import { cleanImage, imageTypeOf } from './images.ts';

const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 4, background: { r: 200, g: 30, b: 30, alpha: 0.5 } } });

it('tells jpg and png by their first bytes and nothing else', async () => {
  expect(await imageTypeOf(await picture(4, 4).png().toBuffer())).toBe('image/png');
  expect(await imageTypeOf(await picture(4, 4).jpeg().toBuffer())).toBe('image/jpeg');
  expect(await imageTypeOf(await picture(4, 4).webp().toBuffer())).toBeNull();
  expect(await imageTypeOf(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'))).toBeNull();
  expect(await imageTypeOf(new Uint8Array())).toBeNull();
});

it('bounds both sides and enlarges nothing', async () => {
  const large = await cleanImage(await picture(1200, 600).png().toBuffer(), 512);
  expect([large.width, large.height, large.type]).toEqual([512, 256, 'image/png']);
  const little = await cleanImage(await picture(30, 20).jpeg().toBuffer(), 512);
  expect([little.width, little.height, little.type]).toEqual([30, 20, 'image/jpeg']);
});

it('turns a photograph upright and forgets where it was taken', async () => {
  const taken = await picture(40, 20)
    .jpeg()
    .withExif({ IFD0: { Copyright: 'somebody' }, IFD3: { GPSLatitude: '31/1 13/1 0/1' } })
    .withMetadata({ orientation: 6 })
    .toBuffer();
  const clean = await cleanImage(taken, 512);
  expect([clean.width, clean.height]).toEqual([20, 40]);
  const { exif, icc, xmp, orientation } = await sharp(clean.bytes).metadata();
  expect({ exif, icc, xmp, orientation }).toEqual({
    exif: undefined,
    icc: undefined,
    xmp: undefined,
    orientation: undefined,
  });
});

it('drops what a polyglot carries behind, and inside, the picture', async () => {
  const script = '<script>alert(1)</script>';
  const behind = Buffer.concat([await picture(8, 8).png().toBuffer(), Buffer.from(script)]);
  const inside = await picture(8, 8)
    .jpeg()
    .withExif({ IFD0: { ImageDescription: script } })
    .toBuffer();
  expect(inside.includes(script)).toBe(true);
  for (const bytes of [behind, inside]) expect((await cleanImage(bytes, 512)).bytes.includes('script')).toBe(false);
});

it('refuses what only pretends, is cut, or is of another kind', async () => {
  const png = await picture(64, 64).png().toBuffer();
  for (const bytes of [
    Buffer.concat([png.subarray(0, 8), Buffer.from('<svg onload="alert(1)"/>')]),
    Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), Buffer.from('<html></html>')]),
    png.subarray(0, png.length - 40),
    await picture(8, 8).gif().toBuffer(),
  ])
    await expect(cleanImage(bytes, 512)).rejects.toMatchObject({ code: 'imageRule' });
});

it('refuses a bomb before it unpacks', async () => {
  // 30 000 × 30 000 pixels of one bit: 110 kB that would be 3.6 GB
  const row = Buffer.alloc(1 + 30_000 / 8);
  const bomb = pngOf(30_000, 30_000, deflateSync(Buffer.concat(Array.from({ length: 30_000 }, () => row))));
  expect(bomb.length).toBeLessThan(200_000);
  await expect(cleanImage(bomb, 512)).rejects.toMatchObject({ code: 'imageRule' });
});

/** A greyscale PNG of one bit a pixel. */
const pngOf = (width: number, height: number, data: Buffer): Buffer => {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header[8] = 1;
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('IDAT', data),
    chunk('IEND', Buffer.alloc(0)),
  ]);
};
const chunk = (name: string, data: Buffer): Buffer => {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data]);
  const [size, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  size.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([size, body, sum]);
};
