import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerOptions,
  type ServerResponse,
} from 'node:http';
import type { Socket } from 'node:net';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import { openSeats } from './seats.ts';

/** Locks need descriptors of this process too, and more of them. */
export const MOST_CONNECTIONS = 10_000;
/** What may come at once, before those that give way for it are closed. */
const AT_ONCE = 1000;
/** Connections one address opens in a minute; programs open one for each request. */
const OPENED_A_MINUTE = 20_000;

export interface ConnectionLimits {
  /** connections there may be at once */
  most: number;
  /** of one address */
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

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/** The server of the console and the API, with what one address may hold of it. */
export const openServer = (
  handle: RequestListener,
  options: ServerOptions & { keepAliveTimeout: number },
  { most, perAddress, keyOf, isProxy }: ConnectionLimits,
): Server => {
  const seats = openSeats<Socket>({ most, perAddress, end: (socket) => socket.destroy() });
  const server = createServer(
    options,
    oneAtATime((request, response) => {
      const { socket } = request;
      seats.asks(socket);
      if (hasBody(request)) request.once('end', () => seats.works(socket));
      else seats.works(socket);
      response.once('finish', () => seats.rests(socket));
      handle(request, response);
    }),
  );
  server.maxConnections = most + AT_ONCE;
  const opened = new RateLimiterMemory({ points: OPENED_A_MINUTE, duration: 60 });
  server.on('connection', (socket: Socket) => {
    const address = socket.remoteAddress;
    if (address === undefined) return;
    const key = isProxy(address) ? null : keyOf(address);
    if (!seats.take(socket, key)) {
      socket.destroy();
      return;
    }
    socket.once('close', () => seats.leave(socket));
    if (key !== null) opened.consume(key).catch(() => socket.destroy());
  });
  return server;
};
