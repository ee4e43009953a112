import { calls } from '@plomb/contract/calls';
import { errors } from '@plomb/contract/errors';
import { authorisationLimits } from '@plomb/contract/friends/authorisations';
import type { InputOf } from '@plomb/contract/kit/call';
import { LockAction, LockSource } from '@plomb/contract/lock/codes';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startApi, type TestApi } from '../../testing/api.ts';
import {
  type BuiltDevice,
  type BuiltOperator,
  buildDevice,
  buildOperator,
  buildOrganisation,
} from '../../testing/build.ts';
import type { Caller } from '../../testing/client.ts';
import { openersOf } from '../../testing/openers.ts';
import { queueOf } from '../../testing/queue.ts';
import { sweepAuthorisations } from './sweep.ts';

const {
  apiKeys,
  applications,
  applicationRecords,
  authorisations,
  devices,
  evidence,
  friends,
  openings,
  orderQueue,
  orders,
} = calls;
let api: TestApi;
let owner: number;
let port: number;
let first: BuiltOperator;
let second: BuiltOperator;
let holder: BuiltOperator;
let asFirst: Caller;
let asSecond: Caller;
let asHolder: Caller;
let stranger: Caller;
let one: BuiltDevice;
let pressed = 0;

beforeAll(async () => {
  api = await startApi();
  stranger = await api.signedIn(await buildOperator(api.db, await buildOrganisation(api.db)));
});
afterAll(() => api.stop());
beforeEach(async () => {
  [owner, port] = [await buildOrganisation(api.db), await buildOrganisation(api.db)];
  [first, second, holder] = [
    await buildOperator(api.db, owner),
    await buildOperator(api.db, owner),
    await buildOperator(api.db, port),
  ];
  [asFirst, asSecond, asHolder] = [await api.signedIn(first), await api.signedIn(second), await api.signedIn(holder)];
  await befriend(holder, first);
  one = await buildDevice(api.db, owner);
  // of what the tests before have left
  await sweepAuthorisations(api.db);
});

const befriend = (x: BuiltOperator, y: BuiltOperator) =>
  api.db.query('insert into friendship (low_id, high_id) values (least($1::bigint, $2), greatest($1::bigint, $2))', [
    x.id,
    y.id,
  ]);
const HOUR = 3_600_000;
const at = (ms: number) => new Date(Date.now() + ms).toISOString();
type Asked = InputOf<typeof authorisations.apply>;
const asked = (change: Partial<Asked> = {}): Asked => ({
  person_id: first.id,
  numbers: [one.sn],
  orders: 'unseal',
  from_time: at(-HOUR),
  until_time: at(24 * HOUR),
  reason: 'rail transfer',
  ...change,
});
const newest = async () => (await asHolder.ok(authorisations.list, {})).rows[0]!;
const applied = async (change: Partial<Asked> = {}) => {
  await asHolder.ok(authorisations.apply, asked(change));
  return (await newest()).id;
};
const agreed = async (change: Partial<Asked> = {}) => {
  const id = await applied(change);
  await asFirst.ok(authorisations.agree, { id, as: 'first' });
  await asSecond.ok(authorisations.agree, { id, as: 'second' });
  return id;
};
const state = async (id: number) =>
  (await api.db.query('select state, end_cause as why from authorisation where id = $1', [id])).rows[0];
const order = (id: number, kind: 'seal' | 'unseal' = 'unseal', by = asHolder, device_id = one.id) =>
  by.post(authorisations.order.path, {
    id,
    device_id,
    kind,
    reason: 'customs check',
    idempotency_key: `authorised-${++pressed}`,
  });
const commands = async (deviceId = one.id) =>
  (
    await api.db.query(
      'select kind, state, cause, org_id, authorisation_id from command where device_id = $1 order by id',
      [deviceId],
    )
  ).rows;
const sign = async (answer: Promise<{ verify: { sign: string } }>) => (await answer).verify.sign;
const desc = async (answer: Promise<{ verify: { desc: string } }>) => (await answer).verify.desc;

describe('applying', () => {
  it('reaches the authorisers of the friend’s organisation, who see of which devices; the applicant sees what it typed', async () => {
    await asHolder.ok(authorisations.apply, asked({ numbers: [one.sn, '999999999999'] }));
    const mine = await newest();
    expect(mine).toMatchObject({
      state: 'pending_first',
      value: 'unauthorised',
      mine: true,
      own: false,
      decides: false,
      devices: 2,
    });
    expect(await asHolder.ok(authorisations.detail, { id: mine.id })).toMatchObject({
      asked: [one.sn, '999999999999'],
      locks: [],
    });
    const theirs = await asFirst.ok(authorisations.detail, { id: mine.id });
    expect(theirs).toMatchObject({ mine: false, own: true, decides: true, asked: [one.sn, '999999999999'] });
    expect(theirs.locks).toMatchObject([{ sn: one.sn, seen: true, device_name: `Lock ${one.sn}` }]);
    expect((await stranger.ok(authorisations.list, {})).rows).toEqual([]);
    expect(await sign(stranger.post(authorisations.detail.path, { id: mine.id }))).toBe('notFound');
  });

  it('is not of what one may already without limit, whoever begins; of what follows it, or of more than that, it is', async () => {
    const id = await agreed({ orders: 'seal' });
    const inIt = asked({ orders: 'seal', from_time: at(HOUR), until_time: at(2 * HOUR) });
    const again = (change: Partial<Asked> = {}) => asHolder.post(authorisations.apply.path, { ...inIt, ...change });
    expect((await again()).verify).toMatchObject({ sign: 'conflict', desc: expect.stringContaining(one.sn) });
    expect(await sign(asFirst.post(authorisations.grant.path, { ...inIt, person_id: holder.id }))).toBe('conflict');
    expect(await sign(again({ until_time: at(30 * HOUR) }))).toBe('success');
    expect(await sign(again({ orders: 'unseal' }))).toBe('success');
    await asFirst.ok(authorisations.end, { id });
    expect(await sign(again())).toBe('success');
  });

  it('is answered alike whether there are such devices or not', async () => {
    const [real, none] = [await applied(), await applied({ numbers: ['999999999999'] })];
    const shown = async (id: number) => {
      const {
        id: _,
        asked: __,
        create_time,
        due_time,
        from_time,
        until_time,
        ...rest
      } = await asHolder.ok(authorisations.detail, { id });
      return rest;
    };
    expect(await shown(none)).toEqual(await shown(real));
    expect(await desc(asFirst.post(authorisations.agree.path, { id: none, as: 'first' }))).toBe(
      errors.authorisationEmpty.en,
    );
  });

  it('is of friends only, within a month, not of what has passed or is seen anyway, and so often', async () => {
    expect(await sign(asHolder.post(authorisations.apply.path, asked({ person_id: second.id })))).toBe('notFound');
    const long = asked({ until_time: at(authorisationLimits.days * 24 * HOUR) });
    expect(await sign(asHolder.post(authorisations.apply.path, long))).toBe('validation');
    const past = asked({ from_time: at(-2 * HOUR), until_time: at(-HOUR) });
    expect(await sign(asHolder.post(authorisations.apply.path, past))).toBe('conflict');
    // what begins in a far year would wait for ever
    const ahead = (more: number) => at((authorisationLimits.aheadDays * 24 + more) * HOUR);
    for (const until_time of [ahead(2), null])
      expect(await sign(asHolder.post(authorisations.apply.path, asked({ from_time: ahead(1), until_time })))).toBe(
        'validation',
      );
    const own = await buildDevice(api.db, port);
    expect(await desc(asHolder.post(authorisations.apply.path, asked({ numbers: [own.sn] })))).toContain(own.sn);
    for (let i = 0; i < authorisationLimits.aDay; i++) await asHolder.ok(authorisations.apply, asked());
    expect(await sign(asHolder.post(authorisations.apply.path, asked()))).toBe('tooMany');
  });

  it('that comes again because no answer came is the same one; and so is a grant', async () => {
    const twice = async (by: Caller, how: 'apply' | 'grant', body: Asked) => {
      const press = { ...body, idempotency_key: `asked-once-${++pressed}` };
      for (let i = 0; i < 2; i++) expect(await sign(by.post(authorisations[how].path, press))).toBe('success');
    };
    await twice(asHolder, 'apply', asked());
    await twice(asFirst, 'grant', asked({ person_id: holder.id }));
    expect((await asHolder.ok(authorisations.list, {})).rows.map(({ direct }) => direct)).toEqual([true, false]);
  });

  it('stands in the applications of both sides, and what became of it in their records', async () => {
    const id = await applied();
    expect((await asHolder.ok(applications.list, {})).rows).toMatchObject([
      { id, kind: 'authorisation', direction: 'outgoing', state: 'pending', message: 'rail transfer' },
    ]);
    for (const by of [asFirst, asSecond]) {
      expect((await by.ok(applications.list, { direction: 'incoming' })).rows).toMatchObject([
        { id, kind: 'authorisation' },
      ]);
      expect(await by.ok(applications.waiting, {})).toEqual({ count: 1 });
    }
    await asFirst.ok(authorisations.agree, { id, as: 'first' });
    // whoever was the first has nothing more to say
    expect(await asFirst.ok(applications.waiting, {})).toEqual({ count: 0 });
    expect(await asSecond.ok(applications.waiting, {})).toEqual({ count: 1 });
    await asSecond.ok(authorisations.agree, { id, as: 'second' });
    for (const by of [asHolder, asFirst, asSecond])
      expect((await by.ok(applicationRecords.list, {})).rows).toMatchObject([{ id, state: 'agreed' }]);
    expect((await stranger.ok(applicationRecords.list, {})).rows).toEqual([]);
  });
});

describe('the list', () => {
  it('is looked through by what one decides, what holds, what is one’s own and what is over, and counts alike', async () => {
    const decided = await agreed();
    const waits = await applied();
    await asFirst.ok(authorisations.agree, { id: waits, as: 'first' });
    const over = await applied();
    await asFirst.ok(authorisations.decline, { id: over, as: 'first' });
    const tabs = ['decide', 'active', 'mine', 'ended'] as const;
    const seen = async (by: Caller) => {
      const counts = await by.ok(authorisations.counts, {});
      const found = await Promise.all(
        tabs.map(async (tab) => (await by.ok(authorisations.list, { tab })).rows.map(({ id }) => id)),
      );
      expect(tabs.map((tab) => counts[tab])).toEqual(found.map(({ length }) => length));
      return Object.fromEntries(tabs.map((tab, nth) => [tab, found[nth]]));
    };
    // whoever was the first has nothing more to decide
    expect(await seen(asFirst)).toEqual({ decide: [], active: [decided], mine: [], ended: [over] });
    expect(await seen(asSecond)).toEqual({ decide: [waits], active: [decided], mine: [], ended: [over] });
    expect(await seen(asHolder)).toEqual({
      ...{ decide: [], active: [decided], mine: [over, waits, decided], ended: [over] },
    });
    expect(await seen(stranger)).toEqual({ decide: [], active: [], mine: [], ended: [] });
  });
});

describe('two authorise', () => {
  it('of whom none is who asked, and the second is not the first', async () => {
    const id = await applied();
    expect(await sign(asHolder.post(authorisations.agree.path, { id, as: 'first' }))).toBe('notFound');
    expect(await desc(asSecond.post(authorisations.agree.path, { id, as: 'second' }))).toBe(
      errors.authorisationSettled.en,
    );
    await asFirst.ok(authorisations.agree, { id, as: 'first' });
    expect(await state(id)).toMatchObject({ state: 'pending_second' });
    expect(await sign(order(id))).toBe('notFound');
    for (const verb of ['agree', 'decline'] as const)
      expect(await desc(asFirst.post(authorisations[verb].path, { id, as: 'second' }))).toBe(errors.secondNotYou.en);
    expect(await desc(asFirst.post(authorisations.agree.path, { id, as: 'first' }))).toBe(
      errors.authorisationSettled.en,
    );
    expect(await sign(stranger.post(authorisations.agree.path, { id, as: 'second' }))).toBe('notFound');
    await asSecond.ok(authorisations.agree, { id, as: 'second' });
    expect(await newest()).toMatchObject({
      state: 'active',
      value: 'authorised',
      first_name: `Operator ${first.loginName}`,
      second_name: `Operator ${second.loginName}`,
    });
  });

  it('may shorten it, and nothing else', async () => {
    const id = await applied();
    const longer = { id, as: 'first', until_time: at(48 * HOUR) };
    expect(await desc(asFirst.post(authorisations.agree.path, longer))).toBe(errors.authorisationLonger.en);
    await asFirst.ok(authorisations.agree, { id, as: 'first', until_time: at(12 * HOUR) });
    const back = { id, as: 'second', until_time: at(20 * HOUR) };
    expect(await desc(asSecond.post(authorisations.agree.path, back))).toBe(errors.authorisationLonger.en);
    const until_time = at(6 * HOUR);
    await asSecond.ok(authorisations.agree, { id, as: 'second', until_time });
    expect((await newest()).until_time).toBe(until_time);
  });

  it('unless the organisation asks for one only: of its own people, timed, one always does', async () => {
    const below = await buildOperator(api.db, await buildOrganisation(api.db, owner));
    await befriend(below, first);
    const asBelow = await api.signedIn(below);
    const only = async (until_time: string | null) => {
      await asBelow.ok(authorisations.apply, asked({ until_time }));
      const { id } = (await asBelow.ok(authorisations.list, {})).rows[0]!;
      await asFirst.ok(authorisations.agree, { id, as: 'first' });
      return (await asBelow.ok(authorisations.list, {})).rows[0]!.state;
    };
    expect(await only(at(HOUR))).toBe('active');
    expect(await only(null)).toBe('pending_second');
    await asFirst.ok(authorisations.setRule, { second_permanent: 'off', second_others: 'off' });
    const none = { said: 'off', needed: false, bound: false };
    expect(await asSecond.ok(authorisations.rule, {})).toEqual({ second_permanent: none, second_others: none });
    expect(await only(null)).toBe('active');
    const id = await applied();
    await asFirst.ok(authorisations.agree, { id, as: 'first' });
    expect(await state(id)).toMatchObject({ state: 'active' });
  });

  it.each([
    // what the organisation above says, what the own one says, and what holds
    ['inherit', 'inherit', true],
    ['inherit', 'off', false],
    ['inherit', 'on', true],
    ['off', 'inherit', false],
    ['off', 'on', true],
    ['off', 'off', false],
    ['on', 'inherit', true],
    ['on', 'off', true],
    ['on', 'on', true],
  ] as const)('where %s is said above and %s here, a second one is needed: %s', async (above, here, needed) => {
    const { rows } = await api.db.query<{ id: number }>('select parent_id as id from organisation where id = $1', [
      owner,
    ]);
    const top = rows[0]!.id;
    const chief = await api.signedIn(await buildOperator(api.db, top));
    await chief.ok(authorisations.setRule, { second_permanent: above, second_others: above });
    await asFirst.ok(authorisations.setRule, { second_permanent: here, second_others: here });
    try {
      const rule = { said: here, needed, bound: above === 'on' };
      expect(await asSecond.ok(authorisations.rule, {})).toEqual({ second_permanent: rule, second_others: rule });
      const id = await applied();
      await asFirst.ok(authorisations.agree, { id, as: 'first' });
      expect(await state(id)).toMatchObject({ state: needed ? 'pending_second' : 'active' });
    } finally {
      await api.db.query('update authorisation_rule set second_permanent = null, second_others = null');
    }
  });

  it('of the two rules that one is changed which is said, and the log says from what to what', async () => {
    await asFirst.ok(authorisations.setRule, { second_permanent: 'off' });
    await asSecond.ok(authorisations.setRule, { second_others: 'off' });
    const none = { said: 'off', needed: false, bound: false };
    expect(await asFirst.ok(authorisations.rule, {})).toEqual({ second_permanent: none, second_others: none });
    const { rows } = await api.db.query<{ changes: object[] }>(
      'select changes from operation_log where operate_url = $1 and operator_id = any($2) order by id',
      [authorisations.setRule.path, [first.id, second.id]],
    );
    expect(rows.map(({ changes }) => changes)).toEqual([
      [{ field: 'second_permanent', before: 'inherit', after: 'off' }],
      [{ field: 'second_others', before: 'inherit', after: 'off' }],
    ]);
  });

  it.each([
    ['agree', 'agree'],
    ['agree', 'decline'],
    ['decline', 'decline'],
  ] as const)('one of two who %s and %s at once wins', async (one, other) => {
    const id = await applied();
    const both = await Promise.all([
      asFirst.post(authorisations[one].path, { id, as: 'first' }),
      asSecond.post(authorisations[other].path, { id, as: 'first' }),
    ]);
    expect(both.map(({ verify }) => verify.sign).sort()).toEqual(['conflict', 'success']);
  });

  it('or decline, which is told by whom; and who asked withdraws', async () => {
    const [declined, withdrawn] = [await applied(), await applied()];
    await asFirst.ok(authorisations.decline, { id: declined, as: 'first' });
    expect((await asHolder.ok(authorisations.detail, { id: declined })).why).toBe(`Operator ${first.loginName}`);
    expect(await sign(asFirst.post(authorisations.withdraw.path, { id: withdrawn }))).toBe('notFound');
    await asHolder.ok(authorisations.withdraw, { id: withdrawn });
    for (const [id, is] of [
      [declined, 'declined'],
      [withdrawn, 'withdrawn'],
    ] as const) {
      expect(await state(id)).toMatchObject({ state: is });
      for (const path of [authorisations.agree.path, authorisations.decline.path])
        expect(await sign(asFirst.post(path, { id, as: 'first' }))).toBe('conflict');
    }
    expect(await sign(asHolder.post(authorisations.withdraw.path, { id: withdrawn }))).toBe('conflict');
  });

  it('asks for a fresh proof', async () => {
    const id = await applied();
    await api.db.query("update session set confirm_time = now() - interval '1 day' where operator_id = $1", [first.id]);
    expect(await sign(asFirst.post(authorisations.agree.path, { id, as: 'first' }))).toBe('confirmNeeded');
    expect(await state(id)).toMatchObject({ state: 'pending_first' });
  });

  it('themselves: no program does in their place', async () => {
    const id = await applied();
    const { key } = await asFirst.ok(apiKeys.add, {
      ...{ key_name: 'Yard', scope: ['authorisation:list', 'authorisation:decide'], expire_time: at(24 * HOUR) },
      ...{ physical: false, addresses: [] },
    });
    const authorization = `Bearer ${key}`;
    const use = (path: string, body: object) => api.caller().raw(path, body, { authorization });
    expect((await use(authorisations.agree.path, { id, as: 'first' })).verify.sign).toBe('noPermission');
    expect((await use(authorisations.grant.path, asked({ person_id: holder.id }))).verify.sign).toBe('noPermission');
    expect(await state(id)).toMatchObject({ state: 'pending_first' });
  });
});

describe('a grant', () => {
  it('is of one’s own devices to a friend, and whoever grants it is the first', async () => {
    const elsewhere = await buildDevice(api.db, port);
    const grant = asked({ person_id: holder.id });
    expect(await sign(asFirst.post(authorisations.grant.path, { ...grant, numbers: [one.sn, elsewhere.sn] }))).toBe(
      'notFound',
    );
    await asFirst.ok(authorisations.grant, grant);
    const { id } = await newest();
    expect(await newest()).toMatchObject({ state: 'pending_second', direct: true });
    // it waits in the name of whoever granted it, and not of whom it is for
    expect((await asSecond.ok(applications.list, { direction: 'incoming' })).rows).toMatchObject([
      { id, oper_name: `Operator ${first.loginName}`, login_name: first.loginName },
    ]);
    expect(await desc(asFirst.post(authorisations.agree.path, { id, as: 'second' }))).toBe(errors.secondNotYou.en);
    await asSecond.ok(authorisations.agree, { id, as: 'second' });
    expect(await sign(order(id))).toBe('success');
  });

  it('tells whom it is for of no numbers before it is agreed, and is taken back until then by whoever granted it', async () => {
    await asFirst.ok(authorisations.grant, asked({ person_id: holder.id }));
    const { id } = await newest();
    expect(await asHolder.ok(authorisations.detail, { id })).toMatchObject({ asked: [], locks: [] });
    await asFirst.ok(authorisations.end, { id });
    expect(await state(id)).toEqual({ state: 'withdrawn', why: 'revoked' });
    expect(await sign(asSecond.post(authorisations.agree.path, { id, as: 'second' }))).toBe('conflict');
  });
});

describe('whoever holds one', () => {
  it('orders that device in its own name, and sees nothing else of it', async () => {
    const id = await agreed();
    const other = await buildDevice(api.db, owner);
    expect((await asHolder.ok(authorisations.detail, { id })).locks).toMatchObject([
      { device_id: one.id, device_name: `Lock ${one.sn}`, seen: false, lock_status: 255 },
    ]);
    expect(await sign(order(id))).toBe('success');
    expect(await commands()).toEqual([
      { kind: 'unseal', state: 'queued', cause: null, org_id: owner, authorisation_id: id },
    ]);
    expect(await sign(order(id, 'unseal', asHolder, other.id))).toBe('notFound');
    for (const by of [stranger, asFirst]) expect(await sign(order(id, 'unseal', by))).toBe('notFound');
    expect(await sign(asHolder.post(devices.detail.path, { id: one.id }))).toBe('notFound');
    expect(await sign(asHolder.post(orders.unlockPassword.path, { device_id: one.id, reason: 'customs check' }))).toBe(
      'notFound',
    );
    expect((await asHolder.ok(devices.list, {})).total).toBe(0);
    expect((await asHolder.ok(authorisations.detail, { id })).locks[0]!.order).toMatchObject({
      kind: 'unseal',
      stage: 'queued',
    });
  });

  it('is named with who agreed wherever the order stands', async () => {
    const id = await agreed();
    await order(id);
    const by = expect.stringMatching(
      new RegExp(`A-${id} · Operator ${first.loginName} · Operator ${second.loginName}$`),
    );
    await queueOf(api.db, 'test', api.passwords).claim(one.id);
    await api.db.query(
      `with told as (insert into lock_event (device_id, org_id, device_time, receive_time, at, serial, hash, code, lst, lso, ls_before,
           ls_after, fault, actor, replay, quality)
         values ($1, $2, now(), now(), now(), 1, 1, 'x', $3, $4, 2, 0, 0, '', false, 'direct') returning id)
       update command set state = 'answered_ok', evidence = 'confirmed', evidence_time = now(), evidence_event_id = told.id
         from told where device_id = $1`,
      [one.id, owner, LockAction.unlock, LockSource.remoteUnseal],
    );
    const [given] = (await asFirst.ok(orderQueue.list, { device_id: one.id })).rows;
    expect(given).toMatchObject({ assigned_to: by, login_name: holder.loginName });
    expect((await asFirst.ok(orders.commands, { device_id: one.id })).rows[0]!.assigned_to).toEqual(by);
    expect((await asFirst.ok(openings.list, { device_id: one.id })).rows.map((o) => o.assigned_to)).toEqual([by]);
    const card = await asFirst.ok(evidence.card, { id: given!.id });
    expect(card.text).toContain(`A-${id} · Operator ${first.loginName}`);
    expect(await openersOf(asFirst, one.id, 'authorised')).toMatchObject([
      { id, name: `Operator ${holder.loginName}`, orders: 'unseal' },
    ]);
  });

  it('takes its own order back as long as it has not left, and gives way to the owner alone', async () => {
    const id = await agreed();
    await order(id);
    const { id: order_id } = (await asHolder.ok(authorisations.detail, { id })).locks[0]!.order!;
    const cancel = { id, device_id: one.id, order_id };
    for (const by of [stranger, asFirst])
      expect(await sign(by.post(authorisations.cancel.path, cancel))).toBe('notFound');
    await asHolder.ok(authorisations.cancel, cancel);
    const { rows } = await api.owner.query(
      "select operator_id, by_right from ledger where device_id = $1 and fact = 'order.cancelled'",
      [one.id],
    );
    expect(rows).toEqual([{ operator_id: holder.id, by_right: `authorisation ${id}` }]);
    expect(await desc(asHolder.post(authorisations.cancel.path, cancel))).toBe(errors.commandEnded.en);
    await asFirst.ok(orders.unseal, {
      device_id: one.id,
      reason: 'customs check',
      idempotency_key: crypto.randomUUID(),
    });
    expect(await desc(order(id, 'seal'))).toBe(errors.orderOfOthers.en);
  });

  it('unseals by a fresh proof and with a reason, and what is refused is logged with the clause', async () => {
    const id = await agreed();
    const log = async () =>
      (
        await api.db.query<{ instruct_en: string; success: boolean }>(
          `select instruct_en, success from operation_log where operate_url = $1 and operator_id = $2 order by id`,
          [authorisations.order.path, holder.id],
        )
      ).rows;
    const press = { id, device_id: one.id, kind: 'unseal', idempotency_key: 'without-a-reason' };
    expect(await sign(asHolder.post(authorisations.order.path, press))).toBe('validation');
    await api.db.query("update session set confirm_time = now() - interval '1 day' where operator_id = $1", [
      holder.id,
    ]);
    expect(await sign(order(id))).toBe('confirmNeeded');
    // sealing is the safe direction
    expect(await sign(order(id, 'seal'))).toBe('success');
    await asFirst.ok(authorisations.end, { id });
    expect(await sign(order(id, 'seal'))).toBe('conflict');
    expect(await commands()).toMatchObject([{ kind: 'seal', state: 'cancelled' }]);
    const lines = await log();
    expect(lines.map(({ success }) => success)).toEqual([false, false, true, false]);
    expect(lines.at(-1)!.instruct_en).toContain(`(A-${id})`);
    expect(lines.at(-1)!.instruct_en).toContain('(refused by: right)');
  });

  it.each(['unseal', 'order'])('opens nothing without the button %s, and is not listed as able', async (button) => {
    await agreed();
    const listed = async () => (await openersOf(asFirst, one.id, 'authorised'))[0]!;
    const able = await listed();
    await api.db.query(
      `delete from role_button where role_id = (select role_id from operator where id = $1)
         and button_id in (select b.id from button b join menu m on m.id = b.menu_id
           where b.btn_code = $2 and m.menu_code in ('map', 'authorisation'))`,
      [holder.id, button],
    );
    const { zh, en } = errors.noPermission;
    expect([able.why?.en === en, await listed()]).toMatchObject([false, { clause: 'button', why: { zh, en } }]);
  });

  it('has nobody to ask where the owner wants a second person: so it is listed, refused and logged', async () => {
    const id = await agreed();
    await api.db.query("insert into approval_rule (org_id, kind) values ($1, 'unseal')", [owner]);
    const { zh, en } = errors.approvalByOwner;
    const [listed] = await openersOf(asFirst, one.id, 'authorised');
    expect(listed).toMatchObject({ answer: 'refused', clause: 'approval', why: { zh, en } });
    expect(await desc(order(id))).toBe(en);
    const { rows } = await api.db.query<{ instruct_en: string }>(
      'select instruct_en from operation_log where operate_url = $1 and operator_id = $2',
      [authorisations.order.path, holder.id],
    );
    expect(rows[0]!.instruct_en).toContain('(refused by: approval)');
    expect(await sign(order(id, 'seal'))).toBe('success');
  });

  it('may seal only where it was given for that', async () => {
    const id = await agreed({ orders: 'seal' });
    expect(await desc(order(id, 'unseal'))).toBe(errors.authorisationSealOnly.en);
    expect(await sign(order(id, 'seal'))).toBe('success');
  });

  it('may not before it begins, nor see then how the lock is', async () => {
    const id = await agreed({ from_time: at(HOUR) });
    expect((await newest()).value).toBe('unauthorised');
    expect((await asHolder.ok(authorisations.detail, { id })).locks).toMatchObject([
      { lock_status: null, device_name: '' },
    ]);
    expect(await desc(order(id))).toBe(errors.authorisationEnded.en);
  });

  it('needs the button of the order besides', async () => {
    const id = await agreed();
    await api.db.query(
      `delete from role_button where role_id = (select role_id from operator where id = $1)
         and button_id in (select b.id from button b join menu m on m.id = b.menu_id where m.menu_code = 'map' and b.btn_code = 'unseal')`,
      [holder.id],
    );
    expect(await sign(order(id, 'unseal', await api.signedIn(holder)))).toBe('noPermission');
  });

  it('pressed twice is one order', async () => {
    const id = await agreed();
    const press = {
      id,
      device_id: one.id,
      kind: 'unseal',
      reason: 'customs check',
      idempotency_key: 'authorised-twice',
    };
    const both = await Promise.all([0, 1].map(() => asHolder.post(authorisations.order.path, press)));
    expect(both.map(({ verify }) => verify.sign)).toEqual(['success', 'success']);
    expect(await commands()).toHaveLength(1);
  });

  it('has its order delivered as long as it holds', async () => {
    await order(await agreed());
    expect(await queueOf(api.db, 'test', api.passwords).claim(one.id)).toMatchObject({
      instruction: { kind: 'unseal' },
    });
  });

  // what else takes the order back is left out: the last question before it goes to the lock is asked by itself
  const quietly = async (table: string, trigger: string, change: string, id: number) => {
    await api.owner.query(`alter table ${table} disable trigger ${trigger}`);
    await api.db.query(change, [id]);
    await api.owner.query(`alter table ${table} enable trigger ${trigger}`);
  };
  it.each<[string, (id: number) => Promise<unknown>]>([
    [
      'has ended',
      (id) =>
        quietly(
          'authorisation',
          'cancel_orders_of_authorisation',
          "update authorisation set state = 'ended', end_time = now(), end_cause = 'revoked' where id = $1",
          id,
        ),
    ],
    [
      'has ended for this device',
      (id) =>
        quietly(
          'authorisation_device',
          'cancel_orders_of_authorised_device',
          'update authorisation_device set end_time = now() where authorisation_id = $1',
          id,
        ),
    ],
    [
      'is over by its time',
      (id) =>
        api.db.query(
          "update authorisation set from_time = from_time - interval '1 day', until_time = now() - interval '1 second' where id = $1",
          [id],
        ),
    ],
    [
      'has not begun',
      (id) => api.db.query("update authorisation set from_time = now() + interval '1 minute' where id = $1", [id]),
    ],
    [
      'is of sealing alone by now',
      (id) =>
        quietly('authorisation', 'authorisation_step', "update authorisation set orders = 'seal' where id = $1", id),
    ],
  ])('has its order taken back by the claim itself where it %s', async (_, change) => {
    const id = await agreed();
    await order(id);
    await change(id);
    expect(await commands()).toMatchObject([{ state: 'queued' }]);
    expect(await queueOf(api.db, 'test', api.passwords).claim(one.id)).toBeNull();
    expect(await commands()).toMatchObject([{ state: 'cancelled', cause: 'right' }]);
  });
});

describe('it ends at once, and takes back what waits,', () => {
  const retire = (reason: string) => asFirst.ok(devices.retire, { ids: [one.id], reason });
  it.each<[string, (id: number) => Promise<unknown>, string]>([
    ['when it is ended', (id) => asSecond.ok(authorisations.end, { id }), 'revoked'],
    ['when the friend is removed', () => asHolder.ok(friends.remove, { id: first.id }), 'friendship'],
    ['when the friend blocks', () => asFirst.ok(friends.block, { id: holder.id }), 'friendship'],
    [
      'when its holder is disabled',
      () => api.db.query('update operator set status = 2 where id = $1', [holder.id]),
      'disabled',
    ],
    [
      'when its holder’s organisation is',
      () => api.db.query('update organisation set status = 2 where id = $1', [port]),
      'disabled',
    ],
    [
      'when the owner’s organisation is',
      () => api.db.query('update organisation set status = 2 where id = $1', [owner]),
      'disabled',
    ],
    [
      'when its holder goes to another organisation',
      async () =>
        api.db.query('update operator set org_id = $2 where id = $1', [
          holder.id,
          await buildOrganisation(api.db, port),
        ]),
      'moved',
    ],
    [
      'when its device goes to another organisation',
      async () =>
        api.db.query('update device set org_id = $2 where id = $1', [one.id, await buildOrganisation(api.db)]),
      'moved',
    ],
    ['when its device is retired', () => retire('worn out'), 'retired'],
    [
      'when its device is recycled',
      async () => {
        for (const to of [2, 3, 4, 5])
          await api.db.query('update device set stock_status = $2 where id = $1', [one.id, to]);
      },
      'recycled',
    ],
  ])('%s', async (_, end, why) => {
    const id = await agreed();
    const waits = await applied();
    expect(await sign(order(id))).toBe('success');
    await end(id);
    expect(await state(id)).toEqual({ state: 'ended', why });
    // who retires a device takes its orders back, whoever gave them
    const cause = why === 'retired' ? null : 'right';
    expect(await commands()).toMatchObject([{ state: 'cancelled', cause }]);
    if (why !== 'revoked') expect(await state(waits)).toEqual({ state: 'withdrawn', why });
    const told = await sweepAuthorisations(api.db);
    expect(told.operators).toEqual(expect.arrayContaining([holder.id, first.id, second.id]));
    expect(told.orders).toHaveLength(cause === null ? 0 : 1);
    expect(await sweepAuthorisations(api.db)).toEqual({ operators: [], orders: [] });
    if (why === 'disabled' && (await asHolder.post(authorisations.list.path, {})).verify.sign !== 'success') return;
    expect(await sign(order(id))).not.toBe('success');
    expect((await asHolder.ok(authorisations.detail, { id })).locks).toMatchObject([
      { lock_status: null, device_name: '' },
    ]);
  });

  it('for one of its devices alone when that goes', async () => {
    const two = await buildDevice(api.db, owner);
    const id = await agreed({ numbers: [one.sn, two.sn] });
    await order(id);
    await order(id, 'unseal', asHolder, two.id);
    await api.db.query('update device set org_id = $2 where id = $1', [one.id, port]);
    expect(await state(id)).toMatchObject({ state: 'active' });
    expect(await commands()).toMatchObject([{ state: 'cancelled' }]);
    expect(await commands(two.id)).toMatchObject([{ state: 'queued' }]);
    expect(await sign(order(id))).toBe('conflict');
  });

  it('when its time is over, and no order by it waits longer', async () => {
    const until_time = at(60_000);
    const id = await agreed({ until_time });
    await order(id);
    const { rows } = await api.db.query<{ same: boolean }>(
      'select expire_time = $2 as same from command where authorisation_id = $1',
      [id, until_time],
    );
    expect(rows).toEqual([{ same: true }]);
    await api.db.query(
      "update authorisation set from_time = from_time - interval '1 day', until_time = now() - interval '1 second' where id = $1",
      [id],
    );
    expect((await newest()).value).toBe('unauthorised');
    expect(await desc(order(id, 'seal'))).toBe(errors.authorisationEnded.en);
    expect(await sign(asFirst.post(authorisations.end.path, { id }))).toBe('conflict');
    expect((await sweepAuthorisations(api.db)).orders).toHaveLength(1);
    expect(await state(id)).toMatchObject({ state: 'expired' });
    expect(await commands()).toMatchObject([{ state: 'cancelled', cause: 'right' }]);
  });

  it('when nobody decides it for 72 hours, each of the two', async () => {
    const [waits, half] = [await applied(), await applied()];
    await asFirst.ok(authorisations.agree, { id: half, as: 'first' });
    await api.db.query(
      `update authorisation set step_time = step_time - interval '${authorisationLimits.hours} hours' where id = any($1)`,
      [[waits, half]],
    );
    expect(await sign(asSecond.post(authorisations.agree.path, { id: half, as: 'second' }))).toBe('conflict');
    await sweepAuthorisations(api.db);
    for (const id of [waits, half]) expect(await state(id)).toMatchObject({ state: 'lapsed' });
  });

  it('when nobody confirms a permanent one for a year', async () => {
    const [two, three] = [await buildDevice(api.db, owner), await buildDevice(api.db, owner)];
    const [confirmed, forgotten, timed] = [
      await agreed({ until_time: null }),
      await agreed({ until_time: null, numbers: [two.sn] }),
      await agreed({ numbers: [three.sn] }),
    ];
    expect((await asHolder.ok(authorisations.detail, { id: confirmed })).value).toBe('permanent');
    await api.db.query("update authorisation set step_time = step_time - interval '364 days' where id = any($1)", [
      [confirmed, forgotten],
    ]);
    await asFirst.ok(authorisations.confirm, { id: confirmed });
    expect(await sign(asFirst.post(authorisations.confirm.path, { id: timed }))).toBe('conflict');
    expect(await sign(asHolder.post(authorisations.confirm.path, { id: confirmed }))).toBe('notFound');
    await api.db.query("update authorisation set step_time = step_time - interval '2 days' where id = any($1)", [
      [confirmed, forgotten],
    ]);
    await sweepAuthorisations(api.db);
    expect(await state(confirmed)).toMatchObject({ state: 'active' });
    expect(await state(forgotten)).toEqual({ state: 'ended', why: 'unreviewed' });
  });

  it('and what has ended stays so, also behind the back of the product', async () => {
    const id = await agreed();
    await asFirst.ok(authorisations.end, { id });
    expect(await sign(asFirst.post(authorisations.end.path, { id }))).toBe('conflict');
    await expect(
      api.db.query("update authorisation set state = 'active', end_time = null where id = $1", [id]),
    ).rejects.toMatchObject({ constraint: 'authorisation_ended' });
  });
});

it.each([
  ['second authoriser', () => second],
  ['first, who is the friend it was asked of,', () => first],
])('whose %s has left stays as it was, with the names', async (_, who) => {
  const id = await agreed();
  await api.db.query('delete from operator where id = $1', [who().id]);
  expect(await newest()).toMatchObject({
    ...{ id, state: 'active' },
    ...{ first_name: `Operator ${first.loginName}`, second_name: `Operator ${second.loginName}` },
  });
});
