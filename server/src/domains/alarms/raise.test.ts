import type { Pool } from 'pg';
import { expect, it } from 'vitest';
import { openRaising } from './raise.ts';

/** A database that can be away; each alarm gets the next number. */
const database = () => {
  const asked: unknown[][] = [];
  const it = {
    away: false,
    asked,
    pool: {
      query: async (_: string, values: unknown[]) => {
        if (it.away) throw new Error('away');
        return { rows: [{ id: asked.push(values) }] };
      },
    } as unknown as Pool,
  };
  return it;
};

it('files an alarm that the database did not take when it rang, once, with the time it rang at', async () => {
  const db = database();
  const filed: number[] = [];
  let now = 1000;
  const { raise, flush } = openRaising(
    db.pool,
    (alarm) => filed.push(alarm),
    () => now,
  );
  db.away = true;
  raise(7, 'connection_replaced');
  now = 2000;
  raise(7, 'connection_replaced');
  raise(8, 'identity_mismatch');
  await expect(flush()).rejects.toThrow('away');
  expect(filed).toEqual([]);
  db.away = false;
  await flush();
  expect(db.asked).toEqual([
    [7, 'connection_replaced', 'warning', 1000],
    [8, 'identity_mismatch', 'warning', 2000],
  ]);
  expect(filed).toEqual([1, 2]);
  await flush();
  expect(filed).toHaveLength(2);
});

it('files one at once, and what rings again while it is being filed is not lost', async () => {
  const db = database();
  const filed: number[] = [];
  const { raise, flush } = openRaising(db.pool, (alarm) => filed.push(alarm));
  raise(7, 'implausible_jump');
  raise(7, 'implausible_jump');
  await flush();
  await flush();
  expect(filed).toEqual([1, 2]);
});
