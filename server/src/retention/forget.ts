import type { ParamName } from '@plomb/contract/paramSeeds';
import type { Pool } from 'pg';
import { endings } from './tables.ts';

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
  const inParts = async (table: string, part: () => Promise<number>): Promise<void> => {
    for (let total = 0; total < MOST; ) {
      const rows = await part();
      total += rows;
      if (rows > 0) gone[table] = total;
      if (rows < PART) return;
    }
  };
  const before = (name: ParamName) => new Date(now - days(name) * DAY);
  for (const { table, days: name, old } of dated)
    await inParts(table, async () => {
      const done = await platform.query(
        `delete from ${table} where ${keyOf(table)} in (select ${keyOf(table)} from ${table} t where ${old} limit ${PART})`,
        [before(name)],
      );
      return done.rowCount ?? 0;
    });
  await inParts('operation_log', async () => {
    const { rows } = await platform.query<{ gone: number }>('select forget_operations($1, $2) as gone', [
      before('operation_log_days'),
      PART,
    ]);
    return rows[0]?.gone ?? 0;
  });
  return gone;
};

/** All have a number of their own but sessions, whose key is their token. */
const keyOf = (table: string): string => (table === 'session' ? 'token_hash' : 'id');
