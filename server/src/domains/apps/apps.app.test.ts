import { createHash, randomUUID } from 'node:crypto';
import { type AppState, appStates, appSteps } from '@plomb/contract/apps/appSteps';
import { calls } from '@plomb/contract/calls';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { collectFiles } from '../../platform/files/collect.ts';
import { scoped } from '../../platform/postgres/transaction.ts';
import { forgetOld } from '../../retention/forget.ts';
import { adminPassword, startApi, type TestApi } from '../../testing/api.ts';
import { buildOperator, buildOrganisation } from '../../testing/build.ts';
import type { Caller } from '../../testing/client.ts';
import { zipOf } from '../../testing/zip.ts';
import { pastOfNetwork, sweepHandsets } from './installations.ts';

const { appVersions, appInstallations, files } = calls;
let api: TestApi;
let root: Caller;
let below: Caller;
let stranger: Caller;
beforeAll(async () => {
  api = await startApi({ CONSOLE_URL: 'https://plomb.example' });
  root = await api.signedIn({ loginName: 'admin', password: adminPassword });
  below = await api.signedIn(await buildOperator(api.db, await buildOrganisation(api.db)));
  stranger = api.caller();
});
afterAll(() => api.stop());

let made = 0;
/** A package that no other is like. */
const apk = (): Buffer =>
  zipOf(['AndroidManifest.xml', 'classes.dex'].map((name) => ({ name, bytes: Buffer.from(`${name} ${++made}`) })));
const upload = (by: Caller, bytes: Uint8Array) =>
  by.upload(appVersions.upload, {}, { bytes, name: '../../etc/passwd\u0000.apk' });
const body = (app_version: string, more: object = {}) => ({
  app_name: 'handset',
  platform: 'android' as const,
  app_version,
  name: `版本 ${app_version}`,
  notes_zh: '更快\n更稳',
  notes_en: 'Faster\nSteadier',
  force_update: false,
  path: null,
  url: 'https://store.example/handset',
  ...more,
});
/** A version in this state; of another number each time, above all before it. */
let number = 0;
const built = async (state: AppState = 'published', more: object = {}) => {
  const app_version = `1.${++number}.0`;
  const { id } = await root.ok(appVersions.add, body(app_version, more));
  if (state !== 'draft') await root.ok(appVersions.publish, { id });
  if (state === 'withdrawn') await root.ok(appVersions.withdraw, { id });
  return { id, app_version };
};
const check = async (app_version: string, installation?: string, by = stranger) =>
  (await by.ok(appVersions.check, { app_name: 'handset', platform: 'android', app_version, installation })).upgrade;
const recordOf = async (installation: string) =>
  (await root.ok(appInstallations.list, { keyword: installation })).rows[0];
const clear = async () => {
  // what was published stays for everybody: a test begins with none as the owner of the table may
  await api.owner.query('alter table app_version disable trigger keep_app_version');
  await api.owner.query('delete from app_version');
  await api.owner.query('alter table app_version enable trigger keep_app_version');
};

describe('a package', () => {
  it('is told by what is in it, and kept under a name of ours', async () => {
    const { data, verify } = await upload(root, apk());
    expect(verify.sign).toBe('success');
    expect(data).toEqual({
      path: expect.stringMatching(/^[\w-]{24}$/),
      sha256: expect.any(String),
      bytes: expect.any(Number),
    });
    for (const wrong of ['<html></html>', '<svg xmlns="http://www.w3.org/2000/svg"/>', 'PK\u0003\u0004'])
      expect((await upload(root, Buffer.from(wrong))).verify).toEqual({
        sign: 'validation',
        desc: 'Only a whole Android package (apk) is taken here',
      });
  });

  it('is refused where it is larger than the parameter says', async () => {
    await api.db.query("update param set param_text = '1' where param_name = 'app_megabytes'");
    await api.params.refresh();
    const large = zipOf([{ name: 'classes.dex', bytes: crypto.getRandomValues(Buffer.alloc(60_000)) }]);
    const many = Buffer.concat(Array.from({ length: 20 }, () => large));
    expect((await upload(root, many)).verify.desc).toBe('The package is larger than 1 MB');
    await api.db.query("update param set param_text = null where param_name = 'app_megabytes'");
    await api.params.refresh();
  });

  it('is of no use to an organisation below: it uploads, adds and publishes nothing', async () => {
    const theirs = apk();
    expect((await upload(below, theirs)).verify.desc).toMatch(/root organisation/);
    // nor does it lie in the storage meanwhile
    const laid = await api.db.query('select from file_content where sha256 = $1', [
      createHash('sha256').update(theirs).digest('hex'),
    ]);
    expect(laid.rowCount).toBe(0);
    expect((await below.call(appVersions.add, body('9.9.9'))).verify.desc).toMatch(/root organisation/);
    const { id } = await built('draft');
    for (const call of [appVersions.publish, appVersions.withdraw])
      expect((await below.call(call, { id })).verify.desc).toMatch(/root organisation/);
    expect((await below.ok(appVersions.list, {})).total).toBe(0);
    const { path } = (await upload(root, apk())).data;
    expect((await below.call(files.link, { id: path })).verify.sign).toBe('notFound');
    // the database keeps it too, whoever asks it
    const own = await buildOrganisation(api.db);
    await expect(
      scoped(api.pools.app, [own], (client) =>
        client.query(
          `insert into app_version (org_id, app_name, platform, app_version, name, notes_zh, notes_en, force_update, url)
           values ($1, 'handset', 'android', '9.9.9', 'x', 'x', 'x', true, 'https://evil.example')`,
          [own],
        ),
      ),
    ).rejects.toThrow(/row-level security/);
  });

  it('that a draft names no more is collected, and one of a version stays', async () => {
    const [first, second] = [(await upload(root, apk())).data, (await upload(root, apk())).data];
    const { id, app_version } = await built('draft', { path: first.path, url: '' });
    await root.ok(appVersions.update, { id, ...body(app_version, { path: second.path, url: '' }) });
    await api.db.query("update file set free_time = free_time - interval '2 days' where free_time is not null");
    await collectFiles(api.db, api.storage);
    const { rows } = await api.db.query<{ id: string }>('select id from file where id = any($1)', [
      [first.path, second.path],
    ]);
    expect(rows).toEqual([{ id: second.path }]);
  });
});

describe('a version', () => {
  it.each([
    ['path', { platform: 'ios', path: 'p'.repeat(24), url: '' }, 'On iOS an app comes from a store alone'],
    ['path', { url: '' }, 'Upload a package or enter the address in a store, one of both'],
    ['path', { path: 'p'.repeat(24), url: '' }, 'Upload a package or enter the address in a store, one of both'],
    ['url', { url: 'http://store.example' }, 'Enter an address that begins with https://'],
    ['url', { url: 'javascript:alert(1)' }, 'Enter an address that begins with https://'],
    ['app_version', { app_version: '1.02.0' }, 'A version is three numbers, such as 1.4.0'],
    ['app_name', { app_name: 'nobodys' }, expect.any(String)],
  ])('is refused beside %s: %j', async (field, more, words) => {
    const { verify, data } = await root.call(appVersions.add, body('8.0.0', more) as never);
    expect(verify.sign).toBe('validation');
    expect(data).toEqual({ [field]: words });
  });

  it('is there once for an app and a platform', async () => {
    const { app_version } = await built('draft');
    expect((await root.call(appVersions.add, body(app_version))).verify.sign).toBe('conflict');
    await root.ok(appVersions.add, body(app_version, { platform: 'ios' }));
  });

  it.each(appStates.flatMap((state) => (['publish', 'withdraw'] as const).map((step) => [state, step] as const)))(
    'that is %s: %s',
    async (state, step) => {
      const { id } = await built(state);
      const isListed = appSteps[step].from === state;
      expect((await root.call(appVersions[step], { id })).verify.sign).toBe(isListed ? 'success' : 'conflict');
      expect((await root.ok(appVersions.detail, { id })).state).toBe(isListed ? appSteps[step].to : state);
    },
  );

  it.each(['publish', 'withdraw'] as const)('%s by two at once has one winner', async (step) => {
    const { id } = await built(appSteps[step].from);
    const both = await Promise.all([root.call(appVersions[step], { id }), root.call(appVersions[step], { id })]);
    expect(both.map(({ verify }) => verify.sign).toSorted()).toEqual(['conflict', 'success']);
  });

  it.each(['published', 'withdrawn'] as const)(
    'that is %s is not changed or deleted any more, not by the database either',
    async (state) => {
      const { id, app_version } = await built(state);
      expect(
        (await root.call(appVersions.update, { id, ...body(app_version, { url: 'https://evil.example' }) })).verify
          .sign,
      ).toBe('conflict');
      expect((await root.call(appVersions.delete, { ids: [id] })).verify.sign).toBe('conflict');
      for (const sql of [
        "update app_version set url = 'https://evil.example' where id = $1",
        "update app_version set state = 'draft' where id = $1",
        'delete from app_version where id = $1',
      ])
        await expect(api.owner.query(sql, [id])).rejects.toThrow(/published|step/);
    },
  );
});

describe('the check of an app', () => {
  it('needs no session, and says what is newer in its language', async () => {
    await clear();
    await built('draft');
    const { app_version } = await built();
    await built('withdrawn');
    expect(await check('1.0.0')).toEqual({
      app_version,
      name: `版本 ${app_version}`,
      notes: 'Faster\nSteadier',
      force_update: false,
      url: 'https://store.example/handset',
      sha256: null,
      bytes: null,
    });
    stranger.langue = 'zh_CN';
    const zh = await stranger.post(appVersions.check.path, {
      app_name: 'handset',
      platform: 'android',
      app_version: '1.0.0',
    });
    stranger.langue = 'en_US';
    expect(zh.data).toMatchObject({ upgrade: { notes: '更快\n更稳' } });
    expect(await check(app_version)).toBeNull();
    // of what nobody gives out it says the same as where nothing is newer
    expect(
      (await stranger.ok(appVersions.check, { app_name: 'other', platform: 'android', app_version: '1.0.0' })).upgrade,
    ).toBeNull();
  });

  it('says that one has to be taken, until the one that had to be is withdrawn', async () => {
    await clear();
    const { app_version: old } = await built();
    const forced = await built('published', { force_update: true });
    const { app_version: newest } = await built();
    expect(await check(old)).toMatchObject({ app_version: newest, force_update: true });
    expect(await check(forced.app_version)).toMatchObject({ app_version: newest, force_update: false });
    await root.ok(appVersions.withdraw, { id: forced.id });
    expect(await check(old)).toMatchObject({ app_version: newest, force_update: false });
  });

  it('names the address the product was given, whatever Host it is asked by', async () => {
    await clear();
    const { path } = (await upload(root, apk())).data;
    await built('published', { path, url: '' });
    const answer = await api.app.inject({
      method: 'POST',
      url: appVersions.check.path,
      headers: { host: 'evil.tld', 'x-forwarded-host': 'evil.tld' },
      payload: stranger.body({ app_name: 'handset', platform: 'android', app_version: '1.0.0' }),
    });
    expect(answer.json().data.upgrade.url).toBe(`https://plomb.example/app/${path}`);
  });

  it('is answered a bounded number of times a minute for one address', async () => {
    const one = { app_name: 'x', platform: 'android' as const, app_version: '1.0.0' };
    const flood = await startApi();
    const caller = flood.caller();
    const signs: string[] = [];
    for (let at = 0; at < 605; at++) signs.push((await caller.call(appVersions.check, one)).verify.sign);
    expect(signs.filter((sign) => sign === 'success')).toHaveLength(600);
    await flood.stop();
  });
});

it('is published by whoever has just shown that it is them', async () => {
  const { id } = await built('draft');
  await api.owner.query("update session set confirm_time = now() - interval '1 hour'");
  expect((await root.post(appVersions.publish.path, { id })).verify.sign).toBe('confirmNeeded');
  expect((await root.ok(appVersions.detail, { id })).state).toBe('draft');
  await api.owner.query('update session set confirm_time = now()');
  await root.ok(appVersions.publish, { id });
});

describe('a package on its way', () => {
  it('comes whole or in parts, as an attachment, and no more once it is withdrawn', async () => {
    await clear();
    const bytes = apk();
    const { path, sha256 } = (await upload(root, bytes)).data;
    const { id, app_version } = await built('draft', { path, url: '' });
    const url = `/app/${path}`;
    const get = (range?: string) => api.app.inject({ method: 'GET', url, headers: range ? { range } : {} });
    expect((await get()).statusCode).toBe(404); // a draft is nobody's
    await root.ok(appVersions.publish, { id });
    const whole = await get();
    expect(whole.rawPayload.equals(bytes)).toBe(true);
    expect(whole.headers).toMatchObject({
      'content-type': 'application/vnd.android.package-archive',
      'content-disposition': expect.stringMatching(/^attachment; filename="[\w-]+\.apk"$/),
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      'cache-control': 'no-store',
      etag: `"${sha256}"`,
    });
    const part = await get('bytes=4-9');
    expect(part.statusCode).toBe(206);
    expect(part.rawPayload.equals(bytes.subarray(4, 10))).toBe(true);
    expect(await check('0.0.1')).toMatchObject({ app_version, sha256, bytes: bytes.length });
    await root.ok(appVersions.withdraw, { id });
    expect((await get()).statusCode).toBe(404);
    for (const wrong of ['/app/..%2f..%2fetc%2fpasswd', '/app/C:%5Cx', `/app/${'x'.repeat(99)}`, '/app/%00'])
      expect((await api.app.inject({ method: 'GET', url: wrong })).statusCode).toBe(404);
  });
});

describe('the upgrade records', () => {
  it('follow a handset from the offer to the version it says it runs, and count it there', async () => {
    await clear();
    const old = await built();
    const { path } = (await upload(root, apk())).data;
    const { id, app_version } = await built('published', { path, url: '' });
    const installation = randomUUID();
    const upgrade = await check(old.app_version, installation);
    expect(await recordOf(installation)).toMatchObject({ state: 'offered', offered_version: app_version });
    const { pathname, search } = new URL(upgrade?.url ?? '');
    const get = async (headers: Record<string, string> = {}) =>
      (await api.app.inject({ method: 'GET', url: pathname + search, headers })).statusCode;
    // a handset that has it already fetches nothing
    expect(await get({ 'if-none-match': `"${upgrade?.sha256}"` })).toBe(304);
    expect(await recordOf(installation)).toMatchObject({ state: 'offered' });
    await get();
    const fetched = await recordOf(installation);
    expect(fetched).toMatchObject({ state: 'fetched', app_version: old.app_version });
    expect(await check(app_version, installation)).toBeNull();
    const done = await recordOf(installation);
    expect(done).toMatchObject({ state: 'upgraded', app_version, former_version: old.app_version });
    expect(await root.ok(appInstallations.detail, { id: done?.id ?? 0 })).toEqual(done);
    expect((await root.ok(appVersions.detail, { id })).installations).toBe(1);
    expect((await root.ok(appVersions.detail, { id: old.id })).installations).toBe(0);
    expect((await below.ok(appInstallations.list, {})).rows).toEqual([]);
    expect((await root.ok(appInstallations.list, { state: 'upgraded', keyword: installation })).rows).toHaveLength(1);
    expect((await root.ok(appInstallations.list, { state: ['offered', 'none'], keyword: installation })).rows).toEqual(
      [],
    );
  });

  it('are of apps that are given out, and of one network as many as it may have', async () => {
    await clear();
    const installation = randomUUID();
    await check('1.0.0', installation);
    expect(await recordOf(installation)).toBeUndefined();
    const { app_version } = await built();
    await check(app_version, installation);
    await api.db.query(
      `insert into app_installation (org_id, app_name, platform, installation, app_version, network, last_time)
       select org_id, app_name, platform, gen_random_uuid(), app_version, network, now() + interval '1 minute'
         from app_installation, generate_series(1, 1000) where installation = $1`,
      [installation],
    );
    const other = randomUUID();
    await check(app_version, other);
    const { rows } = await api.db.query<{ n: number }>('select count(*)::int as n from app_installation');
    expect(rows[0]?.n).toBe(1000);
    expect(await recordOf(installation)).toBeUndefined();
  });

  it('of one network are told apart by what a customer is given, and read by themselves', async () => {
    const { app_version } = await built();
    const [one, other] = [randomUUID(), randomUUID()];
    for (const [installation, remoteAddress] of [
      [one, '2001:db8:7:1::5'],
      [other, '2001:db8:7:ffff::9'],
    ] as const)
      await api.app.inject({
        method: 'POST',
        url: appVersions.check.path,
        remoteAddress,
        payload: stranger.body({ app_name: 'handset', platform: 'android', app_version, installation }),
      });
    const { rows } = await api.db.query<{ network: string }>(
      'select network from app_installation where installation = any($1)',
      [[one, other]],
    );
    expect(rows).toEqual([{ network: '2001:db8:7::/48' }, { network: '2001:db8:7::/48' }]);
    const client = await api.pools.owner.connect();
    try {
      await client.query('begin; set local enable_seqscan = off; set local enable_sort = off');
      const plan = await client.query(`explain ${pastOfNetwork}`, ['2001:db8:7::/48', 1000]);
      expect(JSON.stringify(plan.rows)).toContain('app_installation_network');
    } finally {
      await client.query('rollback');
      client.release();
    }
  });

  it('are as many as the house keeps, those heard of last', async () => {
    await clear();
    await api.db.query('delete from app_installation');
    const { app_version } = await built();
    const installation = randomUUID();
    await check(app_version, installation);
    await api.db.query(
      `insert into app_installation (org_id, app_name, platform, installation, app_version, network, last_time)
       select org_id, app_name, platform, gen_random_uuid(), app_version, n::text, now() + interval '1 minute'
         from app_installation, generate_series(1, 50000) n where installation = $1`,
      [installation],
    );
    await sweepHandsets(api.db);
    const { rows } = await api.db.query<{ n: number }>('select count(*)::int as n from app_installation');
    expect(rows[0]?.n).toBe(50_000);
    expect(await recordOf(installation)).toBeUndefined();
    await api.db.query('delete from app_installation');
  });

  it('of handsets that are heard no more go with the records of who was there', async () => {
    const installation = randomUUID();
    const { app_version } = await built();
    await check(app_version, installation);
    await api.db.query("update app_installation set last_time = now() - interval '20 years'");
    await forgetOld(api.db, { days: () => 3650, now: Date.now() });
    expect(await recordOf(installation)).toBeUndefined();
  });
});
