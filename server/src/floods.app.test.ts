import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { Agent, get } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Config } from './platform/config.ts';
import { startApi, type TestApi } from './testing/api.ts';

/** What one address may take of the house: requests in one packet, connections, answers nobody reads. */
let dir: string;
const started: TestApi[] = [];
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'plomb-console-'));
  await writeFile(join(dir, 'index.html'), '<!doctype html>');
  await writeFile(join(dir, 'map.pmtiles'), Buffer.alloc(32 << 20, 7));
});
afterAll(async () => {
  for (const api of started) await api.stop();
  await rm(dir, { recursive: true });
});

const listening = async (settings: Partial<Config> = {}) => {
  const api = await startApi(settings, dir);
  started.push(api);
  await api.app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = api.app.server.address() as AddressInfo;
  return { api, port };
};
const open = async (port: number, from = '127.0.0.1'): Promise<Socket> => {
  const socket = connect({ port, host: '127.0.0.1', localAddress: from });
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  return socket;
};
const connectionsOf = ({ app }: TestApi) =>
  new Promise<number>((resolve) => app.server.getConnections((_, n) => resolve(n)));
const request = (path: string) => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`;

describe('requests of one connection', () => {
  let port: number;
  beforeAll(async () => {
    ({ port } = await listening());
  });

  it.each(['/openapi.json', '/map.pmtiles', '/health', '/config.json', '/image/aaaaaaaaaaaaaaaaaaaaaaaa', '/nothing'])(
    'that come before the last is answered end it: %s',
    async (path) => {
      const socket = await open(port);
      let answers = 0;
      socket.on('data', (bytes) => {
        answers += bytes.toString('latin1').split('HTTP/1.1 ').length - 1;
        if (answers > 1) socket.destroy();
      });
      socket.write(request(path).repeat(300));
      await once(socket, 'close');
      expect(answers).toBeLessThanOrEqual(1);
    },
  );

  it('are answered for as long as each waits for the answer to the last', async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 6 });
    const ask = (path: string) =>
      new Promise<number | undefined>((resolve, reject) => {
        get({ port, path, agent }, (answer) => {
          answer.resume().on('end', () => resolve(answer.statusCode));
        }).on('error', reject);
      });
    const paths = ['/openapi.json', '/config.json', '/health', '/index.html', '/map.pmtiles'];
    const codes = await Promise.all(Array.from({ length: 300 }, (_, i) => ask(paths[i % 40] ?? '/config.json')));
    expect(new Set(codes)).toEqual(new Set([200]));
    agent.destroy();
  });
});

describe('connections of one address', () => {
  it('are so many, and others get in', async () => {
    const { api, port } = await listening({ CONNECTIONS_PER_ADDRESS: 20 });
    const greedy = await Promise.all(Array.from({ length: 60 }, () => open(port, '127.0.0.9')));
    await expect.poll(() => connectionsOf(api)).toBe(20);
    const socket = await open(port, '127.0.0.8');
    socket.write(request('/health/live'));
    expect(String(await once(socket, 'data'))).toContain('200 OK');
    for (const one of greedy) one.destroy();
    await expect.poll(() => connectionsOf(api)).toBe(1);
    const again = await open(port, '127.0.0.9');
    again.write(request('/health/live'));
    expect(String(await once(again, 'data'))).toContain('200 OK');
  });

  it('are as many as they like for a reverse proxy', async () => {
    const { api, port } = await listening({ CONNECTIONS_PER_ADDRESS: 20, TRUST_PROXY: '10.0.0.1, 127.0.0.9' });
    await Promise.all(Array.from({ length: 60 }, () => open(port, '127.0.0.9')));
    await expect.poll(() => connectionsOf(api)).toBe(60);
  });

  it('end when nothing is taken of an answer', async () => {
    const { api, port } = await listening({ REQUEST_SECONDS: 1 });
    const sockets = await Promise.all(Array.from({ length: 30 }, () => open(port)));
    // neither read nor heard: what was sent fills the buffers on the way, and there it stands
    for (const socket of sockets) socket.pause().write(request('/map.pmtiles'));
    await expect.poll(() => connectionsOf(api)).toBe(30);
    await expect.poll(() => connectionsOf(api), { timeout: 30_000 }).toBe(0);
  });
});
