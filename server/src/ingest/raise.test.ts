import type { Pool } from 'pg';
import { describe, expect, it } from 'vitest';
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
    [7, 'connection_replaced', 'warning', 1000, 2000, 2],
    [8, 'identity_mismatch', 'warning', 2000, 2000, 1],
  ]);
  expect(filed).toEqual([1, 2]);
  await flush();
  expect(filed).toHaveLength(2);
});

describe('what rings with every report', () => {
  const minute = 60_000;
  const start = () => {
    const db = database();
    const filed: number[] = [];
    const clock = { now: 0 };
    return {
      db,
      filed,
      clock,
      ...openRaising(
        db.pool,
        (alarm) => filed.push(alarm),
        () => clock.now,
      ),
    };
  };

  it('is filed and told at once, then once a minute, with how often it rang meanwhile', async () => {
    const { db, filed, clock, raise, flush } = start();
    for (; clock.now < minute; clock.now += 1000) {
      raise(7, 'implausible_jump');
      await flush();
    }
    expect(filed).toEqual([1]);
    await flush();
    expect(db.asked).toEqual([
      [7, 'implausible_jump', 'warning', 0, 0, 1],
      [7, 'implausible_jump', 'warning', 1000, 59_000, 59],
    ]);
    clock.now += minute;
    await flush();
    expect(filed).toHaveLength(2);
  });

  it('keeps nothing else waiting, and is filed without delay when nobody asks again', async () => {
    const { db, raise, flush, flushAll } = start();
    raise(7, 'implausible_jump');
    raise(7, 'implausible_jump');
    raise(7, 'connection_replaced');
    raise(8, 'implausible_jump');
    await flush();
    const filed = () => db.asked.map(([device, kind, , , , hits]) => `${device} ${kind} ${hits}`);
    const first = ['7 implausible_jump 1', '7 connection_replaced 1', '8 implausible_jump 1'];
    expect(filed()).toEqual(first);
    await flushAll();
    expect(filed()).toEqual([...first, '7 implausible_jump 1']);
  });

  it('loses no count while the database is away', async () => {
    const { db, clock, raise, flush } = start();
    db.away = true;
    for (clock.now = 1; clock.now <= 5; clock.now++) raise(7, 'implausible_jump');
    await expect(flush()).rejects.toThrow('away');
    db.away = false;
    await flush();
    expect(db.asked.map(([, , , first, last, hits]) => [first, last, hits])).toEqual([[1, 5, 5]]);
  });
});
