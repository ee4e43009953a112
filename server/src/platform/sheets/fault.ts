import { sheetLimits } from '@plomb/contract/files/sheets';

/** Why a sheet is not read: refusals of the contract. */
export type SheetFaultCode =
  | 'sheetKind'
  | 'sheetOld'
  | 'sheetBroken'
  | 'sheetEncoding'
  | 'sheetInflated'
  | 'sheetRows'
  | 'sheetColumns';

export class SheetFault extends Error {
  readonly code: SheetFaultCode;
  readonly values: Record<string, number>;
  constructor(code: SheetFaultCode, values: Record<string, number> = {}) {
    super(code);
    this.code = code;
    this.values = values;
  }
}

export interface SheetRow {
  /** as a spreadsheet counts, from 1 */
  row: number;
  cells: string[];
}

/** Rows on their way: what is counted, cut and left out is the same for all kinds of sheets. */
export const openRows = () => {
  let counted = 0;
  let characters = 0;
  let rows: SheetRow[] = [];
  return {
    /** a row begins, empty ones too */
    begin(): void {
      if (++counted > sheetLimits.rows + 1) throw new SheetFault('sheetRows', { limit: sheetLimits.rows });
    },
    put(row: number, cells: readonly string[]): void {
      const width = cells.findLastIndex((cell) => (cell ?? '').trim() !== '') + 1;
      if (width === 0) return;
      if (width > sheetLimits.columns) throw new SheetFault('sheetColumns', { limit: sheetLimits.columns });
      const kept = Array.from({ length: width }, (_, at) => (cells[at] ?? '').slice(0, sheetLimits.characters));
      for (const cell of kept) characters += cell.length;
      if (characters > MOST_CHARACTERS) throw new SheetFault('sheetInflated');
      rows.push({ row, cells: kept });
    },
    /** what has come since the last time */
    take(): SheetRow[] {
      const taken = rows;
      rows = [];
      return taken;
    },
  };
};
export type Rows = ReturnType<typeof openRows>;

/** of all cells: twice what 100,000 rows of ten columns have */
const MOST_CHARACTERS = 60_000_000;
