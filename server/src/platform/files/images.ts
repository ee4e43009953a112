import sharp from 'sharp';
import { Refusal } from '../refusal.ts';

/** A picture as it is kept: drawn anew from its pixels, so that nothing else of the upload survives. */
export interface CleanImage {
  type: 'image/jpeg' | 'image/png';
  bytes: Buffer;
  width: number;
  height: number;
}

// the library reads many formats, some of them programs; only these two decoders may ever see an upload
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer'] });
sharp.cache(false);
sharp.concurrency(1);

/** 24 megapixels, a telephone's photograph; a bomb of some kilobytes that unpacks to gigabytes is refused unread. */
const PIXELS = 24_000_000;

const begins = (bytes: Uint8Array, signature: readonly number[]): boolean => signature.every((b, i) => bytes[i] === b);

/** By its first bytes; the name and the type an upload claims count for nothing. */
export const imageTypeOf = (bytes: Uint8Array): CleanImage['type'] | null => {
  if (begins(bytes, [0xff, 0xd8, 0xff])) return 'image/jpeg';
  if (begins(bytes, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])) return 'image/png';
  return null;
};

/** Decodes, turns upright, bounds both sides to `side` pixels, and encodes without metadata. */
export const cleanImage = async (bytes: Uint8Array, side: number): Promise<CleanImage> => {
  const type = imageTypeOf(bytes);
  if (!type) throw new Refusal('imageRule');
  const picture = sharp(bytes, { limitInputPixels: PIXELS, failOn: 'error', sequentialRead: true })
    .autoOrient()
    .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true });
  const encoded = type === 'image/png' ? picture.png({ compressionLevel: 9 }) : picture.jpeg({ quality: 85 });
  try {
    const { data, info } = await encoded.toBuffer({ resolveWithObject: true });
    return { type, bytes: data, width: info.width, height: info.height };
  } catch {
    throw new Refusal('imageRule'); // cut, damaged, too many pixels: not a picture that can be kept
  }
};
