import { createServer, type RequestListener, type Server, type ServerOptions, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import { openCounts } from './counts.ts';

/** Locks need descriptors of this process too, and more of them. */
const MOST_CONNECTIONS = 10_000;
/** Connections one address opens in a minute; programs open one for each request. */
const OPENED_A_MINUTE = 20_000;

export interface ConnectionLimits {
  /** connections one address may hold at once */
  perAddress: number;
  /** whom an address stands for */
  keyOf(address: string): string;
  /** a reverse proxy brings everybody's requests */
  isProxy(address: string): boolean;
}

/**
 * Ends a connection whose next request comes before the last one is answered. Browsers and proxies wait for an answer; who
 * does not has a thousand requests in one packet, and Node begins them all before it does anything else.
 */
const oneAtATime = (handle: RequestListener): RequestListener => {
  const last = new WeakMap<Socket, ServerResponse>();
  return (request, response) => {
    const { socket } = request;
    if (socket.destroyed) return;
    const before = last.get(socket);
    if (before && !before.writableFinished) {
      socket.destroy();
      return;
    }
    last.set(socket, response);
    handle(request, response);
  };
};

/** The server of the console and the API, with what one address may hold of it. */
export const openServer = (
  handle: RequestListener,
  options: ServerOptions & { keepAliveTimeout: number },
  { perAddress, keyOf, isProxy }: ConnectionLimits,
): Server => {
  const server = createServer(options, oneAtATime(handle));
  server.maxConnections = MOST_CONNECTIONS;
  const held = openCounts();
  const opened = new RateLimiterMemory({ points: OPENED_A_MINUTE, duration: 60 });
  server.on('connection', (socket: Socket) => {
    const address = socket.remoteAddress;
    if (address === undefined || isProxy(address)) return;
    const key = keyOf(address);
    const left = held.enter(key, perAddress);
    if (!left) {
      socket.destroy();
      return;
    }
    socket.once('close', left);
    opened.consume(key).catch(() => socket.destroy());
  });
  return server;
};
