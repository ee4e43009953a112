import { generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { calls } from '@plomb/contract/calls';
import { firmwareStates, issueStates, issueSteps, rolloutStates, rolloutSteps } from '@plomb/contract/firmware/steps';
import { LockStatus } from '@plomb/contract/lock/codes';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { hashOf } from '../../platform/access.ts';
import { newApiKey } from '../../platform/apiKeys.ts';
import { collectFiles } from '../../platform/files/collect.ts';
import { startApi, type TestApi } from '../../testing/api.ts';
import {
  type BuiltDevice,
  type BuiltOperator,
  buildDevice,
  buildOperator,
  buildOrganisation,
} from '../../testing/build.ts';
import type { Caller, Reply } from '../../testing/client.ts';
import { holding } from '../../testing/queue.ts';
import { openRoad, type Road, until } from '../../testing/road.ts';
import { advanceRollouts } from './advance.ts';
import { openUpgrades } from './queue.ts';

const { firmware, firmwareRollouts, firmwareIssues, files } = calls;
const { publicKey, privateKey } = generateKeyPairSync('ed25519');
const key = publicKey.export({ format: 'der', type: 'spki' }).toString('base64');

let api: TestApi;
let org: number;
let caller: Caller;
let stranger: Caller;
beforeAll(async () => {
  api = await startApi();
  org = await buildOrganisation(api.db);
  caller = await api.signedIn(await buildOperator(api.db, org));
  // on a slow machine the tests take longer than a proof holds
  await api.db.query("update param set param_text = '3600' where param_name = 'fresh_proof_seconds'");
  await api.params.refresh();
  stranger = await api.signedIn(await buildOperator(api.db, await buildOrganisation(api.db)));
});
afterAll(() => api.stop());

const binary = (bytes = 3000): Buffer => Buffer.concat([Buffer.of(0, 1, 2, 3), randomBytes(bytes)]);
const upload = async (by: Caller, file: Uint8Array, on = api) => {
  const form = new FormData();
  for (const [name, value] of Object.entries(by.body({}))) form.append(name, String(value));
  form.append('file', new Blob([new Uint8Array(file)]), '../../etc/passwd\u0000.bin');
  const body = new Response(form);
  const answer = await on.app.inject({
    method: 'POST',
    url: firmware.upload.path,
    headers: { 'content-type': body.headers.get('content-type') ?? '', authorization: by.token },
    payload: Buffer.from(await body.arrayBuffer()),
  });
  return answer.json() as Omit<Reply<{ path: string; sha256: string; bytes: number }>, 'status' | 'token'>;
};
let made = 0;
const typeOf = async ({ id }: BuiltDevice): Promise<number> =>
  (await api.db.query<{ type: number }>('select device_type_id as type from device where id = $1', [id])).rows[0]!.type;
const draft = async (type: number, more: object = {}, by = caller) => {
  const { path } = (await upload(by, binary())).data;
  const body = {
    ...{ device_type_id: type, firmware_version: `2.${++made}`, firmware_path: path, maker_code: 'HHD' },
    ...{ signature: '', remark: '更快', ...more },
  };
  return { body, reply: await by.call(firmware.add, body) };
};
const published = async (type: number): Promise<{ id: number; version: string }> => {
  const { body, reply } = await draft(type);
  await caller.ok(firmware.publish, { id: reply.data.id });
  return { id: reply.data.id, version: body.firmware_version };
};

/** So many locks of one type, fit to be upgraded as soon as they are on the line. */
const fleetOf = async (count: number): Promise<BuiltDevice[]> => {
  const locks = [await buildDevice(api.db, org)];
  const type = await typeOf(locks[0]!);
  for (let i = 1; i < count; i++) {
    const lock = await buildDevice(api.db, org);
    await api.db.query('update device set device_type_id = $2 where id = $1', [lock.id, type]);
    locks.push(lock);
  }
  await api.db.query(
    'update lock_state set electric = 80, receive_time = now(), lock_status = $2 where device_id = any($1)',
    [locks.map(({ id }) => id), LockStatus.unsealedLocked],
  );
  return locks;
};
const prepared = async (locks: BuiltDevice[], more: object = {}) => {
  const { id: firmware_id, version } = await published(await typeOf(locks[0]!));
  const of = { by: 'numbers' as const, numbers: locks.map(({ sn }) => sn) };
  const { id } = await caller.ok(firmwareRollouts.prepare, { firmware_id, of, ...more });
  return { id, firmware_id, version };
};
const started = async (locks: BuiltDevice[], more: object = {}) => {
  const one = await prepared(locks, more);
  await caller.ok(firmwareRollouts.start, { id: one.id, count: locks.length, reason: 'new release' });
  return one;
};
const detail = (id: number) => caller.ok(firmwareRollouts.detail, { id });
const standing = async (id: number) => {
  const { state, wave, counts } = await detail(id);
  return { state, wave, ...Object.fromEntries(counts.map((one) => [one.state, one.count])) };
};
const set = (id: number, device: BuiltDevice, state: string) =>
  api.db.query(`update firmware_issue set state = $3 where rollout_id = $1 and device_id = $2`, [id, device.id, state]);
/** As a lock would come there. */
const through = async (id: number, device: BuiltDevice, ...states: string[]) => {
  for (const state of states) await set(id, device, state);
};
const queue = (publicKey = '') =>
  openUpgrades(api.db, {
    gateway: 'g',
    owned: holding(api.db, 'g'),
    storage: api.storage,
    publicKey,
    deviceTouched: () => undefined,
  });
/** The lock goes to another organisation. */
const leaves = 'update device set org_id = (select max(id) from organisation) where id = $1';
const ended = (id: number, device: BuiltDevice, how: 'success' | 'failed') =>
  through(id, device, 'sending', 'verifying', how);

describe('a file', () => {
  it('is told by what is in it, and kept under a name of ours', async () => {
    const { data, verify } = await upload(caller, binary());
    expect(verify.sign).toBe('success');
    expect(data).toEqual({ path: expect.stringMatching(/^[\w-]{24}$/), sha256: expect.any(String), bytes: 3004 });
    const png = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');
    for (const wrong of [
      Buffer.from('<html></html>'),
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
      Buffer.from('%PDF-1.7\n'),
      Buffer.from('GIF89a\u0001\u0000<script>alert(1)</script>', 'latin1'),
      Buffer.from('#!/bin/sh\nrm -rf /\n'),
      png,
      Buffer.alloc(0),
    ])
      expect((await upload(caller, wrong)).verify.sign).toBe('validation');
  });

  it.each([
    ['has by chance what begins a film', [0, 1, 2, 3, 0x47], 196],
    ['begins with erased memory', [0xff, 0xff, 0xff, 0xff], 8],
    ['begins as sound would', [0xff, 0xfb, 0x90, 0], 8],
  ])('that %s is a firmware all the same', async (_, first, at) => {
    const content = Buffer.concat([Buffer.from(first), Buffer.alloc(3000, 0xa5)]);
    content[at] = 0x47;
    content[100] = 0;
    expect((await upload(caller, content)).verify.sign).toBe('success');
  });

  it('is refused where it is larger than the parameter says', async () => {
    await api.db.query("update param set param_text = '1' where param_name = 'firmware_megabytes'");
    await api.params.refresh();
    expect((await upload(caller, binary(1_100_000))).verify.desc).toBe('The firmware is larger than 1 MB');
    await api.db.query("update param set param_text = null where param_name = 'firmware_megabytes'");
    await api.params.refresh();
  });

  it('is nobody else’s, and that which no draft names is collected', async () => {
    const type = await typeOf(await buildDevice(api.db, org));
    const { body, reply } = await draft(type);
    expect((await stranger.call(files.link, { id: body.firmware_path })).verify.sign).toBe('notFound');
    const other = await stranger.call(firmware.add, { ...body, firmware_version: 'theirs' });
    expect(other.verify.sign).toBe('validation');
    const second = (await upload(caller, binary())).data;
    await caller.ok(firmware.update, { id: reply.data.id, ...body, firmware_path: second.path });
    await api.db.query("update file set free_time = free_time - interval '2 days' where free_time is not null");
    await collectFiles(api.db, api.storage);
    const { rows } = await api.db.query('select id from file where id = any($1)', [[body.firmware_path, second.path]]);
    expect(rows).toEqual([{ id: second.path }]);
  });

  it('has to be signed where a key is configured, by its owner', async () => {
    const other = await startApi({ FIRMWARE_PUBLIC_KEY: key });
    try {
      const theirOrg = await buildOrganisation(other.db);
      const by = await other.signedIn(await buildOperator(other.db, theirOrg));
      const device = await buildDevice(other.db, theirOrg);
      const { rows } = await other.db.query<{ type: number; code: string }>(
        'select t.id as type, t.device_type as code from device d join device_type t on t.id = d.device_type_id where d.id = $1',
        [device.id],
      );
      const content = binary();
      const { path } = (await upload(by, content, other)).data;
      const body = {
        ...{ device_type_id: rows[0]!.type, firmware_version: '1', firmware_path: path, maker_code: '', remark: '' },
      };
      const add = (signature: string) => by.call(firmware.add, { ...body, signature });
      expect((await add('')).verify.sign).toBe('validation');
      expect((await add(sign(null, binary(), privateKey).toString('base64'))).verify.desc).toMatch(/does not fit/);
      // the file alone might be any version of any type
      expect((await add(sign(null, content, privateKey).toString('base64'))).verify.desc).toMatch(/does not fit/);
      const said = Buffer.concat([Buffer.from(`${rows[0]!.code}\n1\n`), content]);
      expect((await add(sign(null, said, privateKey).toString('base64'))).verify.sign).toBe('success');
    } finally {
      await other.stop();
    }
  });
});

describe('a version', () => {
  it.each(firmwareStates)('that is %s takes the steps of its table and no other', async (state) => {
    const type = await typeOf(await buildDevice(api.db, org));
    const { body, reply } = await draft(type);
    const { id } = reply.data;
    if (state !== 'draft') await caller.ok(firmware.publish, { id });
    if (state === 'withdrawn') await caller.ok(firmware.withdraw, { id });
    const isDraft = state === 'draft';
    const change = await caller.call(firmware.update, { id, ...body, remark: 'x' });
    expect(change.verify.sign === 'success').toBe(isDraft);
    expect((await caller.call(firmware.withdraw, { id })).verify.sign === 'success').toBe(state === 'published');
    expect((await caller.call(firmware.publish, { id })).verify.sign === 'success').toBe(isDraft);
    if (!isDraft) expect((await caller.call(firmware.delete, { ids: [id] })).verify.sign).toBe('conflict');
    // whoever writes it
    if (!isDraft)
      await expect(api.owner.query("update firmware set remark = 'y' where id = $1", [id])).rejects.toThrow(
        /not changed/,
      );
  });

  it('is of a type whose locks are sent firmware', async () => {
    const rope = await typeOf(await buildDevice(api.db, org, 'jt701'));
    expect((await draft(rope)).reply.data).toEqual({
      device_type_id: 'The platform cannot upgrade devices of this type',
    });
    const theirs = await buildDevice(api.db, await buildOrganisation(api.db));
    await api.db.query('update device_type set org_id = (select org_id from device where id = $1) where id = $2', [
      theirs.id,
      await typeOf(theirs),
    ]);
    expect((await draft(await typeOf(theirs))).reply.verify.sign).toBe('validation');
  });
});

describe('a roll-out', () => {
  it('says before it begins who gets it and who does not', async () => {
    const locks = await fleetOf(4);
    await api.db.query('update device set status = 2 where id = $1', [locks[1]!.id]);
    await api.db.query('update lock_state set lock_status = 2 where device_id = $1', [locks[0]!.id]);
    const { id, firmware_id } = await prepared(locks, { canary: 1, wave_size: 1 });
    const one = await detail(id);
    expect(one).toMatchObject({ state: 'draft', total: 4, refused: 1, open: 3 });
    expect(one.refusals).toEqual([{ refusal: 'disabled', count: 1, numbers: [locks[1]!.sn] }]);
    expect(one.waves.map(({ wave }) => wave)).toEqual([0, 1, 2]);
    const start = (count: number, by = caller) => by.call(firmwareRollouts.start, { id, count, reason: 'new release' });
    expect((await start(4)).verify.sign).toBe('validation');
    expect((await start(3, stranger)).verify.sign).toBe('notFound');
    // nothing of it is anybody's record before it has begun
    expect((await caller.ok(firmwareIssues.list, { rollout_id: id })).rows).toEqual([]);
    await caller.ok(firmware.withdraw, { id: firmware_id });
    expect((await start(3)).verify.sign).toBe('conflict');
  });

  it('begins with its canary, goes on wave by wave, and is done', async () => {
    const locks = await fleetOf(3);
    const { id } = await started(locks, { canary: 1, wave_size: 1 });
    await advanceRollouts(api.db);
    expect(await standing(id)).toMatchObject({ state: 'running', wave: 0, queued: 1, created: 2 });
    await ended(id, locks[0]!, 'success');
    await advanceRollouts(api.db);
    expect(await standing(id)).toMatchObject({ wave: 1, queued: 1, created: 1 });
    await ended(id, locks[1]!, 'success');
    await advanceRollouts(api.db);
    await ended(id, locks[2]!, 'success');
    await advanceRollouts(api.db);
    expect(await standing(id)).toEqual({ state: 'done', wave: 2, success: 3 });
    // what comes again changes nothing
    await advanceRollouts(api.db);
    expect((await detail(id)).steps.map(({ step }) => step)).toEqual(['finish', 'wave', 'wave', 'start']);
  });

  it('stops by itself when a canary fails, and goes on when somebody says why', async () => {
    const locks = await fleetOf(3);
    const { id } = await started(locks, { canary: 2, wave_size: 5 });
    await advanceRollouts(api.db);
    await ended(id, locks[0]!, 'failed');
    await advanceRollouts(api.db);
    expect(await standing(id)).toEqual({ state: 'stopped', wave: 0, failed: 1, queued: 1, created: 1 });
    expect((await caller.call(firmwareRollouts.resume, { id, reason: 'x' })).verify.sign).toBe('validation');
    await caller.ok(firmwareRollouts.resume, { id, reason: 'cable was loose' });
    await advanceRollouts(api.db);
    await ended(id, locks[1]!, 'success');
    await advanceRollouts(api.db);
    expect(await standing(id)).toMatchObject({ state: 'running', wave: 1, queued: 1 });
    expect((await detail(id)).steps[1]).toMatchObject({ step: 'resume', reason: 'cable was loose' });
  });

  it('asks for a fresh proof to begin and to go on', async () => {
    const [lock] = await fleetOf(1);
    const { id } = await prepared([lock!]);
    const late = await api.signedIn(await buildOperator(api.db, org));
    const start = () => caller.call(firmwareRollouts.start, { id, count: 1, reason: 'new release' });
    await api.db.query("update session set confirm_time = confirm_time - interval '2 hours' where end_time is null");
    expect((await start()).verify.sign).toBe('confirmNeeded');
    await api.db.query('update session set confirm_time = now() where end_time is null');
    expect((await start()).verify.sign).toBe('success');
    await caller.ok(firmwareRollouts.pause, { id, reason: 'a moment' });
    await api.db.query("update session set confirm_time = confirm_time - interval '2 hours' where end_time is null");
    expect((await late.call(firmwareRollouts.resume, { id, reason: 'goes on' })).verify.sign).toBe('confirmNeeded');
    await api.db.query('update session set confirm_time = now() where end_time is null');
    expect((await late.call(firmwareRollouts.resume, { id, reason: 'goes on' })).verify.sign).toBe('success');
  });

  it('tries what failed again', async () => {
    const [lock] = await fleetOf(1);
    const { id } = await started([lock!]);
    await advanceRollouts(api.db);
    await ended(id, lock!, 'failed');
    await advanceRollouts(api.db);
    expect((await caller.ok(firmwareRollouts.again, { id, reason: 'battery was changed' })).count).toBe(1);
    expect((await caller.call(firmwareRollouts.again, { id, reason: 'once more' })).verify.sign).toBe('conflict');
    await caller.ok(firmwareRollouts.resume, { id, reason: 'battery was changed' });
    await advanceRollouts(api.db);
    expect(await standing(id)).toMatchObject({ state: 'running', queued: 1 });
  });

  it('that is tried again once it is done goes on by the right of who asked, with a fresh proof, whatever failures stay', async () => {
    const locks = await fleetOf(11);
    const { id } = await started(locks, { canary: 1, wave_size: 10 });
    await advanceRollouts(api.db);
    await ended(id, locks[0]!, 'success');
    await advanceRollouts(api.db);
    for (const [nth, lock] of locks.slice(1).entries()) await ended(id, lock, nth === 0 ? 'failed' : 'success');
    await advanceRollouts(api.db);
    expect(await standing(id)).toMatchObject({ state: 'done', failed: 1 });
    const other = await buildOperator(api.db, org);
    await api.db.query('update firmware_rollout set operator_id = $2 where id = $1', [id, other.id]);
    await api.db.query('update operator set status = 2 where id = $1', [other.id]);
    await api.db.query("update session set confirm_time = confirm_time - interval '2 hours' where end_time is null");
    const again = () => caller.call(firmwareRollouts.again, { id, reason: 'cable was loose' });
    expect((await again()).verify.sign).toBe('confirmNeeded');
    await api.db.query('update session set confirm_time = now() where end_time is null');
    expect((await again()).verify.sign).toBe('success');
    await advanceRollouts(api.db);
    expect(await standing(id)).toMatchObject({ state: 'running', queued: 1 });
  });

  it('that is tried again bears the failures that stay, of locks in another roll-out by now', async () => {
    const locks = await fleetOf(3);
    const { id } = await started(locks, { canary: 3 });
    await advanceRollouts(api.db);
    await ended(id, locks[0]!, 'failed');
    await ended(id, locks[1]!, 'failed');
    await advanceRollouts(api.db);
    await caller.ok(firmwareRollouts.resume, { id, reason: 'both are seen' });
    await started([locks[0]!]);
    expect((await caller.ok(firmwareRollouts.again, { id, reason: 'a new cable' })).count).toBe(1);
    await advanceRollouts(api.db);
    expect(await standing(id)).toMatchObject({ state: 'running', failed: 1, queued: 2 });
  });

  it('that is tried again once it is done begins with the first wave that is tried again', async () => {
    const locks = await fleetOf(3);
    const { id } = await started(locks, { canary: 1, wave_size: 1 });
    await advanceRollouts(api.db);
    await api.db.query("update firmware_rollout set deadline = now() - interval '1 second' where id = $1", [id]);
    for (let turn = 0; turn < 3; turn++) await advanceRollouts(api.db);
    expect(await standing(id)).toEqual({ state: 'done', wave: 2, timed_out: 3 });
    expect((await caller.ok(firmwareRollouts.again, { id, reason: 'they are back' })).count).toBe(3);
    await advanceRollouts(api.db);
    expect(await standing(id)).toEqual({ state: 'running', wave: 0, queued: 1, created: 2 });
  });

  it('stops when locks fail that are tried again in a later wave', async () => {
    const locks = await fleetOf(4);
    const { id } = await started(locks, { canary: 2, wave_size: 1 });
    await advanceRollouts(api.db);
    await ended(id, locks[0]!, 'failed');
    await advanceRollouts(api.db);
    await caller.ok(firmwareRollouts.resume, { id, reason: 'it is seen' });
    await ended(id, locks[1]!, 'success');
    await advanceRollouts(api.db);
    await caller.ok(firmwareRollouts.again, { id, reason: 'a new cable' });
    await advanceRollouts(api.db);
    expect(await standing(id)).toMatchObject({ state: 'running', wave: 1, queued: 2 });
    await ended(id, locks[0]!, 'failed');
    await advanceRollouts(api.db);
    expect(await standing(id)).toMatchObject({ state: 'stopped', wave: 1, failed: 1 });
  });

  it('is resumed by who may begin one', async () => {
    const [lock] = await fleetOf(1);
    const { id } = await started([lock!]);
    await caller.ok(firmwareRollouts.pause, { id, reason: 'a moment' });
    const less = await api.signedIn(
      await buildOperator(api.db, org, ['firmwareRollout:list', 'firmwareRollout:resume']),
    );
    const resume = { id, reason: 'goes on' };
    expect((await less.call(firmwareRollouts.resume, resume)).verify.sign).toBe('noPermission');
    expect((await caller.call(firmwareRollouts.resume, resume)).verify.sign).toBe('success');
  });

  it('comes to its end after its deadline by itself: what never began has not failed', async () => {
    const locks = await fleetOf(3);
    const { id } = await started(locks, { canary: 1, wave_size: 1 });
    await advanceRollouts(api.db);
    await ended(id, locks[0]!, 'success');
    await api.db.query("update firmware_rollout set deadline = now() - interval '1 second' where id = $1", [id]);
    for (let turn = 0; turn < 3; turn++) await advanceRollouts(api.db);
    expect(await standing(id)).toEqual({ state: 'done', wave: 2, success: 1, timed_out: 2 });
  });

  it('that cannot be taken further keeps no other waiting', async () => {
    const [stuck, other] = await Promise.all([fleetOf(1), fleetOf(1)]);
    const first = await started(stuck);
    const second = await started(other);
    await api.owner.query(`create function stick() returns trigger language plpgsql as $$ begin raise 'stuck'; end $$`);
    await api.owner.query(`create trigger stick before update on firmware_issue for each row
      when (new.rollout_id = ${first.id} and new.state = 'queued') execute function stick()`);
    try {
      await expect(advanceRollouts(api.db)).rejects.toThrow(AggregateError);
      expect(await standing(second.id)).toMatchObject({ queued: 1 });
    } finally {
      await api.owner.query('drop function stick cascade');
    }
  });

  it.each([
    ['settled', 'update device set status = 2 where id = $1', () => advanceRollouts(api.db)],
    ['told', 'select $1::bigint', (lock: BuiltDevice) => queue().told(lock.id, 'other', Date.now() + 60_000)],
  ] as const)('lets a lock that comes to its end meanwhile be: %s', async (_, sql, deed) => {
    const [lock] = await fleetOf(1);
    const { id } = await started([lock!]);
    await advanceRollouts(api.db);
    await through(id, lock!, 'sending', 'verifying');
    await api.db.query('update firmware_issue set answer_time = now() where rollout_id = $1', [id]);
    await api.owner.query('update lock_state set exchange_time = now() where device_id = $1', [lock!.id]);
    await api.owner.query(sql, [lock!.id]);
    const client = await api.db.connect();
    try {
      await client.query('begin');
      await client.query("update firmware_issue set state = 'success' where rollout_id = $1", [id]);
      const done = deed(lock!);
      await until(async () => {
        const { rows } = await api.owner.query<{ n: number }>(
          "select count(*)::int as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
        );
        return rows[0]!.n > 0 ? true : null;
      });
      await client.query('commit');
      await done;
    } finally {
      client.release();
    }
    expect((await caller.ok(firmwareIssues.list, { rollout_id: id })).rows[0]!.issue_status).toBe('success');
  });

  it('tells of the locks whose turn it is what they wait for', async () => {
    const locks = await fleetOf(3);
    const { id } = await prepared(locks, { canary: 1, wave_size: 1 });
    expect((await detail(id)).waits).toEqual([expect.objectContaining({ wait: 'offline', count: 3 })]);
    await caller.ok(firmwareRollouts.start, { id, count: 3, reason: 'new release' });
    await advanceRollouts(api.db);
    expect((await detail(id)).waits).toEqual([{ wait: 'offline', count: 1, numbers: [locks[0]!.sn] }]);
  });

  it('that is paused begins nothing more, and one that is ended never does', async () => {
    const [lock] = await fleetOf(1);
    const { id } = await started([lock!]);
    await advanceRollouts(api.db);
    await caller.ok(firmwareRollouts.pause, { id, reason: 'a moment' });
    expect(await queue().claim(lock!.id)).toBeNull();
    await caller.ok(firmwareRollouts.end, { id, reason: 'not today' });
    expect(await standing(id)).toMatchObject({ state: 'ended', cancelled: 1 });
    expect(await queue().claim(lock!.id)).toBeNull();
  });

  it('pauses when whoever began it may begin none any more, and says so', async () => {
    const [lock] = await fleetOf(1);
    const { id } = await started([lock!]);
    const other = await buildOperator(api.db, org);
    await api.db.query('update firmware_rollout set operator_id = $2 where id = $1', [id, other.id]);
    await api.db.query('update operator set status = 2 where id = $1', [other.id]);
    await advanceRollouts(api.db);
    expect(await detail(id)).toMatchObject({
      state: 'paused',
      steps: [{ step: 'pause', oper_name: '', reason: 'right' }, {}],
    });
    // whoever goes on with it answers for it from then on
    await caller.ok(firmwareRollouts.resume, { id, reason: 'mine from now on' });
    await advanceRollouts(api.db);
    expect(await standing(id)).toMatchObject({ state: 'running', queued: 1 });
  });

  it('that was paused bears no failures of meanwhile', async () => {
    const [lock] = await fleetOf(1);
    const { id } = await started([lock!]);
    await advanceRollouts(api.db);
    await caller.ok(firmwareRollouts.pause, { id, reason: 'a moment' });
    await ended(id, lock!, 'failed');
    await caller.ok(firmwareRollouts.resume, { id, reason: 'goes on' });
    await advanceRollouts(api.db);
    expect(await standing(id)).toEqual({ state: 'stopped', wave: 0, failed: 1 });
  });

  describe('of an API key', () => {
    let person: BuiltOperator;
    let seated: Caller;
    beforeEach(async () => {
      person = await buildOperator(api.db, org);
      seated = await api.signedIn(person);
    });
    const keyOf = async () => {
      const key = newApiKey();
      const { rows } = await api.db.query<{ id: number }>(
        `insert into api_key (operator_id, key_name, key_hash, hint, scope, expire_time, physical)
         values ($1, 'program', $2, 'x', '{firmwareRollout:list,firmwareRollout:add}', now() + interval '1 day', true) returning id`,
        [person.id, hashOf(key)],
      );
      const call = async ({ path }: { path: string }, body: object): Promise<Reply<{ id: number }>> => {
        const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
        const answer = await api.app.inject({ method: 'POST', url: path, headers, payload: JSON.stringify(body) });
        return answer.json();
      };
      return { id: rows[0]!.id, call };
    };
    type By = { call(call: { path: string }, body: object): Promise<Reply<{ id: number }>> };
    const preparedBy = async (by: By) => {
      const [lock] = await fleetOf(1);
      const { id: firmware_id } = await published(await typeOf(lock!));
      const of = { by: 'numbers', numbers: [lock!.sn] };
      const { data } = await by.call(firmwareRollouts.prepare, {
        firmware_id,
        of,
        canary: 5,
        wave_size: 50,
        hours: 72,
      });
      return { id: data.id, lock: lock! };
    };
    const startedBy = (by: By, id: number) => by.call(firmwareRollouts.start, { id, count: 1, reason: 'new release' });

    it.each([
      ['is revoked', 'update api_key set revoke_time = now() where id = $1'],
      ['has run out', 'update api_key set expire_time = now() where id = $1'],
      ['may do nothing physical any more', 'update api_key set physical = false where id = $1'],
      [
        'may begin none any more',
        "update api_key set scope = array_remove(scope, 'firmwareRollout:add') where id = $1",
      ],
    ])('pauses when the key %s, and says so', async (_, sql) => {
      const key = await keyOf();
      const { id, lock } = await preparedBy(key);
      expect((await startedBy(key, id)).verify.sign).toBe('success');
      await advanceRollouts(api.db);
      expect(await standing(id)).toMatchObject({ state: 'running', queued: 1 });
      await api.db.query('update device_connection set connected = true where device_id = $1', [lock.id]);
      await api.db.query(sql, [key.id]);
      // also before anybody has written that down
      expect(await queue().claim(lock.id)).toBeNull();
      await advanceRollouts(api.db);
      expect((await detail(id)).steps[0]).toMatchObject({ step: 'pause', oper_name: '', reason: 'key' });
      await seated.ok(firmwareRollouts.resume, { id, reason: 'goes on' });
      await advanceRollouts(api.db);
      expect((await standing(id)).state).toBe('running');
    });

    it('has drafts of its own: it changes and begins none of its person, nor the person one of the key', async () => {
      const key = await keyOf();
      const own = await preparedBy(seated as By);
      const theirs = await preparedBy(key);
      expect((await startedBy(seated as By, theirs.id)).verify.sign).toBe('notFound');
      expect((await startedBy(key, own.id)).verify.sign).toBe('notFound');
      expect((await startedBy(seated as By, own.id)).verify.sign).toBe('success');
    });
  });

  it.each([
    ['exchanged', 'failed', 'update lock_state set exchange_time = now() where device_id = $1'],
    ['outOfUse', 'failed', 'update device set status = 2 where id = $1'],
    ['moved', 'failed', leaves],
    ['outOfUse', 'failed', 'update device set lost = true where id = $1'],
    [
      'withdrawn',
      'failed',
      "update firmware set state = 'withdrawn' where device_type_id = (select device_type_id from device where id = $1)",
    ],
    [
      'deadline',
      'timed_out',
      "update firmware_rollout set deadline = now() - interval '1 second' where id = (select rollout_id from firmware_issue where device_id = $1)",
    ],
  ])('is told of what a lock has become meanwhile: %s', async (cause, state, sql) => {
    const [lock] = await fleetOf(1);
    const { id } = await started([lock!]);
    await api.owner.query(sql, [lock!.id]);
    await advanceRollouts(api.db);
    const { rows } = await caller.ok(firmwareIssues.list, { rollout_id: id });
    expect(rows).toEqual([expect.objectContaining({ issue_status: state, cause })]);
  });

  it('gives up a lock that has not come to its end in two hours', async () => {
    const [lock] = await fleetOf(1);
    const { id } = await started([lock!]);
    await advanceRollouts(api.db);
    await set(id, lock!, 'sending');
    await api.db.query("update firmware_issue set send_time = now() - interval '119 minutes' where rollout_id = $1", [
      id,
    ]);
    await advanceRollouts(api.db);
    expect(await standing(id)).toMatchObject({ sending: 1 });
    await api.db.query("update firmware_issue set send_time = now() - interval '121 minutes' where rollout_id = $1", [
      id,
    ]);
    await advanceRollouts(api.db);
    expect(await standing(id)).toMatchObject({ state: 'stopped', timed_out: 1 });
  });

  it('of two at once has a lock in one', async () => {
    const locks = await fleetOf(1);
    const first = await prepared(locks);
    await started(locks);
    expect((await caller.call(firmwareRollouts.detail, { id: first.id })).verify.sign).toBe('notFound'); // its draft gave way
    const again = await prepared(locks);
    expect((await detail(again.id)).refusals).toEqual([{ refusal: 'underWay', count: 1, numbers: [locks[0]!.sn] }]);
  });
});

describe('a gateway that asks', () => {
  const waiting = async () => {
    const [lock] = await fleetOf(1);
    const { id, version } = await started([lock!]);
    await advanceRollouts(api.db);
    await holding(api.db, 'g')(lock!.id);
    return { id, version, lock: lock! };
  };

  it('gets it whole, once, and goes on from what is there', async () => {
    const { id, version, lock } = await waiting();
    expect(await queue().waiting()).toContain(lock.id);
    const given = await queue().claim(lock.id);
    expect(given).toMatchObject({ version, maker: 'HHD', state: 'sending', serial: null, parts: 0 });
    expect(given!.data.length).toBe(3004);
    await queue().arrived(given!.id, 70, 2, 4);
    expect(await queue().claim(lock.id)).toMatchObject({ serial: 70, parts: 2 });
    await queue().arrived(given!.id, 70, 4, 4);
    expect(await standing(id)).toMatchObject({ verifying: 1 });
    // it may miss some on another connection; its version is asked for once it has said that it took it
    expect(await queue().waiting()).toContain(lock.id);
    expect(await queue().claim(lock.id)).toMatchObject({ state: 'sending', serial: 70, parts: 4 });
    expect(await queue().arrived(given!.id, 70, 4, 4)).toBe(true);
    await queue().answered(lock.id, 'taken', 7);
    expect(await queue().claim(lock.id)).toMatchObject({ state: 'verifying' });
    expect(await queue().arrived(given!.id, 70, 4, 4)).toBe(false);
  });

  it.each(['taken', 'refused'] as const)(
    'is told of an earlier try once more, which changes nothing: %s',
    async (word) => {
      const { id, lock } = await waiting();
      const begun = await queue().claim(lock.id);
      await queue().arrived(begun!.id, 70, 4, 4);
      expect(await queue().answered(lock.id, 'refused', 7)).toBe('kept');
      await caller.ok(firmwareRollouts.again, { id, reason: 'once more' });
      await advanceRollouts(api.db);
      expect(await queue().claim(lock.id)).toMatchObject({ parts: 0 });
      await queue().arrived(begun!.id, 90, 2, 4);
      expect(await queue().answered(lock.id, word, 7)).toBe('said before');
      expect(await standing(id)).toMatchObject({ sending: 1 });
      // under another serial it is a word of this one
      expect(await queue().answered(lock.id, 'refused', 8)).toBe('kept');
      expect(await standing(id)).toMatchObject({ failed: 1 });
    },
  );

  it.each([
    ['is sealed', 'update lock_state set lock_status = 2 where device_id = $1'],
    ['has too little left', 'update lock_state set electric = 39 where device_id = $1'],
    ['has not said how much is left', 'update lock_state set electric = null where device_id = $1'],
    ['has said so long ago', "update lock_state set receive_time = now() - interval '3 days' where device_id = $1"],
    [
      'is about to be unsealed',
      `insert into command (device_id, org_id, kind, physical, idempotency_key, operator_id, oper_name, expire_time)
       select id, org_id, 'unseal', true, 'k' || id, (select min(id) from operator), 'x', now() + interval '1 hour' from device where id = $1`,
    ],
  ])('gets none for a lock that %s', async (_, sql) => {
    const { lock } = await waiting();
    await api.db.query(sql, [lock.id]);
    expect(await queue().claim(lock.id)).toBeNull();
  });

  it('rests while its lock is sealed since it began, says so, and goes on from what is there', async () => {
    const { id, lock } = await waiting();
    const given = await queue().claim(lock.id);
    expect(await queue().arrived(given!.id, 70, 2, 4)).toBe(true);
    const becomes = (status: number) =>
      api.db.query('update lock_state set lock_status = $2 where device_id = $1', [lock.id, status]);
    await becomes(LockStatus.sealedLocked);
    // no part after those that are on their way, over this connection or the next
    expect(await queue().arrived(given!.id, 70, 3, 4)).toBe(false);
    expect(await queue().claim(lock.id)).toBeNull();
    const row = async () => (await caller.ok(firmwareIssues.list, { rollout_id: id })).rows[0];
    expect(await row()).toMatchObject({ issue_status: 'sending', parts: 3, wait: 'sealed' });
    await advanceRollouts(api.db);
    expect(await row()).toMatchObject({ issue_status: 'queued', parts: 3, wait: 'sealed' });
    expect((await detail(id)).waits).toEqual([{ wait: 'sealed', count: 1, numbers: [lock.sn] }]);
    expect(await queue().claim(lock.id)).toBeNull();
    await becomes(LockStatus.unsealedLocked);
    expect(await row()).toMatchObject({ wait: null });
    expect(await queue().claim(lock.id)).toMatchObject({ state: 'sending', serial: 70, parts: 3 });
    expect(await row()).toMatchObject({ issue_status: 'sending', attempt: 1 });
    // what it has whole and said so, it is asked about also while it is sealed
    await queue().arrived(given!.id, 70, 4, 4);
    await queue().answered(lock.id, 'taken', 7);
    await becomes(LockStatus.sealedLocked);
    expect(await queue().claim(lock.id)).toMatchObject({ state: 'verifying' });
  });

  const seal = (lock: BuiltDevice, status: number = LockStatus.sealedLocked) =>
    api.db.query('update lock_state set lock_status = $2 where device_id = $1', [lock.id, status]);
  const begunAgo = (id: number, hours: number) =>
    api.db.query('update firmware_issue set send_time = now() - make_interval(hours => $2) where rollout_id = $1', [
      id,
      hours,
    ]);

  it('is no failure of its canary while that is sealed, however long, and is sent anew after that', async () => {
    const { id, lock } = await waiting();
    const given = await queue().claim(lock.id);
    await queue().arrived(given!.id, 70, 3, 4);
    await seal(lock);
    await begunAgo(id, 3);
    await advanceRollouts(api.db);
    await advanceRollouts(api.db);
    expect(await standing(id)).toEqual({ state: 'running', wave: 0, queued: 1 });
    await seal(lock, LockStatus.unsealedLocked);
    expect(await queue().claim(lock.id)).toMatchObject({ state: 'sending', serial: null, parts: 0 });
    await advanceRollouts(api.db);
    expect(await standing(id)).toEqual({ state: 'running', wave: 0, sending: 1 });
    const { rows } = await caller.ok(firmwareIssues.list, { rollout_id: id });
    expect(rows[0]).toMatchObject({ attempt: 2, parts: 0 });
  });

  it('that is sealed until the deadline has not failed', async () => {
    const { id, lock } = await waiting();
    await queue().claim(lock.id);
    await seal(lock);
    await advanceRollouts(api.db);
    await api.db.query("update firmware_rollout set deadline = now() - interval '1 minute' where id = $1", [id]);
    await advanceRollouts(api.db);
    expect(await standing(id)).toMatchObject({ state: 'done', timed_out: 1 });
  });

  it('waits for the answer of a lock that had it whole when it was sealed, and asks for it once it is not', async () => {
    const { id, lock } = await waiting();
    const given = await queue().claim(lock.id);
    await queue().arrived(given!.id, 70, 4, 4);
    await seal(lock);
    await advanceRollouts(api.db);
    expect(await standing(id)).toMatchObject({ queued: 1 });
    await seal(lock, LockStatus.unsealedLocked);
    expect(await queue().claim(lock.id)).toMatchObject({ serial: 70, parts: 4 });
    expect(await standing(id)).toMatchObject({ verifying: 1 });
  });

  it.each([
    ['taken', 'verifying'],
    ['refused', 'failed'],
  ] as const)('is told by a lock that waits again what became of what it has: %s', async (word, state) => {
    const { id, lock } = await waiting();
    const given = await queue().claim(lock.id);
    await queue().arrived(given!.id, 70, 3, 4);
    await seal(lock);
    await advanceRollouts(api.db);
    expect(await queue().answered(lock.id, word, 7)).toBe('kept');
    // what it has taken is awaited, sealed or not
    await advanceRollouts(api.db);
    expect(await standing(id)).toMatchObject({ [state]: 1 });
  });

  it('gets none for a lock in a frozen period until that is over', async () => {
    const { lock } = await waiting();
    await api.db.query(
      `insert into frozen_period (org_id, period_name, from_time, until_time, operator_id, oper_name, login_name)
         select org_id, 'x', now(), now() + interval '1 hour', (select min(id) from operator), 'x', 'x' from device where id = $1`,
      [lock.id],
    );
    expect(await queue().claim(lock.id)).toBeNull();
    await api.db.query('delete from frozen_period');
    expect(await queue().claim(lock.id)).not.toBeNull();
  });

  const becomes: [string, string][] = [
    ['is another lock by now', 'update lock_state set exchange_time = now() where device_id = $1'],
    [
      'is of another type by now',
      'update device set device_type_id = (select max(id) from device_type where id <> device_type_id and family = (select family from device_type t where t.id = device_type_id)) where id = $1',
    ],
    ['is another organisation’s by now', leaves],
  ];
  it.each([
    ...becomes,
    ['is switched off', 'update device set status = 2 where id = $1'],
    ['is lost', 'update device set lost = true where id = $1'],
    [
      'belongs to a roll-out of somebody who may begin none any more',
      'update operator set status = 2 where id = (select r.operator_id from firmware_rollout r join firmware_issue i on i.rollout_id = r.id where i.device_id = $1)',
    ],
  ])('gets none for a lock that %s, whoever has not written that down yet', async (_, sql) => {
    const { id, lock } = await waiting();
    // each by a person of its own, who is gone afterwards
    const by = await buildOperator(api.db, org);
    await api.db.query('update firmware_rollout set operator_id = $2 where id = $1', [id, by.id]);
    await api.owner.query(sql, [lock.id]);
    expect(await queue().claim(lock.id)).toBeNull();
  });

  it('gets none of a roll-out whose person is in another organisation by now', async () => {
    const { id, lock } = await waiting();
    const by = await buildOperator(api.db, org);
    await api.db.query('update firmware_rollout set operator_id = $2 where id = $1', [id, by.id]);
    await api.db.query('update operator set org_id = $2 where id = $1', [by.id, await buildOrganisation(api.db, org)]);
    expect(await queue().claim(lock.id)).toBeNull();
    await advanceRollouts(api.db);
    expect(await detail(id)).toMatchObject({
      state: 'paused',
      steps: [{ step: 'pause', oper_name: '', reason: 'right' }, {}],
    });
    // whoever goes on with it answers for it from then on
    await caller.ok(firmwareRollouts.resume, { id, reason: 'mine from now on' });
    await advanceRollouts(api.db);
    expect(await standing(id)).toMatchObject({ state: 'running', queued: 1 });
  });

  it('that was paused bears no failures of meanwhile', async () => {
    const [lock] = await fleetOf(1);
    const { id } = await started([lock!]);
    await advanceRollouts(api.db);
    await caller.ok(firmwareRollouts.pause, { id, reason: 'a moment' });
    await ended(id, lock!, 'failed');
    await caller.ok(firmwareRollouts.resume, { id, reason: 'goes on' });
    await advanceRollouts(api.db);
    expect(await standing(id)).toEqual({ state: 'stopped', wave: 0, failed: 1 });
  });

  describe('of an API key', () => {
    let person: BuiltOperator;
    let seated: Caller;
    beforeEach(async () => {
      person = await buildOperator(api.db, org);
      seated = await api.signedIn(person);
    });
    const keyOf = async () => {
      const key = newApiKey();
      const { rows } = await api.db.query<{ id: number }>(
        `insert into api_key (operator_id, key_name, key_hash, hint, scope, expire_time, physical)
         values ($1, 'program', $2, 'x', '{firmwareRollout:list,firmwareRollout:add}', now() + interval '1 day', true) returning id`,
        [person.id, hashOf(key)],
      );
      const call = async ({ path }: { path: string }, body: object): Promise<Reply<{ id: number }>> => {
        const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
        const answer = await api.app.inject({ method: 'POST', url: path, headers, payload: JSON.stringify(body) });
        return answer.json();
      };
      return { id: rows[0]!.id, call };
    };
    type By = { call(call: { path: string }, body: object): Promise<Reply<{ id: number }>> };
    const preparedBy = async (by: By) => {
      const [lock] = await fleetOf(1);
      const { id: firmware_id } = await published(await typeOf(lock!));
      const of = { by: 'numbers', numbers: [lock!.sn] };
      const { data } = await by.call(firmwareRollouts.prepare, {
        firmware_id,
        of,
        canary: 5,
        wave_size: 50,
        hours: 72,
      });
      return { id: data.id, lock: lock! };
    };
    const startedBy = (by: By, id: number) => by.call(firmwareRollouts.start, { id, count: 1, reason: 'new release' });

    it.each([
      ['is revoked', 'update api_key set revoke_time = now() where id = $1'],
      ['has run out', 'update api_key set expire_time = now() where id = $1'],
      ['may do nothing physical any more', 'update api_key set physical = false where id = $1'],
      [
        'may begin none any more',
        "update api_key set scope = array_remove(scope, 'firmwareRollout:add') where id = $1",
      ],
    ])('pauses when the key %s, and says so', async (_, sql) => {
      const key = await keyOf();
      const { id, lock } = await preparedBy(key);
      expect((await startedBy(key, id)).verify.sign).toBe('success');
      await advanceRollouts(api.db);
      expect(await standing(id)).toMatchObject({ state: 'running', queued: 1 });
      await api.db.query('update device_connection set connected = true where device_id = $1', [lock.id]);
      await api.db.query(sql, [key.id]);
      // also before anybody has written that down
      expect(await queue().claim(lock.id)).toBeNull();
      await advanceRollouts(api.db);
      expect((await detail(id)).steps[0]).toMatchObject({ step: 'pause', oper_name: '', reason: 'key' });
      await seated.ok(firmwareRollouts.resume, { id, reason: 'goes on' });
      await advanceRollouts(api.db);
      expect((await standing(id)).state).toBe('running');
    });

    it('has drafts of its own: it changes and begins none of its person, nor the person one of the key', async () => {
      const key = await keyOf();
      const own = await preparedBy(seated as By);
      const theirs = await preparedBy(key);
      expect((await startedBy(seated as By, theirs.id)).verify.sign).toBe('notFound');
      expect((await startedBy(key, own.id)).verify.sign).toBe('notFound');
      expect((await startedBy(seated as By, own.id)).verify.sign).toBe('success');
    });
  });

  it.each(becomes)('goes on with none that was begun with a lock that %s', async (_, sql) => {
    const { lock } = await waiting();
    const begun = await queue().claim(lock.id);
    await queue().arrived(begun!.id, 70, 2, 4);
    await api.owner.query(sql, [lock.id]);
    expect(await queue().claim(lock.id)).toBeNull();
  });

  it('gets none of what is not what was published', async () => {
    const { id, lock } = await waiting();
    const { rows } = await api.db.query<{ sha256: string }>(
      'select c.sha256 from firmware_rollout r join firmware f on f.id = r.firmware_id join file c on c.id = f.firmware_path where r.id = $1',
      [id],
    );
    const { Readable } = await import('node:stream');
    await api.storage.put(rows[0]!.sha256, Readable.from([Buffer.from('something else')])).catch(() => undefined);
    await api.storage.delete(rows[0]!.sha256);
    expect(await queue().claim(lock.id)).toBeNull();
    expect((await caller.ok(firmwareIssues.list, { rollout_id: id })).rows[0]).toMatchObject({ cause: 'damaged' });
  });

  it('gets none that is not signed where a key is configured since', async () => {
    const { id, lock } = await waiting();
    expect(await queue(key).claim(lock.id)).toBeNull();
    expect((await caller.ok(firmwareIssues.list, { rollout_id: id })).rows[0]).toMatchObject({ cause: 'unsigned' });
  });

  it('proves it by both words of the lock, in this order only', async () => {
    const { id, version, lock } = await waiting();
    await queue().claim(lock.id);
    // the version alone proves nothing, nor does a word of a lock to which nothing goes
    await queue().told(lock.id, version, Date.now());
    expect(await standing(id)).toMatchObject({ sending: 1 });
    expect(await queue().answered(lock.id, 'taken', 7)).toBe('kept');
    expect(await standing(id)).toMatchObject({ verifying: 1 });
    await queue().told(lock.id, 'other', Date.now() - 60_000); // on the connection it had then
    expect(await standing(id)).toMatchObject({ verifying: 1 });
    await queue().told(lock.id, version, Date.now());
    expect(await standing(id)).toMatchObject({ success: 1 });
    expect(await queue().answered(lock.id, 'refused', 7)).toBe('said before'); // known, and changes nothing
    expect(await standing(id)).toMatchObject({ success: 1 });
    const { rows } = await api.db.query('select ver from lock_state where device_id = $1', [lock.id]);
    expect(rows).toEqual([{ ver: version }]);
  });

  it('tells that another version came back', async () => {
    const { id, lock } = await waiting();
    await queue().claim(lock.id);
    await queue().answered(lock.id, 'taken', 7);
    await queue().told(lock.id, 'old', Date.now() + 60_000);
    expect((await caller.ok(firmwareIssues.list, { rollout_id: id })).rows[0]).toMatchObject({
      ...{ issue_status: 'failed', cause: 'otherVersion', told_version: 'old' },
    });
  });

  it('of two at once one has it', async () => {
    const { lock } = await waiting();
    const asked = await Promise.all([queue().claim(lock.id), queue().claim(lock.id)]);
    // the other goes on with what the first began, or has none
    expect(asked.some((one) => one !== null)).toBe(true);
    const { rows } = await api.db.query('select attempt from firmware_issue where device_id = $1', [lock.id]);
    expect(rows).toEqual([{ attempt: 1 }]);
  });
});

describe('the database lets happen what is in the table and nothing else', () => {
  const reach = (steps: Record<string, { from: readonly string[]; to: string }>, from: string) =>
    new Set(Object.values(steps).flatMap((step) => (step.from.includes(from) ? [step.to] : [])));
  const tried = async (table: string, id: number, from: string, states: readonly string[]) => {
    const done: string[] = [];
    for (const to of states) {
      if (to === from) continue;
      await api.owner.query(`alter table ${table} disable trigger keep_steps`);
      await api.owner.query(`update ${table} set state = $2 where id = $1`, [id, from]);
      await api.owner.query(`alter table ${table} enable trigger keep_steps`);
      const ok = await api.db.query(`update ${table} set state = $2 where id = $1`, [id, to]).then(
        () => true,
        () => false,
      );
      if (ok) done.push(to);
    }
    return new Set(done);
  };

  it.each(issueStates)('to an issue that is %s', async (state) => {
    const [lock] = await fleetOf(1);
    const { id } = await prepared([lock!]);
    const { rows } = await api.db.query<{ id: number }>('select id from firmware_issue where rollout_id = $1', [id]);
    expect(await tried('firmware_issue', rows[0]!.id, state, issueStates)).toEqual(reach(issueSteps, state));
  });

  it.each(rolloutStates.filter((state) => state !== 'draft'))('to a roll-out that is %s', async (state) => {
    const [lock] = await fleetOf(1);
    const { id } = await started([lock!]);
    expect(await tried('firmware_rollout', id, state, rolloutStates)).toEqual(reach(rolloutSteps, state));
  });
});

describe('on the road', () => {
  let road: Road;
  beforeEach(async () => {
    road = await openRoad(api);
  });
  afterEach(() => road.stop());

  const over = (id: number) =>
    until(async () => {
      await advanceRollouts(api.db);
      const { rows } = await caller.ok(firmwareIssues.list, { rollout_id: id });
      const [one] = rows;
      return one && ['success', 'failed'].includes(one.issue_status) ? one : null;
    });
  const drive = async (manner: 'answer' | 'refuse' | 'half') => {
    const [lock] = await fleetOf(1);
    const fleet = road.drive([{ ...lock!, family: 'hhd', manner }]);
    const virtual = fleet.lock(lock!.sn);
    // it is sealed while it drives
    await until(async () => (virtual.connected ? true : null));
    virtual.shackle('open');
    await until(async () => {
      const { rows } = await api.db.query<{ status: number }>(
        'select lock_status as status from lock_state where device_id = $1',
        [lock!.id],
      );
      return [LockStatus.sealedLocked, LockStatus.initial].includes(rows[0]!.status as never) ? null : true;
    });
    await api.db.query('update lock_state set electric = 80 where device_id = $1', [lock!.id]);
    virtual.setBattery(80);
    return { lock: lock!, virtual };
  };

  it.each([
    ['that takes it has succeeded', 'answer', { issue_status: 'success', cause: null }],
    ['that refuses it has not', 'refuse', { issue_status: 'failed', cause: 'refused' }],
    [
      'that takes it and comes back with what it had has not',
      'half',
      { issue_status: 'failed', cause: 'otherVersion' },
    ],
  ] as const)('a lock %s', async (_, manner, outcome) => {
    const { lock } = await drive(manner);
    const { id, version } = await started([lock]);
    const issue = await over(id);
    expect(issue).toMatchObject(outcome);
    expect(issue.parts_total).toBeGreaterThan(1);
    if (manner === 'answer') expect(issue.told_version).toBe(version);
  });
});
