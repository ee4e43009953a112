import { expect, it } from 'vitest';
import { turnsOf } from './turns.ts';

it('so many at once, then the next, also after one that failed', async () => {
  const inTurn = turnsOf(2);
  const began: number[] = [];
  const ends: ((error?: Error) => void)[] = [];
  const all = [0, 1, 2, 3].map((n) =>
    inTurn(
      () =>
        new Promise<number>((done, failed) => {
          began.push(n);
          ends[n] = (error) => (error ? failed(error) : done(n));
        }),
    ),
  );
  await Promise.resolve();
  expect(began).toEqual([0, 1]);
  ends[1]?.(new Error('x'));
  await expect(all[1]).rejects.toThrow('x');
  expect(began).toEqual([0, 1, 2]);
  ends[0]?.();
  await all[0];
  expect(began).toEqual([0, 1, 2, 3]);
  ends[2]?.();
  ends[3]?.();
  expect(await Promise.all([all[2], all[3]])).toEqual([2, 3]);
});
