import { deviceRights } from '@plomb/contract/devices/rights';
import { LockSource } from '@plomb/contract/lock/codes';
import { orders } from '@plomb/contract/orders/orders';
import type { CommandQueue } from '@plomb/gateway/kit/ports';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { maintainPartitions } from '../../ingest/partitions.ts';
import { anEvent, aReport } from '../../ingest/testing/reports.ts';
import { openIngest } from '../../ingest/writer.ts';
import { startApi, type TestApi } from '../../testing/api.ts';
import { type BuiltDevice, buildDevice, buildOperator, buildOrganisation } from '../../testing/build.ts';
import type { Caller } from '../../testing/client.ts';
import { openersOf } from '../../testing/openers.ts';
import { queueOf } from '../../testing/queue.ts';
import { openPasswords, type Passwords } from './passwords.ts';
import { sweepOrders } from './queue.ts';

let api: TestApi;
let org: number;
let caller: Caller;
let lock: BuiltDevice;
let passwords: Passwords;
let queue: CommandQueue;
let press = 0;
const stored: number[] = [];
const hour = 3_600_000;

beforeAll(async () => {
  api = await startApi();
  org = await buildOrganisation(api.db);
  caller = await api.signedIn(await buildOperator(api.db, org));
  passwords = api.openPasswords((id) => void stored.push(id));
  queue = queueOf(api.db, 'test', passwords);
});
afterAll(() => api.stop());
beforeEach(async () => {
  lock = await buildDynamic();
});
const buildDynamic = async (): Promise<BuiltDevice> => {
  const built = await buildDevice(api.db, org, 'jt701');
  await api.db.query(
    `update device_type set unseal_password = 'dynamic' where id = (select device_type_id from device where id = $1)`,
    [built.id],
  );
  await api.db.query('update lock_state set lock_status = 2, receive_time = now() where device_id = $1', [built.id]);
  return built;
};

const told = (
  unlockPassword: string | null,
  ago = 0,
  of: { replay?: boolean; authenticated?: boolean } = {},
  by = passwords,
) => {
  const time = Date.now() - ago;
  const report = { unlockPassword, authenticated: true, replay: false, deviceTime: time, receiveTime: time, ...of };
  return by.keep(lock.id, report);
};
const rows = async () =>
  (
    await api.owner.query<{ sealed: Buffer; state: string }>(
      'select sealed, state from unlock_password where device_id = $1 order by id',
      [lock.id],
    )
  ).rows.map((row) => [passwords.open(lock.id, row.sealed), row.state]);
const unseal = () =>
  caller.ok(orders.unseal, {
    device_id: lock.id,
    reason: 'customs inspection',
    idempotency_key: `press-${++press}-pw`,
  });
const show = (who = caller, reason = 'the driver stands before it') =>
  who.call(orders.unlockPassword, { device_id: lock.id, reason });
const opened = (ago: number, { code = 'P45:6', proved = true, slow = 0 } = {}) =>
  api.db.query(
    `insert into lock_event (device_id, org_id, device_time, at, receive_time, serial, hash, code, lst, lso, ls_before,
       ls_after, fault, actor, replay, quality, authenticated, counts)
     values ($1, $2, now() - make_interval(secs => $3::float8 + $7::float8), now() - make_interval(secs => $3), now(), 1, $4, $5, 1, 3, 2,
       1, 0, '', false, 'direct', $6, $6)`,
    [lock.id, org, ago / 1000, ++press, code, proved, slow / 1000],
  );

/** The devices of the alarms that were raised now. */
const leaked = async () =>
  (
    await api.owner.query<{ id: number }>(
      `select device_id as id from alarm where id = any($1) and kind = 'password_leak' and severity = 'warning'`,
      [await passwords.leaked()],
    )
  ).rows.map((row) => row.id);

describe('a one-time password', () => {
  it('is kept sealed, the newest in force and the ones before it superseded', async () => {
    await told('111111', 3 * hour);
    await told('222222', 2 * hour);
    expect(await rows()).toEqual([
      ['111111', 'superseded'],
      ['222222', 'current'],
    ]);
    const { rows: raw } = await api.owner.query<{ t: string }>(
      'select t::text from unlock_password t where device_id = $1',
      [lock.id],
    );
    for (const digits of ['111111', '222222'])
      for (const form of [digits, Buffer.from(digits).toString('hex')])
        expect(raw.map((r) => r.t).join()).not.toContain(form);
    // no order waits for it: nobody is asked for one
    expect(stored).not.toContain(lock.id);
  });

  it('opens for no other device', async () => {
    await told('111111');
    const [row] = (
      await api.owner.query<{ sealed: Buffer }>('select sealed from unlock_password where device_id = $1', [lock.id])
    ).rows;
    expect(passwords.open(lock.id + 1, row!.sealed)).toBeNull();
  });

  it('told again changes nothing, and an older one told late neither, whoever asks', async () => {
    await told('111111', hour);
    await told('111111', 0);
    await told('000000', 2 * hour, { replay: true });
    const fresh = openPasswords(api.db, api.vault, () => undefined);
    const time = Date.now() - 2 * hour;
    await fresh.keep(lock.id, {
      unlockPassword: '999999',
      authenticated: true,
      replay: true,
      deviceTime: time,
      receiveTime: Date.now(),
    });
    expect(await rows()).toEqual([['111111', 'current']]);
  });

  it('of two told in one moment the one that came later is in force, and stays so when the first is told again', async () => {
    const time = Date.now() - hour;
    const report = { authenticated: true, replay: false, deviceTime: time, receiveTime: time };
    const tell = (unlockPassword: string, who = passwords) => who.keep(lock.id, { ...report, unlockPassword });
    await Promise.all([tell('111111'), tell('222222')]);
    const inForce = [
      ['111111', 'superseded'],
      ['222222', 'current'],
    ];
    expect(await rows()).toEqual(inForce);
    await tell(
      '111111',
      api.openPasswords(() => undefined),
    );
    expect(await rows()).toEqual(inForce);
  });

  it('too old to be kept beside a newer one is kept when it is told anew', async () => {
    await Promise.all([told('222222', hour), told('111111', 2 * hour)]);
    expect(await rows()).toEqual([['222222', 'current']]);
    await told('111111');
    expect((await rows()).at(-1)).toEqual(['111111', 'current']);
  });

  it('of a clock ahead of time does not shut out the ones that follow', async () => {
    const now = Date.now();
    await passwords.keep(lock.id, {
      unlockPassword: '111111',
      authenticated: true,
      replay: true,
      deviceTime: now + 9 * 60_000,
      receiveTime: now - 1000,
    });
    await told('222222');
    expect((await rows()).at(-1)).toEqual(['222222', 'current']);
  });

  it('is not believed from a connection that has not proved to be the lock', async () => {
    await told('111111');
    await told('666666', 0, { authenticated: false });
    expect(await rows()).toEqual([['111111', 'current']]);
  });

  it('that cannot be kept is not acknowledged', async () => {
    const broken = new Proxy(api.db, {
      get: (pool, name) =>
        name === 'query' ? () => Promise.reject(new Error('no database')) : Reflect.get(pool, name),
    });
    const away = openPasswords(broken, api.vault, () => undefined);
    const report = { unlockPassword: '1', authenticated: true, replay: false, deviceTime: 1, receiveTime: 1 };
    await expect(away.keep(lock.id, report)).rejects.toThrow('no database');
    await expect(away.keep(lock.id, { ...report, unlockPassword: null })).resolves.toBeUndefined();
  });
});

describe('an unseal by password', () => {
  it('waits until the lock has told its password, and carries the newest', async () => {
    const { id } = await unseal();
    expect(await queue.claim(lock.id)).toBeNull();
    await told('111111', hour);
    await told('222222');
    expect(await queue.claim(lock.id)).toMatchObject({
      id,
      instruction: { kind: 'unseal', password: { by: 'dynamic', text: '222222' } },
    });
    expect(stored).toContain(lock.id);
  });

  it('that waited for a password in vain says so', async () => {
    const { id } = await unseal();
    await api.db.query("update command set expire_time = now() - interval '1 second' where id = $1", [id]);
    await sweepOrders(api.db, () => undefined);
    expect(await caller.ok(orders.command, { id })).toMatchObject({ state: 'expired', cause: 'passwordUnknown' });
  });

  it('carries the factory’s only where the type says so', async () => {
    await told('111111');
    await api.db.query(
      `update device_type set unseal_password = 'factory' where id = (select device_type_id from device where id = $1)`,
      [lock.id],
    );
    await unseal();
    expect(await queue.claim(lock.id)).toMatchObject({ instruction: { password: { by: 'static', text: '888888' } } });
  });
});

describe('showing a password', () => {
  it('tells it to whoever says why, and files who, which lock and for what, without the password', async () => {
    await told('314159');
    const { data } = await show();
    expect(data).toMatchObject({ password: '314159', seconds: 60 });
    const filed = await api.owner.query(
      `select d.oper_name is not null as who, d.reason, p.state from password_disclosure d
       join unlock_password p on p.id = d.password_id where d.device_id = $1`,
      [lock.id],
    );
    expect(filed.rows).toEqual([{ who: true, reason: 'the driver stands before it', state: 'disclosed' }]);
    const log = await api.owner.query<{ t: string; instruct: string }>(
      'select t::text, instruct from operation_log t order by id desc limit 1',
    );
    expect(log.rows[0]?.instruct).toContain(`${lock.sn} Lock ${lock.sn}: the driver stands before it`);
    expect(log.rows[0]?.t).not.toContain('314159');
    await expect(api.owner.query('delete from password_disclosure')).rejects.toThrow('append only');
  });

  it('needs the button, a reason, the lock in sight and a password that is known', async () => {
    expect((await show()).verify.sign).toBe('fail');
    await told('314159');
    expect((await show(caller, 'hm')).verify.sign).toBe('validation');
    const dispatcher = await api.signedIn(await buildOperator(api.db, org, ['map:list', 'map:unseal']));
    expect((await show(dispatcher)).verify.sign).toBe('noPermission');
    const stranger = await api.signedIn(await buildOperator(api.db, await buildOrganisation(api.db)));
    expect((await show(stranger)).verify.sign).toBe('notFound');
  });

  it('is refused for a lock that was silent for a day', async () => {
    await told('314159', 25 * hour);
    await api.db.query("update lock_state set receive_time = now() - interval '25 hours' where device_id = $1", [
      lock.id,
    ]);
    expect((await show()).verify.desc).toContain('silent for a day');
    await api.db.query('update lock_state set receive_time = now() where device_id = $1', [lock.id]);
    expect((await show()).verify.sign).toBe('success');
  });

  it('ends after twenty in an hour', async () => {
    await told('314159');
    const busy = await api.signedIn(await buildOperator(api.db, org));
    const signs = [];
    for (let i = 0; i < 21; i++) signs.push((await show(busy)).verify.sign);
    expect([signs.slice(0, 20).every((sign) => sign === 'success'), signs[20]]).toEqual([true, 'tooMany']);
  });

  it('ends after twenty of as many locks asked for at once', async () => {
    const ids: number[] = [];
    for (let i = 0; i < 30; i++) {
      lock = await buildDevice(api.db, org, 'jt701');
      await api.db.query('update lock_state set receive_time = now() where device_id = $1', [lock.id]);
      await told('314159');
      ids.push(lock.id);
    }
    const busy = await api.signedIn(await buildOperator(api.db, org));
    const asked = ids.map((device_id) => busy.call(orders.unlockPassword, { device_id, reason: 'all of them' }));
    const signs = (await Promise.all(asked)).map(({ verify }) => verify.sign);
    expect(signs.filter((sign) => sign === 'success')).toHaveLength(20);
  });
});

describe('the password in force', () => {
  // nobody is shown more than a few in an hour
  beforeEach(async () => {
    caller = await api.signedIn(await buildOperator(api.db, org));
  });
  /** Where it stands before; `stale`: the lock was silent for a day. */
  const starts = {
    unknown: async () => undefined,
    current: () => told('111111', hour),
    async disclosed() {
      await told('111111', hour);
      await show();
    },
    async exposed() {
      await starts.disclosed();
      await passing();
    },
    async consumed() {
      await told('111111', hour);
      await opened(minute);
      await leaked();
    },
    async stale() {
      await told('111111', 25 * hour);
      await api.db.query("update lock_state set receive_time = now() - interval '25 hours' where device_id = $1", [
        lock.id,
      ]);
    },
  };
  type Start = keyof typeof starts;
  const minute = 60_000;
  const passing = async () => {
    await api.owner.query('alter table password_disclosure disable trigger user');
    await api.owner.query(
      "update password_disclosure set disclose_time = disclose_time - interval '16 minutes' where device_id = $1",
      [lock.id],
    );
    await api.owner.query('alter table password_disclosure enable trigger user');
    await passwords.expose(15);
  };
  const names = [
    'tells another',
    'tells the same',
    'tells an older one',
    'is shown',
    'is used',
    'its time passes',
  ] as const;
  type Event = (typeof names)[number];
  const events: Record<Event, () => Promise<unknown>> = {
    'tells another': () => told('222222'),
    // as it is heard by whoever asks the database: that it was told lately is remembered
    'tells the same': () =>
      told(
        '111111',
        0,
        {},
        api.openPasswords(() => undefined),
      ),
    'tells an older one': () => told('000000', 48 * hour, { replay: true }),
    'is shown': () => show(),
    'is used': () => opened(0),
    'its time passes': passing,
  };
  /** What is kept of the lock's passwords, and whether an alarm rang. */
  const standing = async (): Promise<string> => {
    const { rows } = await api.owner.query<{ word: string }>(
      `select case when state = 'current' and exposed then 'exposed' else state end as word from unlock_password
       where device_id = $1 order by id`,
      [lock.id],
    );
    const rang = (await leaked()).includes(lock.id);
    return [...rows.map(({ word }) => word), ...(rang ? ['leak'] : [])].join(' ');
  };
  // Each cell: all of the lock's passwords in the order they came, and the alarm if one rings.
  const table: Record<Event, Record<Start, string>> = {
    'tells another': {
      unknown: 'current',
      current: 'superseded current',
      disclosed: 'superseded current',
      exposed: 'superseded current',
      consumed: 'consumed current',
      stale: 'superseded current',
    },
    'tells the same': {
      unknown: 'current',
      current: 'current',
      disclosed: 'disclosed',
      exposed: 'exposed',
      // told after it was used it is a new one that happens to be the same
      consumed: 'consumed current',
      stale: 'current',
    },
    'tells an older one': {
      unknown: 'current',
      current: 'current',
      disclosed: 'disclosed',
      exposed: 'exposed',
      consumed: 'consumed',
      stale: 'current',
    },
    'is shown': {
      unknown: '',
      current: 'disclosed',
      disclosed: 'disclosed',
      exposed: 'disclosed',
      consumed: 'consumed',
      stale: 'current',
    },
    'is used': {
      unknown: '',
      current: 'consumed leak',
      disclosed: 'consumed',
      exposed: 'consumed',
      consumed: 'consumed',
      stale: 'consumed leak',
    },
    'its time passes': {
      unknown: '',
      current: 'current',
      disclosed: 'exposed',
      exposed: 'exposed',
      consumed: 'consumed',
      stale: 'current',
    },
  };
  const pairs = names.flatMap((event) => (Object.keys(starts) as Start[]).map((start) => [event, start] as const));

  it.each(pairs)('%s, of one that is %s; and the same again changes nothing', async (event, start) => {
    await starts[start]();
    await events[event]();
    expect(await standing()).toBe(table[event][start]);
    await events[event]();
    expect(await standing()).toBe(table[event][start].replace(' leak', ''));
  });

  it.each(names.flatMap((one, i) => names.slice(i).map((other) => [one, other] as const)))(
    '%s and %s at once: one comes after the other',
    async (one, other) => {
      const ending = async (...steps: (() => Promise<unknown>)[]) => {
        lock = await buildDynamic();
        await starts.disclosed();
        for (const step of steps) await step();
        return standing();
      };
      const possible = [await ending(events[one], events[other]), await ending(events[other], events[one])];
      expect(possible).toContain(await ending(() => Promise.all([events[one](), events[other]()])));
    },
  );

  it('is shown to nobody once its lock was silent for a day, and is again when that is heard', async () => {
    await starts.stale();
    expect((await show()).verify.sign).toBe('fail');
    await api.db.query('update lock_state set receive_time = now() where device_id = $1', [lock.id]);
    expect((await show()).verify.sign).toBe('success');
  });

  it('is told with whom it was shown to, and that it was not used', async () => {
    await starts.exposed();
    const { password } = await caller.ok(deviceRights.detail, { id: lock.id });
    expect(password).toMatchObject({ exposed: true, stale: false });
    const told = () => openersOf(caller, lock.id, 'code');
    expect(await told()).toMatchObject([{ name: expect.stringMatching(/^Operator /) }]);
    await show();
    const again = await caller.ok(deviceRights.detail, { id: lock.id });
    expect(again.password).toMatchObject({ exposed: false });
    expect(await told()).toHaveLength(2);
  });
});

describe('an opening by password', () => {
  it('uses it up, and is asked about when nobody was shown it and nothing was ordered', async () => {
    await told('111111', hour);
    await opened(0);
    expect(await rows()).toEqual([['111111', 'consumed']]);
    expect(await leaked()).toEqual([lock.id]);
    expect(await leaked()).toEqual([]);
  });

  it('is asked about once more when its alarm could not be filed', async () => {
    await told('111111', hour);
    await opened(0);
    await api.owner.query(
      `create function no_room() returns trigger language plpgsql as $$
        begin raise exception 'could not extend file: No space left on device' using errcode = '53100'; end $$;
       create trigger no_room before insert on alarm for each row execute function no_room()`,
    );
    await expect(passwords.leaked()).rejects.toThrow('No space left');
    await api.owner.query('drop trigger no_room on alarm; drop function no_room()');
    expect(await leaked()).toEqual([lock.id]);
    expect(await leaked()).toEqual([]);
  });

  it('is explained by a disclosure, or by an order of the platform', async () => {
    await told('111111', hour);
    await show();
    await opened(0);
    expect(await leaked()).toEqual([]);
    await told('222222');
    await unseal();
    await queue.claim(lock.id);
    await opened(-1000);
    expect(await rows()).toEqual([
      ['111111', 'consumed'],
      ['222222', 'consumed'],
    ]);
    expect(await leaked()).toEqual([]);
  });

  it('of our own order uses it up too, as the lock tells it: the next order carries another', async () => {
    await told('111111', hour);
    await unseal();
    expect(await queue.claim(lock.id)).not.toBeNull();
    await maintainPartitions(api.owner, { now: Date.now(), retentionDays: 30 });
    const ingest = openIngest({ pool: api.db, fences: { of: () => null }, lingerMs: 1 });
    const now = Date.now() + 1000;
    const event = anEvent(1, LockSource.passwordUnseal, 1, { code: 'P45:6' });
    await ingest.submit(lock, aReport({ family: 'jt701', deviceTime: now, receiveTime: now, event }));
    await ingest.close();
    const { rows: told1 } = await api.owner.query('select code, lso from lock_event where device_id = $1', [lock.id]);
    expect(told1).toEqual([{ code: 'P45:6', lso: LockSource.remoteUnseal }]);
    expect(await rows()).toEqual([['111111', 'consumed']]);
    expect((await show()).verify.sign).not.toBe('success');
    expect(await leaked()).toEqual([]);
  });

  it('is asked about when it was shown only to somebody of the organisation that had the lock before', async () => {
    await told('111111', hour);
    await show();
    await api.db.query('update device set org_id = $2 where id = $1', [lock.id, await buildOrganisation(api.db)]);
    await opened(0);
    expect(await leaked()).toEqual([lock.id]);
  });

  it('that stays, or told by somebody who is not known to be the lock, uses up none', async () => {
    await told('111111', hour);
    await opened(0, { code: 'P45:4' });
    await opened(0, { proved: false });
    expect(await rows()).toEqual([['111111', 'current']]);
    // what somebody said is now said by the lock itself
    await api.db.query(
      `update lock_event set authenticated = true, counts = true where device_id = $1 and code = 'P45:6'`,
      [lock.id],
    );
    expect(await rows()).toEqual([['111111', 'consumed']]);
  });

  it('uses it up also when the clock of the lock is slow', async () => {
    await told('111111', hour);
    await opened(0, { slow: 2 * hour });
    expect(await rows()).toEqual([['111111', 'consumed']]);
  });

  it('whose clock turns out to be slow uses it up then', async () => {
    await told('111111', hour);
    await opened(2 * hour);
    expect(await rows()).toEqual([['111111', 'current']]);
    await api.db.query('update lock_event set at = now() where device_id = $1', [lock.id]);
    expect(await rows()).toEqual([['111111', 'consumed']]);
  });

  it('told late uses up no password that came after it', async () => {
    await told('222222');
    await opened(hour);
    expect(await rows()).toEqual([['222222', 'current']]);
  });

  it('is forgotten after a month, and to whom it was shown is not', async () => {
    await told('111111', hour);
    await show();
    await told('222222');
    await api.db.query("update unlock_password set end_time = now() - interval '31 days' where state = 'superseded'");
    await passwords.forget();
    expect(await rows()).toEqual([['222222', 'current']]);
    const { rows: kept } = await api.owner.query('select 1 from password_disclosure where device_id = $1', [lock.id]);
    expect(kept).toHaveLength(1);
  });
});
