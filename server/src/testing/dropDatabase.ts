import type { Client } from 'pg';

/**
 * Drops a database with what our own login still has open in it. `drop … with (force)` would refuse while
 * PostgreSQL's autovacuum is there, which only a superuser may end; a plain drop sends that away and waits.
 */
export async function dropDatabase(admin: Client, name: string): Promise<void> {
  await admin.query(
    'select pg_terminate_backend(pid) from pg_stat_activity where datname = $1 and usename = current_user',
    [name],
  );
  await admin.query(`drop database if exists ${name}`);
}
