import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import Fastify from 'fastify';
import { expect, it } from 'vitest';
import { openFileTurns } from './fileTurns.ts';

it('one address is sent so many files at once; who goes away while it waits keeps nobody waiting', async () => {
  const app = Fastify({ forceCloseConnections: true });
  app.addHook(
    'onRequest',
    openFileTurns(2, (address) => address),
  );
  const sending = new Map<number | undefined, () => void>();
  app.get('/', ({ socket }, reply) => {
    sending.set(socket.remotePort, () => reply.send('sent'));
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as AddressInfo;
  const ask = async (localAddress: string): Promise<Socket> => {
    const socket = connect({ port, host: '127.0.0.1', localAddress });
    await once(socket, 'connect');
    socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
    return socket;
  };
  const first = await ask('127.0.0.2');
  await ask('127.0.0.2');
  await expect.poll(() => sending.size).toBe(2);
  const gone = await ask('127.0.0.2');
  const waiting = await ask('127.0.0.2');
  const other = await ask('127.0.0.3');
  await expect.poll(() => sending.has(other.localPort)).toBe(true);
  expect(sending.has(waiting.localPort)).toBe(false);
  gone.destroy();
  sending.get(first.localPort)?.();
  expect(String((await once(first, 'data'))[0])).toContain('sent');
  await expect.poll(() => sending.has(waiting.localPort)).toBe(true);
  sending.get(waiting.localPort)?.();
  expect(String((await once(waiting, 'data'))[0])).toContain('sent');
  await app.close();
});
