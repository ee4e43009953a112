import { whenIdle } from '../platform/idle.ts';

/** Of six connections that a browser has to a house: what a person asks for meanwhile waits behind none of these. */
const CONNECTIONS = 3;

type Get = (url: string, how: RequestInit) => Promise<Response>;

/** Fetches files into the browser's cache, a few at a time and behind everything else. */
export const fetchAll = async (files: readonly string[], signal: AbortSignal, get: Get = fetch): Promise<void> => {
  const left = files.values();
  const some = async (): Promise<void> => {
    for (const file of left) await (await get(file, { signal, priority: 'low' })).arrayBuffer();
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, some));
};

/**
 * The shell, the home page and its map are fetched while a person types, so that none of them waits for the one before once
 * they are in; the build names them (`vite.config.ts`). What is given back ends it: a sign-in does not wait for them.
 */
export const fetchAhead = (): (() => void) => {
  // the development server makes each file when it is asked for it
  if (!import.meta.env.PROD) return () => {};
  const limit = new AbortController();
  const { signal } = limit;
  const run = async (): Promise<void> => {
    const files = (await (await fetch('/ahead.json', { signal, priority: 'low' })).json()) as string[];
    await fetchAll(files, signal);
  };
  // what did not come is fetched again when it is needed, and said then
  const cancel = whenIdle(() => void run().catch(() => {}));
  return () => {
    cancel();
    limit.abort();
  };
};
