import { randomBytes } from 'node:crypto';
import type { ClientBase } from 'pg';
import { DatabaseTrouble } from './trouble.ts';

/** Requests of operators: held by row-level security. */
export const APP_ROLE = 'plomb_app';
/** Who connects to act as that role, where the server is our own. */
const REQUEST_LOGIN = 'plomb_request';
/** Sessions, ingest and jobs: sees every organisation, owns nothing. */
export const PLATFORM_ROLE = 'plomb_platform';

type RoleRow = { rolsuper: boolean; rolbypassrls: boolean };
type CallerRow = { name: string; superuser: boolean; createrole: boolean };

/**
 * Makes the two roles and lets the connecting user take them on.
 * Roles belong to the whole cluster, so another database's start may be doing the same at the same time.
 */
export async function ensureRoles(client: ClientBase): Promise<void> {
  const caller = await client.query<CallerRow>(
    'select rolname as name, rolsuper as superuser, rolcreaterole as createrole from pg_roles where rolname = session_user',
  );
  const user = caller.rows[0]!;
  for (const role of [APP_ROLE, PLATFORM_ROLE]) {
    await ensureRole(client, role, user);
    await ensureMembership(client, role, user);
  }
}

async function ensureRole(client: ClientBase, role: string, user: CallerRow): Promise<void> {
  const found = await client.query<RoleRow>('select rolsuper, rolbypassrls from pg_roles where rolname = $1', [role]);
  const row = found.rows[0];
  if (row?.rolsuper || row?.rolbypassrls) {
    throw new DatabaseTrouble(
      `The database role ${role} is a superuser or bypasses row-level security, so organisations would see each other's data. ` +
        `Let the database's administrator run: ALTER ROLE ${role} NOSUPERUSER NOBYPASSRLS`,
    );
  }
  if (row) return;
  if (!user.superuser && !user.createrole) {
    throw new DatabaseTrouble(
      `The database role ${role} is missing and ${user.name} may not create it. Let the database's administrator run: ` +
        `CREATE ROLE ${role} NOLOGIN; GRANT ${role} TO ${quoted(user.name)}`,
    );
  }
  await tolerating(client, ['42710', '23505'], `create role ${role} nologin nosuperuser nobypassrls`);
}

async function ensureMembership(client: ClientBase, role: string, user: CallerRow): Promise<void> {
  if (user.superuser || (await mayBecome(client, role))) return;
  try {
    await tolerating(client, [TUPLE_BUSY, '23505'], `grant ${role} to ${quoted(user.name)}`);
  } catch {
    // Refused, or overtaken by another start: what counts is whether the role can be taken on now.
  }
  if (await mayBecome(client, role)) return;
  throw new DatabaseTrouble(
    `The database user ${user.name} may not act as ${role}. Let the database's administrator run: ` +
      `GRANT ${role} TO ${quoted(user.name)}`,
  );
}

/** Asks the server itself: membership alone says too little since PostgreSQL 16 (WITH SET FALSE). */
async function mayBecome(client: ClientBase, role: string): Promise<boolean> {
  await client.query('begin');
  try {
    await client.query(`set local role ${role}`);
    return true;
  } catch {
    return false;
  } finally {
    await client.query('rollback');
  }
}

/**
 * A login for requests alone, on a server of our own: it may act as `plomb_app` and as nobody else, so that not even SQL
 * of a stranger's making could take on more. Its password lives as long as this process. Returns the URL it connects by.
 */
export async function requestLogin(client: ClientBase, url: string): Promise<string> {
  const found = await client.query('select 1 from pg_roles where rolname = $1', [REQUEST_LOGIN]);
  if (found.rowCount === 0) await client.query(`create role ${REQUEST_LOGIN} login noinherit nosuperuser nobypassrls`);
  const password = randomBytes(24).toString('hex');
  await client.query(`alter role ${REQUEST_LOGIN} password '${password}'`);
  await client.query(`grant ${APP_ROLE} to ${REQUEST_LOGIN}`);
  const own = new URL(url);
  own.username = REQUEST_LOGIN;
  own.password = password;
  return own.href;
}

/** "tuple concurrently updated" has no code of its own. */
const TUPLE_BUSY = 'XX000';

async function tolerating(client: ClientBase, codes: string[], sql: string): Promise<void> {
  try {
    await client.query(sql);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && codes.includes(String(error.code)))) throw error;
  }
}

function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
