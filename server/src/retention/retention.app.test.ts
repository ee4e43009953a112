import { paramSeeds } from '@plomb/contract/params';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { maintainPartitions } from '../ingest/partitions.ts';
import { buildDevice, buildOperator, buildOrganisation } from '../testing/build.ts';
import { type FreshDatabase, freshDatabase } from '../testing/database.ts';
import { forgetOld } from './forget.ts';
import { endings } from './tables.ts';

let database: FreshDatabase;
beforeAll(async () => {
  database = await freshDatabase();
  await database.pools.owner.query("insert into organisation (org_name) values ('root')");
});
afterAll(() => database.drop());

describe('every table', () => {
  it('ends: by days, by a bound, or by those who manage it', async () => {
    const { rows } = await database.pools.owner.query<{ name: string; managed: boolean }>(
      `select relname as name, coalesce(obj_description(c.oid, 'pg_class'), '') ~ '^managed: .' as managed
       from pg_class c join pg_namespace n on n.oid = c.relnamespace
       where n.nspname = 'public' and c.relkind in ('r', 'p') and not c.relispartition order by 1`,
    );
    const tables = rows.map((row) => row.name);
    const managed = rows.filter((row) => row.managed).map((row) => row.name);
    expect(managed).toContain('manufacturer');
    expect(tables.filter((table) => !endings[table] && !managed.includes(table))).toEqual([]);
    expect(Object.keys(endings).filter((table) => !tables.includes(table) || managed.includes(table))).toEqual([]);
  });

  it('is kept for a number of days that somebody can read and change', () => {
    for (const ending of Object.values(endings))
      if ('days' in ending) expect(paramSeeds[ending.days]).toMatchObject({ kind: 'number', unit: 'days' });
  });
});

describe('what is kept no longer', () => {
  const days = () => 1000;
  const age = (n: number) => new Date(Date.now() - n * 86_400_000);
  const forget = () => forgetOld(database.pools.platform, { days, now: Date.now() });
  const count = async (table: string, where = 'true') =>
    (await database.pools.platform.query<{ n: number }>(`select count(*) as n from ${table} where ${where}`)).rows[0]!
      .n;

  it('an opening counts as long as the authorisation that it was by, which may have no end', async () => {
    const { owner, platform } = database.pools;
    const org = await buildOrganisation(owner);
    const who = await buildOperator(owner, org);
    const device = await buildDevice(owner, org);
    const authorised = await owner.query<{ id: number }>(
      `insert into authorisation (org_id, org_name, friend_id, holder_id, holder_name, holder_login, holder_org, asked, orders, max_uses,
         from_time, until_time, reason, is_direct, needs_second, state, first_id, first_name, first_time)
       values ($1, 'x', $2, $2, 'x', 'x', 'x', '{1}', 'unseal', 2, $3, null, 'x', true, false, 'active', $4, 'x', $3) returning id`,
      [org, who.id, age(1100), (await buildOperator(owner, org)).id],
    );
    const { id } = authorised.rows[0]!;
    await owner.query(
      `insert into command (device_id, org_id, kind, physical, idempotency_key, operator_id, oper_name, create_time, expire_time, state,
         finish_time, evidence, evidence_time, authorisation_id)
       values ($1, $2, 'unseal', true, 'used once', $3, 'x', $4, $4, 'answered_ok', $4, 'confirmed', $4, $5)`,
      [device.id, org, who.id, age(1001), id],
    );
    const proved = async () =>
      (await platform.query<{ n: number }>('select proved as n from authorisation_uses($1)', [id])).rows[0]!.n;
    await forget();
    expect(await proved()).toBe(1);
    await owner.query(
      "update authorisation set state = 'ended', end_time = now(), end_cause = 'revoked' where id = $1",
      [id],
    );
    await forget();
    expect(await proved()).toBe(0);
  });

  it('goes, and nothing younger, nothing that waits for somebody, nothing that is named by what stays', async () => {
    const { owner } = database.pools;
    const org = await buildOrganisation(owner);
    const who = await buildOperator(owner, org);
    const device = await buildDevice(owner, org);
    const event = async (days: number): Promise<number> =>
      (
        await owner.query<{ id: number }>(
          `insert into lock_event (device_id, org_id, device_time, receive_time, at, serial, hash, code, lst, ls_before, ls_after, fault, replay, quality)
           values ($1, $2, $3, $3, $3, 1, 1, 'x', 2, 0, 2, 0, false, 'direct') returning id`,
          [device.id, org, age(days)],
        )
      ).rows[0]!.id;
    const [free, ofDone, ofOpen, young] = [await event(1002), await event(1003), await event(1004), await event(999)];
    const lastOfOld = await event(1001);
    const alarm = (of: number, days: number, processed: boolean) =>
      owner.query(
        `insert into alarm (device_id, org_id, kind, severity, first_time, last_time, process_time, event_id)
         values ($1, $2, 'low_battery', 'info', $3, $3, $4, $5)`,
        [device.id, org, age(days), processed ? age(days) : null, of],
      );
    await alarm(ofDone, 1002, true);
    await alarm(ofOpen, 1003, false);
    for (const state of ['answered_ok', 'uncertain', 'queued'])
      await owner.query(
        `insert into command (device_id, org_id, kind, physical, idempotency_key, operator_id, oper_name, create_time, expire_time, state)
         values ($1, $2, 'unseal', true, $3, $4, 'x', $5, $5, $3)`,
        [device.id, org, state, who.id, age(1001)],
      );
    for (const days of [1001, 999]) {
      await owner.query(
        "insert into quarantine (device_id, receive_time, reason, raw) values ($1, $2, 'too_old', '')",
        [device.id, age(days)],
      );
      await owner.query(
        `insert into not_understood (device_id, org_id, what, reason, hits, first_time, last_time, sample)
         values ($1, $2, $3::text, 'x', 1, $4, $4, '')`,
        [device.id, org, days, age(days)],
      );
      await owner.query(
        'insert into session (token_hash, operator_id, create_time, seen_time) values (sha256($1), $2, $3, $3)',
        [`${days}`, who.id, age(days)],
      );
      await owner.query(
        `insert into api_key (operator_id, key_name, key_hash, hint, scope, create_time, expire_time)
         values ($1, 'k', sha256($2), '0000', '{a:b}', $3, $3)`,
        [who.id, `${days}`, age(days)],
      );
      await owner.query(
        `insert into operation_log (org_id, title_zh, title_en, business_type, request_method, operate_url, success, create_time)
         values ($1, 'x', 'x', 'other', 'POST', '/x', true, $2)`,
        [org, age(days)],
      );
    }

    expect(await forget()).toEqual({
      quarantine: 1,
      not_understood: 1,
      alarm: 1,
      command: 1,
      lock_event: 2,
      session: 1,
      api_key: 1,
      operation_log: 1,
    });
    const { rows } = await owner.query<{ id: number }>('select id from lock_event order by id');
    expect(rows.map((row) => row.id)).toEqual([ofOpen, young, lastOfOld]);
    expect(free).toBeLessThan(ofOpen);
    expect(await count('alarm', 'process_time is null')).toBe(1);
    expect(await count('command', "state = 'queued'")).toBe(1);
    expect(await count('command', 'needs_person')).toBe(1);
    expect(await forget()).toEqual({});
  });

  it('stays where a swipe is judged by it: who gave a card that is still in the lock, which areas it may keep, that it keeps to them', async () => {
    const { owner } = database.pools;
    const org = await buildOrganisation(owner);
    const who = await buildOperator(owner, org);
    const device = await buildDevice(owner, org, 'jt701');
    const order = (key: string, kind: string, args: object) =>
      owner.query(
        `insert into command (device_id, org_id, kind, physical, args, idempotency_key, operator_id, oper_name, create_time, expire_time,
           state, attempt, answer_time) values ($1, $2, $3, false, $4, $5, $6, 'x', $7, $7, 'answered_ok', 1, $7)`,
        [device.id, org, kind, JSON.stringify(args), key, who.id, age(1001)],
      );
    await order('gone', 'add_cards', { cards: ['7'] });
    await order('held', 'add_cards', { cards: ['12', '7'] });
    await owner.query(
      `insert into device_card (device_id, org_id, number, known, time, command_id) values ($1, $2, '0000000012', 'told', now(), 0)`,
      [device.id, org],
    );
    await order('overwritten', 'set_area', { number: 1 });
    await order('kept', 'set_area', { number: 1 });
    await order('other', 'set_area', { number: 2 });
    await order('deletes', 'delete_area', { number: 2 });
    await order('released', 'confine_cards', {});
    await order('releases', 'release_cards', {});
    await order('confined', 'confine_cards', {});
    await forget();
    const { rows } = await owner.query<{ key: string }>(
      'select idempotency_key as key from command where device_id = $1 order by id',
      [device.id],
    );
    expect(rows.map(({ key }) => key)).toEqual(['held', 'kept', 'confined']);
  });

  it('said without proof goes with the quarantine, where the lock itself has spoken since', async () => {
    const { owner } = database.pools;
    const org = await buildOrganisation(owner);
    const [lock, silent] = [await buildDevice(owner, org), await buildDevice(owner, org)];
    await maintainPartitions(owner, { now: Date.now(), retentionDays: 40 });
    const tell = async (device: number, days: number, authenticated: boolean) => {
      // finer than a millisecond, as a time may be
      const at = [device, org, age(days), days, authenticated];
      await owner.query(
        `insert into position (device_id, org_id, device_time, receive_time, serial, hash, msg_type, replay, lock_status, fault, report_reson, raw, authenticated)
         values ($1, $2, $3::timestamptz + interval '1 microsecond', $3, $4, 1, 1, false, 0, 0, '', '', $5)`,
        at,
      );
      const { rows } = await owner.query<{ id: number }>(
        `insert into lock_event (device_id, org_id, device_time, receive_time, at, serial, hash, code, lst, ls_before, ls_after, fault, replay, quality, counts, authenticated)
         values ($1, $2, $3, $3, $3, $4, 1, 'x', 2, 0, 2, 0, false, 'direct', false, $5) returning id`,
        at,
      );
      return rows[0]!.id;
    };
    for (const authenticated of [true, false]) for (const days of [9, 11]) await tell(lock.id, days, authenticated);
    await tell(silent.id, 11, false);
    // what an alarm names stays until the alarm goes
    const named = await tell(lock.id, 12, false);
    await owner.query(
      `insert into alarm (device_id, org_id, kind, severity, first_time, last_time, event_id)
       values ($1, $2, 'low_battery', 'info', now(), now(), $3)`,
      [lock.id, org, named],
    );
    await owner.query('update lock_state set receive_time = $2 where device_id = $1', [lock.id, age(1)]);
    const forgetSoon = () =>
      forgetOld(database.pools.platform, {
        days: (name) => (name === 'quarantine_days' ? 10 : 1000),
        now: Date.now(),
      });
    expect(await forgetSoon()).toMatchObject({ position: 2, lock_event: 1 });
    const left = async (table: string) =>
      (
        await owner.query<{ left: string }>(
          `select string_agg(case device_id when $1 then 'lock' else 'silent' end || ' ' || serial || ' ' || authenticated, ', '
             order by device_id, serial, authenticated) as left from ${table} where device_id in ($1, $2)`,
          [lock.id, silent.id],
        )
      ).rows[0]!.left;
    expect(await left('position')).toBe('lock 9 false, lock 9 true, lock 11 true, silent 11 false');
    expect(await left('lock_event')).toBe('lock 9 false, lock 9 true, lock 11 true, lock 12 false, silent 11 false');
    expect(await forgetSoon()).toEqual({});
  });

  it('leaves the last of the old events from which a late word is judged', async () => {
    const { owner } = database.pools;
    const org = await buildOrganisation(owner);
    const device = await buildDevice(owner, org);
    const other = await buildDevice(owner, org);
    const event = (of: number, days: number, counts: boolean, serial = 1) =>
      owner.query(
        `insert into lock_event (device_id, org_id, device_time, receive_time, at, serial, hash, code, lst, ls_before, ls_after, fault, replay, quality, counts)
         values ($1, $2, $3, $3, $3, $4, 1, 'x', 2, 0, 2, 0, false, 'direct', $5)`,
        [of, org, new Date(Date.UTC(2000, 0, 1) - days * 86_400_000), serial, counts],
      );
    await event(device.id, 40, true);
    await event(device.id, 30, true, 1);
    await event(device.id, 30, true, 2);
    await event(device.id, 20, false); // a stranger's word moves nothing, and nothing is judged from it
    await event(other.id, 50, true);
    await forget();
    const { rows } = await owner.query(
      'select device_id as device, serial, receive_time::date::text as day from lock_event where device_id in ($1, $2) order by 1, 2',
      [device.id, other.id],
    );
    expect(rows).toEqual([
      { device: device.id, serial: 1, day: '1999-12-02' },
      { device: device.id, serial: 2, day: '1999-12-02' },
      { device: other.id, serial: 1, day: '1999-11-12' },
    ]);
  });

  const backlog = async (rows: number) => {
    const { owner } = database.pools;
    const device = await buildDevice(owner, await buildOrganisation(owner));
    await owner.query(
      "insert into quarantine (device_id, receive_time, reason, raw) select $1, $2, 'too_old', '' from generate_series(1, $3)",
      [device.id, age(2000), rows],
    );
  };

  it('goes until nothing is left, a portion of each table after the other, resting after each part', async () => {
    await backlog(2500);
    await database.pools.owner.query(
      `insert into operation_log (title_zh, title_en, business_type, request_method, operate_url, success, create_time)
       select 'x', 'x', 'other', 'POST', '/x', true, $1 from generate_series(1, 1200)`,
      [age(1001)],
    );
    const rests: number[] = [];
    const overdue: string[] = [];
    const turn = {
      days,
      now: Date.now(),
      part: 500,
      portion: 1000,
      rest: async (ms: number) => void rests.push(ms),
      told: (name: string, seconds: number) => {
        if (name === 'quarantine' || seconds > 0) overdue.push(`${name} ${Math.round(seconds / 86_400)}`);
      },
    };
    expect(await forgetOld(database.pools.platform, turn)).toEqual({ quarantine: 2500, operation_log: 1200 });
    expect(rests).toHaveLength(8);
    expect(overdue).toEqual([
      'quarantine 1000',
      'operation_log 1',
      'quarantine 1000',
      'operation_log 1',
      'quarantine 1000',
      'quarantine 0',
    ]);
  });

  it('is left to another turn once this one is over', async () => {
    await backlog(2500);
    let parts = 0;
    const turn = { days, now: Date.now(), goesOn: () => parts < 2, rest: async () => void parts++ };
    expect(await forgetOld(database.pools.platform, turn)).toEqual({ quarantine: 2000 });
    expect(await forget()).toEqual({ quarantine: 500 });
  });

  it('stays if it is kept for more days by then', async () => {
    await backlog(2500);
    let kept = 1000;
    const turn = {
      days: () => kept,
      now: Date.now(),
      rest: async () => {
        kept = 3000;
      },
    };
    expect(await forgetOld(database.pools.platform, turn)).toEqual({ quarantine: 1000 });
    expect(await forget()).toEqual({ quarantine: 1500 });
  });

  it('goes in small parts', async () => {
    const { platform } = database.pools;
    await backlog(2500);
    const asked: number[] = [];
    const watched = {
      query: async (...of: Parameters<typeof platform.query>) => {
        const done = (await platform.query(...of)) as unknown as { rowCount: number };
        if (String(of[0]).startsWith('delete from quarantine')) asked.push(done.rowCount);
        return done;
      },
    };
    await forgetOld(watched as never, { days, now: Date.now() });
    expect(asked).toEqual([1000, 1000, 500]);
  });

  it('of the operation log is deleted by nobody else, and never before half a year', async () => {
    const { owner, platform, app } = database.pools;
    await owner.query(
      `insert into operation_log (title_zh, title_en, business_type, request_method, operate_url, success, create_time)
       values ('x', 'x', 'other', 'POST', '/x', true, $1)`,
      [age(170)],
    );
    await platform.query('select forget_operations(now(), 1000)');
    const before = await count('operation_log');
    expect(before).toBe(1);
    await expect(owner.query('delete from operation_log')).rejects.toThrow('append only');
    await expect(platform.query('delete from operation_log')).rejects.toThrow('permission denied');
    await expect(app.query('select forget_operations(now(), 1)')).rejects.toThrow('permission denied');
    expect(await count('operation_log')).toBe(before);
  });
});
