import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openPools, type Pools, withSessionOptions } from '../platform/postgres/pools.ts';
import { type FreshDatabase, freshDatabase } from '../testing/database.ts';
import { maintainPartitions } from './partitions.ts';
import { asItHappened, registerStage, type Stage, stories, tell, tellings } from './testing/disorder.ts';

let database: FreshDatabase;
let quick: Pools;
let stage: Stage;
const start = Math.floor(Date.now() / 1000) * 1000 - 3 * 3_600_000;

beforeAll(async () => {
  database = await freshDatabase();
  // thousands of small transactions, none of which has to outlive the test
  quick = openPools(withSessionOptions(database.url, { synchronous_commit: 'off' }));
  await maintainPartitions(database.pools.owner, { now: Date.now(), retentionDays: 400 });
  stage = await registerStage(quick, start);
});
afterAll(async () => {
  await quick.close();
  await database.drop();
});

const together = 6;

it(
  'the same reports in any order, portions and repetition end in the same state, proofs and standing alarms',
  {
    timeout: 180_000,
  },
  () =>
    fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(stories(start), tellings), { minLength: together, maxLength: together }),
        async (cases) => {
          // side by side, since each waits for the database most of the time
          const outcomes = await Promise.all(
            cases.map(async ([story, telling]) => [
              await tell(stage, story, telling),
              await tell(stage, story, asItHappened),
            ]),
          );
          for (const [anyhow, inOrder] of outcomes) expect(anyhow).toEqual(inOrder);
        },
      ),
      // found failing, it is worth more to know it than to wait for a smaller one
      { numRuns: 300 / together, endOnFailure: true },
    ),
);
