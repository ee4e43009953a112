import { prepareZXingModule, type ReadResult, readBarcodes } from 'zxing-wasm/reader';
import wasm from 'zxing-wasm/reader/zxing_reader.wasm?url';
import type { Read } from './readSheet.ts';

// from this server, never from elsewhere
prepareZXingModule({ overrides: { locateFile: () => wasm } });

const textsOf = (found: readonly ReadResult[]): string[] =>
  found.filter(({ isValid }) => isValid).map(({ text }) => text);
const options = (most: number) => ({ formats: ['QRCode' as const], tryHarder: true, maxNumberOfSymbols: most });

/** Every code of a photo or a scan. */
export const readPhoto = async (photo: Blob): Promise<string[]> => textsOf(await readBarcodes(photo, options(255)));

export const readDrawn: Read = async (picture, most) =>
  textsOf(await readBarcodes(picture as ImageData, options(most)));
