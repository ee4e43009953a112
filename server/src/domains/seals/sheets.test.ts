import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { runningNumbers } from '@plomb/contract/seals/number';
import { type Preset, perSheet, presets, type Sheet } from '@plomb/contract/seals/sheet';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { beforeAll, describe, expect, it } from 'vitest';
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';
import { labelPdf, type Printed } from '../../../../console/src/domains/seals/labels/pdf.ts';
import { type Picture, type Read, readSheet } from '../../../../console/src/domains/seals/labels/readSheet.ts';
import { openLabels } from './label.ts';

const { resolve } = createRequire(import.meta.url);
const signed = openLabels({ keyFor: () => Buffer.alloc(32, 7) });
const run = (count: number): Printed[] => {
  const running = runningNumbers(400, count);
  return Array.from({ length: count }, (_, nth) => {
    const number = `NB 4472 ${running.at(nth)}`;
    return { number, payload: signed.payload(number) };
  });
};

beforeAll(async () => {
  const bytes = await readFile(resolve('zxing-wasm/reader/zxing_reader.wasm'));
  await prepareZXingModule({ overrides: { wasmBinary: bytes.buffer as ArrayBuffer }, fireImmediately: true });
});

/** What the library draws on where there is no browser. */
interface CanvasFactory {
  create(width: number, height: number): { context: CanvasRenderingContext2D };
}
interface CanvasRenderingContext2D {
  getImageData(x: number, y: number, width: number, height: number): Picture;
}
/** The pages of a PDF as a printer of so many dots an inch has them. */
const printed = async (pdf: Uint8Array, dpi: number): Promise<Picture[]> => {
  const task = getDocument({ data: pdf, useSystemFonts: false, verbosity: 0 });
  const document = await task.promise;
  const pages: Picture[] = [];
  for (let nth = 1; nth <= document.numPages; nth++) {
    const page = await document.getPage(nth);
    const viewport = page.getViewport({ scale: dpi / 72 });
    const { context } = (document.canvasFactory as CanvasFactory).create(
      Math.round(viewport.width),
      Math.round(viewport.height),
    );
    await page.render({ canvas: null, canvasContext: context as never, viewport }).promise;
    const { data, width, height } = context.getImageData(0, 0, Math.round(viewport.width), Math.round(viewport.height));
    pages.push({ data: new Uint8ClampedArray(data), width, height });
  }
  await task.destroy();
  return pages;
};
/** The same noise every time: each dot lighter or darker by up to so much, and one of two hundred black or white. */
const noisy = ({ data, width, height }: Picture, by: number): Picture => {
  let seed = 42;
  const random = (): number => {
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
    return seed / 2 ** 32;
  };
  const dots = new Uint8ClampedArray(data.length);
  for (let at = 0; at < data.length; at += 4) {
    const lost = random() < 0.005 ? (random() < 0.5 ? -255 : 255) : 0;
    const shift = (random() * 2 - 1) * by + lost;
    for (let colour = 0; colour < 3; colour++) dots[at + colour] = data[at + colour]! + shift;
    dots[at + 3] = 255;
  }
  return { data: dots, width, height };
};
const scan: Read = async (picture, most) => {
  const found = await readBarcodes(picture as ImageData, {
    ...{ formats: ['QRCode'], tryHarder: true, maxNumberOfSymbols: most },
  });
  // as a telephone does it: only what has our signature counts
  return found.map(({ text }) => text).filter((text) => signed.read(text)?.genuine);
};
/** The numbers of the labels that the scanner reads on the pages of a run. */
const readBack = async (pages: readonly Picture[], sheet: Sheet, labels: readonly Printed[]): Promise<string[]> => {
  const found: string[] = [];
  for (const [nth, page] of pages.entries()) {
    const here = labels.slice(nth * perSheet(sheet), (nth + 1) * perSheet(sheet));
    const readable = await readSheet(
      page,
      sheet,
      here.map(({ payload }) => payload),
      scan,
    );
    found.push(...here.filter((_, at) => readable[at]).map(({ number }) => number));
  }
  return found;
};
const numbersOf = (labels: readonly Printed[]): string[] => labels.map(({ number }) => number);

describe('a printed sheet', () => {
  const looks: [string, number, number][] = [
    ['at 300 dpi', 300, 0],
    ['at 150 dpi', 150, 0],
    ['at 150 dpi with noise', 150, 60],
  ];
  it.each(looks)('is read back, every label, with its signature: %s', async (_, dpi, noise) => {
    const labels = run(perSheet(presets['7x9']) + 3);
    const pages = await printed(await labelPdf(presets['7x9'], labels, { text: 'ISO 17712 H' }, 'labels'), dpi);
    expect(pages).toHaveLength(2);
    const seen = pages.map((page) => (noise ? noisy(page, noise) : page));
    expect(await readBack(seen, presets['7x9'], labels)).toEqual(numbersOf(labels));
  });
  it.each(Object.keys(presets) as Preset[])('of %s is read back at 150 dpi', async (preset) => {
    const labels = run(perSheet(presets[preset]));
    const pages = await printed(await labelPdf(presets[preset], labels, { text: 'ISO 17712 H' }, 'labels'), 150);
    expect(await readBack(pages, presets[preset], labels)).toEqual(numbersOf(labels));
  });
  it('is true to the millimetre', async () => {
    const sheet: Sheet = presets['3x8'];
    const [page] = await printed(await labelPdf(sheet, run(1), { text: 'ISO 17712 H' }, 'labels'), 254);
    expect([page!.width, page!.height]).toEqual([2100, 2970]);
    const dark = (x: number, y: number): boolean =>
      page!.data[4 * (Math.round(y * 10) * page!.width + Math.round(x * 10))]! < 128;
    // the corners of its code, a tenth of a millimetre within and without
    const [left, top] = [sheet.left + (sheet.cellWidth - sheet.code) / 2, sheet.top + sheet.above];
    expect(dark(left + 0.1, top + 0.1)).toBe(true);
    expect(dark(left + sheet.code - 0.2, top + 0.1)).toBe(true);
    expect(dark(left - 0.2, top + 0.1)).toBe(false);
    expect(dark(left + 0.1, top - 0.2)).toBe(false);
    expect(dark(left + sheet.code + 0.1, top + 0.1)).toBe(false);
    expect(dark(left + 0.1, top + sheet.code + 0.1)).toBe(false);
  });
  it('of which a code was altered is not ours', async () => {
    const [label] = run(1);
    const forged = { ...label!, payload: label!.payload.replace('NB4472400', 'NB4472401') };
    const pages = await printed(await labelPdf(presets['7x9'], [forged], { text: 'x' }, 'x'), 150);
    expect(await readBack(pages, presets['7x9'], [forged])).toEqual([]);
    // and one that cannot be read is not taken for read
    expect(await readBack(pages, presets['7x9'], run(2))).toEqual([]);
  });
});
