import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type FreshDatabase, freshDatabase } from '../testing/database.ts';
import { maintainPartitions } from './partitions.ts';

let database: FreshDatabase;
beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database.drop());

const now = Date.UTC(2026, 2, 1, 23, 59);
const limits = { now, acceptDays: 31, retentionDays: 60 };
const day = 86_400_000;
const maintain = (changes: Partial<typeof limits> = {}) =>
  maintainPartitions(database.pools.owner, { ...limits, ...changes });

describe('partitions', () => {
  it('lie ready from the oldest day a report may have to the day after tomorrow, and are made once', async () => {
    const { made, dropped } = await maintain();
    expect([made[0], made.at(-1), made.length, dropped]).toEqual(['position_20260129', 'position_20260303', 34, []]);
    expect(await maintain()).toEqual({ made: [], dropped: [] });
  });

  it('follow the days and fall away past retention', async () => {
    expect(await maintain({ now: now + day })).toEqual({ made: ['position_20260304'], dropped: [] });
    const { dropped } = await maintain({ now: now + 31 * day });
    expect(dropped).toEqual(['position_20260129', 'position_20260130']);
  });

  it('may be asked for by several processes at once', async () => {
    await Promise.all([maintain({ now: now + 90 * day }), maintain({ now: now + 90 * day })]);
    expect(await maintain({ now: now + 90 * day })).toEqual({ made: [], dropped: [] });
  });

  it('a reader in the way of dropping is not waited for longer than a moment, and the new days are made all the same', async () => {
    const later = { now: now + 200 * day };
    const reader = await database.pools.owner.connect();
    await reader.query('begin; select * from position');
    const { made, dropped } = await maintain(later);
    expect([made.length, dropped]).toEqual([34, []]);
    await reader.query('commit');
    reader.release();
    expect((await maintain(later)).dropped[0]).toBe('position_20260331');
    expect(await maintain(later)).toEqual({ made: [], dropped: [] });
  });

  it('are not made where they would be dropped again', async () => {
    const later = { now: now + 300 * day, retentionDays: 5 };
    const { made } = await maintain(later);
    expect(made).toHaveLength(8);
    expect(await maintain(later)).toEqual({ made: [], dropped: [] });
  });
});
