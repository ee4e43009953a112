import { afterEach, beforeEach, expect, it, vi } from 'vitest';

type Release = typeof import('./release.ts');
let server: { version: string; build: string } | null;
let release: Release;

beforeEach(async () => {
  server = { version: '1', build: 'a' };
  vi.stubGlobal('fetch', async () => {
    if (!server) throw new TypeError('the line is dead');
    return Response.json({ signSecret: 's', title: '', ...server });
  });
  // the release of the page is what the server had when the page was loaded: each test loads it anew
  vi.resetModules();
  release = await import('./release.ts');
  await release.checkRelease();
});
afterEach(() => vi.unstubAllGlobals());
const offered = () => release.useRelease.getState().offered;

it('offers nothing while the server has this release', async () => {
  await release.checkRelease();
  expect(offered()).toBeNull();
});
it.each([
  { version: '2', build: 'a' },
  { version: '1', build: 'b' },
])('offers %j', async (there) => {
  server = there;
  await release.checkRelease();
  expect(offered()).toBe('newer');
});
it('takes no for an answer until there is another one', async () => {
  server = { version: '2', build: 'b' };
  await release.checkRelease();
  await release.declineRelease();
  await release.checkRelease();
  expect(offered()).toBeNull();
  server = { version: '3', build: 'c' };
  await release.checkRelease();
  expect(offered()).toBe('newer');
});
it('says nothing when the server does not answer', async () => {
  server = null;
  await release.checkRelease();
  expect(offered()).toBeNull();
});
const violate = (blockedURI: string, effectiveDirective = 'connect-src') =>
  document.dispatchEvent(Object.assign(new Event('securitypolicyviolation'), { blockedURI, effectiveDirective }));
it('of a server that was added since offers to load the page anew, once, where that helps', async () => {
  let policy = "default-src 'self'; connect-src 'self' https://tiles.example; font-src 'self'";
  let pages = 0;
  vi.stubGlobal('fetch', async (path: string) => {
    if (path !== '/') return Response.json({ signSecret: 's', title: '', ...server });
    pages++;
    return new Response('', { headers: { 'Content-Security-Policy': policy } });
  });
  release.watchServers();
  violate('https://elsewhere.example/1/2/3');
  violate('https://tiles.example/1/2/3', 'img-src');
  violate('inline');
  await vi.waitFor(() => expect(pages).toBe(1));
  expect(offered()).toBeNull();
  // the policy that the server tells may be a moment old
  policy = policy.replace('https://tiles.example', '');
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  violate('https://tiles.example/1/2/3');
  await vi.advanceTimersByTimeAsync(1000);
  expect(offered()).toBeNull();
  policy = "connect-src 'self' https://tiles.example";
  await vi.advanceTimersByTimeAsync(3000);
  vi.useRealTimers();
  await vi.waitFor(() => expect(offered()).toBe('servers'));
  await release.declineRelease();
  violate('https://tiles.example/4/5/6');
  expect(offered()).toBeNull();
  expect(release.useBarred.getState().servers).toEqual(['https://elsewhere.example', 'https://tiles.example']);
});
const lose = (error: Error): void => {
  release.watchParts();
  window.dispatchEvent(Object.assign(new Event('vite:preloadError'), { payload: error }));
};
it('offers a reload when a part of the page did not come', async () => {
  const error = new Error('Unable to preload CSS');
  lose(error);
  await vi.waitFor(() => expect(offered()).toBe('part'));
  expect(release.isPartMissing(error)).toBe(true);
  expect(release.isPartMissing(new Error('x is undefined'))).toBe(false);
});
it('offers none while the server does not answer, for a reload would lose the page', async () => {
  server = null;
  const asked = vi.spyOn(globalThis, 'fetch');
  lose(new Error('Failed to fetch dynamically imported module'));
  expect(offered()).toBeNull();
  await vi.waitFor(() => expect(asked).toHaveBeenCalled());
  await Promise.allSettled(asked.mock.results.map((r) => r.value));
  expect(offered()).toBeNull();
});

it('asks for no part while the server is away, for a browser keeps one that did not come for good', async () => {
  const load = vi.fn(async () => 'the part');
  expect(await release.whenServed(load)).toBe('the part');
  window.dispatchEvent(new Event('offline'));
  server = null;
  const error: Error = await release.whenServed(load).then(
    () => new Error('it came'),
    (failure) => failure,
  );
  expect(release.isPartMissing(error)).toBe(true);
  expect(load).toHaveBeenCalledTimes(1);
  // somebody answers, though the browser has not noticed yet
  server = { version: '1', build: 'a' };
  expect(await release.whenServed(load)).toBe('the part');
  window.dispatchEvent(new Event('online'));
});
