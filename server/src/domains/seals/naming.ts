import { sealMedia, soughtKey } from '@plomb/contract/seals/number';
import { sql } from 'kysely';
import type { Pool } from 'pg';
import type { Naming } from '../../platform/finding.ts';
import { kyselyOver } from '../../platform/postgres/kysely.ts';
import { openReach } from '../../platform/postgres/reach.ts';

/** As many as a series may have: each is looked up by an index. */
const FEW_SEALS = 10_000;

/**
 * Seals by the beginning of their number, found outside row-level security, which keeps the index of numbers from being used, with the
 * caller's scope in words. By its whole number also one that left it: whoever knows that reads nothing else by it than what is theirs.
 */
export const openSealNaming = (readers: Pool): Naming => {
  const db = kyselyOver(readers);
  const reach = openReach(readers);
  return {
    few: async (keyword, { operator }) => {
      const begins = soughtKey(keyword);
      if (begins === '') return [];
      const orgs = await reach(operator);
      // so many of whomever, for a beginning that half of all have is not read through for one's own
      const { rows } = await sql<{ id: number; seen: boolean }>`
        select s.id, ${orgs ? sql`s.org_id = any(${orgs}) or s.key = ${begins}` : sql`true`} as seen from seal s
        where s.medium = any(${sealMedia}) and s.key like ${`${begins}%`} limit ${FEW_SEALS + 1}`.execute(db);
      return rows.length > FEW_SEALS ? null : rows.filter(({ seen }) => seen).map(({ id }) => id);
    },
    isNamed: (id, keyword) => sql`(select s.key like ${`${soughtKey(keyword)}%`} from seal s where s.id = ${id})`,
  };
};
