import { afterAll, beforeAll, expect, it } from 'vitest';
import { adminPassword, startApi, type TestApi } from '../testing/api.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.stop());

const asked = async (url: string, remoteAddress = '127.0.0.1') => {
  const { statusCode, headers, body } = await api.app.inject({ url, remoteAddress });
  return { statusCode, headers, body };
};

it('is well while the database answers, says so when it is away, and recovers by itself', async () => {
  for (const url of ['/health', '/health/ready', '/health/live']) expect((await asked(url)).statusCode).toBe(200);
  await api.database.goAway();
  expect((await asked('/health')).statusCode).toBe(503);
  expect((await asked('/health/live')).statusCode).toBe(200);
  await api.database.comeBack();
  await expect.poll(async () => (await asked('/health')).statusCode).toBe(200);
});

it('shows its figures to this machine alone', async () => {
  expect((await asked('/metrics')).body).toContain('plomb_');
  expect((await asked('/metrics', '203.0.113.7')).statusCode).toBe(404);
});

it('shows its figures through no proxy of this machine, unless the token is shown', async () => {
  const through = (headers: Record<string, string>) => api.app.inject({ url: '/metrics', headers });
  for (const headers of [{ 'x-forwarded-for': '203.0.113.7' }, { via: '1.1 proxy' }, { host: 'plomb.example' }])
    expect((await through(headers)).statusCode).toBe(404);
  const guarded = await startApi({ METRICS_TOKEN: 'a token of sixteen or more' });
  const shown = (authorization: string, remoteAddress = '203.0.113.7') =>
    guarded.app.inject({ url: '/metrics', remoteAddress, headers: { authorization } });
  expect((await shown('Bearer a token of sixteen or more')).statusCode).toBe(200);
  expect((await shown('Bearer another', '127.0.0.1')).statusCode).toBe(404);
  expect((await shown('', '127.0.0.1')).statusCode).toBe(404);
  await guarded.stop();
});

it('lets nobody on the way keep an answer', async () => {
  const answers = [
    await asked('/config.json'),
    await asked('/health'),
    await api.app.inject({ method: 'POST', url: '/device/list', body: {} }),
    await asked('/nothing-of-the-kind'),
  ];
  for (const { headers } of answers) expect(headers['cache-control']).toBe('no-store');
});

it('lets a page load nothing but its own, be framed by nobody, and tells no type by guessing', async () => {
  const { headers } = await asked('/config.json');
  expect(headers['content-security-policy']).toMatch(
    /default-src 'self'.*script-src 'self' 'wasm-unsafe-eval';.*frame-ancestors 'none'/,
  );
  expect(headers['x-content-type-options']).toBe('nosniff');
});

it('describes itself', async () => {
  const document = JSON.parse((await asked('/openapi.json')).body) as { openapi: string; paths: object };
  expect(document.openapi).toMatch(/^3\./);
  expect(Object.keys(document.paths)).toContain('/alarm/export');
});

it('lets no page of another site read it, and takes no cookie for a session', async () => {
  const origin = 'https://elsewhere.example';
  const headers = { origin, 'access-control-request-method': 'POST' };
  const preflight = await api.app.inject({ method: 'OPTIONS', url: '/device/list', headers });
  expect(preflight.statusCode).toBe(404);
  const caller = await api.signedIn({ loginName: 'admin', password: adminPassword });
  const body = caller.body({});
  const cookie = `Admin-Token=${caller.token}`;
  const reply = await api.app.inject({ method: 'POST', url: '/device/list', headers: { origin, cookie }, body });
  expect(reply.json().verify.sign).toBe('sessionTimeOut');
  for (const answer of [preflight, reply]) expect(answer.headers['access-control-allow-origin']).toBeUndefined();
});

it.each([
  ['as deep as a form may be', 19, 'signError'],
  ['deeper', 20, 'validation'],
])('refuses a body that is nested too deeply before it is read: %s', async (_, depth, sign) => {
  const { json } = await api.app.inject({
    method: 'POST',
    url: '/login/login',
    headers: { 'content-type': 'application/json', 'accept-language': 'zh' },
    payload: `{"a":${'['.repeat(depth)}${']'.repeat(depth)}}`,
  });
  const { verify, data } = json<{ verify: { sign: string }; data?: object }>();
  expect(verify.sign).toBe(sign);
  expect(data).toEqual(sign === 'validation' ? { '': '内容嵌套过深' } : undefined);
});

it('refuses a body of nothing but brackets as too deep, and not as no JSON', async () => {
  const { json } = await api.app.inject({
    method: 'POST',
    url: '/login/login',
    headers: { 'content-type': 'application/json' },
    payload: '['.repeat(10_000),
  });
  expect(json<{ data?: object }>().data).toEqual({ '': 'This is nested too deeply' });
});
