import type { Text } from '../kit/text.ts';

/** A sheet of labels in millimetres, as it leaves the printer at 100 %. */
export interface Sheet {
  width: number;
  height: number;
  columns: number;
  rows: number;
  /** where the first label begins */
  left: number;
  top: number;
  /** one label, edge to edge with the next */
  cellWidth: number;
  cellHeight: number;
  /** white above the code */
  above: number;
  code: number;
  /** white between the code and its number */
  gap: number;
  /** height of the number, and of the line below it */
  text: number;
  note: number;
  /** what the printer cannot reach on each side of the paper */
  margin: number;
}
/** White around a code, in modules. Source: ISO/IEC 18004, 9.1. */
export const QUIET_MODULES = 4;
/** A module that telephones of today read from a hand's breadth. Source: ours, measured on 20 mm labels. */
export const LEAST_MODULE_MM = 0.5;
/** Modules of the code of a usual number: version 5 at level M. Source: docs/seal-labels.md. */
export const USUAL_MODULES = 37;
/** White between the number and the line below it. */
const LINE = 0.8;
/** How wide a sign of the number is beside its height, in Courier. */
const SIGN = 0.6;

const a4 = { width: 210, height: 297, margin: 4.2 };
/** Sheets as they are sold, with a code of 20 mm. */
export const presets = {
  '3x8': {
    ...{ ...a4, columns: 3, rows: 8, left: 0, top: 4.5, cellWidth: 70, cellHeight: 36 },
    ...{ above: 4.4, code: 20, gap: 2.2, text: 3.2, note: 2.4 },
  },
  '3x7': {
    ...{ ...a4, columns: 3, rows: 7, left: 7.2, top: 15.1, cellWidth: 65.2, cellHeight: 38.1 },
    ...{ above: 4.4, code: 22, gap: 2.5, text: 3.4, note: 2.6 },
  },
  '7x9': {
    ...{ ...a4, columns: 7, rows: 9, left: 10.5, top: 11.2, cellWidth: 27, cellHeight: 30.5 },
    ...{ above: 2.4, code: 20, gap: 2.2, text: 2.6, note: 1.8 },
  },
} as const satisfies Record<string, Sheet>;
export type Preset = keyof typeof presets;
export const presetNames: Record<Preset, Text> = {
  '3x8': { zh: 'A4，3 × 8，70 × 36 mm', en: 'A4, 3 × 8, 70 × 36 mm' },
  '3x7': { zh: 'A4，3 × 7，65.2 × 38.1 mm', en: 'A4, 3 × 7, 65.2 × 38.1 mm' },
  '7x9': { zh: 'A4，7 × 9，27 × 30.5 mm', en: 'A4, 7 × 9, 27 × 30.5 mm' },
};

export const perSheet = ({ columns, rows }: Sheet): number => columns * rows;

/** Where one label lies on its sheet, from the upper left corner; `base`: on which its text stands. */
export interface Place {
  sheet: number;
  x: number;
  y: number;
  code: { x: number; y: number };
  middle: number;
  numberBase: number;
  noteBase: number;
}
export const placeOf = (s: Sheet, nth: number): Place => {
  const onSheet = nth % perSheet(s);
  const x = s.left + (onSheet % s.columns) * s.cellWidth;
  const y = s.top + Math.floor(onSheet / s.columns) * s.cellHeight;
  const code = { x: x + (s.cellWidth - s.code) / 2, y: y + s.above };
  const numberBase = code.y + s.code + s.gap + s.text;
  return {
    ...{ sheet: Math.floor(nth / perSheet(s)), x, y, code },
    ...{ middle: x + s.cellWidth / 2, numberBase, noteBase: numberBase + LINE + s.note },
  };
};

export type SheetFault = 'module' | 'quietSide' | 'quietAbove' | 'quietBelow' | 'label' | 'number' | 'paper';
export interface SheetWarning {
  fault: SheetFault;
  /** millimetres that are there, and that are needed */
  is: number;
  needs: number;
  /** what would mend it, beside what stays as it is; null: nothing of the label alone does */
  repair: Partial<Sheet> | null;
}

/** Up to the next tenth of a millimetre: less would not be enough. */
const tenth = (mm: number): number => Math.ceil(mm * 10 - 1e-6) / 10;
const round = (mm: number): number => Math.round(mm * 100) / 100;

/**
 * Why labels of this sheet may not be read, or not be whole: each with what would mend it. `signs`: of the longest number;
 * `modules`: of its code, a side.
 */
export const warningsOf = (s: Sheet, { modules, signs }: { modules: number; signs: number }): SheetWarning[] => {
  const found: SheetWarning[] = [];
  const warn = (fault: SheetFault, is: number, needs: number, repair: Partial<Sheet> | null): void => {
    // what is a hair too small by rounding alone is not too small
    if (is < needs - 0.005) found.push({ fault, is: round(is), needs: round(needs), repair });
  };
  const module = s.code / modules;
  const quiet = QUIET_MODULES * module;
  const last = placeOf(s, perSheet(s) - 1);
  const whole = s.above + s.code + s.gap + s.text + LINE + s.note;
  const side = (s.cellWidth - s.code) / 2;

  warn('module', module, LEAST_MODULE_MM, { code: tenth(LEAST_MODULE_MM * modules) });
  // a code as large as its label allows with white around it
  warn('quietSide', side, quiet, {
    code: Math.floor((10 * s.cellWidth * modules) / (modules + 2 * QUIET_MODULES)) / 10,
  });
  warn('quietAbove', s.above, quiet, { above: tenth(quiet) });
  warn('quietBelow', s.gap, quiet, { gap: tenth(quiet) });
  warn('label', s.cellHeight, whole, { cellHeight: tenth(whole) });
  const width = signs * SIGN * s.text;
  warn('number', s.cellWidth, width, { text: Math.floor((10 * s.cellWidth) / (signs * SIGN)) / 10 });
  // ink and not the edge of a label has to lie where the printer reaches
  const reach = Math.min(
    s.left + (s.cellWidth - Math.max(s.code, width)) / 2,
    s.top + s.above,
    s.width - (last.middle + Math.max(s.code, width) / 2),
    s.height - last.noteBase,
  );
  const columns = Math.max(1, Math.floor((s.width - 2 * s.margin) / s.cellWidth));
  const rows = Math.max(1, Math.floor((s.height - 2 * s.margin) / s.cellHeight));
  const fewer = {
    ...{ columns: Math.min(s.columns, columns), rows: Math.min(s.rows, rows) },
    ...{
      left: round((s.width - Math.min(s.columns, columns) * s.cellWidth) / 2),
      top: round((s.height - Math.min(s.rows, rows) * s.cellHeight) / 2),
    },
  };
  warn('paper', reach, s.margin, fewer);
  return found;
};

/** What a person may type: anything a printer could hold. */
export const sheetLimits: Record<keyof Sheet, { min: number; max: number }> = {
  width: { min: 40, max: 500 },
  height: { min: 30, max: 700 },
  columns: { min: 1, max: 20 },
  rows: { min: 1, max: 40 },
  left: { min: 0, max: 100 },
  top: { min: 0, max: 100 },
  cellWidth: { min: 15, max: 300 },
  cellHeight: { min: 15, max: 300 },
  above: { min: 0, max: 50 },
  code: { min: 10, max: 100 },
  gap: { min: 0, max: 50 },
  text: { min: 1, max: 20 },
  note: { min: 1, max: 20 },
  margin: { min: 0, max: 30 },
};

export const fieldsOfSheet = (): (keyof Sheet)[] => Object.keys(sheetLimits) as (keyof Sheet)[];
