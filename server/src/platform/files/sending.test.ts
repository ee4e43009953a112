import Fastify from 'fastify';
import { expect, it, vi } from 'vitest';
import { serveFiles } from './sending.ts';

it('counts as a guess what nobody has, and not what could not be looked up', async () => {
  const guesses = { claim: vi.fn(async () => undefined), giveBack: vi.fn(async () => undefined) };
  const query = vi.fn();
  const app = Fastify();
  const unused = { storage: {}, log: { error: () => undefined }, seconds: () => 1, open: [] } as never;
  serveFiles(app, { ...(unused as object), callers: { query }, guesses, addressKey: (a: string) => a } as never);
  const get = async () => (await app.inject(`/image/${'a'.repeat(24)}`)).statusCode;
  query.mockResolvedValue({ rows: [] });
  expect(await get()).toBe(404);
  expect([guesses.claim.mock.calls.length, guesses.giveBack.mock.calls.length]).toEqual([1, 0]);
  query.mockRejectedValue(new Error('the database is away'));
  expect(await get()).toBe(500);
  expect([guesses.claim.mock.calls.length, guesses.giveBack.mock.calls.length]).toEqual([2, 1]);
  await app.close();
});
