import {
  concatTransformationMatrix,
  fill,
  PDFDocument,
  popGraphicsState,
  pushGraphicsState,
  rectangle,
  StandardFonts,
} from '@cantoo/pdf-lib';
import { perSheet, placeOf, type Sheet } from '@plomb/contract/seals/sheet';
import { codeOf } from './code.ts';

/** Points of a millimetre. */
const PT = 72 / 25.4;

export interface Printed {
  number: string;
  payload: string;
}
/** The line below the number: a text of Latin letters, or a picture of any other, as it is wide for its height. */
export type Note = { text: string } | { png: Uint8Array; ratio: number };

/** Of a font's height so much stands above its line, of letters that are large. */
const CAPITAL = 0.7;

/** The sheets of a run, true to the millimetre when they are printed at 100 %. */
export const labelPdf = async (
  sheet: Sheet,
  labels: readonly Printed[],
  note: Note,
  title: string,
): Promise<Uint8Array> => {
  const pdf = await PDFDocument.create();
  pdf.setTitle(title);
  // whoever prints it is asked for no other size than its own
  pdf.catalog.getOrCreateViewerPreferences().setPrintScaling('None' as never);
  const mono = await pdf.embedFont(StandardFonts.CourierBold);
  const sans = await pdf.embedFont(StandardFonts.Helvetica);
  const picture = 'png' in note ? await pdf.embedPng(note.png) : null;
  const pages = Array.from({ length: Math.ceil(labels.length / perSheet(sheet)) }, () =>
    pdf.addPage([sheet.width * PT, sheet.height * PT]),
  );
  for (const [nth, { number, payload }] of labels.entries()) {
    const place = placeOf(sheet, nth);
    const page = pages[place.sheet]!;
    const { modules, runs } = codeOf(payload);
    const module = (sheet.code / modules) * PT;
    page.pushOperators(
      pushGraphicsState(),
      // modules from the upper left corner downwards; the paper is measured from below
      concatTransformationMatrix(module, 0, 0, -module, place.code.x * PT, (sheet.height - place.code.y) * PT),
      ...runs.map(({ x, y, width }) => rectangle(x, y, width, 1)),
      fill(),
      popGraphicsState(),
    );
    const write = (text: string, font: typeof mono, points: number, base: number): void => {
      // never wider than its label
      const size = Math.min(points, (sheet.cellWidth * PT) / Math.max(0.01, font.widthOfTextAtSize(text, 1)));
      page.drawText(text, {
        ...{ font, size, x: place.middle * PT - font.widthOfTextAtSize(text, size) / 2 },
        y: (sheet.height - base) * PT,
      });
    };
    write(number, mono, (sheet.text * PT) / CAPITAL, place.numberBase);
    if ('text' in note) {
      if (note.text) write(note.text, sans, sheet.note * PT, place.noteBase);
    } else if (picture) {
      const height = Math.min(sheet.note, sheet.cellWidth / note.ratio);
      page.drawImage(picture, {
        ...{ width: height * note.ratio * PT, height: height * PT },
        ...{ x: (place.middle - (height * note.ratio) / 2) * PT, y: (sheet.height - place.noteBase) * PT },
      });
    }
  }
  return pdf.save();
};
