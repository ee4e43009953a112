import { devices } from '@plomb/contract/devices/devices';
import { deviceManagement } from '@plomb/contract/devices/management';
import { errors } from '@plomb/contract/errors';
import { Fault, LockSource } from '@plomb/contract/lock/codes';
import type { LockReport } from '@plomb/contract/lock/report';
import { orders } from '@plomb/contract/orders/orders';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { maintainPartitions } from '../../ingest/partitions.ts';
import { anEvent, aReport } from '../../ingest/testing/reports.ts';
import { startApi, type TestApi } from '../../testing/api.ts';
import { type BuiltDevice, buildDevice, buildOperator, buildOrganisation } from '../../testing/build.ts';
import type { Caller } from '../../testing/client.ts';
import { endLeases } from './management.ts';

let api: TestApi;
let org: number;
let mine: Caller;
let colleague: Caller;
let device: BuiltDevice;
const second = 1000;
const minute = 60 * second;

beforeAll(async () => {
  api = await startApi();
  await maintainPartitions(api.owner, { now: Date.now(), retentionDays: 400 });
  org = await buildOrganisation(api.db);
  mine = await api.signedIn(await buildOperator(api.db, org));
  colleague = await api.signedIn(await buildOperator(api.db, org));
});
afterAll(() => api.stop());
beforeEach(async () => {
  device = await buildDevice(api.db, org);
  for (const status of [2, 3, 4])
    await api.db.query('update device set stock_status = $2 where id = $1', [device.id, status]);
  await heard('0 seconds');
});

const heard = (ago: string) =>
  api.db.query(`update device_connection set connected = true, seen_time = now() - $2::interval where device_id = $1`, [
    device.id,
    ago,
  ]);
const enter = (by = mine, minutes = 30) =>
  by.post(deviceManagement.enter.path, { device_id: device.id, minutes, reason: 'new cards' });
const entered = async (by = mine, minutes = 30) =>
  expect((await enter(by, minutes)).verify).toMatchObject({ sign: 'success' });
const signOf = async (call: { path: string }, by = mine) =>
  refusalIn(await by.post(call.path, { device_id: device.id }));
const newest = async (by = mine) => (await by.ok(deviceManagement.list, { device_id: device.id })).rows[0];
/** What a refusal is about, by its words as far as nothing is filled in: of those that begin so, the one that says most. */
const refusalIn = ({ verify }: { verify: { sign: string; desc: string } }): string => {
  if (verify.sign === 'success') return 'success';
  const said = (words: string) => {
    const begin = words.split('{')[0]!;
    return verify.desc.startsWith(begin) ? begin.length : 0;
  };
  const found = Object.entries(errors).map(([sign, { zh, en }]) => [sign, Math.max(said(zh), said(en))] as const);
  const [sign, length] = found.reduce((most, one) => (one[1] > most[1] ? one : most));
  return length > 0 ? sign : verify.desc;
};
const withoutButtons = (operator: number) =>
  api.owner.query('delete from role_button where role_id = (select role_id from operator where id = $1)', [operator]);
/** What was entered lies so much further back. */
const ago = (interval: string) =>
  api.owner.query(
    `update management_lease set enter_time = enter_time - $2::interval, until_time = until_time - $2::interval where device_id = $1`,
    [device.id, interval],
  );
const sweep = () => endLeases(api.db, { idleSeconds: 1800, maxSeconds: 43_200 });

/** The lock tells what happens at a moment, ms from now. */
const tell = (at: number, changes: Partial<LockReport> = {}, told = at) => {
  const deviceTime = Math.floor((Date.now() + at) / 1000) * 1000;
  return api.ingest.submit(
    device,
    aReport({ deviceTime, receiveTime: Date.now() + told + 500, replay: told !== at, ...changes }),
  );
};
const alarmsOf = async (): Promise<string[]> =>
  (
    await api.db.query<{ kind: string }>('select kind from alarm where device_id = $1 order by id', [device.id])
  ).rows.map(({ kind }) => kind);
const cardSeal = { event: anEvent(2, LockSource.cardSeal, 2) };
const cardUnseal = { event: anEvent(1, LockSource.cardUnseal, 0) };
const cardRefused = { event: anEvent(0, null, null, { alarms: ['illegal_card'] }) };

describe('management mode', () => {
  it('is entered, shown wherever the device is, and left', async () => {
    await entered();
    const shown = await mine.ok(devices.detail, { id: device.id });
    expect(shown.management_by).toMatch(/^Operator op-/);
    expect(Date.parse(shown.management_until!) - Date.now()).toBeGreaterThan(29 * minute);
    expect(await newest(colleague)).toMatchObject({ mine: false, reason: 'new cards', end_time: null, ended_by: null });
    expect(await signOf(deviceManagement.exit)).toBe('success');
    expect(await mine.ok(devices.detail, { id: device.id })).toMatchObject({
      management_by: '',
      management_until: null,
    });
    expect(await newest()).toMatchObject({ mine: true, ended_by: 'exit' });
    await entered(colleague);
  });

  it('has one winner of two who enter at once', async () => {
    const both = await Promise.all([enter(mine), enter(colleague)]);
    expect(both.map(refusalIn).sort()).toEqual(['managementHeld', 'success']);
    expect((await mine.ok(deviceManagement.list, { device_id: device.id })).rows).toHaveLength(1);
  });

  it('is renewed and left by whoever holds it, and by nobody else', async () => {
    for (const call of [deviceManagement.renew, deviceManagement.exit])
      expect(await signOf(call, mine)).toBe('managementNotYours');
    await entered();
    for (const call of [deviceManagement.renew, deviceManagement.exit])
      expect(await signOf(call, colleague)).toBe('managementNotYours');
    expect(await signOf(deviceManagement.renew)).toBe('success');
  });

  it('lasts 30 minutes from when it was renewed, and four hours at most', async () => {
    await entered(mine, 5);
    await ago('4 minutes');
    expect(await signOf(deviceManagement.renew)).toBe('success');
    const until = async () => Date.parse((await newest())!.until_time);
    expect(await until()).toBeGreaterThan(Date.now() + 29 * minute);
    await api.owner.query(
      `update management_lease set enter_time = now() - interval '230 minutes', until_time = now() + interval '1 minute' where device_id = $1`,
      [device.id],
    );
    expect(await signOf(deviceManagement.renew)).toBe('success');
    expect(await until()).toBeLessThan(Date.now() + 11 * minute);
    expect(await signOf(deviceManagement.renew)).toBe('managementAtMost');
  });

  it.each<[string, string, string]>([
    ['sealed', 'update lock_state set lock_status = 2 where device_id = $1', 'stockSealed'],
    ['recycled', 'update device set stock_status = 5 where id = $1', 'stockStep'],
    ['lost', 'update device set lost = true where id = $1', 'deviceLost'],
    ['disabled', 'update device set status = 2 where id = $1', 'deviceDisabled'],
    [
      'offline for long',
      `update device_connection set connected = false, seen_time = now() - interval '3 hours' where device_id = $1`,
      'managementOffline',
    ],
  ])('is not entered of a device that is %s', async (_, change, sign) => {
    await api.db.query(change, [device.id]);
    expect(refusalIn(await enter())).toBe(sign);
    expect(await newest()).toBeUndefined();
  });

  it('of a time that is over is nobody’s, before anything has noted it', async () => {
    await entered();
    await ago('31 minutes');
    expect(await mine.ok(devices.detail, { id: device.id })).toMatchObject({ management_by: '' });
    expect(await newest()).toMatchObject({ ended_by: 'lease_end' });
    expect(await signOf(deviceManagement.renew)).toBe('managementNotYours');
    await entered(colleague);
  });
});

describe('management mode is ended', () => {
  const ended = async () => ({ told: (await sweep()).includes(device.id), by: (await newest())?.ended_by });

  it('by nothing while its holder is there and the lock is heard', async () => {
    await entered();
    expect(await ended()).toEqual({ told: false, by: null });
  });

  it('by its time, once', async () => {
    await entered();
    await ago('31 minutes');
    expect(await ended()).toEqual({ told: true, by: 'lease_end' });
    expect(await ended()).toEqual({ told: false, by: 'lease_end' });
    const { until_time, end_time } = (await newest())!;
    expect(end_time).toBe(until_time);
  });

  it('when its holder signs out', async () => {
    const third = await api.signedIn(await buildOperator(api.db, org));
    await entered(third);
    expect(await ended()).toEqual({ told: false, by: null });
    await third.post('/login/logout', {});
    expect(await ended()).toEqual({ told: true, by: 'signed_out' });
  });

  it.each<[string, (holder: number) => Promise<unknown>]>([
    [
      'goes to an organisation below',
      async (holder) =>
        api.owner.query('update operator set org_id = $2 where id = $1', [
          holder,
          await buildOrganisation(api.db, org),
        ]),
    ],
    ['loses the button', withoutButtons],
  ])('when its holder %s', async (_, change) => {
    const who = await buildOperator(api.db, org, ['device:list', 'device:manage']);
    await entered(await api.signedIn(who));
    expect(await ended()).toEqual({ told: false, by: null });
    await change(who.id);
    expect(await ended()).toEqual({ told: true, by: 'right' });
  });

  it('of a key when that may not enter it, or its owner may not', async () => {
    const owner = await buildOperator(api.db, org);
    const keyed = async (scope: string) => {
      await entered();
      await api.owner.query(
        `with k as (insert into api_key (operator_id, key_name, key_hash, hint, scope, expire_time)
           values ($2, 'gate', sha256(convert_to($3, 'UTF8')), 'x', array[$3], now() + interval '1 day') returning id)
         update management_lease set operator_id = $2, api_key_id = (select id from k) where device_id = $1 and end_time is null`,
        [device.id, owner.id, scope],
      );
    };
    await keyed('device:list');
    expect(await ended()).toEqual({ told: true, by: 'right' });
    await keyed('device:manage');
    expect(await ended()).toEqual({ told: false, by: null });
    await withoutButtons(owner.id);
    expect(await ended()).toEqual({ told: true, by: 'right' });
  });

  it('when its lock is out of reach for more than half an hour', async () => {
    await entered();
    await heard('3 hours');
    expect(await ended()).toEqual({ told: true, by: 'offline' });
  });

  it.each<[string, string]>([
    ['disabled', 'update device set status = 2 where id = $1'],
    ['lost', 'update device set lost = true where id = $1'],
    ['scrapped', "update device set device_state = 'scrapped' where id = $1"],
    ['retired', 'update device set status = 2, retired_time = now() where id = $1'],
    ['moved', 'update device set org_id = (select parent_id from organisation where id = org_id) where id = $1'],
  ])('of a device that is %s, in that moment', async (_, change) => {
    await entered();
    await api.owner.query(change, [device.id]);
    const { rows } = await api.owner.query('select ended_by from management_lease where device_id = $1', [device.id]);
    expect(rows).toEqual([{ ended_by: 'unusable' }]);
  });

  it('by a seal, in the moment it was made', async () => {
    await entered();
    await ago('10 minutes');
    await tell(-minute, cardSeal);
    expect(await ended()).toEqual({ told: true, by: 'seal' });
    expect(Math.abs(Date.parse((await newest())!.end_time!) - (Date.now() - minute))).toBeLessThan(10 * second);
    expect(await signOf(deviceManagement.renew)).toBe('managementNotYours');
  });

  it('from its beginning by a seal made before it that is told late', async () => {
    await tell(-20 * minute, cardUnseal, 0);
    await entered();
    await tell(-15 * minute, cardSeal, 0);
    expect(await ended()).toEqual({ told: true, by: 'seal' });
    const { enter_time, end_time } = (await newest())!;
    expect(end_time).toBe(enter_time);
    expect(await signOf(deviceManagement.renew)).toBe('managementNotYours');
  });

  it('not by one that was broken before it', async () => {
    await tell(-20 * minute, cardUnseal, 0);
    await entered();
    await tell(-10 * minute, { ...cardUnseal, serial: 2 }, 0);
    await tell(-15 * minute, cardSeal, 0);
    expect(await ended()).toEqual({ told: false, by: null });
  });
});

describe('in management mode or not', () => {
  /** Who has it: nobody, whoever asks, or a colleague. */
  const holders = ['nobody', 'me', 'colleague'] as const;
  type Holder = (typeof holders)[number];
  let me: Caller;
  let myName = '';
  beforeEach(async () => {
    const who = await buildOperator(api.db, org);
    myName = who.loginName;
    me = await api.signedIn(who);
  });
  const begin = async (holder: Holder) => {
    if (holder !== 'nobody') await entered(holder === 'me' ? me : colleague);
    await ago('10 minutes');
  };
  const swept = async (change: () => Promise<unknown>) => {
    await change();
    await sweep();
  };
  /** How each event comes about in the product, and what it makes of each holder. Nothing else moves it. */
  const events: Record<string, { happen(): Promise<unknown>; of: Record<Holder, Holder>; by?: string }> = {
    'I enter': { happen: () => enter(me), of: { nobody: 'me', me: 'me', colleague: 'colleague' } },
    'a colleague enters': {
      happen: () => enter(colleague),
      of: { nobody: 'colleague', me: 'me', colleague: 'colleague' },
    },
    'I renew': {
      happen: () => signOf(deviceManagement.renew, me),
      of: { nobody: 'nobody', me: 'me', colleague: 'colleague' },
    },
    'I exit': {
      happen: () => signOf(deviceManagement.exit, me),
      of: { nobody: 'nobody', me: 'nobody', colleague: 'colleague' },
      by: 'exit',
    },
    'its time is over': {
      happen: () => swept(() => ago('31 minutes')),
      of: { nobody: 'nobody', me: 'nobody', colleague: 'nobody' },
      by: 'lease_end',
    },
    'I sign out': {
      happen: () => swept(() => me.post('/login/logout', {})),
      of: { nobody: 'nobody', me: 'nobody', colleague: 'colleague' },
      by: 'signed_out',
    },
    'it is sealed': {
      happen: () => tell(-minute, cardSeal),
      of: { nobody: 'nobody', me: 'nobody', colleague: 'nobody' },
      by: 'seal',
    },
    'it is out of reach': {
      happen: () => swept(() => heard('3 hours')),
      of: { nobody: 'nobody', me: 'nobody', colleague: 'nobody' },
      by: 'offline',
    },
    'it is lost': {
      happen: () => api.owner.query('update device set lost = true where id = $1', [device.id]),
      of: { nobody: 'nobody', me: 'nobody', colleague: 'nobody' },
      by: 'unusable',
    },
  };
  const names = Object.keys(events);
  const leases = async () =>
    (
      await api.owner.query<{ login_name: string; ended_by: string | null }>(
        'select login_name, ended_by, until_time, end_time from management_lease where device_id = $1 order by id',
        [device.id],
      )
    ).rows;
  const holderNow = async (): Promise<Holder> => {
    const open = (await leases()).filter(({ ended_by }) => ended_by === null);
    expect(open.length).toBeLessThan(2);
    if (!open[0]) return 'nobody';
    return open[0].login_name === myName ? 'me' : 'colleague';
  };

  it.each(names.flatMap((name) => holders.map((holder) => [name, holder] as const)))(
    '%s, while %s has it: it is had by whom the table says, and stays so when that comes again',
    async (name, holder) => {
      await begin(holder);
      const { happen, of, by } = events[name]!;
      await happen();
      expect(await holderNow()).toBe(of[holder]);
      const after = await leases();
      if (of[holder] !== holder && by) expect(after.at(-1)?.ended_by).toBe(by);
      if (name === 'I renew' || name === 'its time is over') return;
      await happen();
      expect(await leases()).toEqual(after);
    },
  );

  it.each(names.flatMap((one, i) => names.slice(i).map((other) => [one, other] as const)))(
    '%s and %s at once: one comes after the other',
    async (...both) => {
      await begin('me');
      await Promise.all(both.map((name) => events[name]!.happen()));
      const possible = [both, both.toReversed()].map((order) =>
        order.reduce<Holder>((holder, name) => events[name]!.of[holder], 'me'),
      );
      const shut = both.some((name) => ['it is sealed', 'it is out of reach', 'it is lost'].includes(name));
      expect(shut ? [...possible, 'nobody'] : possible).toContain(await holderNow());
    },
  );
});

describe('what a lock does in management mode', () => {
  it('is kept and rings nothing; after it, it rings', async () => {
    await entered();
    await ago('10 minutes');
    await tell(-5 * minute, cardRefused);
    expect(await alarmsOf()).toEqual([]);
    expect(await mine.ok(orders.events, { device_id: device.id })).toMatchObject({ rows: [{ managed: true }] });
    expect(await newest()).toMatchObject({ events: 1 });
    await signOf(deviceManagement.exit);
    await tell(5 * second, cardRefused);
    expect(await alarmsOf()).toEqual(['illegal_card']);
  });

  it('rings when it is forced', async () => {
    await entered();
    await ago('10 minutes');
    await tell(-minute, { event: anEvent(3, null, 3), fault: Fault.illegalUnlocking });
    expect(await alarmsOf()).toEqual(['illegal_unlocking']);
  });

  it('rings after a seal, also one told late; told twice it changes nothing', async () => {
    await entered();
    await ago('20 minutes');
    await tell(-minute, cardRefused);
    expect(await alarmsOf()).toEqual([]);
    // what was sealed three minutes ago is in use since then: the card was refused by a lock in use
    const late = {
      ...cardSeal,
      serial: 77,
      deviceTime: Math.floor((Date.now() - 3 * minute) / 1000) * 1000,
      raw: Buffer.from('once'),
    };
    await tell(-3 * minute, late, 0);
    expect(await alarmsOf()).toEqual(['illegal_card']);
    const first = await newest();
    expect(first).toMatchObject({ ended_by: 'seal', events: 1 });
    await tell(-3 * minute, late, 0);
    expect(await newest()).toEqual(first);
    expect(await alarmsOf()).toEqual(['illegal_card']);
  });

  it('nobody’s word is quiet: it may be a stranger’s', async () => {
    await entered();
    await ago('10 minutes');
    await tell(-minute, { ...cardRefused, authenticated: false });
    expect(await alarmsOf()).toEqual(['illegal_card']);
  });
});
