import { deepStrictEqual } from 'node:assert';
import { resolve } from 'node:path';
import { maintainPartitions } from '@plomb/server/ingest/partitions';
import { asItHappened, registerStage, stories, tell, tellings } from '@plomb/server/ingest/testing/disorder';
import { migrate } from '@plomb/server/platform/postgres/migrate';
import { openPools, withSessionOptions } from '@plomb/server/platform/postgres/pools';
import fc from 'fast-check';
import { show } from './machine.ts';
import type { Options } from './options.ts';
import { openDatabase } from './stage.ts';

const cases = 10_000;
const together = 8;

/** Tells thousands of stories of locks in two ways each: in any order, portions and repetition they end in the same. */
export const measureDisorder = async (_: Options): Promise<void> => {
  const database = await openDatabase();
  try {
    await migrate(database.url, { dir: resolve(import.meta.dirname, '../../server/migrations') });
    const pools = openPools(withSessionOptions(database.url, { synchronous_commit: 'off' }));
    await maintainPartitions(pools.owner, { now: Date.now(), retentionDays: 400 });
    const start = Math.floor(Date.now() / 1000) * 1000 - 3 * 3_600_000;
    const stage = await registerStage(pools, start);
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(stories(start), tellings), { minLength: together, maxLength: together }),
        async (all) => {
          await Promise.all(
            all.map(async ([story, telling]) =>
              deepStrictEqual(await tell(stage, story, telling), await tell(stage, story, asItHappened)),
            ),
          );
        },
      ),
      { numRuns: cases / together, endOnFailure: true },
    );
    show('stories of locks told in order and in disorder, with the same end', String(cases));
    await pools.close();
  } finally {
    await database.drop();
  }
};
