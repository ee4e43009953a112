import { createServer, type IncomingHttpHeaders } from 'node:http';
import { text } from 'node:stream/consumers';

export interface Received {
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
}

/** What an HTTP server answers; null: it hangs up once it has read. */
export type Answer = { status: number; headers?: Record<string, string>; body?: unknown } | null;

/** A server on this machine that keeps what it was sent and answers as it is told. */
export const startReceiver = async (answer: (received: Received) => Answer = () => ({ status: 204 })) => {
  const received: Received[] = [];
  const server = createServer(async (request, response) => {
    const one = { path: request.url ?? '', headers: request.headers, body: await text(request) };
    received.push(one);
    const said = answer(one);
    if (!said) return void request.socket.destroy();
    response.writeHead(said.status, { 'Content-Type': 'application/json', ...said.headers });
    response.end(
      said.body === undefined ? undefined : typeof said.body === 'string' ? said.body : JSON.stringify(said.body),
    );
  });
  await new Promise<void>((done) => void server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as { port: number };
  return {
    received,
    url: `http://127.0.0.1:${port}`,
    stop: () => new Promise<void>((done) => void server.close(() => done())),
  };
};
