import { create } from 'zustand';
import { freshConfig, type PublicConfig, publicConfig } from './config.ts';
import { recordError } from './errorLog.ts';
import { onLive } from './live.ts';
import { isDeaf } from './network.ts';

/**
 * `newer`: the server has another console than this one; `part`: a part of this one could not be loaded; `servers`: it may fetch from more
 * servers than it could when this page was loaded.
 */
export const useRelease = create<{ offered: 'newer' | 'part' | 'servers' | null }>(() => ({ offered: null }));
/** Servers that this page wanted something from and may not fetch from. */
export const useBarred = create<{ servers: readonly string[] }>(() => ({ servers: [] }));

type Release = Pick<PublicConfig, 'version' | 'build'>;
const sameRelease = (a: Release, b: Release): boolean => a.version === b.version && a.build === b.build;

let declined: Release | null = null;

/** Asks the server quietly which release it has; this page is of the one it had when the page was loaded. */
export const checkRelease = async (): Promise<void> => {
  try {
    const own = await publicConfig();
    const there = await freshConfig();
    const newer = !sameRelease(own, there) && !(declined && sameRelease(declined, there));
    if (newer) useRelease.setState({ offered: 'newer' });
  } catch {
    // no answer says nothing about releases
  }
};

/** Not now: the same release is not offered again. */
export const declineRelease = async (): Promise<void> => {
  const { offered } = useRelease.getState();
  useRelease.setState({ offered: null });
  // of servers this page says no more
  if (offered === 'servers') return;
  declined = await freshConfig().catch(() => null);
};

const missing = new WeakSet<Error>();
/** Whether an error means that a part of the console did not come. */
export const isPartMissing = (error: Error): boolean =>
  missing.has(error) || /dynamically imported module|module script/i.test(error.message);

/**
 * Fetches a part of the console. A browser keeps a module that did not come for good, and all that share it: while nothing
 * is heard of the server none is asked for before it answers something else.
 */
export const whenServed = async <Part>(load: () => Promise<Part>): Promise<Part> => {
  doubted ||= isDeaf();
  for (let tries = 1; doubted; tries++)
    try {
      await freshConfig();
      doubted = false;
    } catch (cause) {
      // a network that has just come back may not lead anywhere yet
      if (!isDeaf() && tries < 10) await sleep(tries * 200);
      else {
        const error = new Error('The server does not answer', { cause });
        missing.add(error);
        unasked.add(error);
        throw error;
      }
    }
  return load();
};
const unasked = new WeakSet<Error>();
/** Whether a part did not come because it was not asked for: it may be asked for at any time. */
export const isPartUnasked = (error: Error): boolean => unasked.has(error);

/** The server was away when a part was wanted, and has not answered since. */
let doubted = false;
const sleep = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/**
 * A part of the console did not come: a new release took it away, or the line is broken. Only a server that answers can
 * hand the page out anew: without one a reload would lose the page for nothing.
 */
export const partMissing = (error: unknown): void => {
  if (error instanceof Error) missing.add(error);
  recordError('part', error);
  void freshConfig().then(
    () => useRelease.setState({ offered: 'part' }),
    () => {},
  );
};

const pause = 10 * 60_000;

/** Looks now and then, when the window is looked at again, and when the server may have been restarted. For `useEffect`. */
export const followRelease = (): (() => void) => {
  const check = (): void => {
    if (document.visibilityState === 'visible') void checkRelease();
  };
  const timer = setInterval(check, pause);
  document.addEventListener('visibilitychange', check);
  const unhear = onLive('hello', check);
  return () => {
    clearInterval(timer);
    document.removeEventListener('visibilitychange', check);
    unhear();
  };
};

/** The build tool's word that a lazily loaded part failed. */
export const watchParts = (): void =>
  window.addEventListener('vite:preloadError', (event) =>
    partMissing((event as Event & { payload?: unknown }).payload),
  );

const asked = new Set<string>();
/** A server's policy may be a moment older than what was set up: it is asked so often again, and then no more. */
const [TRIES, ASK_AGAIN_MS] = [3, 3000];
/** Whether the page would be let fetch from a server, were it loaded anew. */
const isServerKnown = async (server: string): Promise<boolean> => {
  const page = await fetch('/', { cache: 'no-cache', headers: { Accept: 'text/html' } });
  const policy = page.headers.get('Content-Security-Policy') ?? '';
  return / connect-src [^;]*/.exec(` ${policy}`)?.[0].split(' ').includes(server) ?? false;
};

/** The browser holds a page to the servers it was loaded with: what is fetched from others was set up since. */
export const watchServers = (): void =>
  document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) => {
    if (effectiveDirective !== 'connect-src' || !URL.canParse(blockedURI)) return;
    const server = new URL(blockedURI).origin;
    useBarred.setState(({ servers }) => (servers.includes(server) ? {} : { servers: [...servers, server] }));
    if (asked.has(server)) return;
    asked.add(server);
    void offerServer(server, TRIES);
  });
const offerServer = async (server: string, tries: number): Promise<void> => {
  try {
    if (await isServerKnown(server)) useRelease.setState({ offered: 'servers' });
    else if (tries > 0) setTimeout(() => void offerServer(server, tries - 1), ASK_AGAIN_MS);
  } catch {
    // without our server nothing is to be had anew
    asked.delete(server);
  }
};
