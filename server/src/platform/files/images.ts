import { fileTypeFromBuffer } from 'file-type';
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

/** By its content; the name and the type an upload claims count for nothing. One that moves is kept as its first picture. */
export const imageTypeOf = async (bytes: Uint8Array): Promise<CleanImage['type'] | null> => {
  const mime = (await fileTypeFromBuffer(bytes))?.mime;
  if (mime === 'image/jpeg') return 'image/jpeg';
  return mime === 'image/png' || mime === 'image/apng' ? 'image/png' : null;
};

/** Decodes, turns upright, bounds both sides to `side` pixels, and encodes without metadata. */
export const cleanImage = async (bytes: Uint8Array, side: number): Promise<CleanImage> => {
  const type = await imageTypeOf(bytes);
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
