import { calls } from '@plomb/contract/calls';
import { signOf } from '@plomb/contract/kit/sign';
import { type ParamName, paramNames, paramSeed } from '@plomb/contract/params';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { readConfig } from '../../../platform/config.ts';
import { openLog } from '../../../platform/log.ts';
import { adminPassword, startApi, type TestApi } from '../../../testing/api.ts';
import { buildDevice, buildOperator, buildOrganisation } from '../../../testing/build.ts';
import type { Caller } from '../../../testing/client.ts';
import { openParams } from './store.ts';

const { params } = calls;
let api: TestApi;
let root: Caller;
let told: string[];

beforeAll(async () => {
  api = await startApi({ SESSION_MAX_SECONDS: 40_000 });
  root = await api.signedIn({ loginName: 'admin', password: adminPassword });
  const watcher = {
    operatorId: 1,
    orgIds: new Set<number>(),
    ids: null,
    alarms: false,
    commands: false,
    pending: () => 0,
  };
  told = [];
  api.hub.watch({ ...watcher, send: (event) => told.push(event) > 0 });
});
beforeEach(() => {
  told.length = 0;
});
afterEach(async () => {
  const changed = (await root.ok(params.list, { changed: true })).rows.map((r) => r.param_name);
  if (changed.length > 0) await root.ok(params.reset, { param_names: changed });
});
afterAll(() => api.stop());

const set = (param_name: ParamName, param_text: string, remark = '') =>
  root.ok(params.update, { param_name, param_text, remark });
const rowOf = async (name: ParamName) => (await root.ok(params.list, {})).rows.find((r) => r.param_name === name)!;

describe('a parameter', () => {
  it('shows its default, takes a value of its kind, and goes back', async () => {
    const before = await rowOf('session_max_seconds');
    // what the environment says is the default
    expect(before).toMatchObject({ param_text: '40000', default_text: '40000', changed: false, change_time: null });
    await set('session_max_seconds', '7200', 'audit wish');
    expect(await rowOf('session_max_seconds')).toMatchObject({
      param_text: '7200',
      default_text: '40000',
      changed: true,
      remark: 'audit wish',
      changed_by: 'Administrator',
    });
    expect((await root.ok(params.list, { changed: true })).rows.map((r) => r.param_name)).toEqual([
      'session_max_seconds',
    ]);
    await root.ok(params.reset, { param_names: ['session_max_seconds'] });
    expect(await rowOf('session_max_seconds')).toMatchObject({
      param_text: '40000',
      changed: false,
      remark: 'audit wish',
    });
  });

  it('that is set to its default counts as not changed', async () => {
    await set('session_max_seconds', '40000');
    expect((await rowOf('session_max_seconds')).changed).toBe(false);
  });

  it.each([
    ['session_idle_seconds', '5', /60/],
    ['session_idle_seconds', 'soon', /whole number/],
    ['watermark', 'perhaps', /./],
    ['watermark_words', 'everything', /none of the choices/],
    ['system_title_en', 'x'.repeat(61), /60/],
  ] as const)('%s refuses %s beside its field and stays as it was', async (param_name, param_text, words) => {
    const reply = await root.call(params.update, { param_name, param_text, remark: '' });
    expect(reply.verify.sign).toBe('validation');
    expect(reply.data).toEqual({ param_text: expect.stringMatching(words) });
    expect((await rowOf(param_name)).changed).toBe(false);
    expect(told).toEqual([]);
  });

  it('is changed by the root organisation only', async () => {
    const other = await api.signedIn(await buildOperator(api.db, await buildOrganisation(api.db)));
    const update = { param_name: 'watermark', param_text: 'true', remark: '' } as const;
    expect((await other.call(params.update, update)).verify.sign).toBe('noPermission');
    expect((await other.call(params.reset, { param_names: ['watermark'] })).verify.sign).toBe('noPermission');
    expect((await rowOf('watermark')).changed).toBe(false);
  });

  it('is found by its name, its meaning in either language and its remark', async () => {
    await set('retention_days', '90', 'as the customs office asked');
    for (const keyword of ['retention', '位置保留', 'Positions are kept', 'customs office'])
      expect((await root.ok(params.list, { keyword })).rows.map((r) => r.param_name)).toEqual(['retention_days']);
    expect((await root.ok(params.list, { group: 'records' })).rows.map((r) => r.param_name)).toEqual(
      paramNames.filter((name) => paramSeed(name).group === 'records'),
    );
  });

  it('leaves what it was in the operation log', async () => {
    await set('watermark', 'true');
    const { rows } = await root.ok(calls.operationLogs.list, { keyword: 'watermark', business_type: 'update' });
    const { changes } = await root.ok(calls.operationLogs.detail, { id: rows[0]!.id });
    expect(changes).toEqual([{ field: 'watermark', before: 'false', after: 'true' }]);
  });
});

describe('what parameters do', () => {
  it('the watermark and the titles reach every console at once', async () => {
    await set('watermark', 'true');
    await set('system_title_zh', '某港铅封');
    await set('unseal_lifetime_seconds', '600');
    expect(told).toEqual(['params', 'params', 'params']);
    expect(await root.ok(params.shown, {})).toEqual({
      system_title: { zh: '某港铅封', en: '' },
      watermark: true,
      watermark_words: 'operator_time',
      low_battery_default: 20,
      unseal_lifetime_seconds: 600,
      seal_lifetime_seconds: 7200,
      setting_lifetime_seconds: 86_400,
      changes_global: true,
    });
    const config = (await api.app.inject({ url: '/config.json' })).json();
    expect(config.title).toEqual({ zh: '某港铅封', en: 'Lead-seal system' });
  });

  it('sessions end by the new times', async () => {
    const someone = await api.signedIn(await buildOperator(api.db, await buildOrganisation(api.db)));
    const nobodyKnown = await api.signedIn(await buildOperator(api.db, await buildOrganisation(api.db)));
    await api.db.query(`update session set seen_time = now() - interval '2 minutes'`);
    expect((await someone.call(params.shown, {})).verify.sign).toBe('success');
    await api.db.query(`update session set seen_time = now() - interval '2 minutes'`);
    await set('session_idle_seconds', '60');
    expect((await nobodyKnown.call(params.shown, {})).verify.sign).toBe('sessionTimeOut');
  });

  it('a request may be as old as the window says', async () => {
    const send = () => {
      const body = { langue: 'en_US', timestamp: Date.now() - 100_000 };
      return root.raw(params.shown.path, { ...body, sign: signOf(body, api.signSecret) });
    };
    expect((await send()).verify.sign).toBe('success');
    await set('sign_window_seconds', '60');
    expect((await send()).verify.sign).toBe('signError');
  });

  it('sign-in delays begin after as many tries as it says', async () => {
    await set('login_free_tries', '1');
    const { loginName } = await buildOperator(api.db, await buildOrganisation(api.db));
    const stranger = api.caller();
    const signs = [];
    for (let i = 0; i < 3; i++) signs.push((await stranger.login(loginName, 'wrong')).verify.sign);
    expect(signs).toEqual(['fail', 'fail', 'tooMany']);
  });

  it('commands live as long as it says', async () => {
    await set('unseal_lifetime_seconds', '120');
    const org = await buildOrganisation(api.db);
    const device = await buildDevice(api.db, org);
    await api.db.query('update lock_state set lock_status = 2 where device_id = $1', [device.id]);
    const mine = await api.signedIn(await buildOperator(api.db, org));
    const command = await mine.ok(calls.orders.unseal, {
      device_id: device.id,
      reason: 'customs check',
      idempotency_key: 'press-of-params',
    });
    expect(Date.parse(command.expire_time) - Date.parse(command.create_time)).toBe(120_000);
  });

  it('a device type without a battery level takes the default', async () => {
    await set('low_battery_default', '35');
    const type = {
      device_type: 'params-1',
      device_type_name: 'P',
      family: 'hhd',
      utc_offset_minutes: 480,
      report_interval: 60,
      sleep_interval: 3600,
    } as const;
    const { id } = await root.ok(calls.deviceTypes.add, type);
    expect((await root.ok(calls.deviceTypes.detail, { id })).low_battery).toBe(35);
    const own = await root.ok(calls.deviceTypes.add, { ...type, device_type: 'params-2', low_battery: 10 });
    expect((await root.ok(calls.deviceTypes.detail, { id: own.id })).low_battery).toBe(10);
  });
});

describe('another process', () => {
  it('takes a change at its next look, and says once that there was one', async () => {
    const there = openParams(api.db, readConfig({ RETENTION_DAYS: '50' }), openLog('silent'));
    expect([await there.refresh(), there.get('retention_days')]).toEqual([false, 50]);
    await set('retention_days', '90');
    expect([await there.refresh(), there.get('retention_days')]).toEqual([true, 90]);
    expect(await there.refresh()).toBe(false);
    await root.ok(params.reset, { param_names: ['retention_days'] });
    expect([await there.refresh(), there.get('retention_days')]).toEqual([true, 50]);
  });

  it('keeps to the default where what is stored is out of the limits', async () => {
    await api.db.query("update param set param_text = '1' where param_name = 'retention_days'");
    const there = openParams(api.db, readConfig({}), openLog('silent'));
    expect([await there.refresh(), there.get('retention_days')]).toEqual([false, 400]);
    expect(await there.refresh()).toBe(false);
  });
});
