import {
  type DatabaseConnection,
  type Driver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
} from 'kysely';
import type { ClientBase, Pool } from 'pg';

/**
 * Typed queries on a connection that is already inside a transaction: Kysely writes the SQL, whoever
 * opened the transaction ends it. Hence no `.transaction()` here, and nothing to destroy.
 */
export function kyselyOn<Database>(client: ClientBase | Pool): Kysely<Database> {
  return new Kysely<Database>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => driverOn(client),
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  });
}

/** Single statements on a pool, each in a transaction of its own. */
export function kyselyOver<Database>(pool: Pool): Kysely<Database> {
  return kyselyOn(pool);
}

function driverOn(client: ClientBase | Pool): Driver {
  const connection: DatabaseConnection = {
    async executeQuery<Row>({ sql, parameters }: { sql: string; parameters: readonly unknown[] }) {
      const { command, rowCount, rows } = await client.query(sql, [...parameters]);
      const result: QueryResult<Row> = { rows };
      const counts = command !== 'SELECT' && rowCount !== null;
      return counts ? { ...result, numAffectedRows: BigInt(rowCount) } : result;
    },
    // biome-ignore lint/correctness/useYield: refusing is all this generator does; a cursor would need a package of its own.
    async *streamQuery() {
      throw new Error('Rows are not streamed here; page by key instead');
    },
  };
  const alreadyOpen = () => Promise.reject(new Error('This connection is in a transaction already; use it as it is'));
  return {
    init: async () => undefined,
    acquireConnection: async () => connection,
    releaseConnection: async () => undefined,
    beginTransaction: alreadyOpen,
    commitTransaction: alreadyOpen,
    rollbackTransaction: alreadyOpen,
    destroy: async () => undefined,
  };
}
