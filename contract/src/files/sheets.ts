/** What a spreadsheet that is read may have at most, whatever it is for. */
export const sheetLimits = {
  bytes: 20 * 1024 * 1024,
  /** without the headings; empty ones count */
  rows: 100_000,
  columns: 50,
  /** of a cell: what is longer fits no field, and is cut */
  characters: 500,
} as const;

/** How its text was written. */
export const sheetEncodings = ['xlsx', 'utf-8', 'utf-16le', 'gb18030'] as const;
export type SheetEncoding = (typeof sheetEncodings)[number];
