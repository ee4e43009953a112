import type { Pool } from 'pg';
import type { Finder } from '../../platform/finding.ts';
import { kyselyOver } from '../../platform/postgres/kysely.ts';
import { openReach } from '../../platform/postgres/reach.ts';
import type { Ctx } from '../../platform/serve.ts';
import { BATCH_WORDS, type BatchFilter, countOfBatches, pageOfBatches, sealedBy } from './queries.ts';

/** A total is counted so far; who looks for more narrows. */
export const COUNTED = 10_000;

/**
 * Which batches a page shows, and how many there are: found outside row-level security, which keeps the index of the search from
 * being used, with the caller's scope in words (decisions 0020, 0129). What is shown of them is read under it like everything else.
 */
export const openBatchListing = (readers: Pool, finder: Finder) => {
  const db = kyselyOver(readers);
  const reach = openReach(readers);
  const heldBy = async (keyword: string, ctx: Pick<Ctx, 'operator'>): Promise<number[] | null> => {
    const called = await finder.holding(
      { table: 'logistics_batch', as: 'b', word: { keyword, columns: BATCH_WORDS } },
      ctx,
    );
    return called && [...called, ...(await sealedBy(keyword).execute(db)).rows.map(({ batch_id }) => batch_id)];
  };
  return async (
    { page, size, ...asked }: Omit<BatchFilter, 'org' | 'orgs'> & { page: number; size: number },
    ctx: Pick<Ctx, 'operator'>,
  ): Promise<{ ids: number[]; total: number; totalIsAtLeast?: true }> => {
    const filter = {
      ...{ ...asked, org: ctx.operator.orgId, orgs: await reach(ctx.operator) },
      held: asked.keyword ? await heldBy(asked.keyword, ctx) : null,
    };
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
