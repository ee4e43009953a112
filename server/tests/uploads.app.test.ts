import { randomBytes } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { allCalls, calls } from '@plomb/contract/calls';
import { uploadLimit } from '@plomb/contract/files/images';
import type { Call } from '@plomb/contract/kit/call';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { adminPassword, startApi, type TestApi } from '../src/testing/api.ts';
import type { Caller } from '../src/testing/client.ts';
import { tilesFile } from '../src/testing/tilesFile.ts';
import { zipOf } from '../src/testing/zip.ts';

/** Every call that takes a file: whatever that is called it lies under a name of ours, and what it is not it does not become. */
let api: TestApi;
let root: Caller;
let png: Buffer;
beforeAll(async () => {
  api = await startApi();
  root = await api.signedIn({ loginName: 'admin', password: adminPassword });
  png = await sharp({ create: { width: 20, height: 10, channels: 3, background: 'navy' } })
    .png()
    .toBuffer();
});
afterAll(() => api.stop());

const firmware = () => Buffer.concat([Buffer.of(0, 1, 2, 3), randomBytes(200)]);
const apk = () => zipOf(['AndroidManifest.xml', 'classes.dex'].map((name) => ({ name, bytes: randomBytes(9) })));
/** What each is sent, and under which of its fields the name is said besides. */
const taken: Record<string, { fields(name: string): Record<string, string>; good(): Uint8Array }> = {
  '/image/upload': { fields: () => ({ purpose: 'logo' }), good: () => png },
  '/firmware/upload': { fields: () => ({}), good: firmware },
  '/appVersion/upload': { fields: () => ({}), good: apk },
  '/baseMap/upload': { fields: () => ({}), good: () => tilesFile() },
  '/fence/readFile': {
    // read and answered, and kept nowhere
    fields: () => ({}),
    good: () => Buffer.from('{"type":"FeatureCollection","features":[]}'),
  },
  '/import/upload': { fields: (name) => ({ import_type: 'device', name }), good: () => Buffer.from('sn\n10000001') },
};
const takesFile = ({ input }: Call) =>
  Object.values(input.shape).some((field) => uploadLimit(field as z.ZodType) !== null);
const paths = Object.keys(taken);
const callOf = (path: string) => allCalls.find((call) => call.path === path)!;
const sent = (path: string, bytes: Uint8Array, name: string, type = '') =>
  root.upload(callOf(path), taken[path]!.fields(name), { bytes, name, type });
const stored = async () =>
  (
    await api.owner.query<{ id: string; type: string; purpose: string }>(
      'select id, type, purpose from file order by create_time desc, id',
    )
  ).rows;

it('every call that takes a file is tried here', () => {
  expect(
    allCalls
      .filter(takesFile)
      .map(({ path }) => path as string)
      .sort(),
  ).toEqual(paths.toSorted());
});

const names = [
  '../../etc/passwd',
  '/etc/passwd',
  'C:\\windows\\x',
  'a\u0000b',
  'x'.repeat(300),
  '..',
  '.svg',
  'con',
  '%2e%2e%2f',
];
describe.each(paths)('%s', (path) => {
  it.each(names)('lays a file under a name of ours, whatever it is called: %s', async (name) => {
    const known = new Set((await stored()).map(({ id }) => id));
    const { verify } = await sent(path, taken[path]!.good(), name);
    const come = (await stored()).filter(({ id }) => !known.has(id));
    // an import says its file’s name to people, and what is none is refused
    if (verify.sign === 'success') expect(come.every(({ id }) => /^[\w-]{24}$/.test(id))).toBe(true);
    else expect([['validation', 'fail'].includes(verify.sign), come]).toEqual([true, []]);
    const lying = await readdir(api.filesDir, { recursive: true, withFileTypes: true });
    for (const entry of lying.filter((one) => one.isFile()))
      expect(relative(api.filesDir, join(entry.parentPath, entry.name)).replaceAll(sep, '')).toMatch(/^[\da-f]{64}$/);
  });

  const head = (bytes: Uint8Array) => Buffer.from(bytes.subarray(0, 16));
  const script = Buffer.from('<script>alert(1)</script>');
  it.each<[string, () => Uint8Array]>([
    ['svg', () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>')],
    ['svg behind a declaration', () => Buffer.from('<?xml version="1.0"?>\n<svg xmlns="http://www.w3.org/2000/svg"/>')],
    ['html', () => Buffer.from('<!doctype html><script>alert(1)</script>')],
    ['gif that is a script', () => Buffer.from('GIF89a/*<script>alert(1)</script>*/=1')],
    ['pdf', () => Buffer.from('%PDF-1.7\n<script>alert(1)</script>')],
    ['the head of what it takes, and a script', () => Buffer.concat([head(taken[path]!.good()), script])],
    ['what it takes, and a script behind', () => Buffer.concat([taken[path]!.good(), script])],
  ])('is sent as a picture or a page: %s', async (_, bytes) => {
    const known = new Set((await stored()).map(({ id }) => id));
    const said = bytes();
    for (const type of ['image/svg+xml', 'text/html', 'image/png']) await sent(path, said, 'x.html', type);
    for (const { id, type } of (await stored()).filter((one) => !known.has(one.id))) {
      expect(type).not.toMatch(/svg|html|xml$/);
      const link = await root.call(calls.files.link, { id, thumb: false });
      const url = link.verify.sign === 'success' ? link.data.url : path === '/image/upload' ? `/image/${id}` : null;
      if (url === null) continue;
      const answer = await api.app.inject({ method: 'GET', url, headers: { authorization: root.token } });
      expect(answer.headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'content-security-policy': "default-src 'none'; sandbox",
        'content-disposition': expect.stringMatching(/^attachment/),
      });
      expect(answer.headers['content-type']).not.toMatch(/svg|html/);
      // a picture is drawn anew: nothing that was hidden in it is left
      if (path === '/image/upload') expect(answer.rawPayload.includes('<script>')).toBe(false);
    }
  });
});
