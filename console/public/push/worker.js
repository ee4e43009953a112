// @ts-check
/// <reference lib="webworker" />

// Shows what the server tells of alarms while no console is open, and opens what it is about. It answers no request of the pages and
// keeps nothing of them: its scope is /push/, where no page is.

const worker = /** @type {ServiceWorkerGlobalScope} */ (/** @type {unknown} */ (self));

/**
 * @typedef {{ title: string, body: string, path: string, tag: string, lang: string, at: string, urgent: boolean }} Told
 */

/** Windows of this console, whatever they show. */
const windows = () => worker.clients.matchAll({ type: 'window', includeUncontrolled: true });

/** @param {Told} told */
const show = async ({ title, body, path, tag, lang, at, urgent }) => {
  const isSeen = tag !== 'test' && (await windows()).some((one) => one.visibilityState === 'visible');
  // whoever looks at the console sees it there; Safari takes the right away from a worker that shows nothing
  if (isSeen && !navigator.vendor?.startsWith('Apple')) return;
  const time = new Date(at).toLocaleTimeString(lang, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
  const options = {
    body: `${body}\n${time}`,
    ...{ lang, tag, data: { path }, icon: '/push/icon.png' },
    // what is told again of the same is heard again
    ...{ renotify: true, requireInteraction: urgent && tag !== 'test', silent: isSeen },
  };
  await worker.registration.showNotification(title, options);
};

/** @param {unknown} path */
const open = async (path) => {
  // a page of this console, and nothing else
  const to = typeof path === 'string' && /^\/(?!\/)/.test(path) ? path : '/';
  const [first] = await windows();
  if (!first) return worker.clients.openWindow(to);
  first.postMessage({ open: to });
  return first.focus();
};

worker.addEventListener('install', () => void worker.skipWaiting());
worker.addEventListener('push', (event) => {
  /** @type {Told | undefined} */
  let told;
  try {
    told = event.data?.json();
  } catch {
    // nothing that we wrote
  }
  if (told) event.waitUntil(show(told));
});
worker.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(open(event.notification.data?.path));
});
