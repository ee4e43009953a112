import { afterEach, expect, it, vi } from 'vitest';
import { post } from './client.ts';
import { networkErrorTime, serverErrorTime } from './notices.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

it('a call is given up after 10 s; refusals are shown for 5 s, a broken line for 2 s', async () => {
  const limit = vi.spyOn(AbortSignal, 'timeout');
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no line')));
  await expect(post('/x', {}, { quiet: true })).rejects.toThrow();
  expect(limit.mock.calls).toContainEqual([10_000]);
  expect([serverErrorTime, networkErrorTime]).toEqual([5000, 2000]);
});
