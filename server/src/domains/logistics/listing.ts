import type { Pool } from 'pg';
import { kyselyOver } from '../../platform/postgres/kysely.ts';
import { openReach } from '../../platform/postgres/reach.ts';
import type { Ctx } from '../../platform/serve.ts';
import { type BatchFilter, countOfBatches, pageOfBatches } from './queries.ts';

/** A total is counted so far; who looks for more narrows. */
export const COUNTED = 10_000;

/**
 * Which batches a page shows, and how many there are: found outside row-level security, which keeps the index of the search from
 * being used, with the caller's scope in words (decisions 0020, 0129). What is shown of them is read under it like everything else.
 */
export const openBatchListing = (readers: Pool) => {
  const db = kyselyOver(readers);
  const reach = openReach(readers);
  return async (
    { page, size, ...asked }: Omit<BatchFilter, 'org' | 'orgs'> & { page: number; size: number },
    { operator }: Pick<Ctx, 'operator'>,
  ): Promise<{ ids: number[]; total: number; totalIsAtLeast?: true }> => {
    const filter = { ...asked, org: operator.orgId, orgs: await reach(operator) };
    const [{ rows }, counted] = await Promise.all([
      pageOfBatches(filter, (page - 1) * size, size).execute(db),
      countOfBatches(filter, COUNTED + 1).execute(db),
    ]);
    const found = counted.rows[0]!.n;
    return {
      ...{ ids: rows.map(({ id }) => id), total: Math.min(found, COUNTED) },
      ...(found > COUNTED && { totalIsAtLeast: true as const }),
    };
  };
};
