import { perSheet, placeOf, type Sheet } from '@plomb/contract/seals/sheet';

export interface Picture {
  data: Uint8ClampedArray<ArrayBuffer>;
  width: number;
  height: number;
}
/** Texts of the codes in a picture, so many at the most. */
export type Read = (picture: Picture, most: number) => Promise<readonly string[]>;

const cut = ({ data, width, height }: Picture, x: number, y: number, w: number, h: number): Picture => {
  const [left, top] = [Math.max(0, Math.floor(x)), Math.max(0, Math.floor(y))];
  const [right, bottom] = [Math.min(width, Math.ceil(x + w)), Math.min(height, Math.ceil(y + h))];
  const part = new Uint8ClampedArray(4 * (right - left) * (bottom - top));
  for (let row = top; row < bottom; row++)
    part.set(data.subarray(4 * (row * width + left), 4 * (row * width + right)), 4 * (row - top) * (right - left));
  return { data: part, width: right - left, height: bottom - top };
};

/** The same in grey, each dot as the middle one of those around it: a dot that does not belong there is gone. */
const smoothed = ({ data, width, height }: Picture): Picture => {
  const dots = new Uint8ClampedArray(data.length);
  const around: number[] = [];
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      around.length = 0;
      for (let dy = -1; dy <= 1; dy++)
        for (let dx = -1; dx <= 1; dx++) {
          const row = Math.min(height - 1, Math.max(0, y + dy));
          around.push(data[4 * (row * width + Math.min(width - 1, Math.max(0, x + dx))) + 1]!);
        }
      const middle = around.sort((a, b) => a - b)[4]!;
      dots.set([middle, middle, middle, 255], 4 * (y * width + x));
    }
  return { data: dots, width, height };
};

/**
 * Which of the labels of a sheet can be read, from the picture of it: all at once, then each that was not found by itself, smoothed. Only what
 * says exactly what it should, signature and all, was read.
 */
export const readSheet = async (
  picture: Picture,
  sheet: Sheet,
  payloads: readonly string[],
  read: Read,
): Promise<boolean[]> => {
  const found = new Set(await read(picture, perSheet(sheet)));
  const dots = picture.width / sheet.width;
  const readable: boolean[] = [];
  for (const [nth, payload] of payloads.slice(0, perSheet(sheet)).entries()) {
    const { x, y } = placeOf(sheet, nth);
    const label = (): Picture =>
      smoothed(cut(picture, x * dots, y * dots, sheet.cellWidth * dots, (sheet.above + sheet.code + sheet.gap) * dots));
    readable.push(found.has(payload) || (await read(label(), 1)).includes(payload));
  }
  return readable;
};
