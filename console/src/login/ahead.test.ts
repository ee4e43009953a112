import { expect, it } from 'vitest';
import { fetchAll } from './ahead.ts';

const files = ['/a.js', '/b.js', '/c.css', '/d.js', '/e.js'];

it('leaves connections to whoever signs in meanwhile, and fetches each file once', async () => {
  const [asked, waiting]: [string[], (() => void)[]] = [[], []];
  const all = fetchAll(files, new AbortController().signal, (url, { priority }) => {
    expect(priority).toBe('low');
    asked.push(url);
    return new Promise((answer) => waiting.push(() => answer(new Response('x'))));
  });
  expect(asked).toEqual(files.slice(0, 3));
  for (const answer of waiting) answer();
  await expect.poll(() => asked).toEqual(files);
  for (const answer of waiting) answer();
  await all;
});

it('asks for nothing more once it is ended', async () => {
  const limit = new AbortController();
  const asked: string[] = [];
  const all = fetchAll(files, limit.signal, async (url, { signal }) => {
    signal!.throwIfAborted();
    asked.push(url);
    limit.abort();
    return new Response('x');
  });
  await expect(all).rejects.toMatchObject({ name: 'AbortError' });
  expect(asked).toEqual(['/a.js']);
});
