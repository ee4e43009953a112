import { Readable } from 'node:stream';
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

export const csvOf = (rows: Rows, { columns, timeZone }: FileOptions): Readable => {
  const cell = cellWriter(timeZone);
  const lines = async function* () {
    // the mark at the start is how Excel knows UTF-8, without which it garbles Chinese
    yield `\uFEFF${Papa.unparse([columns.map((c) => inert(c.title))])}\r\n`;
    for await (const part of rows)
      yield `${Papa.unparse(part.map((row) => columns.map((c) => cell(row[c.field], c.words))))}\r\n`;
  };
  return Readable.from(lines());
};

export const xlsxOf = async (rows: Rows, { columns, timeZone }: FileOptions): Promise<Buffer> => {
  const cell = cellWriter(timeZone);
  const header = columns.map((c) => ({ value: inert(c.title), fontWeight: 'bold' as const }));
  const body: ({ value: string; type: StringConstructor } | { value: number; type: NumberConstructor } | null)[][] = [];
  for await (const part of rows) {
    for (const row of part)
      body.push(
        columns.map((c) => {
          const value = cell(row[c.field], c.words);
          if (value === null || value === '') return null;
          return typeof value === 'number' ? { value, type: Number } : { value, type: String };
        }),
      );
    if (body.length > XLSX_ROWS) throw new Refusal('tooManyRows', { limit: XLSX_ROWS });
  }
  return writeXlsx([header, ...body], { columns: columns.map(() => ({ width: 20 })), stickyRowsCount: 1 }).toBuffer();
};
