import { imageBytes, images } from '@plomb/contract/files/images';
import { session } from '@plomb/contract/session/session';
import { organisations } from '@plomb/contract/system/organisations/organisations';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApi, type TestApi } from '../../testing/api.ts';
import { type BuiltOperator, buildOperator, buildOrganisation } from '../../testing/build.ts';
import type { Caller } from '../../testing/client.ts';
import { collectFiles } from './collect.ts';

let api: TestApi;
let org: number;
let who: BuiltOperator;
let caller: Caller;
let png: Buffer;
beforeAll(async () => {
  api = await startApi();
  org = await buildOrganisation(api.db);
  who = await buildOperator(api.db, org);
  caller = await api.signedIn(who);
  png = await sharp({ create: { width: 20, height: 10, channels: 3, background: 'navy' } })
    .png()
    .toBuffer();
});
afterAll(() => api.stop());

interface Sent {
  file?: Uint8Array;
  name?: string;
  type?: string;
  fields?: Record<string, string>;
  path?: `/${string}`;
}
const upload = (by: Caller, sent: Sent = {}) => {
  const {
    fields = { purpose: 'logo' },
    file = png,
    name = 'logo.png',
    type = 'image/png',
    path = images.upload.path,
  } = sent;
  return by.upload({ ...images.upload, path }, fields, { bytes: file, name, type });
};
const refused = 'Only jpg or png pictures of at most 2 MB can be uploaded';

describe('an uploaded picture', () => {
  it('is served to an img without a session, as a picture and nothing else', async () => {
    const { data } = await upload(caller);
    expect(data).toMatchObject({ width: 20, height: 10 });
    expect(data.path).toMatch(/^\/image\/[\w-]{24}$/);
    const answer = await api.app.inject({ method: 'GET', url: data.path });
    expect(answer.statusCode).toBe(200);
    expect(answer.headers).toMatchObject({
      'content-type': 'image/png',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      'cache-control': 'private, max-age=31536000, immutable',
    });
    expect(answer.headers['content-disposition']).toMatch(/^attachment; filename="[\w-]+\.png"$/);
    expect((await sharp(answer.rawPayload).metadata()).width).toBe(20);
  });

  it('becomes the logo that those who sign in get to see', async () => {
    const { path } = (await upload(caller)).data;
    await caller.ok(organisations.update, {
      id: org,
      org_name: 'With logo',
      org_type: 'other',
      phone: '',
      mailbox: '',
      logo: path,
    });
    const reply = await api.caller().login(who.loginName, who.password);
    expect(reply.data.oper.organization.logo).toBe(path);
    expect(reply.data.imageServerUrl).toBe('');
  });

  it('belongs to the organisation of whoever uploaded it, and is filed without its bytes', async () => {
    const { path } = (await upload(caller)).data;
    const { rows } = await api.db.query('select org_id, operator_id from file where id = $1', [path.slice(7)]);
    expect(rows).toEqual([{ org_id: org, operator_id: who.id }]);
    const log = await api.db.query<{ request_body: string; instruct: string }>(
      "select request_body, instruct from operation_log where operate_url = '/image/upload' and success order by id desc limit 1",
    );
    expect(Object.keys(JSON.parse(log.rows[0]!.request_body)).sort()).toEqual([
      'langue',
      'purpose',
      'sign',
      'timestamp',
    ]);
    expect(log.rows[0]?.instruct).toBe('logo 20 × 10');
  });

  it.each(['../../etc/passwd', '/etc/passwd', 'C:\\windows\\x.png', 'a\u0000b.png', `${'x'.repeat(300)}.png`, '.svg'])(
    'is named by the server, whatever it was called: %s',
    async (name) => {
      const { data } = await upload(caller, { name });
      expect(data.path).toMatch(/^\/image\/[\w-]{24}$/);
    },
  );

  it('that nobody saved is swept after a day; a logo in use is not', async () => {
    const [kept, dropped, young] = [
      (await upload(caller)).data.path,
      (await upload(caller)).data.path,
      (await upload(caller)).data.path,
    ];
    await api.db.query('update organisation set logo = $2 where id = $1', [org, kept]);
    await api.db.query(
      "update file set free_time = now() - interval '2 days' where '/image/' || id = any($1) and free_time is not null",
      [[kept, dropped]],
    );
    await collectFiles(api.db, api.storage);
    const status = async (url: string) => (await api.app.inject({ method: 'GET', url })).statusCode;
    expect([await status(kept), await status(dropped), await status(young)]).toEqual([200, 404, 200]);
  });
});

describe('an upload is refused', () => {
  it.each([
    ['svg as svg', '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>', 'image/svg+xml'],
    ['svg as png', '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"/>', 'image/png'],
    ['html as jpg', '<html><script>alert(1)</script></html>', 'image/jpeg'],
    ['gif with script', 'GIF89a/*<script>alert(1)</script>*/', 'image/png'],
    ['nothing', '', 'image/png'],
  ])('%s', async (_, text, type) => {
    const answer = await upload(caller, { file: Buffer.from(text), type });
    expect(answer.verify).toEqual({ sign: 'validation', desc: refused });
  });

  it('above 2 MB, and not at it', async () => {
    const noise = await sharp({
      create: { width: 800, height: 800, channels: 3, background: 'white', noise: { type: 'gaussian', sigma: 90 } },
    })
      .png()
      .toBuffer();
    expect(noise.length).toBeLessThan(imageBytes);
    const filled = (size: number) => Buffer.concat([noise, Buffer.alloc(size - noise.length)]);
    expect((await upload(caller, { file: filled(imageBytes) })).verify.sign).toBe('success');
    expect((await upload(caller, { file: filled(imageBytes + 1) })).verify.desc).toBe(refused);
    expect((await upload(caller, { file: filled(imageBytes * 2) })).verify.desc).toBe(refused);
  });

  it('without a session, without the right to save a picture, with a wrong sign or purpose', async () => {
    expect((await upload(api.caller())).verify.sign).toBe('sessionTimeOut');
    const reader = await api.signedIn(await buildOperator(api.db, org, ['organisation:list', 'map:list']));
    expect((await upload(reader)).verify.sign).toBe('noPermission');
    expect((await upload(caller, { fields: { purpose: 'firmware' } })).verify.sign).toBe('validation');
    const forged = api.caller();
    forged.token = caller.token;
    forged.body = () => ({ ...caller.body({ purpose: 'logo' }), purpose: 'photo' });
    expect((await upload(forged)).verify.sign).toBe('signError');
  });

  it('as JSON, as a broken form, or at a call that takes none', async () => {
    expect((await caller.post(images.upload.path, { purpose: 'logo', file: 'AAAA' })).verify.sign).toBe('validation');
    const broken = await caller.raw(images.upload.path, '--x\r\nnonsense', {
      'content-type': 'multipart/form-data; boundary=x',
    });
    expect(['validation', 'signError']).toContain(broken.verify.sign);
    expect((await upload(caller, { path: session.getAuth.path })).verify.sign).toBe('validation');
  });

  it('with more files or fields than a form of ours has', async () => {
    const fields = Object.fromEntries(Array.from({ length: 40 }, (_, i) => [`f${i}`, 'x']));
    expect((await upload(caller, { fields: { purpose: 'logo', ...fields } })).verify.sign).toBe('validation');
  });
});

it('no picture is found by a guess', async () => {
  for (const url of ['/image/aaaaaaaaaaaaaaaaaaaaaaaa', '/image/1', '/image/..%2f..%2fetc%2fpasswd', '/image/%00'])
    expect((await api.app.inject({ method: 'GET', url })).statusCode).toBe(404);
});

it('is described in OpenAPI as a form', async () => {
  const { paths } = (await api.app.inject({ method: 'GET', url: '/openapi.json' })).json();
  const { content } = paths['/image/upload'].post.requestBody;
  expect(Object.keys(content)).toEqual(['multipart/form-data']);
  expect(JSON.stringify(content)).toContain('"format":"binary"');
});
