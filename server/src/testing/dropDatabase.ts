import type { Client } from 'pg';

/** Ends our own connections; those of the server's own workers nobody but a superuser may end. */
export const cutOff = (admin: Client, database: string) =>
  admin.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1 and usename = current_user', [
    database,
  ]);

/** A plain drop sends autovacuum away and waits; `with (force)` would want the right to end it, and fail. */
export const dropDatabase = async (admin: Client, name: string): Promise<void> => {
  await cutOff(admin, name);
  await admin.query(`drop database if exists ${name}`);
};
