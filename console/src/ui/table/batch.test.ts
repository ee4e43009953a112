import { expect, it } from 'vitest';
import { Refused, Unreachable } from '../../platform/answer.ts';
import { idsOf, mostAtOnce, runBatch } from './batch.ts';

const ids = Array.from({ length: 250 }, (_, i) => i + 1);
const never = new AbortController().signal;

it('sends no more than a call takes, one after the other', async () => {
  const sent: number[] = [];
  let under = 0;
  const outcomes = await runBatch(
    ids,
    mostAtOnce,
    async (part) => {
      under += 1;
      expect(under).toBe(1);
      await Promise.resolve();
      sent.push(part.length);
      under -= 1;
    },
    () => {},
    never,
  );
  expect(sent).toEqual([100, 100, 50]);
  expect(idsOf(outcomes, 'done')).toEqual(ids);
});

it('says which records a refusal holds, and goes on with the others', async () => {
  const outcomes = await runBatch(
    ids,
    mostAtOnce,
    async (part) => {
      if (part.includes(150)) throw new Refused('conflict', 'Still in use');
    },
    () => {},
    never,
  );
  expect(outcomes.map((o) => [o.result, o.ids.length])).toEqual([
    ['done', 100],
    ['refused', 100],
    ['done', 50],
  ]);
  // one by one, only the one that is in use stays
  const again = await runBatch(
    idsOf(outcomes, 'refused'),
    1,
    async (part) => {
      if (part.includes(150)) throw new Refused('conflict', 'Still in use');
    },
    () => {},
    never,
  );
  expect(idsOf(again, 'refused')).toEqual([150]);
  expect(idsOf(again, 'done')).toHaveLength(99);
});

it('stops at a broken line: of one part nothing is known, the rest was not sent', async () => {
  const outcomes = await runBatch(
    ids,
    mostAtOnce,
    async () => {
      throw new Unreachable('timeout');
    },
    () => {},
    never,
  );
  expect(outcomes.map((o) => o.result)).toEqual(['unknown', 'left', 'left']);
});

it('can be stopped between parts', async () => {
  const stop = new AbortController();
  const outcomes = await runBatch(
    ids,
    mostAtOnce,
    async () => stop.abort(),
    () => {},
    stop.signal,
  );
  expect(outcomes.map((o) => o.result)).toEqual(['done', 'left', 'left']);
});
