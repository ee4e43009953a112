import { type RawBuilder, sql } from 'kysely';
import type { Pool } from 'pg';
import { type FindLocks, isFound, openFindLocks } from '../../lock/findLocks.ts';
import type { Ctx } from '../../platform/serve.ts';

export interface AskedLocks {
  device_id?: number | undefined;
  org_id?: number | undefined;
  keyword?: string | undefined;
}

/** Whose records are read: groups that each have theirs in the order of time, by one index or the other. */
export interface Whose {
  /** a table of ids, told as `g` */
  groups: RawBuilder<unknown>;
  /** the column that an id of it is in */
  by: 'device_id' | 'org_id';
  many: number;
  /** further conditions on the record `r` */
  held: RawBuilder<unknown>[];
}

export const openWhose = (readers: Pool) => {
  const findLocks: FindLocks = openFindLocks(readers);
  return async ({ device_id, org_id, keyword }: AskedLocks, ctx: Pick<Ctx, 'db' | 'operator'>): Promise<Whose> => {
    const locks = device_id !== undefined ? [device_id] : keyword ? await findLocks(keyword, ctx) : null;
    const held = [
      ...(org_id !== undefined ? [sql`r.org_id = ${org_id}`] : []),
      // of one lock that is named beside it, and where it finds too many to go by them
      ...(keyword && (device_id !== undefined || locks === null) ? [isFound('r', keyword)] : []),
    ];
    if (locks) return { groups: sql`unnest(${locks}::bigint[]) as g(id)`, by: 'device_id', many: locks.length, held };
    const orgs = [...ctx.operator.orgIds].filter((id) => org_id === undefined || id === org_id);
    return { groups: sql`unnest(${orgs}::bigint[]) as g(id)`, by: 'org_id', many: orgs.length, held };
  };
};
export type FindWhose = ReturnType<typeof openWhose>;
