import { sheetLimits } from '@plomb/contract/files/sheets';
import type { Rows } from './fault.ts';

const QUOTE = '"';

/** The sign between cells: whichever of the three the first line has most of, outside of quotes. */
export const delimiterOf = (text: string): string => {
  const line = text.replace(/"[^"]*"?/g, '').split(/[\r\n]/, 1)[0] ?? '';
  const times = (sign: string): number => line.split(sign).length;
  return [',', ';', '\t'].reduce((best, sign) => (times(sign) > times(best) ? sign : best));
};

/**
 * Reads text as it comes, a character at a time, so that limits hold while it is read: a quote that is never closed and a
 * line without an end cost no more than what is kept of a row. (Parsers that wait for the end of a row read it again with
 * each part.) What follows a quoted cell up to the next sign belongs to it, as in spreadsheets.
 */
export const openCsv = (delimiter: string, rows: Rows) => {
  let cells: string[] = [];
  let cell = '';
  let line = 0;
  let isQuoted = false;
  /** a quote within quotes: its end, or the first of two */
  let isAfterQuote = false;
  let isAfterReturn = false;
  let isBegun = false;

  const endCell = (): void => {
    // one more than may be is enough to be refused
    if (cells.length <= sheetLimits.columns || cell.trim() !== '') cells.push(cell);
    cell = '';
  };
  const endRow = (): void => {
    if (!isBegun) rows.begin();
    line++;
    endCell();
    rows.put(line, cells);
    cells = [];
    isBegun = false;
  };
  const begin = (): void => {
    if (isBegun) return;
    isBegun = true;
    rows.begin();
  };
  const add = (sign: string): void => {
    if (cell.length < sheetLimits.characters) cell += sign;
  };

  return {
    write(text: string): void {
      for (const sign of text) {
        if (isQuoted && !isAfterQuote) {
          if (sign === QUOTE) isAfterQuote = true;
          else add(sign);
          continue;
        }
        if (isAfterQuote) {
          isAfterQuote = false;
          if (sign === QUOTE) {
            add(QUOTE);
            continue;
          }
          isQuoted = false;
        }
        const isPair = isAfterReturn && sign === '\n';
        isAfterReturn = sign === '\r';
        if (isPair) continue;
        if (sign === '\r' || sign === '\n') endRow();
        else {
          begin();
          if (sign === delimiter) endCell();
          else if (sign === QUOTE && cell.trim() === '') {
            cell = '';
            isQuoted = true;
          } else add(sign);
        }
      }
    },
    end(): void {
      if (isBegun) endRow();
    },
  };
};
