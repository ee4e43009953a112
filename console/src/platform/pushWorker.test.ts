import { readFileSync } from 'node:fs';
import { beforeEach, expect, it, vi } from 'vitest';

const source = readFileSync('console/public/push/worker.js', 'utf8');
interface Window {
  visibilityState: string;
  focus: () => Promise<void>;
  postMessage: (message: unknown) => void;
}
type Event = Record<string, unknown> & { waitUntil(work: Promise<unknown>): void };

let open: Window[];
const shown = vi.fn(async (_title: string, _options: Record<string, unknown>) => undefined);
const openWindow = vi.fn(async (_path: string) => undefined);
/** the worker as a browser runs it: what it listens for, and a way to say it */
const run = (vendor = 'Google Inc.') => {
  const heard = new Map<string, (event: Event) => void>();
  const self = {
    addEventListener: (name: string, listener: (event: Event) => void) => void heard.set(name, listener),
    clients: { matchAll: async () => open, openWindow },
    registration: { showNotification: shown },
    skipWaiting: async () => undefined,
  };
  new Function('self', 'navigator', source)(self, { vendor });
  return {
    heard,
    async say(name: string, event: Record<string, unknown>) {
      const work: Promise<unknown>[] = [];
      heard.get(name)!({ ...event, waitUntil: (one) => void work.push(one) });
      await Promise.all(work);
    },
  };
};
const told = {
  ...{ title: 'Illegal unlock 浙B·7K392', body: 'Critical · 100', path: '/alarm?id=7', tag: 'alarm-7', lang: 'en' },
  ...{ at: '2026-11-23T08:00:00.000Z', urgent: true },
};
const push = (data: unknown) => ({ data: { json: () => data } });
const window = (visibilityState: string): Window => ({
  visibilityState,
  focus: vi.fn(async () => undefined),
  postMessage: vi.fn(),
});
beforeEach(() => {
  open = [];
  shown.mockClear();
  openWindow.mockClear();
});

it('shows what it is told, with its time, and in the place of what it was told of the same before', async () => {
  await run().say('push', push(told));
  expect(shown).toHaveBeenCalledWith(
    told.title,
    expect.objectContaining({
      body: expect.stringMatching(/^Critical · 100\n\d\d:00$/),
      tag: 'alarm-7',
      renotify: true,
      requireInteraction: true,
      data: { path: '/alarm?id=7' },
    }),
  );
});

it('shows nothing while the console is looked at, but a test, and on Safari, which takes the right away otherwise', async () => {
  open = [window('visible')];
  await run().say('push', push(told));
  expect(shown).not.toHaveBeenCalled();
  await run().say('push', push({ ...told, tag: 'test' }));
  expect(shown).toHaveBeenCalledTimes(1);
  await run('Apple Computer, Inc.').say('push', push(told));
  expect(shown).toHaveBeenLastCalledWith(told.title, expect.objectContaining({ silent: true }));
  open = [window('hidden')];
  await run().say('push', push(told));
  expect(shown).toHaveBeenCalledTimes(3);
});

it('a click leads to the case: in the window that is open, or in a new one', async () => {
  const close = vi.fn();
  const click = (path: unknown) => ({ notification: { close, data: { path } } });
  await run().say('notificationclick', click('/alarm?id=7'));
  expect(openWindow).toHaveBeenCalledWith('/alarm?id=7');
  open = [window('hidden')];
  await run().say('notificationclick', click('/alarm?id=7'));
  expect(open[0]!.postMessage).toHaveBeenCalledWith({ open: '/alarm?id=7' });
  expect(open[0]!.focus).toHaveBeenCalled();
  expect(openWindow).toHaveBeenCalledTimes(1);
  expect(close).toHaveBeenCalledTimes(2);
});

it.each(['https://evil.example/', '//evil.example', 'javascript:alert(1)', 7])('never leads to %s', async (path) => {
  await run().say('notificationclick', { notification: { close: () => undefined, data: { path } } });
  expect(openWindow).toHaveBeenCalledWith('/');
});

it('stands between no page and the server, and keeps nothing of the console', async () => {
  const worker = run();
  expect([...worker.heard.keys()].sort()).toEqual(['install', 'notificationclick', 'push']);
  expect(source).not.toMatch(/caches|fetch/);
  await worker.say('push', { data: { json: () => JSON.parse('no') } });
  expect(shown).not.toHaveBeenCalled();
});
