import { once } from 'node:events';
import type { Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { openServer } from './connections.ts';

let server: Server;
const sockets: Socket[] = [];
afterEach(async () => {
  for (const one of sockets.splice(0)) one.destroy();
  await new Promise((resolve) => server.close(resolve));
});

const open = async (from: string): Promise<Socket> => {
  const { port } = server.address() as AddressInfo;
  const socket = connect({ port, host: '127.0.0.1', localAddress: from });
  sockets.push(socket);
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  return socket;
};
const get = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n';
const answerTo = async (socket: Socket, request = get): Promise<string> => {
  socket.write(request);
  return String((await once(socket, 'data'))[0]);
};

it('idle connections of a few addresses keep nobody out, and end nothing that is being answered', async () => {
  const waiting: (() => void)[] = [];
  server = openServer(
    (request, response) => {
      if (request.url === '/slow') waiting.push(() => response.end('slow'));
      else response.end('ok');
    },
    { keepAliveTimeout: 60_000 },
    { most: 8, perAddress: 4, keyOf: (address) => address, isProxy: () => false },
  );
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const slow = await open('127.0.0.2');
  const said = answerTo(slow, get.replace('/ ', '/slow '));
  await expect.poll(() => waiting.length).toBe(1);
  // one says nothing at all, one is kept open after its answer, one never sends what it says it sends
  await open('127.0.0.2');
  expect(await answerTo(await open('127.0.0.2'))).toContain('ok');
  const half = await open('127.0.0.2');
  half.write('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n');
  for (let i = 0; i < 4; i++) await open('127.0.0.3');
  for (const address of ['127.0.0.4', '127.0.0.5', '127.0.0.6', '127.0.0.7'])
    expect(await answerTo(await open(address))).toContain('200 OK');
  for (const respond of waiting) respond();
  expect(await said).toContain('slow');
});
