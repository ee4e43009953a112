import { calls } from '@plomb/contract/calls';
import type { PoolClient } from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Watcher } from '../src/live/hub.ts';
import { adminPassword, startApi, type TestApi } from '../src/testing/api.ts';
import type { Caller } from '../src/testing/client.ts';

const { params, manufacturers } = calls;
let api: TestApi;
let admin: Caller;
const heard: string[] = [];

beforeAll(async () => {
  api = await startApi();
  admin = await api.signedIn({ loginName: 'admin', password: adminPassword });
  const watcher: Watcher = {
    operatorId: 1,
    orgIds: new Set([1]),
    ids: null,
    alarms: true,
    commands: true,
    send: (event) => heard.push(event) > 0,
    pending: () => 0,
  };
  api.hub.watch(watcher);
});
afterAll(() => api.stop());

/** At the next COMMIT of a call the connection dies: before the database got it, or before it could say so. */
const loseCommit = (saves: boolean) => {
  const connect = api.pools.app.connect.bind(api.pools.app) as () => Promise<PoolClient>;
  let left = 1;
  const dying = async () => {
    const client = await connect();
    const query = client.query.bind(client) as (...asked: unknown[]) => Promise<unknown>;
    const lost = async (...asked: unknown[]) => {
      if (asked[0] !== 'commit' || left-- <= 0) return query(...asked);
      Object.assign(client, { query });
      if (saves) await query('commit');
      await api.database.cutOff();
      throw Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' });
    };
    return Object.assign(client, { query: lost });
  };
  return vi.spyOn(api.pools.app, 'connect').mockImplementation(dying as never);
};
const lowBattery = { param_name: 'low_battery_default', remark: '' } as const;
const versionOf = async () =>
  (await admin.ok(params.list, {})).rows.find(({ param_name }) => param_name === lowBattery.param_name)!.version;
const change = async (param_text: string) =>
  (await admin.call(params.update, { ...lowBattery, param_text, version: await versionOf() })).verify;
const decided = async (): Promise<string[]> => {
  heard.length = 0;
  await api.unknownEnds.look();
  api.hub.tick();
  return heard.splice(0);
};

describe('a call whose end is not known', () => {
  it('says so, and what it changed is seen by every screen and in force all the same', async () => {
    const version = await versionOf();
    const lost = loseCommit(true);
    const { verify } = await admin.call(params.update, { ...lowBattery, param_text: '33', version });
    lost.mockRestore();
    expect(verify).toMatchObject({ sign: 'unavailable', desc: expect.stringMatching(/not certain whether/) });
    expect(api.params.get('low_battery_default')).not.toBe(33);
    const before = api.changed.length;
    expect(await decided()).toContain('resync');
    expect(api.params.get('low_battery_default')).toBe(33);
    expect(api.changed.slice(before)).toEqual([null]);
    expect(await decided()).toEqual([]);
  });

  it('puts nothing in force that was not saved', async () => {
    const version = await versionOf();
    const lost = loseCommit(false);
    const { verify } = await admin.call(params.update, { ...lowBattery, param_text: '44', version });
    lost.mockRestore();
    expect(verify.sign).toBe('unavailable');
    expect(await decided()).toContain('resync');
    expect(api.params.get('low_battery_default')).toBe(33);
  });

  it('is not looked for behind what the database refused, and nothing is told of it', async () => {
    expect((await change('0')).sign).toBe('validation');
    // a rule that is judged at the end refuses the COMMIT itself
    await api.owner.query(`
      create function no_more() returns trigger language plpgsql as $$
      begin raise exception 'no more' using errcode = '23514', constraint = 'no_more'; end $$;
      create constraint trigger no_more after insert on manufacturer deferrable initially deferred
        for each row execute function no_more()`);
    const { verify } = await admin.call(manufacturers.add, { factoryCode: 'LAST', factoryName: 'The last' });
    expect(verify.sign).toBe('validation');
    expect(await decided()).toEqual([]);
  });
});
