import { create } from 'zustand';
import { serverNow } from './clock.ts';

export interface Logged {
  id: number;
  time: number;
  /** a page that broke, an error outside of React, a promise nobody caught, a part of the console that did not load */
  kind: 'page' | 'script' | 'promise' | 'part';
  message: string;
  /** the address it happened at */
  url: string;
  stack: string;
  /** how often in a row */
  times: number;
}

export const mostLogged = 200;

/** Newest first, at most 200; the same error again only counts up. */
export const logged = (list: readonly Logged[], entry: Logged): Logged[] => {
  const [newest, ...rest] = list;
  if (newest && newest.message === entry.message && newest.kind === entry.kind && newest.url === entry.url)
    return [{ ...newest, time: entry.time, times: newest.times + 1 }, ...rest];
  return [entry, ...list].slice(0, mostLogged);
};

export const useErrorLog = create<{ errors: Logged[] }>(() => ({ errors: [] }));
export const clearErrors = (): void => useErrorLog.setState({ errors: [] });

let last = 0;
export const recordError = (kind: Logged['kind'], error: unknown): void => {
  // while developing, the browser's own console says more
  if (import.meta.env.DEV) return;
  last += 1;
  const { message, stack = '' } = error instanceof Error ? error : new Error(String(error));
  const entry = { id: last, time: serverNow(), kind, message, stack, url: location.href, times: 1 };
  useErrorLog.setState(({ errors }) => ({ errors: logged(errors, entry) }));
};

/** As text, to send to whoever can help. */
export const asText = (errors: readonly Logged[]): string =>
  errors
    .map((e) =>
      [`${new Date(e.time).toISOString()} ${e.kind}${e.times > 1 ? ` ×${e.times}` : ''}`, e.message, e.url, e.stack]
        .filter((line) => line !== '')
        .join('\n'),
    )
    .join('\n\n');

/** A message of the browser, not a fault: an observer was a frame late. */
const harmless = /^ResizeObserver loop/;

/** Hears what nobody else catches. A refusal or a broken line has been said where it belongs, it is no fault of the page. */
export const watchErrors = (isExpected: (error: unknown) => boolean): void => {
  window.addEventListener('error', (event) => {
    if (!harmless.test(event.message)) recordError('script', event.error ?? event.message);
  });
  window.addEventListener('unhandledrejection', (event) => {
    if (!isExpected(event.reason)) recordError('promise', event.reason);
  });
};
