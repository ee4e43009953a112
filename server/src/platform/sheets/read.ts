import { isUtf8 } from 'node:buffer';
import type { SheetEncoding } from '@plomb/contract/files/sheets';
import { delimiterOf, openCsv } from './csv.ts';
import { openRows, SheetFault, type SheetRow } from './fault.ts';
import { xlsxRows } from './xlsx.ts';

export interface SheetPart {
  encoding: SheetEncoding;
  /** between cells of a text */
  delimiter: string;
  rows: SheetRow[];
}

const PIECE = 1 << 18;
const startsWith = (bytes: Buffer, ...first: number[]): boolean => first.every((byte, at) => bytes[at] === byte);

const encodingOf = (bytes: Buffer): Exclude<SheetEncoding, 'xlsx'> => {
  if (startsWith(bytes, 0xff, 0xfe)) return 'utf-16le';
  // text of people has no such byte; pictures and programs do
  if (bytes.includes(0)) throw new SheetFault('sheetKind');
  return isUtf8(bytes) ? 'utf-8' : 'gb18030';
};

function* textOf(bytes: Buffer, encoding: string): Generator<string> {
  const decoder = new TextDecoder(encoding, { fatal: true });
  try {
    for (let at = 0; at < bytes.length; at += PIECE)
      yield decoder.decode(bytes.subarray(at, at + PIECE), { stream: true });
    yield decoder.decode();
  } catch (error) {
    if (error instanceof TypeError) throw new SheetFault('sheetEncoding');
    throw error;
  }
}

/** What a file is says its content, not its name. Of a text the encoding is the one it makes sense in. */
export async function* readSheet(bytes: Buffer): AsyncGenerator<SheetPart> {
  const rows = openRows();
  if (startsWith(bytes, 0xd0, 0xcf, 0x11, 0xe0)) throw new SheetFault('sheetOld');
  if (startsWith(bytes, 0x50, 0x4b)) {
    try {
      for await (const part of xlsxRows(bytes, rows)) yield { encoding: 'xlsx', delimiter: '', rows: part };
    } catch (error) {
      throw error instanceof SheetFault ? error : new SheetFault('sheetBroken');
    }
    return;
  }
  const encoding = encodingOf(bytes);
  let csv: ReturnType<typeof openCsv> | null = null;
  let delimiter = ',';
  for (const text of textOf(bytes, encoding)) {
    if (!csv) {
      delimiter = delimiterOf(text);
      csv = openCsv(delimiter, rows);
    }
    csv.write(text);
    yield { encoding, delimiter, rows: rows.take() };
  }
  csv?.end();
  yield { encoding, delimiter, rows: rows.take() };
}
