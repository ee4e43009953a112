import type { ParamName } from '@plomb/contract/params';
import type { Pool } from 'pg';
import { forgetUploads } from './imports.ts';
import { endings } from './tables.ts';
import { forgetUnproved } from './unproved.ts';

/** Rows of one transaction: so few that nobody waits for it. */
const PART = 1000;
/** Of one table in one turn: a backlog is worked off over several, and never holds up the rest. */
const MOST = 100_000;
const DAY = 86_400_000;

/** Of tables that have a number of days, in the order in which they are emptied: what names others goes first. */
const dated = Object.entries(endings).flatMap(([table, ending]) => ('old' in ending ? [{ table, ...ending }] : []));

interface Turn {
  /** how many days each is kept */
  days(name: ParamName): number;
  now: number;
}

/** Deletes what is kept no longer, in small parts; tells how many rows of which table. */
export const forgetOld = async (platform: Pool, { days, now }: Turn): Promise<Record<string, number>> => {
  const gone: Record<string, number> = {};
  const add = (table: string, rows: number): void => {
    if (rows > 0) gone[table] = (gone[table] ?? 0) + rows;
  };
  const before = (name: ParamName) => new Date(now - days(name) * DAY);
  for (const { table, days: name, old } of dated) {
    const key = keyOf(table);
    // looked for once a turn: what is old and stays would be passed over again for every part
    const found = await platform.query<{ key: unknown }>(
      `select t.${key} as key from ${table} t where ${old} limit ${MOST}`,
      [before(name)],
    );
    for (let from = 0; from < found.rows.length; from += PART) {
      const part = found.rows.slice(from, from + PART).map((row) => row.key);
      // asked again: somebody may need it by now
      const done = await platform.query(`delete from ${table} t where t.${key} = any($2) and ${old}`, [
        before(name),
        part,
      ]);
      add(table, done.rowCount ?? 0);
    }
  }
  const unproved = await forgetUnproved(platform, before('quarantine_days'), { part: PART, most: MOST });
  for (const [table, rows] of Object.entries(unproved)) add(table, rows);
  const bounds = { uploads: before('upload_days'), files: before('quarantine_days'), most: MOST };
  for (const [table, rows] of Object.entries(await forgetUploads(platform, bounds))) add(table, rows);
  for (let total = 0; total < MOST; ) {
    const { rows } = await platform.query<{ gone: number }>('select forget_operations($1, $2) as gone', [
      before('operation_log_days'),
      PART,
    ]);
    const part = rows[0]?.gone ?? 0;
    add('operation_log', part);
    total += part;
    if (part < PART) break;
  }
  return gone;
};

/** All have a number of their own but sessions, whose key is their token. */
const keyOf = (table: string): string => (table === 'session' ? 'token_hash' : 'id');
