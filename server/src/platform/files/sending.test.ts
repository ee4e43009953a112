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

it('keeps no picture waiting behind the large files of a domain', async () => {
  const guesses = { claim: async () => undefined, giveBack: async () => undefined };
  const app = Fastify();
  const held: (() => void)[] = [];
  const open = [{ path: '/app', find: () => new Promise((found) => held.push(() => found(null))), fetched: vi.fn() }];
  const callers = { query: async () => ({ rows: [] }) };
  serveFiles(app, { open, callers, guesses, seconds: () => 1, addressKey: (a: string) => a } as never);
  const get = async (path: string) => (await app.inject(`${path}/${'a'.repeat(24)}`)).statusCode;
  const large = Array.from({ length: 100 }, () => get('/app'));
  await vi.waitFor(() => expect(held).toHaveLength(100));
  expect(await get('/image')).toBe(404);
  for (const answer of held) answer();
  await Promise.all(large);
  await app.close();
});
