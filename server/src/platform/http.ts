import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import fastifyCompress from '@fastify/compress';
import proxyAddr from '@fastify/proxy-addr';
import fastifyStatic from '@fastify/static';
import { allCalls } from '@plomb/contract/calls';
import { statusOf } from '@plomb/contract/kit/refusal';
import type { Text } from '@plomb/contract/kit/text';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import type { AddressLimit } from './addressLimit.ts';
import { callerOf, langIn } from './caller.ts';
import { MOST_CONNECTIONS, openServer } from './connections.ts';
import { consoleBuild } from './consoleBuild.ts';
import { type OpenFiles, serveFiles } from './files/sending.ts';
import type { Storage } from './files/storage/storage.ts';
import { openFileTurns } from './fileTurns.ts';
import { type HealthOptions, serveHealth } from './health.ts';
import { openLargeBodies } from './largeBodies.ts';
import { isDeeperThan } from './nesting.ts';
import { openApi } from './openapi.ts';
import { openPace } from './pace.ts';
import { mount, type Pipeline } from './pipeline.ts';
import { answerOf, Refusal, refusalOf } from './refusal.ts';
import type { Served } from './serve.ts';
import { takesGzip } from './stream.ts';
import { TooDeep } from './wellFormed.ts';

export interface HttpOptions extends Pipeline, HealthOptions {
  served: readonly Served[];
  version: string;
  /** what the page is called, now */
  title(): Text;
  /** the built console; null: the API alone */
  consoleDir: string | null;
  /** reverse proxies whose word on the caller's address is taken */
  trustProxy: string | undefined;
  /** within which a request has arrived whole */
  requestSeconds: number;
  /** what one address may ask for in vain: sessions, keys, pictures */
  guesses: AddressLimit;
  /** whom an address stands for where things are counted by address */
  addressKey(address: string): string;
  /** connections one address may hold */
  connectionsPerAddress: number;
  /** requests of one address begun in a second */
  requestsPerSecond: number;
  /** where files lie */
  storage: Storage;
  /** servers that pages fetch tiles of maps from, besides this one */
  tileOrigins(): Promise<string[]>;
  /** those that need no session */
  openFiles: readonly OpenFiles[];
  /** pages of others' scripts, which have no rights and are shown in frames of ours */
  framed: readonly { path: string; html: string; policy: string }[];
  /** pages of ours outside of the console, for who has no session */
  pages: readonly ((app: FastifyInstance) => void)[];
}

/** How long a connection is kept for the next request; longer than a proxy keeps its end of it. */
const KEPT_OPEN_MS = 72_000;
/** Lists and objects of a body within each other: deeper than any form of ours. */
const BODY_DEPTH = 20;
/** Files of the console that are on their way to one address: fifty browsers are sent as many. */
const FILES_AT_ONCE = 300;
/** Of how many times `requestSeconds` a reader may take nothing. */
const STALLED = 3;

const contentPolicy = (connect: readonly string[]): string =>
  "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; " +
  `worker-src 'self' blob:; connect-src ${["'self'", ...connect].join(' ')}; font-src 'self' data:; object-src 'none'; ` +
  "base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

const securityHeaders = {
  // what may be kept by whoever fetches it says so itself
  'Cache-Control': 'no-store',
  'Content-Security-Policy': contentPolicy([]),
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Permissions-Policy': 'camera=(self), geolocation=(self), microphone=()',
};

const parserRefusal = (e: unknown): boolean =>
  typeof e === 'object' && e !== null && 'statusCode' in e && typeof e.statusCode === 'number' && e.statusCode < 500;

export const buildHttp = async (o: HttpOptions): Promise<FastifyInstance> => {
  const isProxy = proxyAddr.compile(o.trustProxy?.split(',').map((one) => one.trim()) ?? []);
  const app = Fastify({
    trustProxy: o.trustProxy ? isProxy : false,
    bodyLimit: 1 << 20,
    genReqId: () => randomUUID(),
    serverFactory: (handle) =>
      openServer(
        handle,
        {
          // a connection that says nothing, or says it a byte at a time, is closed; looked for more often than Node does by itself
          requestTimeout: o.requestSeconds * 1000,
          headersTimeout: Math.min(10_000, o.requestSeconds * 1000),
          connectionsCheckingInterval: Math.min(2000, o.requestSeconds * 250),
          keepAliveTimeout: KEPT_OPEN_MS,
        },
        {
          most: MOST_CONNECTIONS,
          perAddress: o.connectionsPerAddress,
          keyOf: o.addressKey,
          isProxy: (address) => isProxy(address, 0),
        },
      ),
    forceCloseConnections: true,
  });
  // Before the routes it is to compress. No answer holds a secret of the session beside words of the request that another
  // site could choose: the token travels as a header, and only a script of our own can send it. Request bodies are never
  // inflated: a bomb is smaller than what limits bodies.
  await app.register(fastifyCompress, {
    globalDecompression: false,
    encodings: ['gzip', 'deflate'],
    zlibOptions: { level: 5 },
  });
  const pace = openPace(o.requestsPerSecond, o.addressKey);
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(securityHeaders);
    await pace.turn(request.ip, () => request.raw.destroyed);
  });
  app.addHook('onRequest', openLargeBodies(o));
  const readJson = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, text: string, done) => {
    if (!isDeeperThan(BODY_DEPTH, text)) return readJson(request, text, done);
    done(null, new TooDeep(langIn(request)));
  });
  // a reader that takes nothing of its answer holds memory, or an open file
  app.addHook('onSend', async (_request, { raw }) => {
    raw.setTimeout(o.requestSeconds * STALLED * 1000, () => raw.destroy());
  });
  app.setErrorHandler((e, request, reply) => {
    const lang = langIn(request);
    const refusal = refusalOf(e) ?? (parserRefusal(e) ? new Refusal('validation') : null);
    if (refusal) {
      const answer = answerOf(refusal, lang);
      const { sign } = answer.verify;
      // the console reads what its calls are answered; whatever else asks goes by the status
      const byStatus = request.method !== 'POST' || callerOf(request).apiKey !== null || sign === 'unavailable';
      return reply.code(byStatus ? statusOf[sign] : 200).send(answer);
    }
    o.log.error({ err: e, path: request.url, request: request.id }, 'a request failed');
    return reply.code(500).send(answerOf(new Refusal('error', { request: request.id }), lang));
  });

  serveHealth(app, o);
  serveText(app, '/openapi.json', () => JSON.stringify(openApi(allCalls, o.version)));
  app.get('/config.json', async (_request, reply) =>
    reply.header('Cache-Control', 'no-store').send({
      signSecret: o.signSecret,
      title: o.title(),
      version: o.version,
      build: await consoleBuild(o.consoleDir),
      languages: ['zh', 'en'],
    }),
  );
  for (const { path, html, policy } of o.framed)
    app.get(path, async (_request, reply) =>
      reply
        .headers({
          'Content-Security-Policy': policy,
          'X-Frame-Options': 'SAMEORIGIN',
          'Referrer-Policy': 'strict-origin',
        })
        .header('Cache-Control', 'no-cache')
        .type('text/html; charset=utf-8')
        .send(html),
    );
  for (const serve of o.pages) serve(app);
  mount(app, o.served, o);
  serveFiles(app, {
    callers: o.pools.callers,
    storage: o.storage,
    log: o.log,
    guesses: o.guesses,
    addressKey: o.addressKey,
    seconds: o.exports.seconds,
    open: o.openFiles,
  });
  if (o.consoleDir && existsSync(o.consoleDir))
    await serveConsole(app, o.consoleDir, openFileTurns(FILES_AT_ONCE, o.addressKey), openPolicy(o));
  return app;
};

/** A text that never changes, made ready when it is first asked for: as it is, and compressed. */
const serveText = (app: FastifyInstance, path: string, write: () => string): void => {
  let made: { plain: Buffer; small: Buffer } | null = null;
  app.get(path, { compress: false }, async (request, reply) => {
    if (!made) {
      const plain = Buffer.from(write());
      made = { plain, small: gzipSync(plain) };
    }
    reply.type('application/json; charset=utf-8').header('Vary', 'accept-encoding');
    return takesGzip(request.headers['accept-encoding'])
      ? reply.header('Content-Encoding', 'gzip').send(made.small)
      : reply.send(made.plain);
  });
};

/** How long a page may be given out that knows an earlier list of servers. */
const POLICY_MS = 2000;

/** What the console's page may fetch from: of other servers those of base maps alone, as they were entered a moment ago. */
const openPolicy = ({ tileOrigins, log, now }: Pick<HttpOptions, 'tileOrigins' | 'log' | 'now'>) => {
  let [policy, until] = [contentPolicy([]), 0];
  let asked: Promise<void> | null = null;
  const ask = async (): Promise<void> => {
    try {
      policy = contentPolicy(await tileOrigins());
    } catch (err) {
      // the page comes also while the database is away, with what it was allowed before
      log.warn({ err }, 'the servers of base maps are not known');
    }
    until = now() + POLICY_MS;
    asked = null;
  };
  return async (): Promise<string> => {
    if (now() >= until) {
      asked ??= ask();
      await asked;
    }
    return policy;
  };
};

/** Files of the console; any other path a browser asks for is a route of the console. */
const serveConsole = async (
  app: FastifyInstance,
  root: string,
  turn: (request: FastifyRequest, reply: FastifyReply) => Promise<void>,
  policy: () => Promise<string>,
): Promise<void> => {
  await app.register(async (files) => {
    files.addHook('onRequest', turn);
    files.addHook('onRequest', async (_request, reply) => void reply.header('Content-Security-Policy', await policy()));
    await files.register(fastifyStatic, {
      root,
      cacheControl: false,
      preCompressed: true, // the build lays them beside the files, smaller than could be made at each request
      setHeaders: (reply, path) => {
        const named = path.includes('/assets/'); // the build puts a hash of the content into these names
        reply.header('Cache-Control', named ? 'public, max-age=31536000, immutable' : 'no-cache');
        if (path.endsWith('.pmtiles')) reply.header('Content-Type', 'application/vnd.pmtiles');
      },
    });
    files.setNotFoundHandler((request, reply) => {
      const page = request.method === 'GET' && (request.headers.accept ?? '').includes('text/html');
      // not returned: a reply that is waited for is listened to twice more
      if (page) reply.header('Cache-Control', 'no-cache').sendFile('index.html');
      else reply.code(404).send(answerOf(new Refusal('notFound'), 'en'));
    });
  });
};
