import type { PoolClient } from 'pg';
import type { SheetRow } from '../../platform/sheets/fault.ts';
import type { CellError, Plan } from './cells.ts';

/** A row with the row of the file in which what it is about stood first; null: this one. */
export interface PlannedRow extends SheetRow {
  first: number | null;
}

export interface JudgedRow {
  row: SheetRow;
  errors: CellError[];
  /** it is there already with all that the row says */
  isSame: boolean;
}

/** How rows of one type of import are judged and written. */
export interface ImportKind<R extends JudgedRow> {
  /** Of a row what it is about, two rows of one file being about one thing when that is alike; null: nothing that could be. */
  keys(client: PoolClient, plan: Plan): Promise<(cells: readonly string[]) => string | null>;
  judge(client: PoolClient, rows: readonly PlannedRow[], plan: Plan): Promise<R[]>;
  /** Writes rows that are right. Answers the ids of those that came, by `keyOf`. */
  write(client: PoolClient, good: readonly R[]): Promise<Map<string, number>>;
  keyOf(one: R): string;
  /** what is said where somebody was quicker */
  taken: CellError;
  /** the number of a device that may be there, by which its reader finds it; '' = none */
  numberOf(one: R): string;
}

export interface Block {
  importId: number;
  plan: Plan;
  rows: readonly PlannedRow[];
  writes: boolean;
}

/**
 * Judges some rows of a file, and writes the right ones if it is to. A dry run and the import are this one thing, so that
 * the one says what the other does. Answers the ids of what came.
 */
export const importBlock = async <R extends JudgedRow>(
  client: PoolClient,
  kind: ImportKind<R>,
  { importId, plan, rows, writes }: Block,
): Promise<number[]> => {
  const judged = await kind.judge(client, rows, plan);
  const good = judged.filter(({ errors, isSame }) => errors.length === 0 && !isSame);
  const added = writes ? await kind.write(client, good) : null;
  // somebody was quicker
  if (added) for (const one of good) if (!added.has(kind.keyOf(one))) one.errors.push(kind.taken);

  const bad = judged.filter(({ errors }) => errors.length > 0);
  await client.query(
    `insert into import_row (import_id, row, cells, errors, sn)
     select $1, row, cells::jsonb, errors::jsonb, sn
       from unnest($2::int[], $3::text[], $4::text[], $5::text[]) as r(row, cells, errors, sn)`,
    [
      importId,
      bad.map(({ row }) => row.row),
      bad.map(({ row }) => JSON.stringify(row.cells)),
      bad.map(({ errors }) => JSON.stringify(errors)),
      bad.map(kind.numberOf),
    ],
  );
  await client.query('update import set added = added + $2, same = same + $3, bad = bad + $4 where id = $1', [
    importId,
    added ? added.size : good.length,
    judged.filter(({ isSame }) => isSame).length,
    bad.length,
  ]);
  return added ? [...added.values()] : [];
};
