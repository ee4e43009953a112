import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import { devices } from '@plomb/contract/devices/devices';
import { live } from '@plomb/contract/live/live';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { adminPassword, startApi, type TestApi } from '../testing/api.ts';
import type { Caller } from '../testing/client.ts';

const script = 'export const answer = 42;\n'.repeat(200);
let dir: string;
let api: TestApi;
let caller: Caller;
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'plomb-console-'));
  await mkdir(join(dir, 'assets'));
  await writeFile(join(dir, 'index.html'), '<!doctype html>');
  await writeFile(join(dir, 'assets/page.js'), script);
  await writeFile(join(dir, 'assets/page.js.br'), brotliCompressSync(script));
  await writeFile(join(dir, 'assets/page.js.gz'), gzipSync(script));
  api = await startApi({}, dir);
  caller = await api.signedIn({ loginName: 'admin', password: adminPassword });
});
afterAll(async () => {
  await api.stop();
  await rm(dir, { recursive: true });
});

const posted = (path: string, payload: object, headers: Record<string, string>) =>
  api.app.inject({
    method: 'POST',
    url: path,
    headers: { authorization: caller.token, ...headers },
    payload: caller.body(payload),
  });

it('compresses what it answers, for who takes it', async () => {
  const plain = await posted(devices.options.path, {}, {});
  expect(plain.headers['content-encoding']).toBeUndefined();
  const small = await posted(devices.list.path, { keyword: 'nothing' }, { 'accept-encoding': 'gzip' });
  expect(small.headers['content-encoding']).toBeUndefined(); // too small to gain
  const dictionaries = await posted('/dictionary/list', {}, { 'accept-encoding': 'gzip, deflate, br' });
  expect(dictionaries.headers['content-encoding']).toBe('gzip');
  expect(JSON.parse(gunzipSync(dictionaries.rawPayload).toString()).verify.sign).toBe('success');
  const document = await api.app.inject({ url: '/openapi.json', headers: { 'accept-encoding': 'gzip, br' } });
  expect(document.headers['content-encoding']).toBe('gzip');
  expect(document.headers.vary).toContain('accept-encoding');
  expect(JSON.parse(gunzipSync(document.rawPayload).toString()).openapi).toMatch(/^3/);
  expect(document.rawPayload.length).toBeLessThan(gunzipSync(document.rawPayload).length / 3);
});

it('sends files of the console as the build compressed them', async () => {
  const as = (encodings: string) =>
    api.app.inject({ url: '/assets/page.js', headers: { 'accept-encoding': encodings } });
  const br = await as('gzip, br');
  expect(br.headers['content-encoding']).toBe('br');
  expect(brotliDecompressSync(br.rawPayload).toString()).toBe(script);
  const gz = await as('gzip');
  expect(gz.headers['content-encoding']).toBe('gzip');
  expect(gunzipSync(gz.rawPayload).toString()).toBe(script);
  expect((await as('identity')).body).toBe(script);
  for (const answer of [br, gz]) {
    expect(answer.headers['content-type']).toMatch(/javascript/);
    expect(answer.headers['cache-control']).toContain('immutable');
  }
});

it('compresses the live stream, each event readable as it comes', async () => {
  const url = await api.app.listen({ port: 0, host: '127.0.0.1' });
  const stop = new AbortController();
  const answer = await fetch(url + live.stream.path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: caller.token, 'accept-encoding': 'gzip' },
    body: JSON.stringify(caller.body({})),
    signal: stop.signal,
  });
  expect(answer.headers.get('content-encoding')).toBe('gzip');
  const reader = answer.body!.pipeThrough(new TextDecoderStream()).getReader();
  let heard = '';
  const hear = async (event: string) => {
    while (!heard.includes(event)) heard += (await reader.read()).value;
  };
  await hear('event: hello');
  api.hub.tellAll('params', {});
  await hear('event: params');
  stop.abort();
});

it('inflates nothing that a stranger sends', async () => {
  const answer = await api.app.inject({
    method: 'POST',
    url: devices.list.path,
    headers: { 'content-type': 'application/json', 'content-encoding': 'gzip' },
    payload: gzipSync(JSON.stringify(caller.body({}))),
  });
  expect(answer.json().verify.sign).toBe('validation');
});

it('listens to no answer as often as to one that leaks', async () => {
  const warnings: string[] = [];
  const warned = ({ message }: Error): void => void warnings.push(message);
  process.on('warning', warned);
  const base = `http://127.0.0.1:${(api.app.server.address() as AddressInfo).port}`;
  const page = await fetch(`${base}/map`, { headers: { accept: 'text/html' } });
  expect([page.status, await page.text()]).toEqual([200, '<!doctype html>']);
  expect((await fetch(`${base}/nowhere.js`)).status).toBe(404);
  expect((await fetch(`${base}/assets/page.js`)).status).toBe(200);
  process.off('warning', warned);
  expect(warnings).toEqual([]);
});
