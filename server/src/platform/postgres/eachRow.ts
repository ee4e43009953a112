import type { CompiledQuery } from 'kysely';
import { type ClientBase, Query, type QueryResultRow } from 'pg';

/** Rows of a statement as they come: each is worked on while the database reads the next. */
export const eachRow = <R extends QueryResultRow>(
  client: ClientBase,
  { sql, parameters }: Pick<CompiledQuery<R>, 'sql' | 'parameters'>,
  take: (row: R) => void,
): Promise<void> =>
  new Promise((done, fail) => {
    let failed: { by: unknown } | null = null;
    const query = client.query(new Query<R>(sql, [...parameters]));
    query.on('row', (row) => {
      try {
        if (!failed) take(row);
      } catch (error) {
        // thrown here it would end the process; and the rest comes before another statement can be asked
        failed = { by: error };
      }
    });
    query.on('error', fail);
    query.on('end', () => (failed ? fail(failed.by) : done()));
  });
