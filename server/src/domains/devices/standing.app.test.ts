import { deviceConfiguration } from '@plomb/contract/devices/configuration';
import { deviceFrames } from '@plomb/contract/devices/frames';
import { deviceRights } from '@plomb/contract/devices/rights';
import { operationLogs } from '@plomb/contract/system/logs/logs';
import { corpusFrame } from '@plomb/gateway/testing/frames';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { maintainPartitions } from '../../ingest/partitions.ts';
import { startApi, type TestApi } from '../../testing/api.ts';
import {
  type BuiltDevice,
  type BuiltOperator,
  buildDevice,
  buildOperator,
  buildOrganisation,
} from '../../testing/build.ts';
import type { Caller } from '../../testing/client.ts';

let api: TestApi;
let parent: number;
let child: number;
let chief: BuiltOperator;
let caller: Caller;
let device: BuiltDevice;
beforeAll(async () => {
  api = await startApi();
  await maintainPartitions(api.owner, { now: Date.now(), retentionDays: 400 });
  parent = await buildOrganisation(api.db);
  child = await buildOrganisation(api.db, parent);
  chief = await buildOperator(api.db, parent);
  caller = await api.signedIn(chief);
  device = await buildDevice(api.db, child);
});
afterAll(() => api.stop());

const ordered = (kind: string, args: object, state: string, result: object | null = null) =>
  api.owner.query(
    `insert into command (device_id, org_id, kind, args, physical, idempotency_key, operator_id, oper_name, expire_time, state, result, answer_time)
     values ($1, $2, $3, $4, false, $5, $6, 'Li', now() + interval '1 hour', $7, $8, case when $7 = 'answered_ok' then clock_timestamp() end)`,
    [
      device.id,
      child,
      kind,
      JSON.stringify(args),
      `${kind}-${Math.random()}`.slice(0, 40),
      chief.id,
      state,
      result && JSON.stringify(result),
    ],
  );

describe('the configuration of a device', () => {
  it('says what is wanted by its type and by orders, and what the lock told', async () => {
    const intervals = async () =>
      (await caller.ok(deviceConfiguration.detail, { id: device.id })).rows
        .slice(0, 2)
        .map(({ wanted, confirmed, read, standing }) => [wanted?.value, confirmed?.value, read?.value, standing]);
    expect(await intervals()).toEqual([
      [60, undefined, undefined, 'unknown'],
      [3600, undefined, undefined, 'unknown'],
    ]);
    await ordered('set_intervals', { report_interval: 30, sleep_interval: 600 }, 'answered_ok');
    await ordered('query_parameters', {}, 'answered_ok', { parameters: { report_interval: 30, sleep_interval: 1800 } });
    expect(await intervals()).toEqual([
      [30, 30, 30, 'same'],
      [600, 600, 1800, 'drift'],
    ]);
  });
});

describe('who can open a device', () => {
  it('names who is in reach and has a button for it, and nobody else', async () => {
    const guard = await buildOperator(api.db, child, ['map:list', 'map:unseal']);
    const looker = await buildOperator(api.db, child, ['map:list']);
    const sibling = await buildOperator(api.db, await buildOrganisation(api.db, parent), ['map:unseal']);
    const off = await buildOperator(api.db, child, ['map:unseal']);
    await api.owner.query('update operator set status = 2 where id = $1', [off.id]);
    const told = await (await api.signedIn(chief)).ok(deviceRights.detail, { id: device.id });
    const ids = told.operators.map(({ id }) => id);
    expect(ids).toEqual(expect.arrayContaining([chief.id, guard.id]));
    for (const other of [looker, sibling, off]) expect(ids).not.toContain(other.id);
    expect(told.operators.find(({ id }) => id === guard.id)).toMatchObject({
      unseal: true,
      password: false,
      cards: false,
    });
    // the root organisation stands above the caller's
    expect(told).toMatchObject({ above: true, more: false, password: null, unseal_password: 'none' });
  });

  it('names nobody who is refused at the door, and none of their keys', async () => {
    const below = await buildOrganisation(api.db, child);
    const guard = (org: number) => buildOperator(api.db, org, ['map:list', 'map:unseal']);
    const guards = [await guard(child), await guard(below), await guard(child), await guard(child)];
    const ids = guards.map(({ id }) => id);
    for (const id of ids)
      await api.owner.query(
        `insert into api_key (operator_id, key_name, key_hash, hint, scope, expire_time, physical)
         select $1::bigint, 'gate', sha256(convert_to($1::bigint || ' ' || n, 'UTF8')), 'x', '{map:unseal}', now() + interval '1 day', n = 1
         from generate_series(1, 2) n`,
        [id],
      );
    const far = await buildDevice(api.db, below);
    const named = async () => {
      const { operators, keys } = await caller.ok(deviceRights.detail, { id: far.id });
      return [...ids.map((id) => operators.some((one) => one.id === id)), keys];
    };
    // a key unseals where that was ticked by itself
    expect(await named()).toEqual([true, true, true, true, 4]);
    const ofRole = 'role_id = (select role_id from operator where id = $1)';
    await api.owner.query(`delete from role_menu where ${ofRole}`, [ids[2]]);
    await api.owner.query(`delete from role_button where ${ofRole}`, [ids[3]]);
    expect(await named()).toEqual([true, true, false, false, 2]);
    // nobody acts below an organisation that is disabled
    await api.owner.query('update organisation set status = 2 where id = $1', [child]);
    expect(await named()).toEqual([false, false, false, false, 0]);
    await api.owner.query('update organisation set status = 1 where id = $1', [child]);
  });

  it('names also those whose role the caller does not see', async () => {
    const guard = await buildOperator(api.db, child, ['map:list', 'map:unseal']);
    await api.owner.query(
      `update role set org_id = (select id from organisation where parent_id is null)
       where id = (select role_id from operator where id = $1)`,
      [guard.id],
    );
    const { operators } = await caller.ok(deviceRights.detail, { id: device.id });
    expect(operators.find(({ id }) => id === guard.id)).toMatchObject({ unseal: true, roleName: '' });
  });

  it('names its cards, whole for those only who may give them', async () => {
    await ordered('add_cards', { cards: ['0006437449', '0006437450'] }, 'answered_ok');
    await ordered('delete_cards', { cards: ['0006437450'] }, 'answered_ok');
    const cardsOf = async (by: Caller) =>
      (await by.ok(deviceRights.detail, { id: device.id })).cards.map(({ number }) => number);
    expect(await cardsOf(caller)).toEqual(['0006437449']);
    const plain = await api.signedIn(await buildOperator(api.db, child, ['operator:list']));
    expect(await cardsOf(plain)).toEqual(['***7449']);
  });
});

describe('the frames of a device', () => {
  it('are listed newest first and explained one by one, under their own device alone', async () => {
    const raw = corpusFrame('hhd_0200_auto_sealed_event_0002');
    for (const serial of [1, 2, 3])
      await api.owner.query(
        `insert into position (device_id, device_time, serial, hash, org_id, receive_time, msg_type, replay, lock_status, fault,
           report_reson, raw) values ($1, now() - interval '1 minute', $2, -7, $3, now(), 0, false, 2, 0, '0200', $4)`,
        [device.id, serial, child, raw],
      );
    const first = await caller.ok(deviceFrames.list, { id: device.id, size: 2 });
    const rest = await caller.ok(deviceFrames.list, { id: device.id, size: 2, before: first.rows.at(-1)!.key });
    const keys = [...first.rows, ...rest.rows].map(({ key }) => key);
    expect([first.more, rest.more, new Set(keys).size]).toEqual([true, false, 3]);
    const [key] = keys as [string];
    const frame = await caller.ok(deviceFrames.detail, { id: device.id, key });
    expect(frame).toMatchObject({ what: '0200 location', family: 'hhd', whole: true, length: raw.length });
    expect(frame.fields.map(({ name }) => name)).toContain('latitude');
    const other = await buildDevice(api.db, child);
    expect((await caller.call(deviceFrames.detail, { id: other.id, key })).verify.sign).toBe('notFound');
  });
});

describe('the operation log of a device', () => {
  it('is what was done with it, also what was refused', async () => {
    const one = await buildDevice(api.db, child);
    const other = await buildDevice(api.db, child);
    await caller.post('/device/status', { ids: [one.id], status: 2 });
    await caller.post('/device/status', { ids: [other.id], status: 2 });
    await caller.post('/lock/unseal', { device_id: one.id, idempotency_key: 'refused-press', reason: 'customs check' });
    const { rows } = await caller.ok(operationLogs.list, { device_id: one.id });
    expect(rows.map(({ operate_url, success }) => [operate_url, success])).toEqual([
      ['/lock/unseal', false],
      ['/device/status', true],
    ]);
  });
});
