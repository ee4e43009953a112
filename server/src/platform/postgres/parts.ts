import type { ClientBase, QueryResultRow } from 'pg';

const PART = 5000;

/** Rows of a statement, a part at a time, within a transaction: of a million no more are held than of one part. */
export async function* inParts<Row extends QueryResultRow>(
  client: ClientBase,
  text: string,
  values: unknown[],
): AsyncGenerator<Row[]> {
  await client.query(`declare in_parts no scroll cursor for ${text}`, values);
  for (;;) {
    const { rows } = await client.query<Row>(`fetch ${PART} from in_parts`);
    if (rows.length > 0) yield rows;
    if (rows.length < PART) break;
  }
  await client.query('close in_parts');
}
