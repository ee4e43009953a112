import { createHash, randomBytes } from 'node:crypto';
import { readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { files as calls } from '@plomb/contract/files/files';
import { images, Upload } from '@plomb/contract/files/images';
import type { FilePurpose } from '@plomb/contract/files/purposes';
import { session } from '@plomb/contract/session/session';
import { organisations } from '@plomb/contract/system/organisations/organisations';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApi, type TestApi } from '../../testing/api.ts';
import { type BuiltOperator, buildOperator, buildOrganisation } from '../../testing/build.ts';
import type { Caller } from '../../testing/client.ts';
import type { SessionOperator } from '../access.ts';
import { openLog } from '../log.ts';
import { scoped, transaction } from '../postgres/transaction.ts';
import { collectFiles } from './collect.ts';
import { type Files, type Laid, openFiles, useFile } from './files.ts';
import type { Storage } from './storage/storage.ts';

let api: TestApi;
let org: number;
let who: BuiltOperator;
let caller: Caller;
beforeAll(async () => {
  api = await startApi();
  org = await buildOrganisation(api.db);
  who = await buildOperator(api.db, org);
  caller = await api.signedIn(who);
});
afterAll(() => api.stop());

let colour = 0;
/** A picture that nobody has uploaded yet. */
const picture = (side = 200) =>
  sharp({ create: { width: side, height: side / 2, channels: 3, background: { r: colour++, g: 90, b: 30 } } })
    .png()
    .toBuffer();
const sent = (by: Caller, bytes: Uint8Array) => by.upload(images.upload, { purpose: 'logo' }, { bytes, name: 'x.png' });
const uploaded = async (by: Caller = caller, bytes?: Uint8Array): Promise<string> =>
  (await sent(by, bytes ?? (await picture()))).data.path.slice('/image/'.length);
const get = (url: string, headers: Record<string, string> = {}) => api.app.inject({ method: 'GET', url, headers });
const contentOf = async (id: string) =>
  (
    await api.db.query<{ sha256: string; thumb_sha256: string }>(
      'select sha256, thumb_sha256 from file where id = $1',
      [id],
    )
  ).rows[0]!;
const aDayLater = async () => {
  await api.db.query("update file set free_time = free_time - interval '2 days' where free_time is not null");
  await api.db.query("update file_content set free_time = free_time - interval '2 days' where free_time is not null");
};
const isThere = async (id: string) => (await api.db.query('select from file where id = $1', [id])).rowCount === 1;

/** Files of any kind, as a domain of documents would keep them. */
const operator = () => ({ id: who.id, orgId: org, orgIds: [org] }) as unknown as SessionOperator;
const filesOn = (storage: Storage, megabytes = 100): Files =>
  openFiles({ platform: api.db, storage, log: openLog('silent'), megabytes: () => megabytes });
const uploadOf = (bytes: Buffer) =>
  new Upload(bytes.length, async function* () {
    for (let at = 0; at < bytes.length; at += 65_536) yield bytes.subarray(at, at + 65_536);
  });
const pdf = (size: number) => Buffer.concat([Buffer.from('%PDF-1.7\n'), randomBytes(size)]);
const keep = async (files: Files, bytes: Buffer, purpose = 'certificate'): Promise<string> => {
  const laid = await files.layFile(uploadOf(bytes), ['application/pdf'], operator());
  return scoped(api.pools.app, [org], (client) => files.add({ client, operator: operator() }, purpose, laid));
};

describe('a content', () => {
  it('lies under its hash, once however many files have it, and goes with the last of them', async () => {
    const same = await picture();
    const [a, b] = [await uploaded(caller, same), await uploaded(caller, same)];
    expect(a).not.toBe(b);
    const { sha256, thumb_sha256 } = await contentOf(a);
    expect((await contentOf(b)).sha256).toBe(sha256);
    const bytes = (await get(`/image/${a}`)).rawPayload;
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(sha256);
    await api.db.query('delete from file where id = $1', [a]);
    await aDayLater();
    // b is free too, but it is used now
    await transaction(api.db, (client) => useFile(client, b, 'a test'));
    await collectFiles(api.db, api.storage);
    expect(await api.storage.stat(sha256)).toBe(bytes.length);
    await api.db.query('delete from file_use where file_id = $1', [b]);
    await aDayLater();
    await collectFiles(api.db, api.storage); // the file
    expect(await isThere(b)).toBe(false);
    expect(await api.storage.stat(sha256)).not.toBeNull(); // its content has its own day
    await aDayLater();
    await collectFiles(api.db, api.storage);
    expect([await api.storage.stat(sha256), await api.storage.stat(thumb_sha256)]).toEqual([null, null]);
    expect((await api.db.query('select from file_content where sha256 = $1', [sha256])).rowCount).toBe(0);
  });

  it('whose file was never saved leaves no row that dangles, and is collected after a day', async () => {
    const files = filesOn(api.storage);
    const laid = await files.layFile(uploadOf(pdf(5000)), ['application/pdf'], operator());
    const { sha256 } = laid.content;
    const before = (await api.db.query('select from file')).rowCount;
    // the process ends after the bytes are written and before the commit
    await scoped(api.pools.app, [org], async (client) => {
      await files.add({ client, operator: operator() }, 'certificate', laid);
      throw new Error('killed');
    }).catch(() => undefined);
    expect((await api.db.query('select from file')).rowCount).toBe(before);
    expect(await api.storage.stat(sha256)).not.toBeNull();
    await collectFiles(api.db, api.storage);
    expect(await api.storage.stat(sha256)).not.toBeNull(); // somebody may be about to need it
    await aDayLater();
    await collectFiles(api.db, api.storage);
    expect(await api.storage.stat(sha256)).toBeNull();
  });

  it('is collected again when the process ended between its bytes and its row', async () => {
    const files = filesOn(api.storage);
    const { content } = await files.layFile(uploadOf(pdf(10)), ['application/pdf'], operator());
    await api.storage.delete(content.sha256);
    await aDayLater();
    await collectFiles(api.db, api.storage);
    expect((await api.db.query('select from file_content where sha256 = $1', [content.sha256])).rowCount).toBe(0);
  });

  it('that cannot be deleted is told, and does not keep the others', async () => {
    const files = filesOn(api.storage);
    const lay = async () => (await files.layFile(uploadOf(pdf(50)), ['application/pdf'], operator())).content.sha256;
    const [stuck, other] = [await lay(), await lay()];
    await aDayLater();
    // the one that is stuck is the first to be found
    await api.db.query("update file_content set free_time = free_time - interval '1 day' where sha256 = $1", [stuck]);
    const asked: string[] = [];
    const locked: Storage = {
      ...api.storage,
      async delete(sha256) {
        asked.push(sha256);
        if (sha256 === stuck) throw new Error('AccessDenied: object is locked');
        await api.storage.delete(sha256);
      },
    };
    await expect(collectFiles(api.db, locked)).rejects.toThrow('could not be deleted: 1');
    expect(asked).toContain(stuck);
    expect(await api.storage.stat(other)).toBeNull();
    expect(await api.storage.stat(stuck)).not.toBeNull();
    // not again in every turn, but a day later
    await collectFiles(api.db, locked);
    expect(asked.filter((one) => one === stuck)).toHaveLength(1);
    await aDayLater();
    await collectFiles(api.db, api.storage);
    expect(await api.storage.stat(stuck)).toBeNull();
  });

  it('that is wanted anew while it is collected is there afterwards', async () => {
    const bytes = pdf(300);
    const { content } = await filesOn(api.storage).layFile(uploadOf(bytes), ['application/pdf'], operator());
    await aDayLater();
    let wanted: Promise<string> | undefined;
    const slow: Storage = {
      ...api.storage,
      async delete(sha256) {
        wanted ??= keep(filesOn(api.storage), bytes); // waits for the row that is held
        await api.storage.delete(sha256);
      },
    };
    await collectFiles(api.db, slow);
    expect(await isThere(await wanted!)).toBe(true);
    expect(await api.storage.stat(content.sha256)).toBe(bytes.length);
  });

  it('that is damaged or missing is said to be away, and no browser remembers that', async () => {
    const id = await uploaded();
    const { sha256 } = await contentOf(id);
    const { length } = (await get(`/image/${id}`)).rawPayload;
    const path = join(api.filesDir, sha256.slice(0, 2), sha256.slice(2));
    const isAway = async () => {
      const answer = await get(`/image/${id}`);
      expect([answer.statusCode, answer.json().verify.sign]).toEqual([503, 'unavailable']);
      expect(answer.headers).toMatchObject({ 'cache-control': 'no-store' });
      expect(answer.headers).not.toHaveProperty('etag');
      expect(answer.body).not.toContain(sha256);
    };
    await writeFile(path, Buffer.alloc(length, 'n'));
    await isAway();
    await writeFile(path, '');
    await isAway();
    await rm(path);
    await isAway();
  });

  it('that is large and damaged at its end is not sent to it', async () => {
    const bytes = pdf(3_000_000);
    const id = await keep(filesOn(api.storage), bytes, 'logo');
    const { sha256 } = await contentOf(id);
    const { url } = await caller.ok(calls.link, { id });
    bytes[bytes.length - 1]! ^= 1;
    await writeFile(join(api.filesDir, sha256.slice(0, 2), sha256.slice(2)), bytes);
    await expect(get(url as string)).rejects.toThrow();
    await expect(get(url as string, { range: 'bytes=0-' })).rejects.toThrow();
  });
});

describe('a file', () => {
  it('of another kind is told by its content, streamed, and refused when it only pretends', async () => {
    const files = filesOn(api.storage);
    const large = pdf(12_000_000);
    const id = await keep(files, large);
    expect((await contentOf(id)).sha256).toBe(createHash('sha256').update(large).digest('hex'));
    for (const lie of [
      Buffer.from('<html><script>alert(1)</script>%PDF-1.7'),
      Buffer.from('MZ\u0090\u0000%PDF-1.7', 'latin1'),
      await picture(),
      Buffer.alloc(0),
      Buffer.from('x'),
    ])
      await expect(files.layFile(uploadOf(lie), ['application/pdf'], operator())).rejects.toMatchObject({
        code: 'fileKind',
      });
  });

  it('is not shown by its id where its purpose is not open to all', async () => {
    const id = await keep(filesOn(api.storage), pdf(10));
    expect((await get(`/image/${id}`)).statusCode).toBe(404);
    expect((await get(`/image/${id}/thumb`)).statusCode).toBe(404);
  });

  it('that is evidence stays, whoever tries to delete it', async () => {
    const id = await keep(filesOn(api.storage), pdf(10));
    await scoped(api.pools.app, [org], (client) => useFile(client, id, 'seal photo 1', { evidence: true }));
    await aDayLater();
    await collectFiles(api.db, api.storage);
    expect(await api.storage.stat((await contentOf(id)).sha256)).not.toBeNull();
    for (const pool of [api.db, api.owner])
      for (const attempt of [
        'delete from file_use where file_id = $1',
        'update file_use set evidence = false where file_id = $1',
      ])
        await expect(pool.query(attempt, [id])).rejects.toMatchObject({ constraint: 'file_evidence' });
    await expect(api.owner.query('delete from file where id = $1', [id])).rejects.toMatchObject({ code: '23503' });
    await expect(api.owner.query("update file set type = 'text/html' where id = $1", [id])).rejects.toThrow(
      /never changed/,
    );
  });

  it('may be used for the same thing twice, the second time as evidence', async () => {
    const id = await keep(filesOn(api.storage), pdf(10));
    const use = (evidence: boolean) =>
      scoped(api.pools.app, [org], (client) => useFile(client, id, 'seal photo 2', { evidence }));
    const uses = async () =>
      (await api.db.query('select used_by, evidence from file_use where file_id = $1', [id])).rows;
    await use(false);
    await use(false);
    expect(await uses()).toEqual([{ used_by: 'seal photo 2', evidence: false }]);
    await use(true);
    await use(false);
    expect(await uses()).toEqual([{ used_by: 'seal photo 2', evidence: true }]);
  });

  it('of a foreign organisation cannot be used', async () => {
    const id = await keep(filesOn(api.storage), pdf(10));
    const other = await buildOrganisation(api.db);
    await expect(scoped(api.pools.app, [other], (client) => useFile(client, id, 'theft'))).rejects.toMatchObject({
      code: 'notFound',
    });
  });

  it('beyond what its organisation may have is refused in words, and leaves nothing behind', async () => {
    const small = filesOn(api.storage, 1);
    const there = (await api.db.query('select from file_content')).rowCount;
    await expect(keep(small, pdf(1_100_000))).rejects.toMatchObject({ code: 'fileQuota', values: { limit: 1 } });
    expect((await api.db.query('select from file_content')).rowCount).toBe(there);
    // two at once, each of which would fit alone
    const poor = await buildOrganisation(api.db);
    const by = { ...operator(), orgId: poor, orgIds: [poor] } as SessionOperator;
    const laid = await Promise.all([1, 2].map(() => small.layFile(uploadOf(pdf(600_000)), ['application/pdf'], by)));
    const ends = await Promise.allSettled(
      laid.map((one) =>
        scoped(api.pools.app, [poor], (client) => small.add({ client, operator: by }, 'certificate', one)),
      ),
    );
    expect(ends.map((end) => end.status).sort()).toEqual(['fulfilled', 'rejected']);
  });

  it('that is a spreadsheet leaves room for those that are evidence', async () => {
    const small = filesOn(api.storage, 2);
    const poor = await buildOrganisation(api.db);
    const by = { ...operator(), orgId: poor, orgIds: [poor] } as SessionOperator;
    const sheet = (size: number) => small.layKnown(uploadOf(randomBytes(size)), 'text/csv', 'import', by);
    const add = (laid: Laid, purpose: string) =>
      scoped(api.pools.app, [poor], (client) => small.add({ client, operator: by }, purpose, laid));
    const both = await Promise.all([sheet(600_000), sheet(600_000)]);
    const ends = await Promise.allSettled(both.map((laid) => add(laid, 'import')));
    expect(ends.map((end) => (end.status === 'rejected' ? end.reason : end.status))).toEqual(
      expect.arrayContaining(['fulfilled', expect.objectContaining({ code: 'fileShare', values: { limit: 1 } })]),
    );
    await expect(sheet(600_000)).rejects.toMatchObject({ code: 'fileShare' });
    await add(await small.layFile(uploadOf(pdf(1_300_000)), ['application/pdf'], by), 'certificate');
  });

  it('that holds records leaves room, too, whichever records others hold', async () => {
    const small = filesOn(api.storage, 2);
    const poor = await buildOrganisation(api.db);
    const by = { ...operator(), orgId: poor, orgIds: [poor] } as SessionOperator;
    const written = (purpose: FilePurpose) =>
      small.layKnown(uploadOf(randomBytes(600_000)), 'application/zip', purpose, by);
    const locations = await written('export_locations');
    await scoped(api.pools.app, [poor], (client) => small.add({ client, operator: by }, 'export_locations', locations));
    await expect(written('export_changes')).rejects.toMatchObject({ code: 'fileShare' });
    await written('evidence');
  });

  it('cannot be kept while the storage is away, and nothing is left of it', async () => {
    const away = filesOn({ ...api.storage, put: () => Promise.reject(new Error('ECONNREFUSED')) });
    await expect(keep(away, pdf(10))).rejects.toMatchObject({ code: 'fileAway' });
    expect((await readdir(join(api.filesDir, 'coming'))).length).toBe(0);
  });

  it('of a deleted organisation goes to whoever uses it still, or with it', async () => {
    const parent = await buildOrganisation(api.db, org);
    const child = await buildOrganisation(api.db, parent);
    const files = filesOn(api.storage);
    const by = { ...operator(), orgId: child, orgIds: [child] } as SessionOperator;
    const logo = async () => {
      const laid = await files.layPicture(uploadOf(await picture()), { side: 512, thumb: 96 }, by);
      return scoped(api.pools.app, [child], (client) => files.add({ client, operator: by }, 'logo', laid));
    };
    const [shared, own] = [await logo(), await logo()];
    await api.db.query('update organisation set logo = $2 where id = $1', [parent, `/image/${shared}`]);
    await api.db.query('update organisation set logo = $2 where id = $1', [child, `/image/${own}`]);
    await api.owner.query('delete from organisation where id = $1', [child]);
    expect(await isThere(own)).toBe(false);
    const { rows } = await api.db.query<{ org_id: number }>('select org_id from file where id = $1', [shared]);
    expect(rows).toEqual([{ org_id: parent }]);
  });
});

describe('a small picture', () => {
  it('stands beside a large one; a picture that is small already is its own', async () => {
    const [large, little] = [await uploaded(caller, await picture(400)), await uploaded(caller, await picture(40))];
    const widthOf = async (id: string, path = '') =>
      (await sharp((await get(`/image/${id}${path}`)).rawPayload).metadata()).width;
    expect([await widthOf(large), await widthOf(large, '/thumb')]).toEqual([400, 96]);
    expect([await widthOf(little), await widthOf(little, '/thumb')]).toEqual([40, 40]);
  });
});

describe('a link', () => {
  const linkTo = async (by: Caller, id: string, thumb = false) =>
    (await by.ok(calls.link, { id, thumb })).url as string;

  it('opens one file, whole and in parts, as nothing but a download', async () => {
    const id = await uploaded();
    const url = await linkTo(caller, id);
    expect(url).toMatch(/^\/file\/[\w-]{43}$/);
    const whole = await get(url);
    expect(whole.statusCode).toBe(200);
    expect(whole.headers).toMatchObject({
      'content-type': 'image/png',
      'accept-ranges': 'bytes',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      'content-length': String(whole.rawPayload.length),
    });
    expect(whole.headers['content-disposition']).toMatch(/^attachment; filename="[\w-]+\.png"$/);
    const part = await get(url, { range: 'bytes=4-9' });
    expect([part.statusCode, part.headers['content-range']]).toEqual([206, `bytes 4-9/${whole.rawPayload.length}`]);
    expect(part.rawPayload.equals(whole.rawPayload.subarray(4, 10))).toBe(true);
    const beyond = await get(url, { range: 'bytes=99999999-' });
    expect([beyond.statusCode, beyond.headers['content-range']]).toEqual([416, `bytes */${whole.rawPayload.length}`]);
    const etag = String(whole.headers.etag);
    expect((await get(url, { 'if-none-match': etag })).statusCode).toBe(304);
    expect((await get(url, { range: 'bytes=0-1', 'if-range': '"older"' })).statusCode).toBe(200);
    const head = await api.app.inject({ method: 'HEAD', url });
    expect([head.statusCode, head.headers['content-length'], head.rawPayload.length]).toEqual([
      200,
      String(whole.rawPayload.length),
      0,
    ]);
    const small = await get(await linkTo(caller, id, true));
    expect((await sharp(small.rawPayload).metadata()).width).toBe(96);
  });

  it('is not made for a file of a record that one may not see, nor of a purpose that nobody knows', async () => {
    const custody = await keep(filesOn(api.storage), pdf(11), 'custody');
    const seesStock = await api.signedIn(await buildOperator(api.db, org, ['stock:list']));
    const seesNone = await api.signedIn(await buildOperator(api.db, org, ['device:list']));
    expect((await seesStock.call(calls.link, { id: custody })).verify.sign).toBe('success');
    const unknown = await seesNone.call(calls.link, { id: 'A'.repeat(24) });
    expect((await seesNone.call(calls.link, { id: custody })).verify).toEqual(unknown.verify);
    expect((await seesNone.call(calls.link, { id: await uploaded() })).verify.sign).toBe('success');
    const other = await keep(filesOn(api.storage), pdf(12));
    expect((await caller.call(calls.link, { id: other })).verify).toEqual(unknown.verify);
  });

  it('is not made for a file of a foreign organisation, which looks like one that never was', async () => {
    const id = await uploaded();
    const stranger = await api.signedIn(await buildOperator(api.db, await buildOrganisation(api.db)));
    const [foreign, unknown] = [
      await stranger.call(calls.link, { id }),
      await stranger.call(calls.link, { id: 'A'.repeat(24) }),
    ];
    expect(foreign.verify).toEqual(unknown.verify);
    expect(foreign.verify.sign).toBe('notFound');
  });

  it('ends after minutes', async () => {
    const url = await linkTo(caller, await uploaded());
    await api.db.query("update file_link set expire_time = now() - interval '1 second'");
    expect((await get(url)).statusCode).toBe(404);
  });

  it('ends with the session it was made in, and not with another one', async () => {
    const [one, other] = [await api.signedIn(who), await api.signedIn(who)];
    const id = await uploaded();
    const [first, second] = [await linkTo(one, id), await linkTo(other, id)];
    await one.ok(session.logout, {});
    expect([(await get(first)).statusCode, (await get(second)).statusCode]).toEqual([404, 200]);
  });

  it('ends with the button by which its record is seen', async () => {
    const reader = await buildOperator(api.db, org);
    const id = await uploaded();
    // the same, as what is shown to whoever may see firmware
    await api.owner.query(
      `insert into file select (jsonb_populate_record(f, '{"id": "of-whoever-sees-firmware", "purpose": "firmware"}')).* from file f where id = $1`,
      [id],
    );
    const url = await linkTo(await api.signedIn(reader), 'of-whoever-sees-firmware');
    expect((await get(url)).statusCode).toBe(200);
    const bare = await buildOperator(api.db, org, ['map:list']);
    await api.db.query('update operator set role_id = (select role_id from operator where id = $2) where id = $1', [
      reader.id,
      bare.id,
    ]);
    expect((await get(url)).statusCode).toBe(404);
  });

  it('ends when its operator is disabled, or no longer has the file in sight', async () => {
    const leaver = await buildOperator(api.db, org);
    const id = await uploaded();
    const url = await linkTo(await api.signedIn(leaver), id);
    expect((await get(url)).statusCode).toBe(200);
    await api.db.query('update operator set status = 2 where id = $1', [leaver.id]);
    expect((await get(url)).statusCode).toBe(404);
    const moved = await linkTo(caller, id);
    expect((await get(moved)).statusCode).toBe(200);
    await api.owner.query('update file set org_id = $2 where id = $1', [id, await buildOrganisation(api.db)]);
    expect((await get(moved)).statusCode).toBe(404);
  });

  it('is not guessed, and its key is not what is stored', async () => {
    const url = await linkTo(caller, await uploaded());
    const { rows } = await api.db.query<{ id_hash: Buffer }>('select id_hash from file_link');
    for (const { id_hash } of rows) expect((await get(`/file/${id_hash.toString('base64url')}`)).statusCode).toBe(404);
    for (const path of ['/file/', '/file/..%2f..%2fetc%2fpasswd', '/file/%00', `${url}x`, `/file/${'A'.repeat(43)}`])
      expect((await get(path)).statusCode).toBe(404);
  });
});

it('JSON that pretends to be an uploaded file is none', async () => {
  const answer = await caller.post(images.upload.path, { purpose: 'logo', file: { bytes: 5, path: '/etc/passwd' } });
  expect(answer.verify.sign).toBe('validation');
});

it('a logo is used as long as an organisation has it', async () => {
  const [first, second] = [await uploaded(), await uploaded()];
  const free = async (id: string) =>
    (await api.db.query<{ free: boolean }>('select free_time is not null as free from file where id = $1', [id]))
      .rows[0]!.free;
  const save = (logo: string) =>
    caller.ok(organisations.update, { id: org, org_name: 'o', org_type: 'other', phone: '', mailbox: '', logo });
  await save(`/image/${first}`);
  expect([await free(first), await free(second)]).toEqual([false, true]);
  await save(`/image/${second}`);
  expect([await free(first), await free(second)]).toEqual([true, false]);
  await save('');
  expect([await free(first), await free(second)]).toEqual([true, true]);
});
