import { Fault, type LockFamily, LockSource } from '@plomb/contract/lock/codes';
import type { LockReport } from '@plomb/contract/lock/report';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { eventsOf } from '../domains/orders/queries.ts';
import { forgetOld } from '../retention/forget.ts';
import { buildDevice, buildDeviceType, buildOperator, buildOrganisation } from '../testing/build.ts';
import { type FreshDatabase, freshDatabase } from '../testing/database.ts';
import { openAgain } from './again.ts';
import { holdSeal } from './holdSeal.ts';
import { maintainPartitions } from './partitions.ts';
import { mostAgain } from './storedWords.ts';
import { anEvent, aReport } from './testing/reports.ts';
import { type Ingest, openIngest } from './writer.ts';

let database: FreshDatabase;
let orgId: number;
let operatorId: number;
let ingest: Ingest;
let device: { id: number };
let family: LockFamily;
const start = Math.floor(Date.now() / 1000) * 1000 - 2 * 3_600_000;
const minute = 60;

beforeAll(async () => {
  database = await freshDatabase();
  orgId = await buildOrganisation(database.pools.owner);
  ({ id: operatorId } = await buildOperator(database.pools.owner, orgId));
  await maintainPartitions(database.pools.owner, { now: Date.now(), retentionDays: 400 });
  ingest = openIngest({ pool: database.pools.platform, fences: { of: () => null }, lingerMs: 1 });
});
afterAll(async () => {
  await ingest.close();
  await database.drop();
});

const lockOf = async (of: LockFamily): Promise<void> => {
  family = of;
  device = await buildDevice(database.pools.owner, orgId, of);
};
/** The lock tells, `second` seconds into the story, what happened then, or (told) later. */
const tell = (second: number, changes: Partial<LockReport> = {}, told = second): Promise<void> =>
  ingest.submit(
    device,
    aReport({
      family,
      deviceTime: start + second * 1000,
      receiveTime: start + told * 1000 + 500,
      serial: Math.floor(second) % 256,
      replay: told !== second,
      ...changes,
    }),
  );
const query = async <T extends object>(sql: string, values: unknown[] = [device.id]): Promise<T[]> =>
  (await database.pools.platform.query<T>(sql, values)).rows;
const status = async (): Promise<number> =>
  (await query<{ lock_status: number }>('select lock_status from lock_state where device_id = $1'))[0]!.lock_status;
const alarms = async (): Promise<string[]> =>
  (
    await query<{ kind: string; result: string | null; late: boolean; doubtful: boolean }>(
      'select kind, result, late, doubtful from alarm where device_id = $1 order by id',
    )
  ).map((a) => [a.kind, a.result, a.late && 'late', a.doubtful && 'doubtful'].filter(Boolean).join(' '));
const order = async (kind: string, state: string, sent: number): Promise<number> =>
  (
    await query<{ id: number }>(
      `insert into command (device_id, org_id, kind, physical, idempotency_key, state, operator_id, oper_name, expire_time,
         sent_time, answer_time, finish_time)
       values ($1, $2, $3, true, gen_random_uuid()::text, $4, $5, 'somebody', to_timestamp($6::float8 + 1800),
         case when $4 <> 'held' then to_timestamp($6::float8) end, case when $4 like 'answered%' then to_timestamp($6::float8 + 1) end,
         case when $4 = 'held' then to_timestamp($6::float8) end) returning id`,
      [device.id, orgId, kind, state, operatorId, start / 1000 + sent],
    )
  )[0]!.id;
const carrying = (id: number, what: { user?: string; password?: string }) =>
  query('update command set order_user = $2, order_password = $3 where id = $1 returning id', [
    id,
    what.user ?? null,
    what.password ?? null,
  ]);
const evidence = async (id: number): Promise<string | null> =>
  (await query<{ evidence: string | null }>('select evidence from command where id = $1', [id]))[0]!.evidence;

/** Who brought the lock into its state, then who did each deed. */
const actors = async (): Promise<string[]> =>
  (
    await query<{ actor: string }>(
      `select lock_actor as actor from lock_state where device_id = $1
       union all (select actor from lock_event where device_id = $1 order by at)`,
    )
  ).map(({ actor }) => actor);

const sealed = { event: anEvent(2, LockSource.cardSeal, 2) };
const closedAndSealed = { event: anEvent(2, LockSource.automaticSeal, 2) };
const unsealed = { event: anEvent(1, LockSource.cardUnseal, 0) };
const pulled = { event: anEvent(1, null, 1) };
const forced = { event: anEvent(3, null, 3, { alarms: ['illegal_unlock'] }), fault: Fault.illegalUnlock };

describe('a lock that knows that it is sealed', () => {
  beforeEach(() => lockOf('hhd'));

  it('sealed in a dead spot is sealed, although plain positions came since', async () => {
    await tell(0, unsealed);
    await tell(20 * minute);
    await tell(10 * minute, sealed, 21 * minute);
    expect([await status(), await alarms()]).toEqual([2, []]);
  });

  it('opened in a dead spot rings late, and is open although it was sealed again since', async () => {
    await tell(0, sealed);
    await tell(40 * minute, { event: anEvent(2, LockSource.automaticSeal, 2) });
    expect(await alarms()).toEqual([]);
    await tell(20 * minute, pulled, 41 * minute);
    expect(await alarms()).toEqual(['illegal_unlock late']);
    expect(await status()).toBe(2); // sealed again after it was forced: by its own later word
    expect(await query('select ls_before, ls_after from lock_event where device_id = $1 order by at')).toEqual([
      { ls_before: 255, ls_after: 2 },
      { ls_before: 2, ls_after: 3 },
      { ls_before: 3, ls_after: 2 },
    ]);
  });

  it('an unseal told late explains the alarm that rang too early, which is kept', async () => {
    await tell(0, sealed);
    await tell(11 * minute, pulled);
    expect(await alarms()).toEqual(['illegal_unlock']);
    await tell(10 * minute, unsealed, 12 * minute);
    expect([await status(), await alarms()]).toEqual([1, ['illegal_unlock explained']]);
  });

  it('an unseal told late takes the proof of an order from the deed that came after it', async () => {
    const remote = { event: anEvent(1, LockSource.remoteUnseal, 0) };
    await tell(0, sealed);
    const id = await order('unseal', 'answered_ok', 10 * minute);
    await tell(12 * minute, remote);
    expect([await evidence(id), await alarms()]).toEqual(['confirmed', []]);
    await tell(10 * minute + 5, remote, 13 * minute);
    expect(
      await query('select at from lock_event e join command c on c.evidence_event_id = e.id where c.id = $1', [id]),
    ).toEqual([{ at: new Date(start + (10 * minute + 5) * 1000) }]);
    expect(await alarms()).toEqual(['illegal_unlock late']);
  });

  it.each(['told live first', 'told from memory first'])(
    'an ordered unseal told again from memory under another number is one deed: %s',
    async (first) => {
      await tell(0, sealed);
      const id = await order('unseal', 'answered_ok', 10 * minute);
      const deed = { event: anEvent(1, LockSource.remoteUnseal, 0) };
      const live = () => tell(10 * minute + 5, { ...deed, serial: 7 });
      const again = () => tell(10 * minute + 5, { ...deed, serial: 200 }, 12 * minute);
      for (const telling of first === 'told live first' ? [live, again] : [again, live]) await telling();
      expect([await status(), await evidence(id), await alarms()]).toEqual([0, 'confirmed', []]);
      expect(await query('select serial, replay from lock_event where device_id = $1 and lst = 1')).toEqual([
        { serial: 7, replay: false },
      ]);
      expect(await query('select count(*)::int as n from position where device_id = $1')).toEqual([{ n: 3 }]);
    },
  );

  it('tampering told again from memory counts once', async () => {
    await tell(0, sealed);
    await tell(10 * minute, { ...forced, serial: 7 });
    await tell(10 * minute, { ...forced, serial: 200 }, 20 * minute);
    await tell(5 * minute, { event: anEvent(0, null, null) }, 21 * minute); // all since is judged again
    expect(await query('select kind, hits from alarm where device_id = $1')).toEqual([
      { kind: 'illegal_unlock', hits: 1 },
    ]);
  });

  it('one report nine and a half minutes ahead blinds nothing', async () => {
    await tell(0, sealed);
    await tell(9.5 * minute, { event: anEvent(0, null, null), receiveTime: start + 500, replay: false });
    await tell(60, pulled);
    expect([await status(), await alarms()]).toEqual([3, ['illegal_unlock']]);
    expect(await query('select clock_offset_ms from lock_state where device_id = $1')).toEqual([
      { clock_offset_ms: 0 },
    ]);
  });

  describe('with its clock set back nine minutes', () => {
    const back = (second: number, changes: Partial<LockReport>) =>
      tell(second, { deviceTime: start + (second - 9 * minute) * 1000, ...changes });

    it('opened while sealed rings at once, and is open once the next report shows the clock', async () => {
      await tell(10 * minute, closedAndSealed);
      await back(11 * minute, pulled);
      expect([await status(), await alarms()]).toEqual([2, ['illegal_unlock doubtful']]);
      await back(12 * minute, {});
      expect([await status(), await alarms()]).toEqual([3, ['illegal_unlock']]);
    });

    it('rings no more when it was merely told late', async () => {
      await tell(0, unsealed);
      await tell(10 * minute, closedAndSealed);
      await back(11 * minute, pulled);
      expect(await alarms()).toEqual(['illegal_unlock doubtful']);
      await tell(12 * minute);
      expect([await status(), await alarms()]).toEqual([2, ['illegal_unlock explained']]);
    });

    it('rings no more either when a word from before it is told in the same breath', async () => {
      await tell(0, unsealed);
      await tell(10 * minute, closedAndSealed);
      await back(11 * minute, pulled);
      await Promise.all([
        tell(1 * minute, { event: anEvent(1, null, 1), serial: 200 }, 12 * minute),
        tell(12 * minute),
      ]);
      expect([await status(), await alarms()]).toEqual([2, ['illegal_unlock explained']]);
      expect(await query('select doubted, doubt_rang from lock_event where device_id = $1 and doubted')).toEqual([]);
    });
  });

  it('opened with its clock an hour back, and told late besides, stays open once the clock is learnt', async () => {
    const back = (second: number, late: number, changes: Partial<LockReport> = {}) =>
      tell(second + late, { deviceTime: start + (second - 60 * minute) * 1000, ...changes });
    await tell(0, unsealed);
    await tell(60 * minute, closedAndSealed);
    await back(70 * minute, 30, pulled);
    expect([await status(), await alarms()]).toEqual([2, ['illegal_unlock doubtful']]);
    for (let n = 1; n <= 6; n++) await back((70 + n) * minute, 0);
    expect([await status(), await alarms()]).toEqual([3, ['illegal_unlock']]);
  });

  it('a doubt that is settled stays settled when another arises and ends in the same batch', async () => {
    const back = (second: number, changes: Partial<LockReport> = {}) =>
      tell(second, { deviceTime: start + (second - 9 * minute) * 1000, ...changes });
    await tell(10 * minute, closedAndSealed);
    await back(11 * minute, pulled);
    await Promise.all([
      back(12 * minute), // the clock was set back
      tell(13 * minute, { deviceTime: start, event: anEvent(0, null, null) }), // late
      back(14 * minute),
    ]);
    expect([await status(), await alarms()]).toEqual([3, ['illegal_unlock']]);
  });

  describe('with its clock set back twenty minutes', () => {
    it('an ordered unseal is proved once a plain report shows the clock, and nothing rings on', async () => {
      const back = (second: number, changes: Partial<LockReport>) =>
        tell(second, { deviceTime: start + (second - 20 * minute) * 1000, ...changes });
      await tell(25 * minute, closedAndSealed);
      const id = await order('unseal', 'uncertain', 30 * minute);
      await back(30 * minute + 5, { event: anEvent(1, LockSource.remoteUnseal, 0) });
      await back(31 * minute, {});
      expect([await status(), await evidence(id)]).toEqual([0, 'confirmed']);
      expect(await query('select kind from alarm where device_id = $1 and process_time is null')).toEqual([]);
    });
  });

  it.each([1, 20])(
    'unsealed with its clock %i days behind it is unsealed once the next report shows it',
    async (days) => {
      await tell(0, sealed);
      const behind = (second: number, changes: Partial<LockReport> = {}) =>
        tell(second, { deviceTime: start + second * 1000 - days * 86_400_000, ...changes });
      await behind(10 * minute, unsealed);
      await behind(11 * minute);
      expect([await status(), await alarms()]).toEqual([0, []]);
      await behind(12 * minute, closedAndSealed);
      await behind(40 * minute, pulled);
      expect([await status(), await alarms()]).toEqual([3, ['illegal_unlock']]);
    },
  );

  describe('with its clock an hour slow', () => {
    const slow = (second: number, changes: Partial<LockReport> = {}) =>
      tell(second, { deviceTime: start + second * 1000 - 3_600_000, ...changes });
    const offset = async () =>
      (await query<{ ms: number }>('select clock_offset_ms as ms from lock_state where device_id = $1'))[0]!.ms;
    beforeEach(async () => {
      for (let second = 0; second < 5 * minute; second += 30) await slow(second);
      expect(await offset()).toBe(500 - 3_601_000);
    });

    it('what it told from memory after its clock was put right is placed by the right clock', async () => {
      await tell(40 * minute);
      await tell(41 * minute, sealed);
      await tell(30 * minute, unsealed, 42 * minute);
      expect([await status(), await alarms()]).toEqual([2, []]);
    });

    it('what was learnt is forgotten when its type reads its time otherwise', async () => {
      const type = (change: string) =>
        query(`update device_type set ${change} where id = (select device_type_id from device where id = $1)`);
      await type('low_battery = low_battery + 1');
      expect(await offset()).not.toBe(0);
      await type('utc_offset_minutes = utc_offset_minutes + 60');
      expect(await offset()).toBe(0);
    });

    it('and when it becomes one of a type that does', async () => {
      await query(`update device set device_type_id = $2 where id = $1`, [
        device.id,
        await buildDeviceType(database.pools.owner, 'jt701'),
      ]);
      expect(await offset()).toBe(0);
    });
  });

  describe('told from memory while its type has the wrong time zone, and judged again', () => {
    const zone = (minutes: number) =>
      query(
        'update device_type set utc_offset_minutes = $2 where id = (select device_type_id from device where id = $1)',
        [device.id, minutes],
      );
    const again = async () => {
      const rows = await query<{ id: number }>('select id from quarantine where device_id = $1');
      await zone(480);
      return openAgain(database.pools.platform, ingest.submit, 31)(rows.map(({ id }) => id));
    };
    const wrong = (second: number, changes: Partial<LockReport>, told: number) =>
      tell(second, { deviceTime: start + second * 1000 + 8 * 3_600_000, ...changes }, told);
    beforeEach(() => zone(0));

    it('what it sealed in a dead spot is sealed', async () => {
      await wrong(10 * minute, sealed, 20 * minute);
      expect(await again()).toBe(1);
      expect([await status(), await alarms()]).toEqual([2, []]);
    });

    it('what rang when it came does not ring again, and stands in its place', async () => {
      await tell(0, sealed);
      await wrong(10 * minute, pulled, 20 * minute);
      expect([await status(), await alarms()]).toEqual([2, ['illegal_unlock']]);
      expect(await again()).toBe(1);
      expect([await status(), await alarms()]).toEqual([3, ['illegal_unlock']]);
      expect(await query('select hits from alarm where device_id = $1')).toEqual([{ hits: 1 }]);
      await tell(9 * minute, unsealed, 21 * minute);
      expect([await status(), await alarms()]).toEqual([1, ['illegal_unlock explained']]);
    });

    it('what it told live was judged when it came', async () => {
      await wrong(10 * minute, sealed, 10 * minute);
      expect(await status()).toBe(2);
      await tell(15 * minute, unsealed);
      expect(await again()).toBe(1);
      expect(await status()).toBe(0);
    });
  });

  it('a tamper alarm rings whatever its clock says, once', async () => {
    await tell(0, sealed);
    const forced = aReport({
      deviceTime: 0,
      receiveTime: start + 60_000,
      event: anEvent(3, null, 3),
      fault: Fault.illegalUnlocking,
    });
    await ingest.submit(device, forced);
    await ingest.submit(device, { ...forced, receiveTime: start + 90_000 });
    expect([await status(), await alarms()]).toEqual([3, ['illegal_unlocking']]);
    expect(await query('select reason from quarantine where device_id = $1')).toEqual([{ reason: 'clock_unset' }]);
    expect(await query('select timed, device_time from lock_event where device_id = $1 and not timed')).toEqual([
      { timed: false, device_time: new Date(start + 60_000) },
    ]);
  });

  it('texts no database keeps do not keep an event out', async () => {
    await tell(0, { event: anEvent(2, LockSource.cardSeal, 2, { actor: 'a\0b\ud800' }) });
    expect(await status()).toBe(2);
  });

  it('what a stranger says in its name rings, and moves nothing', async () => {
    await tell(0, sealed);
    await tell(60, { ...pulled, authenticated: false });
    await tell(90, { ...unsealed, authenticated: false });
    expect([await status(), await alarms()]).toEqual([2, ['illegal_unlock']]);
    // and the same frame over a connection that has proved itself is the lock's own word
    const word = aReport({ family, deviceTime: start + 120_000, receiveTime: start + 121_000, ...unsealed });
    await ingest.submit(device, { ...word, authenticated: false });
    await ingest.submit(device, word);
    expect(await status()).toBe(0);
  });

  it.each([
    ['refused', 'answered_fail'],
    ['failed', 'failed'],
    ['expired', 'expired'],
    ['taken back', 'cancelled'],
  ])('an opening proves no order that was %s, and rings', async (_, state) => {
    await tell(0, sealed);
    const id = await order('unseal', state, 10 * minute);
    await tell(11 * minute, { event: anEvent(1, LockSource.remoteUnseal, 0) });
    expect([await evidence(id), await alarms()]).toEqual(['possible', ['illegal_unlock']]);
  });

  it.each([
    ['by telephone', 'hhd:000A', '13800138000', 'possible', 'SMS 13800138000'],
    ['by another platform’s user', 'hhd:0008', 'makers-cloud', 'possible', 'makers-cloud'],
    ['by the user who was named', 'hhd:0008', 'alice', 'confirmed', 'somebody'],
    ['naming nobody', 'hhd:0008', null, 'confirmed', 'somebody'],
  ])(
    'a remote unseal %s is held against what the order carried, and named by who did it',
    async (_, code, actor, proof, name) => {
      await tell(0, sealed);
      const id = await order('unseal', 'uncertain', 10 * minute);
      await carrying(id, { user: 'alice' });
      await tell(15 * minute, { event: anEvent(1, LockSource.remoteUnseal, 0, { code, actor }) });
      expect([await evidence(id), await alarms()]).toEqual([proof, proof === 'confirmed' ? [] : ['illegal_unlock']]);
      expect(await actors()).toEqual([name, '', name]);
    },
  );

  it('a deed that is no more the order’s is named as its lock names it', async () => {
    await tell(0, sealed);
    const id = await order('unseal', 'uncertain', 10 * minute);
    await carrying(id, { user: 'alice' });
    const remote = { event: anEvent(1, LockSource.remoteUnseal, 0, { code: 'hhd:0008', actor: 'alice' }) };
    await tell(16 * minute, remote);
    expect(await actors()).toEqual(['somebody', '', 'somebody']);
    // told late: it was opened before, and that was what the order did
    await tell(12 * minute, remote, 20 * minute);
    expect(await evidence(id)).toBe('confirmed');
    expect((await actors()).slice(1)).toEqual(['', 'somebody', 'alice']);
  });

  it.each([
    ['a word told late', 20 * minute, {}],
    ['a stranger', 41 * minute, { authenticated: false }],
  ])('an alarm stands where it last rang by the lock’s own word, whatever %s says', async (_, second, changes) => {
    const at = (lon: number) => ({ ...forced, position: { ...aReport().position!, lon } });
    await tell(0, sealed);
    await tell(40 * minute, at(121.5));
    await tell(second, { ...at(10), ...changes }, 42 * minute);
    const placed = () =>
      query("select lon, hits, unproved from alarm where device_id = $1 and kind = 'illegal_unlock'");
    expect(await placed()).toEqual([{ lon: 121.5, hits: 2, unproved: false }]);
    await tell(43 * minute, at(121.6));
    expect(await placed()).toEqual([{ lon: 121.6, hits: 3, unproved: false }]);
  });

  it('what only strangers rang says so, until the lock itself does', async () => {
    const at = (lon: number) => ({ ...forced, position: { ...aReport().position!, lon } });
    const marked = () => query("select unproved, lon from alarm where device_id = $1 and kind = 'illegal_unlock'");
    await tell(0, sealed);
    await tell(40 * minute, { ...at(10), authenticated: false });
    await tell(41 * minute, { ...at(11), authenticated: false });
    expect(await marked()).toEqual([{ unproved: true, lon: 11 }]);
    await tell(30 * minute, at(121.5));
    expect(await marked()).toEqual([{ unproved: false, lon: 121.5 }]);
  });

  it('what a stranger sent before it in the same batch does not keep the lock’s own word out', async () => {
    await tell(0, sealed);
    const word = aReport({ family, deviceTime: start + 120_000, receiveTime: start + 121_000, ...unsealed });
    await ingest.submit(device, { ...word, authenticated: false });
    await Promise.all([ingest.submit(device, { ...word, authenticated: false }), ingest.submit(device, word)]);
    expect(await status()).toBe(0);
  });

  it('a forged frame with the time, number and checksum of the lock’s own gives way to it in every part', async () => {
    const at = { deviceTime: start + 60_000, serial: 9 };
    // two texts of one checksum, as anybody can make them
    const [forged, true_] = ['plumless', 'buckeroo'].map((text) => Buffer.from(text));
    const deed = (actor: string) => ({ event: anEvent(1, LockSource.cardUnseal, 0, { actor }) });
    const place = (lon: number) => ({ position: { ...aReport().position!, lon } });
    await tell(60, { ...at, ...deed('nobody'), ...place(10), raw: forged!, electric: 1, authenticated: false });
    await tell(60, { ...at, ...deed('card 5'), ...place(121.5), raw: true_!, electric: 80 });
    expect(
      await query(
        `select p.lon, p.raw, p.electric, p.authenticated, e.actor, e.lon as "eventLon", e.electric as "eventElectric"
         from position p join lock_event e using (device_id, device_time, serial, hash) where device_id = $1`,
      ),
    ).toEqual([
      {
        ...{ lon: 121.5, raw: true_, electric: 80, authenticated: true },
        ...{ actor: 'card 5', eventLon: 121.5, eventElectric: 80 },
      },
    ]);
  });

  it('a word that becomes the lock’s own has its time and its doubt, not those of the stranger’s copy', async () => {
    await tell(0, unsealed);
    await tell(10 * minute, closedAndSealed);
    const word = { ...pulled, deviceTime: start + 2 * minute * 1000, serial: 9, raw: Buffer.from('one frame') };
    await tell(11 * minute, { ...word, authenticated: false });
    await tell(11.5 * minute, word);
    expect(
      await query('select doubted, doubt_rang, receive_time from lock_event where device_id = $1 and serial = 9'),
    ).toEqual([
      { doubted: true, doubt_rang: ['illegal_unlock'], receive_time: new Date(start + 11.5 * minute * 1000 + 500) },
    ]);
  });

  it('openings ordered weeks ago are the orders’ own, however many orders there were since', async () => {
    await tell(0, sealed);
    const id = await order('unseal', 'answered_ok', 10 * minute);
    await tell(10 * minute + 5, { event: anEvent(1, LockSource.remoteUnseal, 0) });
    for (let n = 0; n < 205; n++) await order('seal', 'expired', 20 * minute);
    await tell(5 * minute, { event: anEvent(0, null, null) }, 30 * minute); // all since is judged again
    expect([await evidence(id), await alarms()]).toEqual(['confirmed', []]);
  });

  it('what lies before more than can be judged again rings, is kept, and moves nothing', async () => {
    await tell(0, sealed);
    await tell(60 * minute, sealed);
    await query(
      `insert into lock_event (device_id, org_id, device_time, receive_time, at, serial, hash, code, lst, ls_before, ls_after,
         fault, replay, quality, word, after)
       select device_id, org_id, t, t, t, n, n, 'test', 0, 2, 2, 0, false, 'direct', word, after
       from (select * from lock_event where device_id = $1 order by at limit 1) e, generate_series(1, $3::int) n,
         lateral (select to_timestamp($2::float8 + n) as t) at returning id`,
      [device.id, start / 1000 + 20 * minute, mostAgain + 1],
    );
    await tell(10 * minute, pulled, 61 * minute);
    expect([await status(), await alarms()]).toEqual([2, ['illegal_unlock late']]);
    expect(await query('select counts from lock_event where device_id = $1 and lst = 1')).toEqual([{ counts: false }]);
  });

  it('an order refused in the moment its deed is told does not put the deed aside', async () => {
    await tell(0, sealed);
    const id = await order('unseal', 'sent', 10 * minute);
    const answering = await database.pools.platform.connect();
    await answering.query('begin');
    await answering.query(
      "update command set state = 'answered_fail', answer_time = now(), finish_time = now() where id = $1",
      [id],
    );
    const told = tell(10 * minute + 2, { event: anEvent(1, LockSource.remoteUnseal, 0) });
    await expect.poll(() => query('select 1 as waits from pg_locks where not granted', [])).toHaveLength(1);
    await answering.query('commit');
    answering.release();
    await told;
    expect(await query('select reason from quarantine where device_id = $1')).toEqual([]);
    expect([await status(), await evidence(id), await alarms()]).toEqual([0, 'possible', ['illegal_unlock']]);
  });

  it('the database itself takes no proof of what is not provable', async () => {
    const [refused, old] = [await order('unseal', 'answered_fail', 0), await order('unseal', 'answered_ok', 0)];
    const prove = (id: number, seconds: number) =>
      query("update command set evidence = 'confirmed', evidence_time = to_timestamp($2) where id = $1 returning id", [
        id,
        start / 1000 + seconds,
      ]);
    await expect(prove(refused, 60)).rejects.toThrow('nothing can prove it');
    await expect(prove(old, 20 * 60 * minute)).rejects.toThrow('is not proved by');
    expect(await prove(old, 60)).toHaveLength(1);
  });
});

describe('a lock whose clock is slow', () => {
  beforeEach(() => lockOf('hhd'));

  it('has the same time in the log of its openings as in its state, and its own beside', async () => {
    const hour = 3_600_000;
    const slow = (second: number, changes: Partial<LockReport> = {}) =>
      tell(second, { deviceTime: start + second * 1000 - hour, ...changes });
    for (let second = 0; second < 5 * minute; second += 30) await slow(second);
    await slow(10 * minute, sealed);
    const client = await database.pools.platform.connect();
    const [event] = await eventsOf(client, { device_id: device.id, size: 1 });
    client.release();
    const [state] = await query<{ lock_since: Date }>('select lock_since from lock_state where device_id = $1');
    expect([new Date(event!.at), new Date(event!.device_time)]).toEqual([
      state!.lock_since,
      new Date(start + 10 * minute * 1000 - hour),
    ]);
  });
});

describe('a lock new to us whose clock is three hours slow', () => {
  const slow = (second: number, changes: Partial<LockReport> = {}) =>
    tell(second, { deviceTime: start + second * 1000 - 3 * 3_600_000, ...changes });
  /** Its clock is known after five reports that agree. */
  const learn = async (from: number) => {
    for (let n = 1; n <= 5; n++) await slow(from + n * 30);
  };
  const happened = (second: number) => new Date(start + second * 1000 + 500);

  it('has its first order proved, its log in time and its alarm explained once its clock is known', async () => {
    await lockOf('hhd');
    await slow(0, sealed);
    const id = await order('unseal', 'answered_ok', minute);
    await slow(minute + 4, { event: anEvent(1, LockSource.remoteUnseal, 0) });
    expect([await status(), await evidence(id), await alarms()]).toEqual([0, null, ['illegal_unlock late doubtful']]);
    await learn(minute + 4);
    expect([await status(), await evidence(id), await alarms()]).toEqual([
      0,
      'confirmed',
      ['illegal_unlock explained late'],
    ]);
    expect(await query('select at, doubted, actor from lock_event where device_id = $1 order by at')).toEqual([
      { at: happened(0), doubted: false, actor: '' },
      { at: happened(minute + 4), doubted: false, actor: 'somebody' },
    ]);
    expect(await query('select lock_since, lock_time from lock_state where device_id = $1')).toEqual([
      { lock_since: happened(minute + 4), lock_time: happened(minute + 4) },
    ]);
  });

  it('forced, it rings at once, and the alarm stands, at the true time, once its clock is known', async () => {
    await lockOf('hhd');
    await slow(0, sealed);
    await slow(minute, forced);
    expect(await alarms()).toEqual(['illegal_unlock late']);
    await learn(minute);
    expect([await status(), await alarms()]).toEqual([3, ['illegal_unlock']]);
    expect(await query('select hits, first_time, last_time from alarm where device_id = $1')).toEqual([
      { hits: 1, first_time: happened(minute), last_time: happened(minute) },
    ]);
  });

  it.each(['told alone', 'told with what makes the clock known'])(
    'pulled open after it was sealed, which it tells from memory, it is open: %s',
    async (together) => {
      await lockOf('hhd');
      await slow(0, sealed);
      for (const second of [30, 60, 90]) await slow(second);
      const second = 100;
      const memory = { ...pulled, deviceTime: start + second * 1000 - 3 * 3_600_000, replay: true };
      if (together === 'told alone') await tell(second, memory, 110);
      else await Promise.all([tell(second, memory, 110), slow(120)]);
      await slow(120);
      await slow(150);
      expect([await status(), await alarms()]).toEqual([3, ['illegal_unlock']]);
      expect(await query('select at from lock_event where device_id = $1 order by at')).toEqual([
        { at: happened(0) },
        { at: happened(second) },
      ]);
    },
  );

  it('that states its status in every report is what it is since it first said so', async () => {
    await lockOf('jt701');
    for (let n = 0; n < 3; n++) await slow(n * 30, { ls: 0 });
    await slow(90, { ls: 1 });
    for (let n = 4; n < 9; n++) await slow(n * 30, { ls: 1 });
    expect(await query('select lock_status, lock_since, lock_time from lock_state where device_id = $1')).toEqual([
      { lock_status: 1, lock_since: happened(90), lock_time: happened(240) },
    ]);
    expect(await query('select at, ls_after from lock_event where device_id = $1 order by at')).toEqual([
      { at: happened(0), ls_after: 0 },
      { at: happened(90), ls_after: 1 },
    ]);
    expect(await query('select count(*)::int as n from position where device_id = $1 and at < receive_time')).toEqual([
      { n: 0 },
    ]);
  });

  it('has each of its statements in its place when the platform holds its seal meanwhile', async () => {
    await lockOf('jt701');
    for (const second of [0, 30]) await slow(second, { ls: 0 });
    const commandId = await order('seal', 'held', 40);
    const at = new Date(start + 40_000);
    await holdSeal(database.pools.platform, { deviceId: device.id, commandId, actor: 'somebody', at });
    for (const second of [60, 90]) await slow(second, { ls: 0 });
    expect([await status(), await alarms()]).toEqual([2, []]);
    expect(await query('select at, ls_after from lock_event where device_id = $1 order by at')).toEqual([
      { at: happened(0), ls_after: 0 },
      { at, ls_after: 2 },
    ]);
  });
});

it('what a lock remembers of the time before its clock was set back stays where it was', async () => {
  await lockOf('hhd');
  const slow = (second: number, changes: Partial<LockReport> = {}) =>
    tell(second, { deviceTime: start + (second - 55 * minute) * 1000, ...changes });
  await tell(0, sealed);
  const first = await order('unseal', 'uncertain', 9.9 * minute);
  const second = await order('unseal', 'sent', 60.9 * minute);
  await slow(60 * minute, sealed);
  await tell(10 * minute, { event: anEvent(1, LockSource.remoteUnseal, 0), replay: true }, 61 * minute);
  for (let n = 62; n <= 67; n++) await slow(n * minute);
  expect([await status(), await evidence(first), await evidence(second)]).toEqual([2, 'confirmed', null]);
  const told = await query(
    `select round(extract(epoch from at) / 60)::int - ${Math.round(start / 60_000)} as minute, ls_after
      from lock_event where device_id = $1 order by at`,
  );
  expect(told).toEqual([
    { minute: 0, ls_after: 2 },
    { minute: 10, ls_after: 0 },
    { minute: 60, ls_after: 2 },
  ]);
});

describe('a live word that came minutes late', () => {
  it('rings what it would ring when it came, doubtfully, until the next report shows that it was late', async () => {
    await lockOf('hhd');
    await tell(0, sealed);
    const id = await order('unseal', 'answered_ok', 30 * minute);
    const late = { deviceTime: start + 20 * minute * 1000, event: anEvent(1, LockSource.remoteUnseal, 0) };
    await tell(30 * minute + 4, late);
    expect([await evidence(id), await alarms()]).toEqual([null, ['illegal_unlock late doubtful']]);
    await tell(31 * minute);
    expect([await status(), await evidence(id), await alarms()]).toEqual([0, null, ['illegal_unlock late']]);
    expect(await query('select at from lock_event where device_id = $1 and doubted')).toEqual([]);
  });
});

describe('a lock that knows only that it is locked', () => {
  beforeEach(() => lockOf('jt701'));
  const closed = { ls: 0 as const };
  const open = { ls: 1 as const };

  const hold = async (second: number): Promise<number> => {
    const commandId = await order('seal', 'held', second);
    const eventId = await holdSeal(database.pools.platform, {
      deviceId: device.id,
      commandId,
      actor: 'somebody',
      at: new Date(start + second * 1000),
    });
    await query("update command set evidence = 'held', evidence_event_id = $2 where id = $1", [commandId, eventId]);
    return commandId;
  };

  it.each([
    ['static', 4, 'static', 'confirmed'],
    ['static', 4, 'dynamic', 'possible'],
    ['one-time', 6, 'dynamic', 'confirmed'],
    ['one-time', 6, 'static', 'possible'],
  ])(
    'an opening by its %s password (P45:%i), the order having carried its %s one, is %s',
    async (_, by, password, proof) => {
      await tell(0, closed);
      await hold(minute);
      const id = await order('unseal', 'uncertain', 10 * minute);
      await carrying(id, { password });
      await tell(15 * minute, { event: anEvent(1, LockSource.passwordUnseal, 1, { code: `P45:${by}` }) });
      expect(await evidence(id)).toBe(proof);
    },
  );

  it('opened by a card in a dead spot and told late is no longer held as sealed', async () => {
    await tell(0, closed);
    await hold(60);
    await tell(10 * minute, closed);
    expect(await status()).toBe(2);
    await tell(5 * minute, { event: anEvent(1, LockSource.cardUnseal, 1) }, 11 * minute);
    expect(await status()).toBe(0); // closed again, and not sealed
    await tell(12 * minute, closed);
    expect(await status()).toBe(0);
  });

  it('found to have been open when the platform began to hold its seal, it was never sealed', async () => {
    await tell(0, closed);
    const id = await hold(10 * minute);
    await tell(5 * minute, open, 11 * minute);
    expect([await status(), await evidence(id)]).toEqual([1, 'contradicted']);
  });

  it('held for longer than events are kept, it stays held when an older report comes late', async () => {
    await tell(0, closed);
    await hold(60);
    await forgetOld(database.pools.platform, {
      days: (name) => (name === 'event_days' ? 180 : 3650),
      now: Date.now() + 181 * 86_400_000,
    });
    await tell(10 * minute, closed);
    await tell(5 * minute, closed, 11 * minute);
    expect([await status(), await alarms()]).toEqual([2, []]);
  });

  it('found open it rings, until an opening that somebody had the right to is told', async () => {
    await tell(0, closed);
    await hold(60);
    await tell(10 * minute, open);
    expect([await status(), await alarms()]).toEqual([1, ['illegal_unlock']]);
    await tell(10 * minute - 5, { event: anEvent(1, LockSource.cardUnseal, 1) }, 11 * minute);
    expect([await status(), await alarms()]).toEqual([1, ['illegal_unlock explained']]);
  });

  it('an event that moves nothing any more passes on what a later late word changed', async () => {
    await tell(0, { ls: 0 });
    await tell(20 * minute, { ls: 1 });
    await tell(30 * minute, { ls: 1 });
    await tell(10 * minute, { ls: 1 }, 31 * minute);
    await tell(15 * minute, { event: anEvent(1, LockSource.passwordUnseal, null) }, 32 * minute);
    await tell(25 * minute, { event: anEvent(0, null, null) }, 33 * minute);
    expect(await query('select unseal_time from lock_state where device_id = $1')).toEqual([
      { unseal_time: new Date(start + 15 * minute * 1000) },
    ]);
  });

  it('states its status for months with its clock unset, and is logged once', async () => {
    const unset = (second: number, changes: Partial<LockReport>) => tell(second, { deviceTime: 0, ...changes });
    await tell(0, closed);
    for (let n = 1; n <= 5; n++) await unset(n * minute, closed);
    await unset(6 * minute, open);
    await unset(7 * minute, open);
    await unset(8 * minute, closed);
    expect(await status()).toBe(0);
    expect(await query('select ls_after from lock_event where device_id = $1 and not timed order by at')).toEqual([
      { ls_after: 0 },
      { ls_after: 1 },
      { ls_after: 0 },
    ]);
    // and what it says is of now all the same
    await unset(9 * minute, closed);
    expect(await query('select lock_time from lock_state where device_id = $1')).toEqual([
      { lock_time: new Date(start + 9 * minute * 1000 + 500) },
    ]);
  });

  it('a jam told late contradicts an order whose early proof a late word took away', async () => {
    await tell(0, closed);
    await hold(minute);
    const id = await order('unseal', 'uncertain', 10 * minute);
    await tell(11 * minute, open);
    expect(await evidence(id)).toBe('confirmed');
    await tell(5 * minute, { event: anEvent(1, LockSource.cardUnseal, 1) }, 12 * minute);
    expect(await evidence(id)).toBe('possible');
    await tell(10.5 * minute, { ...open, fault: Fault.lockMotor }, 13 * minute);
    expect(await evidence(id)).toBe('contradicted');
  });

  it('a status told again from memory under another number is stated once', async () => {
    await tell(0, closed);
    const ahead = { deviceTime: start + 15 * minute * 1000, ...closed };
    await tell(10 * minute, { ...ahead, serial: 7 });
    await tell(12 * minute, { event: anEvent(3, null, 3), fault: Fault.illegalUnlock });
    await tell(20 * minute, { ...ahead, serial: 200, replay: true });
    expect(await status()).toBe(3); // it was closed before it was forced, not after
    await tell(1 * minute, { event: anEvent(0, null, null) }, 21 * minute); // all since is judged again
    expect(await status()).toBe(3);
  });

  it('a status that said nothing new after an event says it when a late word takes the event its meaning', async () => {
    await tell(0, closed);
    await hold(minute);
    await tell(20 * minute, { event: anEvent(1, null, 1), ls: 3 });
    await tell(30 * minute, { ls: 3 });
    expect([await status(), await alarms()]).toEqual([3, ['illegal_unlock']]);
    await tell(10 * minute, { event: anEvent(1, LockSource.cardUnseal, 1) }, 31 * minute);
    expect([await status(), await alarms()]).toEqual([3, ['illegal_unlock explained', 'state_gap late']]);
  });

  it('a status stated by itself is no copy of what an event of the same second states', async () => {
    await tell(0, closed);
    // the status came first by the lock's own count, and was delivered after the event
    await tell(minute, { event: anEvent(3, null, 3), ls: 3, serial: 42 }, minute);
    await tell(minute, { ls: 3, serial: 41 }, 2 * minute);
    expect([await status(), await alarms()]).toEqual([3, ['illegal_unlocking', 'state_gap']]);
  });

  it('nor is it one when the event is told only after it, and it is heard where it belongs', async () => {
    await tell(0, open);
    await tell(minute, { ls: 1, serial: 59 }, 2 * minute);
    await tell(minute, { event: anEvent(2, null, 0), ls: 1, serial: 58 }, 3 * minute);
    expect(await status()).toBe(1);
    expect(await query('select serial, ls_after from lock_event where device_id = $1 order by at, serial')).toEqual([
      { serial: expect.any(Number), ls_after: 1 },
      { serial: 58, ls_after: 0 },
      { serial: 59, ls_after: 1 },
    ]);
  });

  it('statements told late that say what is known judge nothing again', async () => {
    await tell(0, closed);
    await hold(60);
    for (let second = 2 * minute; second < 5 * minute; second += 30) await tell(second, closed, 10 * minute);
    expect([await status(), await alarms()]).toEqual([2, []]);
    expect(await query('select count(*) as n from lock_event where device_id = $1')).toEqual([{ n: 2 }]);
  });
});
