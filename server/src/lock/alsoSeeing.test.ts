import type { ClientBase } from 'pg';
import { expect, it } from 'vitest';
import { alsoSeeing } from './alsoSeeing.ts';

it.each([
  ['is done', () => Promise.resolve('done')],
  ['has failed', () => Promise.reject(new Error('refused'))],
])('sees no more than before once its work %s', async (_, work) => {
  const seen: unknown[] = [];
  const client = { query: async (_sql: string, values: unknown[]) => void seen.push(values[0]) };
  await alsoSeeing(client as unknown as ClientBase, [7], [1, 2], work).catch(() => undefined);
  expect(seen).toEqual(['1,2,7', '1,2']);
});
