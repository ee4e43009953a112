import { perSheet, placeOf, type Sheet } from '@plomb/contract/seals/sheet';
import { codeOf } from './code.ts';
import type { Note, Printed } from './pdf.ts';
import { type Picture, readSheet } from './readSheet.ts';

/** As a plain office printer has it: what is read at this is read at more. */
const DPI = 150;

const canvasOf = (width: number, height: number): CanvasRenderingContext2D => {
  const context = Object.assign(document.createElement('canvas'), { width, height }).getContext('2d');
  if (!context) throw new Error('This browser draws no pictures.');
  return context;
};

/** One sheet as the printer has it. */
const drawn = (sheet: Sheet, labels: readonly Printed[]): Picture => {
  const dots = DPI / 25.4;
  const [width, height] = [Math.round(sheet.width * dots), Math.round(sheet.height * dots)];
  const context = canvasOf(width, height);
  context.fillStyle = '#fff';
  context.fillRect(0, 0, width, height);
  context.fillStyle = '#000';
  for (const [nth, { payload, number }] of labels.entries()) {
    const { code, middle, numberBase } = placeOf(sheet, nth);
    const { modules, runs } = codeOf(payload);
    const module = (sheet.code / modules) * dots;
    for (const { x, y, width: long } of runs)
      context.fillRect(code.x * dots + x * module, code.y * dots + y * module, long * module, module);
    context.font = `bold ${(sheet.text * dots) / 0.7}px monospace`;
    context.textAlign = 'center';
    context.fillText(number, middle * dots, numberBase * dots, sheet.cellWidth * dots);
  }
  return context.getImageData(0, 0, width, height);
};

/** Reads every label of a run back from its sheets as they are drawn; `told` hears of each sheet which could be read. */
export const readBack = async (
  sheet: Sheet,
  labels: readonly Printed[],
  told: (from: number, readable: readonly boolean[]) => void,
): Promise<void> => {
  const { readDrawn } = await import('./reader.ts');
  for (let from = 0; from < labels.length; from += perSheet(sheet)) {
    const here = labels.slice(from, from + perSheet(sheet));
    const payloads = here.map(({ payload }) => payload);
    told(from, await readSheet(drawn(sheet, here), sheet, payloads, readDrawn));
  }
};

/** The codes of photos or scans of what came out of the printer. */
export const readPaper = async (photos: readonly Blob[]): Promise<Set<string>> => {
  const { readPhoto } = await import('./reader.ts');
  const found = new Set<string>();
  for (const photo of photos) for (const text of await readPhoto(photo)) found.add(text);
  return found;
};

/** Letters that the fonts of every printer have. Source: PDF 1.7, annex D.2 (WinAnsi without its higher signs). */
const isLatin = (text: string): boolean => /^[\x20-\x7e\xa0-\xff]*$/.test(text);
/** Dots of a line that is a picture: 600 an inch for three millimetres. */
const NOTE_DOTS = 72;

/** The line below the number; what no printer's font has is drawn by the browser's. */
const noteOf = async (text: string): Promise<Note> => {
  if (isLatin(text)) return { text };
  const font = `${NOTE_DOTS * 0.85}px sans-serif`;
  const measure = canvasOf(1, 1);
  measure.font = font;
  const width = Math.ceil(measure.measureText(text).width) + 4;
  const context = canvasOf(width, NOTE_DOTS);
  context.font = font;
  context.textBaseline = 'middle';
  context.fillText(text, 2, NOTE_DOTS / 2);
  const blob = await new Promise<Blob | null>((done) => context.canvas.toBlob(done, 'image/png'));
  if (!blob) throw new Error('This browser draws no pictures.');
  return { png: new Uint8Array(await blob.arrayBuffer()), ratio: width / NOTE_DOTS };
};

/** The run as a file to be printed. */
export const fileOf = async (sheet: Sheet, labels: readonly Printed[], note: string, title: string): Promise<Blob> => {
  const { labelPdf } = await import('./pdf.ts');
  return new Blob([(await labelPdf(sheet, labels, await noteOf(note), title)) as BlobPart], {
    type: 'application/pdf',
  });
};
