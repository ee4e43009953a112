import { describe, expect, it } from 'vitest';
import {
  type Preset,
  perSheet,
  placeOf,
  presets,
  type Sheet,
  type SheetFault,
  USUAL_MODULES,
  warningsOf,
} from './sheet.ts';

const usual = { modules: USUAL_MODULES, signs: 12 };
const faults = (sheet: Sheet, of = usual): SheetFault[] => warningsOf(sheet, of).map(({ fault }) => fault);
const good: Sheet = presets['7x9'];

describe('a sheet as it is sold', () => {
  it.each(Object.keys(presets) as Preset[])('%s holds what a code of 20 mm needs', (preset) => {
    expect(warningsOf(presets[preset], usual)).toEqual([]);
    expect(presets[preset].code).toBeGreaterThanOrEqual(20);
  });
});

describe('a label', () => {
  it('lies row by row, sheet by sheet, where its measures say', () => {
    expect(perSheet(good)).toBe(63);
    expect(placeOf(good, 0)).toMatchObject({ sheet: 0, x: 10.5, y: 11.2, code: { x: 14, y: 13.6 }, middle: 24 });
    expect(placeOf(good, 8)).toMatchObject({ sheet: 0, x: 37.5, y: 41.7 });
    expect(placeOf(good, 63)).toMatchObject({ sheet: 1, x: 10.5, y: 11.2 });
  });
  it('has its number below four modules of white, and its kind below the number', () => {
    const { code, numberBase, noteBase } = placeOf(good, 0);
    expect(numberBase - good.text - (code.y + good.code)).toBeGreaterThanOrEqual((4 * good.code) / USUAL_MODULES);
    expect(noteBase - good.note).toBeGreaterThan(numberBase);
  });
});

describe('what would not be read', () => {
  const wrong: [SheetFault, Partial<Sheet>][] = [
    ['module', { code: 18 }],
    ['quietSide', { code: 24, cellHeight: 36, rows: 7, above: 3, gap: 3 }],
    ['quietAbove', { above: 1 }],
    ['quietBelow', { gap: 1.3 }],
    ['label', { cellHeight: 28, rows: 8 }],
    ['number', { text: 5, cellHeight: 33, rows: 8 }],
    ['paper', { columns: 8, left: 0 }],
  ];
  it.each(wrong)('%s is warned of alone, and its repair mends it', (fault, patch) => {
    const sheet = { ...good, ...patch };
    const warnings = warningsOf(sheet, usual);
    expect(warnings.map((one) => one.fault)).toEqual([fault]);
    const [{ is, needs, repair }] = warnings as [(typeof warnings)[number]];
    expect(is).toBeLessThan(needs);
    expect(faults({ ...sheet, ...repair })).not.toContain(fault);
  });
  it('of a long number is judged by the modules of its code', () => {
    expect(faults(good, { modules: 41, signs: 16 })).toEqual(['module']);
  });
});
