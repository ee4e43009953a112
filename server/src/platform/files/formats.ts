import Papa from 'papaparse';
import writeXlsx from 'write-excel-file/node';
import { Refusal } from '../refusal.ts';
import { cellWriter, type FileColumn, inert, type Row } from './cells.ts';

export type Rows = AsyncIterable<Row[]>;
export interface FileOptions {
  columns: readonly FileColumn[];
  timeZone: string;
}

/** A workbook is built in memory; text is not. */
export const XLSX_ROWS = 50_000;
const XLSX_CHARACTERS = 12_000_000;
/** Lines are handed on in pieces of about this many characters, however wide a row is. */
const PIECE = 65_536;

/** Every cell is quoted, so that no separator in it, whichever a spreadsheet takes for one, begins another. */
const line = (cells: readonly unknown[]): string => `${Papa.unparse([cells as unknown[]], { quotes: true })}\r\n`;

/** The mark at the start is how Excel knows UTF-8, without which it garbles Chinese. */
export const csvHead = ({ columns }: Pick<FileOptions, 'columns'>): string =>
  `\uFEFF${line(columns.map((c) => inert(c.title)))}`;

export const csvLines = ({ columns, timeZone }: FileOptions): ((row: Row) => string) => {
  const cell = cellWriter(timeZone);
  return (row) => line(columns.map((c) => cell(row[c.field], c.words)));
};

export async function* csvOf(rows: Rows, options: FileOptions): AsyncGenerator<string> {
  const lineOf = csvLines(options);
  let piece = csvHead(options);
  for await (const part of rows)
    for (const row of part) {
      piece += lineOf(row);
      if (piece.length < PIECE) continue;
      yield piece;
      piece = '';
    }
  yield piece;
}

export const xlsxOf = async (rows: Rows, { columns, timeZone }: FileOptions): Promise<Buffer> => {
  const cell = cellWriter(timeZone);
  const header = columns.map((c) => ({ value: inert(c.title), fontWeight: 'bold' as const }));
  const body: ({ value: string; type: StringConstructor } | { value: number; type: NumberConstructor } | null)[][] = [];
  let characters = 0;
  for await (const part of rows)
    for (const row of part) {
      body.push(
        columns.map((c) => {
          const value = cell(row[c.field], c.words);
          if (value === null || value === '') return null;
          if (typeof value === 'number') return { value, type: Number };
          characters += value.length;
          return { value, type: String };
        }),
      );
      if (body.length > XLSX_ROWS) throw new Refusal('tooManyRows', { limit: XLSX_ROWS });
      if (characters > XLSX_CHARACTERS) throw new Refusal('workbookTooLarge');
    }
  return writeXlsx([header, ...body], { columns: columns.map(() => ({ width: 20 })), stickyRowsCount: 1 }).toBuffer();
};
