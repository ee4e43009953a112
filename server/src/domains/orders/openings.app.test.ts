import { LockAction, LockSource } from '@plomb/contract/lock/codes';
import { openings } from '@plomb/contract/orders/openings';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
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
let org: number;
let operator: BuiltOperator;
let caller: Caller;
let lock: BuiltDevice;
beforeAll(async () => {
  api = await startApi();
  org = await buildOrganisation(api.db);
  operator = await buildOperator(api.db, org);
  caller = await api.signedIn(operator);
});
afterAll(() => api.stop());
beforeEach(async () => {
  lock = await buildDevice(api.db, org);
});
afterEach(() => api.db.query('delete from command; delete from alarm; delete from lock_event'));

interface Told {
  lst?: number;
  lso?: number | null;
  before?: number;
  after?: number;
  fault?: number;
  code?: string;
  actor?: string;
  rang?: string[];
  quality?: 'direct' | 'inferred';
  authenticated?: boolean;
  ago?: string;
}
let frames = 0;
/** A word of the lock as the fold has filed it. */
const told = async ({ lst = LockAction.unlock, lso = null, before = 2, after = 0, ...more }: Told = {}) => {
  const { fault = 0, code = 'x', actor = '', rang = [], quality = 'direct', authenticated = true, ago = '0' } = more;
  const { rows } = await api.db.query<{ id: number }>(
    `insert into lock_event (device_id, org_id, device_time, receive_time, at, serial, hash, code, lst, lso, ls_before, ls_after,
       fault, actor, replay, quality, rang, authenticated, lon, lat)
     values ($1, $2, now() - $14::interval, now(), now() - $14::interval, $3, $3, $4, $5, $6, $7, $8, $9, $10, false, $11, $12, $13,
       121.5, 31.2) returning id`,
    [lock.id, org, ++frames, code, lst, lso, before, after, fault, actor, quality, rang, authenticated, ago],
  );
  return rows[0]!.id;
};
const list = async (asked: object = {}, who = caller) => (await who.ok(openings.list, { size: 100, ...asked })).rows;
const only = async () => (await list())[0]!;

it.each<[string, Told, string | null]>([
  ['a remote unseal', { lso: LockSource.remoteUnseal }, 'remote'],
  ['an unseal by telephone', { lso: LockSource.remoteUnseal, code: 'hhd:0009' }, 'sms'],
  ['a card', { lso: LockSource.cardUnseal }, 'card'],
  ['a password', { lso: LockSource.passwordUnseal }, 'password'],
  ['Bluetooth', { lso: LockSource.bluetoothUnseal }, 'bluetooth'],
  ['an authorised unlock', { lso: LockSource.authorisedUnlock }, 'authorised'],
  ['the lock by itself', { lso: LockSource.automaticUnseal }, 'automatic'],
  ['a hand at the shackle', { before: 0, after: 1 }, 'hand'],
  ['force', { lst: LockAction.tamper, after: 3 }, 'forced'],
  ['a fault that says it was opened while sealed', { lst: LockAction.normal, after: 3, fault: 1010 }, 'forced'],
  ['a state found open', { lst: LockAction.normal, before: 0, after: 1, quality: 'inferred' }, 'unknown'],
  ['a seal found gone', { lst: LockAction.normal, after: 0, quality: 'inferred' }, 'unknown'],
  ['a seal', { lst: LockAction.lock, lso: LockSource.remoteSeal, before: 0, after: 2 }, null],
  ['a plain report', { lst: LockAction.normal, before: 2, after: 2 }, null],
])('an opening by %s', async (_, event, way) => {
  await told(event);
  expect((await list()).map((one) => one.way)).toEqual(way === null ? [] : [way]);
  for (const asked of ['remote', 'card', 'forced'] as const)
    expect(await list({ way: asked })).toHaveLength(asked === way ? 1 : 0);
});

it('says of each that its lock is lost, scrapped or in maintenance now', async () => {
  await told();
  expect(await only()).toMatchObject({ out_of_use: null });
  await api.db.query('update device set lost = true where id = $1', [lock.id]);
  expect(await only()).toMatchObject({ out_of_use: 'lost' });
});

it('by the right of the order it proves: of whom, why, when asked, sent and answered', async () => {
  const event = await told({ lso: LockSource.remoteUnseal, actor: 'op' });
  await api.db.query(
    `insert into command (device_id, org_id, kind, physical, idempotency_key, state, attempt, operator_id, oper_name, login_name, reason, expire_time,
       sent_time, answer_time, evidence, evidence_time, evidence_event_id)
     values ($1, $2, 'unseal', true, 'k1', 'answered_ok', 1, $3, 'Li Hai', 'lihai', 'gate 3', now(), now(), now(), 'confirmed', now(), $4)`,
    [lock.id, org, operator.id, event],
  );
  expect(await only()).toMatchObject({
    right: 'order',
    proof: 'reported',
    who: 'Li Hai',
    login_name: 'lihai',
    reason: 'gate 3',
    evidence: 'confirmed',
    answer_time: expect.any(String),
    lon: 121.5,
  });
  await api.db.query("update command set evidence = 'possible'");
  expect(await only()).toMatchObject({ right: 'perhaps', who: 'Li Hai' });
});

it('by the right of a disclosure shortly before, once; a password that nobody was shown says so', async () => {
  const shown = (ago: string) =>
    api.db.query(
      `insert into password_disclosure (password_id, device_id, org_id, operator_id, oper_name, reason, address, disclose_time)
       values (1, $1, $2, $3, 'Chen Bo', 'no network at the gate', '', now() - $4::interval)`,
      [lock.id, org, operator.id, ago],
    );
  await shown('2 days');
  await told({ lso: LockSource.passwordUnseal, ago: '30 minutes' });
  expect(await only()).toMatchObject({ right: 'password', who: '' });
  await shown('20 minutes');
  await told({ lso: LockSource.passwordUnseal, ago: '10 minutes' });
  expect(await only()).toMatchObject({ right: 'disclosure', who: 'Chen Bo', reason: 'no network at the gate' });
  await told({ lso: LockSource.passwordUnseal, ago: '5 minutes' });
  expect(await only()).toMatchObject({ right: 'password', disclose_time: null });
});

it('of several who know the same password all are named; whom it never reached is not', async () => {
  const knows = (name: string, sent: string | null, ago: string, neverLeft = false) =>
    api.db.query(
      `insert into password_disclosure (password_id, device_id, org_id, operator_id, oper_name, reason, address, disclose_time,
         sent_name, channel, recipient, message_id, until_time, never_left)
       values (7, $1, $2, $3, $4, 'gate', '', now() - $6::interval, coalesce($5, ''), case when $5::text is not null then 'sms' end, '',
         case when $5::text is not null then $8::bigint end, case when $5::text is not null then now() end, $7)`,
      [lock.id, org, operator.id, name, sent, ago, neverLeft, ++frames],
    );
  await knows('Chen Bo', null, '20 minutes');
  await knows('Chen Bo', 'Zhou Min', '15 minutes', true);
  await told({ lso: LockSource.passwordUnseal, ago: '10 minutes' });
  expect(await only()).toMatchObject({ right: 'disclosure', who: 'Chen Bo' });
  await api.db.query('delete from lock_event');
  await knows('Chen Bo', 'Li Hai', '12 minutes');
  await told({ lso: LockSource.passwordUnseal, ago: '10 minutes' });
  expect(await only()).toMatchObject({ right: 'disclosure', who: 'Chen Bo / Li Hai', login_name: '' });
});

it('by none, where it rang, with its alarm; by a card, by the lock, or needing none', async () => {
  const event = await told({ before: 2, after: 1, rang: ['illegal_unlock'] });
  await api.db.query(
    `insert into alarm (device_id, org_id, kind, severity, first_time, last_time, event_id)
     values ($1, $2, 'illegal_unlock', 'critical', now(), now(), $3)`,
    [lock.id, org, event],
  );
  expect(await only()).toMatchObject({ right: 'none', alarm_kind: 'illegal_unlock', alarm_processed: false });
  await told({ lso: LockSource.cardUnseal, actor: '0012345678' });
  expect(await only()).toMatchObject({ right: 'card', who: '0012345678' });
  await told({ lso: LockSource.bluetoothUnseal });
  expect(await only()).toMatchObject({ right: 'lock' });
  await told({ before: 0, after: 1 });
  expect(await only()).toMatchObject({ right: 'unsealed' });
  await told({ lso: LockSource.remoteUnseal, authenticated: false });
  expect(await only()).toMatchObject({ right: 'unknown', proof: 'unproved' });
  expect((await list({ without_right: true })).map(({ id }) => id)).toEqual([event]);
  expect(await caller.ok(openings.summary, {})).toMatchObject({ total: 5, locks: 1, without_right: 1 });
});

it('is counted for each of seven days, which begin by the clock of who asks, also where that is put forward or back', async () => {
  const hour = 3_600_000;
  const today = Date.now() - (Date.now() % (24 * hour));
  // the clock is put back in the third night: that day is 25 hours long
  const starts = [0, 1, 2, 3, 4, 5, 6].map((n) => today - (6 - n) * 24 * hour - (n < 3 ? hour : 0));
  const days = starts.map((at) => new Date(at).toISOString());
  const at = async (moment: number) => {
    const event = await told({ lso: LockSource.cardUnseal, before: 2, after: 0, rang: ['illegal_unlock'] });
    await api.db.query('update lock_event set at = $2 where id = $1', [event, new Date(moment)]);
  };
  const counted = async (said: object) => {
    const { days: all, total, locks } = await caller.ok(openings.summary, said);
    expect([all.length, total, locks]).toEqual([7, all.reduce((sum, one) => sum + one.total, 0), 1]);
    return all.flatMap((one) => (one.total > 0 ? [[one.from, one.total]] : []));
  };
  await at(starts[2]! + 24.5 * hour);
  expect(await counted({ days })).toEqual([[days[2], 1]]);
  // by UTC that is half an hour before midnight, too, and an hour later the next day
  await at(starts[3]!);
  // by a clock that is ahead: what is told of tomorrow is not lost
  await at(today + 24 * hour);
  expect(await counted({ days })).toEqual([
    [days[2], 1],
    [days[3], 1],
    [days[6], 1],
  ]);
  const byUtc = (n: number) => new Date(today - (6 - n) * 24 * hour).toISOString();
  expect(await counted({})).toEqual([
    [byUtc(2), 1],
    [byUtc(3), 1],
    [byUtc(6), 1],
  ]);
  const longAgo = days.map((day) => day.replace(/^\d+/, '2020'));
  for (const wrong of [days.slice(1), days.toReversed(), days.with(3, days[2]!), days.with(0, longAgo[0]!), longAgo])
    expect((await caller.post(openings.summary.path, { days: wrong })).verify.sign).toBe('validation');
});

it('is narrowed by when it was done, whenever it was heard of and whichever was written first', async () => {
  await told({ ago: '4 days' });
  await told({ ago: '1 hour' });
  const late = await told({ ago: '2 days' });
  await told({ ago: '8 days' });
  const day = (n: number) => new Date(Date.now() - n * 86_400_000).toISOString();
  expect((await list({ from: day(3), to: day(1) })).map(({ id }) => id)).toEqual([late]);
  expect((await list({ from: day(3), to: day(1), way: 'unknown' })).map(({ id }) => id)).toEqual([]);
  expect((await list({ from: day(3), to: day(1), way: 'hand' })).map(({ id }) => id)).toEqual([late]);
  expect(await caller.ok(openings.summary, {})).toMatchObject({ total: 3 });
});

it('is counted of the locks that the list is narrowed to', async () => {
  await told();
  await told();
  const all = await caller.ok(openings.summary, {});
  expect(all).toMatchObject({ total: 2, locks: 1 });
  for (const of of [{ device_id: lock.id }, { org_id: org }, { keyword: lock.sn.slice(2) }])
    expect(await caller.ok(openings.summary, of)).toEqual(all);
  for (const of of [{ device_id: lock.id + 1 }, { org_id: org + 1 }, { keyword: `${lock.sn}0` }])
    expect(await caller.ok(openings.summary, of)).toMatchObject({ total: 0, locks: 0, ways: [] });
});

it('opens its frame while that is kept, wholly covered where it cannot be read', async () => {
  await maintainPartitions(api.owner, { now: Date.now(), retentionDays: 30 });
  const event = await told({ lso: LockSource.cardUnseal });
  expect((await caller.ok(openings.detail, { id: event })).raw).toBeNull();
  await api.db.query(
    `insert into position (device_id, device_time, serial, hash, org_id, receive_time, msg_type, replay, lock_status, fault, report_reson, raw)
     select device_id, device_time, serial, hash, org_id, receive_time, 1, false, 0, 0, '', '\\x7e02007e' from lock_event where id = $1`,
    [event],
  );
  expect((await caller.ok(openings.detail, { id: event })).raw).toBe('••••••••');
});

it('reads page by page, narrows by lock and time, and is nobody else’s', async () => {
  const mine = [await told(), await told(), await told()].reverse();
  const first = await caller.ok(openings.list, { size: 2 });
  expect(first).toMatchObject({ more: true, rows: [{ id: mine[0] }, { id: mine[1] }] });
  expect(await list({ before: mine[1] })).toMatchObject([{ id: mine[2] }]);
  expect(await list({ keyword: lock.sn })).toHaveLength(3);
  expect(await list({ device_id: lock.id, to: new Date(Date.now() - 60_000).toISOString() })).toEqual([]);
  expect(await list({ from: new Date(Date.now() - 60_000).toISOString() })).toHaveLength(3);
  const elsewhere = await api.signedIn(await buildOperator(api.db, await buildOrganisation(api.db)));
  expect(await list({}, elsewhere)).toEqual([]);
  for (const id of [mine[0]!, 987_654_321])
    expect((await elsewhere.call(openings.detail, { id })).verify.sign).toBe('notFound');
});
