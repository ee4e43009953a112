import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { post } from './client.ts';
import { useNotices } from './notices.ts';
import { patience } from './patience.ts';

beforeEach(() => useNotices.setState({ shown: [] }));
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});
vi.mock('./patience.ts', { spy: true });
const config = () => Response.json({ signSecret: 's', title: '', version: '0' });
const shownFor = () => useNotices.getState().shown.map((n) => n.milliseconds);

it('a call is given up after 10 s, and a line that is broken is shown for 2 s', async () => {
  vi.stubGlobal('fetch', (url: string) =>
    url === '/config.json' ? Promise.resolve(config()) : Promise.reject(new TypeError('no line')),
  );
  await expect(post('/x', {})).rejects.toThrow();
  expect(vi.mocked(patience).mock.calls).toEqual([[10_000]]);
  expect(shownFor()).toEqual([2000]);
});

it('a refusal is shown for 5 s', async () => {
  vi.stubGlobal('fetch', async (url: string) =>
    url === '/config.json' ? config() : Response.json({ verify: { sign: 'fail', desc: 'no' } }),
  );
  await expect(post('/x', {})).rejects.toThrow();
  expect(shownFor()).toEqual([5000]);
});
