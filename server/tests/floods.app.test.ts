import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { Agent, get } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { calls } from '@plomb/contract/calls';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Config } from '../src/platform/config.ts';
import { adminPassword, startApi, type TestApi } from '../src/testing/api.ts';
import { buildOperator, buildOrganisation } from '../src/testing/build.ts';
import type { Caller } from '../src/testing/client.ts';
import { openStream } from '../src/testing/openStream.ts';

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
      // `once` would fail with an error of a byte that meets the closing
      await new Promise((resolve) => socket.once('close', resolve));
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
    await expect.poll(() => connectionsOf(api), { timeout: 20_000 }).toBe(20);
    const socket = await open(port, '127.0.0.8');
    socket.write(request('/health/live'));
    expect(String(await once(socket, 'data'))).toContain('200 OK');
    for (const one of greedy) one.destroy();
    await expect.poll(() => connectionsOf(api), { timeout: 20_000 }).toBe(1);
    const again = await open(port, '127.0.0.9');
    again.write(request('/health/live'));
    expect(String(await once(again, 'data'))).toContain('200 OK');
  });

  it('are as many as they like for a reverse proxy', async () => {
    const { api, port } = await listening({ CONNECTIONS_PER_ADDRESS: 20, TRUST_PROXY: '10.0.0.1, 127.0.0.9' });
    await Promise.all(Array.from({ length: 60 }, () => open(port, '127.0.0.9')));
    await expect.poll(() => connectionsOf(api), { timeout: 20_000 }).toBe(60);
  });

  it('end when nothing is taken of an answer', async () => {
    const { api, port } = await listening({ REQUEST_SECONDS: 1 });
    const sockets = await Promise.all(Array.from({ length: 30 }, () => open(port)));
    // neither read nor heard: what was sent fills the buffers on the way, and there it stands
    for (const socket of sockets) socket.pause().write(request('/map.pmtiles'));
    await expect.poll(() => connectionsOf(api), { timeout: 20_000 }).toBe(30);
    await expect.poll(() => connectionsOf(api), { timeout: 30_000 }).toBe(0);
  });
});

describe('what is large', () => {
  let api: TestApi;
  let port: number;
  beforeAll(async () => {
    ({ api, port } = await listening());
  });
  const [body, sent] = [5_000_000, 100_000];
  /** begins to send a form and falls silent; what is answered to that */
  const begun = async (path: string, type: string, token = '', length = body) => {
    const socket = await open(port);
    const authorization = token && `Authorization: ${token}\r\n`;
    socket.write(
      `POST ${path} HTTP/1.1\r\nHost: x\r\n${authorization}Content-Type: ${type}\r\nContent-Length: ${length}\r\n\r\n`,
    );
    socket.write(Buffer.alloc(Math.min(sent, length), '{'));
    return socket;
  };
  const said = async (socket: Socket) => String(await once(socket, 'data'));
  const form = 'multipart/form-data; boundary=b';

  it.each([
    ['/image/upload', form],
    ['/device/list', 'application/json'],
    ['/nothing', 'application/json'],
  ])('is not read of strangers: %s', async (path, type) => {
    expect(await said(await begun(path, type))).toContain('sessionTimeOut');
    expect(await said(await begun(path, type, 'a-guess'))).toContain('sessionTimeOut');
    expect(await said(await begun(path, type, 'Bearer plk_guess'))).toContain('sessionTimeOut');
  });

  it('is no name and password', async () => {
    expect(await said(await begun('/login/login', 'application/json', '', 500_000))).toContain('validation');
  });

  it('is six at once of one operator', async () => {
    const who = await buildOperator(api.db, await buildOrganisation(api.db));
    const { token } = await api.signedIn(who);
    const silent = await Promise.all(Array.from({ length: 6 }, () => begun('/image/upload', form, token)));
    await expect.poll(() => connectionsOf(api), { timeout: 20_000 }).toBeGreaterThanOrEqual(6);
    const seventh = async () => {
      const socket = await begun('/image/upload', form, token, 50_000);
      return said(socket).finally(() => socket.destroy());
    };
    await expect.poll(seventh, { timeout: 20_000 }).toContain('tooMany');
    for (const socket of silent) socket.destroy();
    await expect.poll(seventh, { timeout: 20_000 }).not.toContain('tooMany');
  });
});

describe('what nobody has', () => {
  it('is asked for 600 times a minute by one address, and nobody in is kept from working', async () => {
    const { api } = await listening();
    const who = await buildOperator(api.db, await buildOrganisation(api.db));
    const working = await api.signedIn(who);
    await working.ok(calls.preferences.find, {});
    const guess = async (i: number, address = '127.0.0.1') => {
      const caller = api.caller();
      [caller.token, caller.address] = [i % 2 ? `Bearer plk_${i}` : `token-${i}`, address];
      return (await caller.call(calls.preferences.find, {})).verify.sign;
    };
    const answers = await Promise.all(Array.from({ length: 700 }, (_, i) => guess(i)));
    expect(answers.filter((sign) => sign === 'tooMany')).toHaveLength(100);
    const picture = await api.app.inject({ url: `/image/${'a'.repeat(24)}` });
    expect(picture.statusCode).toBe(429);
    expect(await guess(0, '198.51.100.7')).toBe('sessionTimeOut');
    // also when everybody is looked up anew
    const admin = api.caller();
    admin.address = '198.51.100.8';
    await admin.login('admin', adminPassword);
    await working.ok(calls.preferences.find, {});
    // and whoever signs in beside the one who guesses gets in
    const colleague = await api.signedIn(await buildOperator(api.db, await buildOrganisation(api.db)));
    expect(await guess(0)).toBe('tooMany');
    await colleague.ok(calls.preferences.find, {});
  });
});

it('keys for passwords, each of which takes a while to be made, are 600 a minute for one address', async () => {
  const { api } = await listening();
  const ask = async (address: string) => {
    const caller = api.caller();
    caller.address = address;
    return (await caller.call(calls.session.key, {})).verify.sign;
  };
  const answers = await Promise.all(Array.from({ length: 650 }, () => ask('198.51.100.9')));
  expect(answers.filter((sign) => sign === 'tooMany')).toHaveLength(50);
  expect(await ask('198.51.100.10')).toBe('success');
});

describe('one operator', () => {
  let api: TestApi;
  let port: number;
  let org: number;
  beforeAll(async () => {
    ({ api, port } = await listening());
    org = await buildOrganisation(api.db);
  });

  it('who sends a hundred calls at once keeps nobody waiting', async () => {
    const greedy = await api.signedIn(await buildOperator(api.db, org));
    const colleague = await api.signedIn(await buildOperator(api.db, org));
    const neighbour = await api.signedIn(await buildOperator(api.db, await buildOrganisation(api.db)));
    const holder = await api.owner.connect();
    await holder.query('begin; lock table device_type');
    const asked = Array.from({ length: 100 }, () => greedy.call(calls.deviceTypes.list, {}));
    const working = () => api.pools.app.totalCount - api.pools.app.idleCount;
    await expect.poll(working, { timeout: 20_000 }).toBe(6);
    for (const other of [colleague, neighbour]) await other.ok(calls.preferences.find, {});
    await holder.query('rollback');
    holder.release();
    for (const { verify } of await Promise.all(asked)) expect(verify.sign).toBe('success');
  });

  it('leaves others of the database, however many accounts its organisation has', async () => {
    const crowd = await Promise.all(
      Array.from({ length: 4 }, async () => api.signedIn(await buildOperator(api.db, org))),
    );
    const neighbour = await api.signedIn(await buildOperator(api.db, await buildOrganisation(api.db)));
    const holder = await api.owner.connect();
    await holder.query('begin; lock table device_type');
    const asked = crowd.flatMap((one) => Array.from({ length: 10 }, () => one.call(calls.deviceTypes.list, {})));
    await expect.poll(() => api.pools.app.totalCount - api.pools.app.idleCount, { timeout: 20_000 }).toBe(8);
    await neighbour.ok(calls.preferences.find, {});
    await holder.query('rollback');
    holder.release();
    for (const { verify } of await Promise.all(asked)) expect(verify.sign).toBe('success');
  });

  it('follows what happens in so many windows, however often it signs in', async () => {
    api.params.put('streams_per_operator', '25');
    const who = await buildOperator(api.db, org);
    const gone = new AbortController();
    const ask = (by: Caller) => openStream(port, by, gone.signal);
    const sessions = [await api.signedIn(who), await api.signedIn(who), await api.signedIn(who)];
    const streams = await Promise.all(sessions.flatMap((by) => Array.from({ length: 15 }, () => ask(by))));
    expect(streams.filter((one) => one === 'a stream')).toHaveLength(25);
    expect(await ask(await api.signedIn(await buildOperator(api.db, org)))).toBe('a stream');
    gone.abort();
  });

  it('is signed in in so many places: one more ends the one not used for longest', async () => {
    api.params.put('sessions_per_operator', '3');
    const who = await buildOperator(api.db, org);
    const sessions: Caller[] = [];
    for (let i = 0; i < 5; i++) sessions.push(await api.signedIn(who));
    const signs = await Promise.all(
      sessions.map(async (by) => (await by.call(calls.preferences.find, {})).verify.sign),
    );
    expect(signs).toEqual(['sessionTimeOut', 'sessionTimeOut', 'success', 'success', 'success']);
  });
});
