import { devices } from '@plomb/contract/devices/devices';
import { applicationLimits, applicationRecords, applications } from '@plomb/contract/friends/applications';
import { friends } from '@plomb/contract/friends/friends';
import { map } from '@plomb/contract/map/map';
import { operators } from '@plomb/contract/system/operators/operators';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { transaction } from '../../platform/postgres/transaction.ts';
import { startApi, type TestApi } from '../../testing/api.ts';
import { type BuiltOperator, buildDevice, buildOperator, buildOrganisation } from '../../testing/build.ts';
import type { Caller } from '../../testing/client.ts';
import { lapseApplications } from './applications.routes.ts';
import { holdPeople } from './people.ts';

let api: TestApi;
let orgs: number[];
let a: BuiltOperator;
let b: BuiltOperator;
let asA: Caller;
let asB: Caller;
beforeAll(async () => {
  api = await startApi();
  orgs = [await buildOrganisation(api.db), await buildOrganisation(api.db)];
});
afterAll(() => api.stop());
beforeEach(async () => {
  [a, b] = [await buildOperator(api.db, orgs[0]!), await buildOperator(api.db, orgs[1]!)];
  [asA, asB] = [await api.signedIn(a), await api.signedIn(b)];
});

const apply = (by: Caller, typed: string, message = '') => by.call(friends.apply, { typed, message });
const sent = async (by: Caller, typed: string) => expect((await apply(by, typed)).verify.sign).toBe('success');
const waiting = async (by: Caller) => (await by.ok(applications.list, {})).rows;
const records = async (by: Caller) => (await by.ok(applicationRecords.list, {})).rows;
const friendsOf = async (by: Caller) => (await by.ok(friends.list, {})).rows.map((f) => f.id);
const befriend = async () => {
  await sent(asA, b.loginName);
  await asB.ok(applications.agree, { id: (await waiting(asB))[0]!.id });
};
const ago = (interval: string, id: number) =>
  api.db.query(
    `update application set create_time = create_time - $2::interval, end_time = end_time - $2::interval where id = $1`,
    [id, interval],
  );
const newest = async (): Promise<number> =>
  (await api.db.query<{ id: number }>('select max(id) as id from application')).rows[0]!.id;
/** Both have begun, and wait for the same two people, before either goes on. */
const atOnce = async <T>(...works: (() => Promise<T>)[]): Promise<T[]> => {
  let under: Promise<T>[] = [];
  await transaction(api.db, async (db) => {
    await holdPeople(db, a.id, b.id);
    under = works.map((work) => work());
    const waits = async () =>
      (
        await db.query<{ count: number }>(
          `select count(*)::int as count from pg_locks where locktype = 'advisory' and not granted
             and database = (select oid from pg_database where datname = current_database())`,
        )
      ).rows[0]!.count;
    await expect.poll(waits, { timeout: 10_000 }).toBe(works.length);
  });
  return Promise.all(under);
};
const phone = async (who: BuiltOperator, number: string) =>
  api.db.query('update operator set oper_phone = $2 where id = $1', [who.id, number]);

describe('applying', () => {
  it('by the login name reaches that person, who sees who asks, and makes friends when agreed', async () => {
    expect((await apply(asA, b.loginName.toUpperCase(), 'we share a route')).verify.sign).toBe('success');
    const [mine] = await waiting(asA);
    expect(mine).toMatchObject({
      kind: 'friend',
      direction: 'outgoing',
      typed: b.loginName.toUpperCase(),
      oper_name: '',
      login_name: '',
      org_name: '',
      person_id: null,
    });
    const [theirs] = await waiting(asB);
    expect(theirs).toMatchObject({
      direction: 'incoming',
      oper_name: `Operator ${a.loginName}`,
      login_name: a.loginName,
      org_name: expect.stringContaining('org'),
      message: 'we share a route',
      typed: '',
      person_id: a.id,
    });
    expect(await asB.ok(applications.waiting, {})).toEqual({ count: 1 });
    await asB.ok(applications.agree, { id: theirs!.id });
    expect([await friendsOf(asA), await friendsOf(asB)]).toEqual([[b.id], [a.id]]);
    expect((await asA.ok(friends.list, {})).rows[0]).toEqual({
      id: b.id,
      oper_name: `Operator ${b.loginName}`,
      login_name: b.loginName,
      org_name: expect.stringContaining('org'),
      create_time: expect.any(String),
    });
    expect([await waiting(asA), await waiting(asB)]).toEqual([[], []]);
    expect(await records(asA)).toMatchObject([{ state: 'agreed', login_name: b.loginName, direction: 'outgoing' }]);
    expect(await records(asB)).toMatchObject([{ state: 'agreed', login_name: a.loginName, direction: 'incoming' }]);
  });

  it('by the telephone number reaches one person, however its digits are grouped, and nobody where two have it', async () => {
    await phone(b, '+86 138-1234-5678');
    await sent(asA, '+8613812345678');
    expect(await waiting(asB)).toHaveLength(1);
    await asA.ok(applications.withdraw, { id: (await waiting(asA))[0]!.id });
    await phone(a, '+86 13812345678');
    await sent(asA, '+86 13812345678');
    expect(await waiting(asB)).toHaveLength(0);
  });

  it('answers, keeps and counts alike whoever is named, and whether or not it is heard', async () => {
    const off = await buildOperator(api.db, orgs[1]!);
    await api.db.query('update operator set status = 2 where id = $1', [off.id]);
    const blocks = await buildOperator(api.db, orgs[1]!);
    await api.db.query('insert into friend_block values ($1, $2)', [blocks.id, a.id]);
    const names = [
      b.loginName,
      'nobody-of-this-name',
      a.loginName,
      off.loginName,
      blocks.loginName,
      '+86 10 0000 0001',
    ];
    const answers = [];
    for (const typed of names) {
      const { status, verify, data } = await apply(asA, typed);
      answers.push({ status, verify, data });
    }
    expect(new Set(answers.map((one) => JSON.stringify(one))).size).toBe(1);
    const rows = await waiting(asA);
    expect(rows.map(({ id: _, typed: __, create_time: ___, ...rest }) => JSON.stringify(rest))).toEqual(
      Array(6).fill(expect.stringContaining('"outgoing"')),
    );
    expect(new Set(rows.map(({ id: _, typed: __, create_time: ___, ...rest }) => JSON.stringify(rest))).size).toBe(1);
    for (const typed of names) expect((await apply(asA, typed)).verify.desc).toMatch(/applied to this person already/);
    for (const { id } of rows) await asA.ok(applications.withdraw, { id });
    expect(new Set((await records(asA)).map(({ state }) => state))).toEqual(new Set(['withdrawn']));
    expect(await waiting(await api.signedIn(blocks))).toEqual([]);
  });

  it('takes as many statements whoever is named', async () => {
    const count = async (typed: string) => {
      const queries: string[] = [];
      const client = api.pools.platform;
      const connect = client.connect.bind(client);
      (client as { connect: unknown }).connect = async () => {
        const one = await connect();
        const query = one.query.bind(one);
        (one as { query: unknown }).query = (...args: [string]) => {
          if (/application|operator|lock/.test(String(args[0]))) queries.push(String(args[0]));
          return (query as (...all: unknown[]) => unknown)(...args);
        };
        const release = one.release.bind(one);
        one.release = (err?: Error | boolean) => {
          (one as { query: unknown }).query = query;
          one.release = release;
          release(err);
        };
        return one;
      };
      await sent(asA, typed);
      (client as { connect: unknown }).connect = connect;
      return queries.filter((text) => /addressee|hold|unnest|reached|insert into application/.test(text));
    };
    const known = await count(b.loginName);
    expect(known.length).toBeGreaterThan(2);
    expect(await count('nobody-at-all')).toEqual(known);
    expect(await count(a.loginName)).toEqual(known);
  });

  it('is limited to so many in a day', async () => {
    for (let i = 0; i < applicationLimits.aDay; i++) await sent(asA, `nobody-${i}`);
    expect((await apply(asA, b.loginName)).verify.sign).toBe('tooMany');
  });

  it('to somebody whose own waits makes friends at once, and leaves one record', async () => {
    await sent(asA, b.loginName);
    await sent(asB, a.loginName);
    expect(await friendsOf(asA)).toEqual([b.id]);
    expect(await records(asB)).toMatchObject([{ state: 'agreed', direction: 'incoming' }]);
    expect(await waiting(asB)).toEqual([]);
  });

  it('both ways in one moment makes friends', async () => {
    await atOnce(
      () => sent(asA, b.loginName),
      () => sent(asB, a.loginName),
    );
    expect([await friendsOf(asA), await friendsOf(asB)]).toEqual([[b.id], [a.id]]);
    expect([await waiting(asA), await waiting(asB)]).toEqual([[], []]);
  });

  it('twice in one moment sends one', async () => {
    const signs = (
      await atOnce(
        () => apply(asA, b.loginName),
        () => apply(asA, b.loginName),
      )
    ).map((r) => r.verify.sign);
    expect(signs.sort()).toEqual(['conflict', 'success']);
    expect(await waiting(asB)).toHaveLength(1);
  });
});

describe('what was declined', () => {
  it('is asked again after a day, three times in thirty days, whatever name is typed', async () => {
    await phone(b, '13900001111');
    await sent(asA, b.loginName);
    await asB.ok(applications.decline, { id: (await waiting(asB))[0]!.id });
    expect(await records(asA)).toMatchObject([{ state: 'declined', oper_name: '', typed: b.loginName }]);
    expect((await apply(asA, b.loginName)).verify.desc).toMatch(/After a decline/);
    await sent(asA, '13900001111');
    expect(await waiting(asB)).toEqual([]);
    await ago('25 hours', (await records(asA))[0]!.id);
    for (const _ of [2, 3]) {
      await sent(asA, b.loginName);
      const { id } = (await waiting(asB))[0]!;
      await asB.ok(applications.decline, { id });
      await ago('25 hours', id);
    }
    expect((await apply(asA, b.loginName)).verify.desc).toMatch(/at most 3 times within 30 days/);
    for (const { id } of await records(asA)) await ago('30 days', id);
    await sent(asA, b.loginName);
    expect(await waiting(asB)).toHaveLength(1);
  });
});

describe('what was declined on its last day', () => {
  it('is not asked again within the day after', async () => {
    await sent(asA, b.loginName);
    const { id } = (await waiting(asB))[0]!;
    await asB.ok(applications.decline, { id });
    await api.db.query(
      `update application set create_time = create_time - interval '30 days 3 hours', end_time = end_time - interval '4 hours'
        where id = $1`,
      [id],
    );
    expect((await apply(asA, b.loginName)).verify.desc).toMatch(/After a decline/);
    await ago('20 hours', id);
    await sent(asA, b.loginName);
    expect(await waiting(asB)).toHaveLength(1);
  });
});

describe('an application that waits', () => {
  it('is settled once: what comes again changes nothing, and by nobody but its side', async () => {
    await sent(asA, b.loginName);
    const { id } = (await waiting(asB))[0]!;
    const c = await api.signedIn(await buildOperator(api.db, orgs[0]!));
    for (const call of [applications.agree, applications.decline, applications.withdraw])
      expect((await c.call(call, { id })).verify.sign).toBe('notFound');
    for (const call of [applications.agree, applications.decline])
      expect((await asA.call(call, { id })).verify.sign).toBe('notFound');
    expect((await asB.call(applications.withdraw, { id })).verify.sign).toBe('notFound');
    await asB.ok(applications.decline, { id });
    for (const call of [applications.agree, applications.decline])
      expect((await asB.call(call, { id })).verify.desc).toMatch(/settled already/);
    expect((await asA.call(applications.withdraw, { id })).verify.desc).toMatch(/settled already/);
    expect((await records(asA))[0]).toMatchObject({ state: 'declined' });
    await expect(api.db.query("update application set state = 'agreed' where id = $1", [id])).rejects.toThrow(
      /settled/,
    );
  });

  it('has one end of agree and withdraw in one moment', async () => {
    await sent(asA, b.loginName);
    const id = await newest();
    const ends = await atOnce(
      () => asB.call(applications.agree, { id }),
      () => asA.call(applications.withdraw, { id }),
    );
    expect(ends.map((r) => r.verify.sign).sort()).toEqual(['conflict', 'success']);
    const isAgreed = ends[0]!.verify.sign === 'success';
    expect(await friendsOf(asA)).toEqual(isAgreed ? [b.id] : []);
    expect((await records(asA))[0]!.state).toBe(isAgreed ? 'agreed' : 'withdrawn');
  });

  it('lapses after thirty days, and is not agreed to from then on', async () => {
    await sent(asA, b.loginName);
    const id = await newest();
    await ago('29 days 23 hours', id);
    expect(await lapseApplications(api.db)).toEqual([]);
    await ago('1 hour', id);
    expect((await asB.call(applications.agree, { id })).verify.desc).toMatch(/settled already/);
    expect((await lapseApplications(api.db)).sort()).toEqual([a.id, b.id].sort());
    expect((await records(asB))[0]).toMatchObject({ state: 'lapsed' });
    expect(await lapseApplications(api.db)).toEqual([]);
    await sent(asA, b.loginName);
  });

  it('of somebody who left is withdrawn, and keeps the names', async () => {
    await sent(asA, b.loginName);
    await api.db.query('update operator set status = 2 where id = $1', [a.id]);
    const root = await api.caller();
    await root.login('admin', 'administrator1');
    await root.ok(operators.delete, { ids: [a.id] });
    expect(await waiting(asB)).toEqual([]);
    expect(await records(asB)).toMatchObject([{ state: 'withdrawn', login_name: a.loginName, person_id: null }]);
  });
});

describe('friends', () => {
  it('are parted by either side, once', async () => {
    await befriend();
    const ends = await atOnce(
      () => asA.call(friends.remove, { id: b.id }),
      () => asB.call(friends.remove, { id: a.id }),
    );
    expect(ends.map((r) => r.verify.sign).sort()).toEqual(['notFound', 'success']);
    expect([await friendsOf(asA), await friendsOf(asB)]).toEqual([[], []]);
    await sent(asA, b.loginName);
    expect(await waiting(asB)).toHaveLength(1);
  });

  it('are asked no second time', async () => {
    await befriend();
    expect((await apply(asA, b.loginName)).verify.desc).toBe('You are friends already');
    await phone(b, '13700002222');
    await sent(asA, '13700002222');
    expect(await waiting(asB)).toEqual([]);
  });

  it('see nothing of each other’s devices by that alone', async () => {
    await befriend();
    const device = await buildDevice(api.db, orgs[1]!);
    expect((await asA.ok(devices.list, {})).rows.map((d) => d.id)).not.toContain(device.id);
    for (const [call, input] of [
      [devices.detail, { id: device.id }],
      [map.lock, { id: device.id }],
    ] as const)
      expect((await asA.post(call.path, input)).verify.sign).toBe('notFound');
    expect(
      (
        await asA.post('/lock/unseal', {
          device_id: device.id,
          reason: 'a friend asks',
          idempotency_key: 'friend-press',
        })
      ).verify.sign,
    ).toBe('notFound');
  });
});

describe('who is blocked', () => {
  it('sees its applications sent, and reaches nobody; unblocked it reaches again', async () => {
    await sent(asA, b.loginName);
    const id = await newest();
    await asB.ok(friends.block, { id: a.id });
    expect(await waiting(asB)).toEqual([]);
    expect(await asB.ok(applications.waiting, {})).toEqual({ count: 0 });
    expect((await asB.call(applications.agree, { id })).verify.sign).toBe('notFound');
    expect(await waiting(asA)).toMatchObject([{ state: 'pending', typed: b.loginName }]);
    await asA.ok(applications.withdraw, { id });
    await sent(asA, b.loginName);
    expect(await waiting(asB)).toEqual([]);
    expect((await asB.ok(friends.list, {})).blocked).toMatchObject([{ id: a.id, login_name: a.loginName }]);
    expect((await apply(asB, a.loginName)).verify.desc).toMatch(/unblock first/);
    expect((await asB.call(friends.block, { id: a.id })).verify.sign).toBe('conflict');
    await asB.ok(friends.unblock, { id: a.id });
    expect((await asB.call(friends.unblock, { id: a.id })).verify.sign).toBe('notFound');
    await asA.ok(applications.withdraw, { id: (await waiting(asA))[0]!.id });
    await sent(asA, b.loginName);
    expect(await waiting(asB)).toHaveLength(1);
  });

  it('is no friend any more, also when it is removed in the same moment', async () => {
    await befriend();
    const [blocked, removed] = await atOnce<{ verify: { sign: string } }>(
      () => asA.call(friends.block, { id: b.id }),
      () => asB.call(friends.remove, { id: a.id }),
    );
    expect(blocked!.verify.sign).toBe('success');
    expect(['success', 'notFound']).toContain(removed!.verify.sign);
    expect(await friendsOf(asA)).toEqual([]);
    expect((await asA.ok(friends.list, {})).blocked.map((p) => p.id)).toEqual([b.id]);
  });

  it('is blocked by its record, also when it was declined, or ended the friendship first', async () => {
    await befriend();
    await asB.ok(friends.remove, { id: a.id });
    const [mine, theirs] = [(await records(asA))[0]!, (await records(asB))[0]!];
    expect([mine.person_id, theirs.person_id]).toEqual([b.id, a.id]);
    await asA.ok(friends.block, { id: mine.person_id! });
    expect((await records(asA))[0]!.person_id).toBeNull();
    expect((await records(asB))[0]!.person_id).toBe(a.id);
    const c = await buildOperator(api.db, orgs[0]!);
    const asC = await api.signedIn(c);
    await sent(asC, b.loginName);
    await asB.ok(applications.decline, { id: (await waiting(asB))[0]!.id });
    expect((await records(asB))[0]!.person_id).toBe(c.id);
    expect((await records(asC))[0]!.person_id).toBeNull();
  });

  it('has applied, or was a friend: of others nothing is told', async () => {
    for (const id of [b.id, 987_654_321, a.id])
      for (const call of [friends.block, friends.unblock, friends.remove])
        expect((await asA.call(call, { id })).verify.sign).toBe('notFound');
  });
});

describe('what is read', () => {
  it('takes no connection of the house’s own work', async () => {
    const { platform } = api.pools;
    const all = await Promise.all(Array.from({ length: platform.options.max }, () => platform.connect()));
    try {
      expect(await asA.ok(applications.waiting, {})).toEqual({ count: 0 });
      expect([await waiting(asA), await records(asA), await friendsOf(asA)]).toEqual([[], [], []]);
    } finally {
      for (const one of all) one.release();
    }
  });
});

describe('the other side', () => {
  it('hears of it at once, and nobody else does', async () => {
    const heard: number[][] = [];
    const stop = api.bus.hear('personal', ({ operators: who }) => void heard.push([...who].sort((x, y) => x - y)));
    await sent(asA, b.loginName);
    await sent(asA, 'nobody-hears');
    await asB.ok(applications.agree, { id: (await waiting(asB))[0]!.id });
    await asB.ok(friends.remove, { id: a.id });
    stop();
    const both = [a.id, b.id].sort((x, y) => x - y);
    expect(heard).toEqual([both, [a.id], both, both]);
  });

  it('hears that what waited for it was taken back by a block', async () => {
    await befriend();
    await asA.ok(friends.remove, { id: b.id });
    await sent(asA, b.loginName);
    const heard: number[] = [];
    const stop = api.bus.hear('personal', ({ operators: who }) => void heard.push(...who));
    await asA.ok(friends.block, { id: b.id });
    stop();
    expect(heard).toContain(b.id);
    expect((await records(asB))[0]).toMatchObject({ state: 'withdrawn' });
  });
});

it('everything is in the operation log, with whom it is about', async () => {
  await befriend();
  await asA.ok(friends.remove, { id: b.id });
  await asA.ok(friends.block, { id: b.id }).catch(() => undefined);
  const { rows } = await api.db.query<{ url: string; instruct: string }>(
    `select operate_url as url, instruct from operation_log where operate_name in ($1, $2) and business_type <> 'login' order by id`,
    [`Operator ${a.loginName}`, `Operator ${b.loginName}`],
  );
  expect(rows.slice(0, 3)).toMatchObject([
    { url: '/friend/apply', instruct: b.loginName },
    { url: '/application/agree', instruct: expect.stringContaining(a.loginName) },
    { url: '/friend/remove', instruct: expect.stringContaining(b.loginName) },
  ]);
});
