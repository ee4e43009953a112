import { calls } from '@plomb/contract/calls';
import { errors, fieldErrors } from '@plomb/contract/errors';
import type { InputOf } from '@plomb/contract/kit/call';
import { fill } from '@plomb/contract/kit/text';
import { commandKinds, orderKinds } from '@plomb/contract/lock/orderKinds';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startApi, type TestApi } from '../../testing/api.ts';
import { type BuiltOperator, buildDevice, buildOperator, buildOrganisation } from '../../testing/build.ts';
import type { Caller, Reply } from '../../testing/client.ts';
import { openersOf } from '../../testing/openers.ts';
import { queueOf } from '../../testing/queue.ts';

/** Times in which nothing opens but by whoever may end them (decision 0149). */
const { approvals, approvalRules, assignments, frozenPeriods, orders } = calls;
let api: TestApi;
let top: number;
let org: number;
let other: number;
let chief: Caller;
let guard: Caller;
let guardIs: BuiltOperator;
let lock: { id: number; sn: string };
let pressed = 0;

const guardMay = [
  ...['map:list', 'map:unseal', 'map:seal', 'map:unlockPassword', 'approval:list', 'approval:freeze'],
  ...['whoCanOpen:list', 'operationLog:list', 'operationLog:detail'],
];
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.stop());
beforeEach(async () => {
  top = await buildOrganisation(api.db);
  org = await buildOrganisation(api.db, top);
  other = await buildOrganisation(api.db, top);
  chief = await api.signedIn(await buildOperator(api.db, top));
  guardIs = await buildOperator(api.db, org, guardMay);
  guard = await api.signedIn(guardIs);
  lock = await buildDevice(api.db, org);
  await api.db.query(
    'update lock_state set lock_status = 2, electric = 80, receive_time = now(), lock_time = now() where device_id = $1',
    [lock.id],
  );
});

const inHours = (hours: number): string => new Date(Date.now() + hours * 3_600_000).toISOString();
const freeze = (change: Partial<InputOf<typeof frozenPeriods.add>> = {}, by = chief) =>
  by.ok(frozenPeriods.add, { org_id: org, period_name: 'Holiday', until_time: inHours(5), ...change });
const request = () => ({ device_id: lock.id, reason: 'customs check', idempotency_key: `frozen-${++pressed}` });
const desc = ({ verify }: Reply) => (verify.sign === 'success' ? 'given' : verify.desc);
/** A refusal that names the period. */
const said = (code: 'frozen' | 'passwordFrozen' | 'frozenNewly') => fill(errors[code].en, { what: 'Holiday' });
const unseal = async (by = guard) => desc(await by.call(orders.unseal, request()));
const claim = () => queueOf(api.db, 'test', api.passwords).claim(lock.id);
const logged = async (): Promise<{ instruct: unknown }> =>
  (
    await api.db.query('select instruct from operation_log where operate_url = $1 order by id desc limit 1', [
      orders.unseal.path,
    ])
  ).rows[0]!;

describe('in a frozen period', () => {
  it('nobody unseals but whoever may end it, and each refusal is logged with its clause', async () => {
    await freeze({ org_id: top });
    expect(await unseal()).toBe(said('frozen'));
    expect(JSON.stringify(await logged())).toContain('（未通过：封控期）');
    expect(desc(await guard.call(orders.unlockPassword, { device_id: lock.id, reason: 'customs check' }))).toBe(
      said('passwordFrozen'),
    );
    // what is refused is not asked for, and no second person makes it possible
    await chief.ok(approvalRules.set, { org_id: org, kind: 'unseal', needed: true });
    expect(desc(await guard.call(approvals.ask, { ...request(), kind: 'unseal' }))).toBe(said('frozen'));
    await chief.ok(approvalRules.set, { org_id: org, kind: 'unseal', needed: false });
    expect(await unseal(chief)).toBe('given');
  });

  it('that an organisation above declared those below read of it, without who or where; and whoever unseals all the same is told', async () => {
    const { id } = await freeze({ org_id: top });
    const below = await guard.ok(frozenPeriods.list, {});
    expect(below.rows.map((one) => one.id)).not.toContain(id);
    expect(below.above).toEqual([
      { period_name: 'Holiday', from_time: expect.any(String), until_time: expect.any(String), holds: true },
    ]);
    expect((await chief.ok(frozenPeriods.list, {})).above).toEqual([]);
    const needed = async (by: Caller) => (await by.ok(approvals.needed, { device_id: lock.id })).frozen;
    expect(await needed(guard)).toMatchObject({ name: 'Holiday', binds: true });
    expect(await needed(chief)).toMatchObject({ name: 'Holiday', binds: false });
    await chief.ok(frozenPeriods.end, { id, reason: 'goods are needed' });
    expect((await guard.ok(frozenPeriods.list, {})).above).toEqual([]);
    expect(await needed(guard)).toBeNull();
  });

  it('it is sealed, and before it begins and once it is ended it is unsealed', async () => {
    await api.db.query('update lock_state set lock_status = 0 where device_id = $1', [lock.id]);
    const { id } = await freeze();
    expect(desc(await guard.call(orders.seal, request()))).toBe('given');
    await api.db.query('delete from command where device_id = $1', [lock.id]);
    await api.db.query('update lock_state set lock_status = 2 where device_id = $1', [lock.id]);
    await chief.ok(frozenPeriods.end, { id, reason: 'goods are needed' });
    await freeze({ from_time: inHours(3) });
    expect(await unseal()).toBe('given');
  });

  it('an order that waits does not leave, by whatever right it was given, but that of whoever may end it', async () => {
    expect(await unseal()).toBe('given');
    const { id } = await freeze();
    expect(await claim()).toBeNull();
    expect((await guard.ok(orders.commands, { device_id: lock.id })).rows[0]).toMatchObject({
      state: 'cancelled',
      cause: 'frozen',
    });
    expect(await unseal(chief)).toBe('given');
    expect(await claim()).toMatchObject({ instruction: { kind: 'unseal' } });
    await chief.ok(frozenPeriods.end, { id, reason: 'goods are needed' });
  });

  it('whoever was given the lock without seeing it has no such right, also who may end those of its own organisation', async () => {
    const theirs = await api.signedIn(await buildOperator(api.db, other));
    await chief.ok(assignments.add, {
      ...{ devices: [{ id: lock.id, sending: true }], org_ids: [other], orders: 'unseal' },
      ...{ remark: '', idempotency_key: `frozen-${++pressed}` },
    });
    await freeze();
    const [given] = (await theirs.ok(assignments.list, {})).rows;
    const { device_id: _, ...asked } = request();
    expect(desc(await theirs.call(assignments.order, { id: given!.id, kind: 'unseal', ...asked }))).toBe(
      // what it is called there is not theirs to know
      errors.frozenByOwner.en,
    );
  });

  it('the list of who can open says so, until when, and of a later moment from when on', async () => {
    const until = inHours(5);
    await freeze({ until_time: until });
    const of = async (at?: string) =>
      (await openersOf(chief, lock.id, 'person', at ? { at } : {})).find(({ id }) => id === guardIs.id);
    expect(await of()).toMatchObject({
      ...{ answer: 'refused', clause: 'frozen', change: until },
      why: { en: said('frozen'), zh: fill(errors.frozen.zh, { what: 'Holiday' }) },
    });
    expect(await of(inHours(6))).toMatchObject({ answer: 'may', change: null });
    const begins = inHours(8);
    await freeze({ from_time: begins, until_time: inHours(9) });
    expect(await of(inHours(6))).toMatchObject({ answer: 'may', change: begins });
    // and for giving it cards, which nobody does in one
    const [toGive] = (await openersOf(chief, lock.id, 'person', { operation: 'add_cards' })).filter(
      ({ id }) => id !== guardIs.id,
    );
    expect(['frozen', 'ability']).toContain(toGive!.clause);
    expect(await guard.ok(approvals.needed, { device_id: lock.id })).toMatchObject({
      frozen: { name: 'Holiday', until },
    });
    expect(await chief.ok(approvals.needed, { device_id: lock.id })).toMatchObject({ frozen: { binds: false } });
  });

  it('nobody is newly let open, whoever orders it and whatever code writes that, and what is taken away is', async () => {
    const one = await buildDevice(api.db, org, 'jt701');
    await api.db.query(
      `update lock_state set lock_status = 0, electric = 80, receive_time = now(), lock_time = now() where device_id = $1`,
      [one.id],
    );
    await freeze({ org_id: top });
    const asked = () => ({ ...request(), device_id: one.id });
    const area = {
      shape: 'polygon' as const,
      points: [
        [121, 31],
        [121.1, 31],
        [121.1, 31.1],
      ] as [number, number][],
    };
    const answers = [
      await chief.call(orders.set_unlock_password, { ...asked(), password: '224411' }),
      await chief.call(orders.add_cards, { ...asked(), cards: ['0012345'] }),
      await chief.call(orders.set_area, { ...asked(), number: 1, name: 'Yard', area }),
      await chief.call(orders.release_cards, asked()),
      await chief.call(orders.factory_reset, asked()),
    ];
    expect(answers.map(desc)).toEqual(answers.map(() => said('frozenNewly')));
    expect(desc(await chief.call(orders.delete_cards, { ...asked(), cards: ['0012345'] }))).toBe('given');
    expect(desc(await chief.call(orders.confine_cards, asked()))).toBe('given');
    const { rows } = await api.db.query<{ kind: string; opens: boolean }>(
      'select kind, lets_open(kind) as opens from unnest($1::text[]) as kind',
      [commandKinds],
    );
    expect(rows).toEqual(commandKinds.map((kind) => ({ kind, opens: orderKinds[kind].letsOpen })));
    const boss = await buildOperator(api.db, top);
    for (const kind of commandKinds.filter((one) => orderKinds[one].letsOpen && one !== 'unseal'))
      await expect(
        api.db.query(
          `insert into command (device_id, org_id, kind, args, physical, again, idempotency_key, reason, operator_id, oper_name, login_name, expire_time, doubtful)
           values ($1, $2, $3, '{}', false, false, $4, 'x', $5, 'x', 'x', now() + interval '1 hour', true)`,
          [one.id, org, kind, `frozen-${++pressed}`, boss.id],
        ),
      ).rejects.toThrow(/frozen period/);
  });

  it('what lets somebody open and waits does not leave once it has begun', async () => {
    const one = await buildDevice(api.db, org, 'jt701');
    await api.db.query(
      'update lock_state set lock_status = 0, receive_time = now(), lock_time = now() where device_id = $1',
      [one.id],
    );
    await chief.ok(orders.add_cards, { ...request(), device_id: one.id, cards: ['0012345'] });
    await freeze();
    expect(await queueOf(api.db, 'test', api.passwords).claim(one.id)).toBeNull();
    expect((await chief.ok(orders.commands, { device_id: one.id })).rows[0]).toMatchObject({
      ...{ kind: 'add_cards', state: 'cancelled', cause: 'frozen' },
    });
  });

  it('no authorisation to unseal begins, by its own time or by being agreed to, and one to seal does', async () => {
    const holder = await buildOperator(api.db, await buildOrganisation(api.db));
    const asHolder = await api.signedIn(holder);
    const giver = await buildOperator(api.db, top);
    const asGiver = await api.signedIn(giver);
    const second = await api.signedIn(await buildOperator(api.db, top));
    await api.db.query(
      'insert into friendship (low_id, high_id) values (least($1::bigint, $2), greatest($1::bigint, $2))',
      [holder.id, giver.id],
    );
    await freeze({ from_time: inHours(10), until_time: inHours(20) });
    const agreed = async (orders: 'seal' | 'unseal', begins: number) => {
      const { id } = await asHolder.ok(calls.authorisations.apply, {
        ...{ person_id: giver.id, numbers: [lock.sn], orders, reason: 'rail transfer' },
        ...{ from_time: inHours(begins), until_time: inHours(begins + 24) },
      });
      await asGiver.ok(calls.authorisations.agree, { id, as: 'first' });
      return desc(await second.call(calls.authorisations.agree, { id, as: 'second' }));
    };
    expect([await agreed('unseal', 11), await agreed('seal', 12), await agreed('unseal', 21)]).toEqual([
      ...[said('frozenNewly'), 'given', 'given'],
    ]);
    await freeze();
    expect(await agreed('unseal', 0)).toBe(said('frozenNewly'));
  });

  it('an unseal keeps which it was given in, and by which role, on its row and in the ledger', async () => {
    const { id } = await freeze({ org_id: top });
    expect(await unseal(chief)).toBe('given');
    const [order] = (await chief.ok(orders.commands, { device_id: lock.id })).rows;
    expect(order!.in_frozen).toMatch(/^Holiday \(.+\)$/);
    const { rows } = await api.owner.query(
      "select by_right, details from ledger where device_id = $1 and fact = 'order.given'",
      [lock.id],
    );
    expect(rows).toMatchObject([{ by_right: `organisation, unfreeze ${id}`, details: { frozen: ['Holiday'] } }]);
    await chief.ok(frozenPeriods.end, { id, reason: 'goods are needed' });
    await api.owner.query('delete from command where device_id = $1', [lock.id]);
    // one that was given before, and leaves in one
    expect(await unseal(chief)).toBe('given');
    await freeze();
    expect(await claim()).not.toBeNull();
    expect((await chief.ok(orders.commands, { device_id: lock.id })).rows[0]!.in_frozen).toMatch(/^Holiday/);
  });

  it('of a request by whom it binds nobody is named who could approve it', async () => {
    await chief.ok(approvalRules.set, { org_id: org, kind: 'unseal', needed: true });
    const { id } = await guard.ok(approvals.ask, { ...request(), kind: 'unseal' });
    expect(await guard.ok(approvals.deciders, { id })).toMatchObject({ frozen: null });
    const asked = await freeze();
    expect(await guard.ok(approvals.deciders, { id })).toMatchObject({
      rows: [],
      others: 0,
      frozen: { name: 'Holiday' },
    });
    await chief.ok(frozenPeriods.end, { id: asked.id, reason: 'goods are needed' });
    await guard.ok(approvals.withdraw, { id });
    await chief.ok(approvalRules.set, { org_id: org, kind: 'unseal', needed: false });
  });

  it('the database writes no unseal by whom it does not let, whatever code writes it', async () => {
    await freeze();
    const write = (operator: number) =>
      api.db.query(
        `insert into command (device_id, org_id, kind, args, physical, again, idempotency_key, reason, operator_id, oper_name, login_name, expire_time, doubtful)
         values ($1, $2, 'unseal', '{}', true, false, $3, 'x', $4, 'x', 'x', now() + interval '1 hour', true)`,
        [lock.id, org, `frozen-${++pressed}`, operator],
      );
    await expect(write(guardIs.id)).rejects.toThrow(/frozen period/);
    await write((await buildOperator(api.db, org)).id);
  });
});

it('of an organisation above binds whoever holds the button below, and nobody is moved out of it', async () => {
  await freeze({ org_id: top });
  const belowIs = await buildOperator(api.db, org, [...guardMay, 'approval:unfreeze']);
  const below = await api.signedIn(belowIs);
  expect(await unseal(below)).toBe(said('frozen'));
  expect((await below.ok(approvals.needed, { device_id: lock.id })).frozen).toMatchObject({ binds: true });
  const write = api.db.query(
    `insert into command (device_id, org_id, kind, args, physical, again, idempotency_key, reason, operator_id, oper_name, login_name, expire_time, doubtful)
     values ($1, $2, 'unseal', '{}', true, false, $3, 'x', $4, 'x', 'x', now() + interval '1 hour', true)`,
    [lock.id, org, `frozen-${++pressed}`, belowIs.id],
  );
  await expect(write).rejects.toThrow(/frozen period/);
  const out = await buildOrganisation(api.db);
  await expect(api.db.query('update organisation set parent_id = $2 where id = $1', [org, out])).rejects.toMatchObject({
    constraint: 'organisation_frozen',
  });
  const inside = await buildOrganisation(api.db, top);
  await api.db.query('update organisation set parent_id = $2 where id = $1', [org, inside]);
});

describe('a frozen period', () => {
  it('is declared, called off in words, and stays as it was', async () => {
    const { id } = await freeze({ from_time: inHours(1) }, guard);
    expect((await guard.ok(frozenPeriods.list, {})).rows).toMatchObject([
      { id, org_id: org, period_name: 'Holiday', open: true, holds: false, end_time: null },
    ]);
    expect(desc(await guard.call(frozenPeriods.end, { id, reason: 'by mistake' }))).toBe(errors.noPermission.en);
    await chief.ok(frozenPeriods.end, { id, reason: 'by mistake' });
    expect((await guard.ok(frozenPeriods.list, {})).rows).toMatchObject([
      { open: false, holds: false, end_reason: 'by mistake', end_time: expect.any(String) },
    ]);
    expect(desc(await chief.call(frozenPeriods.end, { id, reason: 'once more' }))).toBe(errors.frozenOver.en);
    await expect(api.db.query("update frozen_period set end_reason = 'x' where id = $1", [id])).rejects.toThrow(
      /is over/,
    );
    // whoever declares afterwards that it was frozen is refused by the database, too
    await expect(
      api.db.query(
        `insert into frozen_period (org_id, period_name, from_time, until_time, operator_id, oper_name, login_name)
         values ($1, 'x', now() - interval '1 hour', now() + interval '1 hour', $2, 'x', 'x')`,
        [org, guardIs.id],
      ),
    ).rejects.toThrow(/check/);
  });

  it.each([
    [{ from_time: inHours(-1) }, 'frozenPast'],
    [{ until_time: inHours(-1) }, 'endsBeforeItBegins'],
    [{ from_time: inHours(2), until_time: inHours(1) }, 'endsBeforeItBegins'],
    [{ until_time: inHours(24 * 93) }, 'frozenTooLong'],
    [{ from_time: inHours(24 * 400), until_time: inHours(24 * 401) }, 'outOfRange'],
    [{ period_name: ' ' }, 'required'],
  ] as const)('is refused with %j', async (change, code) => {
    const answer = await chief.call(frozenPeriods.add, {
      ...{ org_id: org, period_name: 'Holiday', until_time: inHours(5) },
      ...change,
    });
    expect(JSON.stringify(answer)).toContain(fieldErrors[code].en);
  });

  it('of another organisation is as unknown, and no key declares or ends one', async () => {
    const { id } = await freeze();
    const stranger = await api.signedIn(await buildOperator(api.db, other));
    expect((await stranger.ok(frozenPeriods.list, {})).rows).toEqual([]);
    expect(desc(await stranger.call(frozenPeriods.end, { id, reason: 'for fun' }))).toBe(errors.notFound.en);
    expect(
      desc(await stranger.call(frozenPeriods.add, { org_id: org, period_name: 'Holiday', until_time: inHours(5) })),
    ).toBe(errors.notFound.en);
  });

  it('is called off by whoever declared it within ten minutes, and by nobody else or later', async () => {
    const { id } = await freeze({}, guard);
    const own = async () => (await guard.ok(frozenPeriods.list, {})).rows.find((one) => one.id === id)!.own_until;
    expect(await own()).toEqual(expect.any(String));
    const other = await api.signedIn(await buildOperator(api.db, org, guardMay));
    expect(desc(await other.call(frozenPeriods.callOff, { id, reason: 'not mine' }))).toBe(
      fill(errors.frozenNotOwn.en, { minutes: 10 }),
    );
    await api.owner.query(
      "update frozen_period set create_time = create_time - interval '11 minutes', from_time = from_time - interval '10 minutes' where id = $1",
      [id],
    );
    expect(await own()).toBeNull();
    expect(desc(await guard.call(frozenPeriods.callOff, { id, reason: 'too late' }))).toBe(
      fill(errors.frozenNotOwn.en, { minutes: 10 }),
    );
    const slip = await freeze({}, guard);
    await guard.ok(frozenPeriods.callOff, { id: slip.id, reason: 'wrong day' });
    expect((await guard.ok(frozenPeriods.list, {})).rows.find((one) => one.id === slip.id)).toMatchObject({
      ...{ open: false, end_reason: 'wrong day', own_until: null },
    });
    const { rows } = await api.db.query(
      'select instruct_en from operation_log where operate_url = $1 and success order by id desc limit 1',
      [frozenPeriods.callOff.path],
    );
    expect(rows[0]!.instruct_en).toMatch(/Holiday: wrong day$/);
  });

  it('comes to 92 days of 366 with all others of its organisation, those that overlap counted once; and the database knows', async () => {
    const days = (n: number) => inHours(24 * n);
    const add = async (from: number, until: number) =>
      (
        await chief.call(frozenPeriods.add, {
          org_id: org,
          period_name: 'Holiday',
          from_time: days(from),
          until_time: days(until),
        })
      ).verify.sign;
    expect([await add(1, 61), await add(30, 71), await add(80, 101)]).toEqual(['success', 'success', 'success']);
    const answer = await chief.call(frozenPeriods.add, {
      ...{ org_id: org, period_name: 'Holiday', from_time: days(110), until_time: days(112) },
    });
    expect(JSON.stringify(answer)).toContain(fieldErrors.frozenSum.en);
    expect(await add(110, 110.5)).toBe('success');
    // of a window that holds but a part of those there are days left
    const { rows } = await api.owner.query<{ over: boolean[] }>(
      `select array(select frozen_for_too_long($1, now() + make_interval(days => d), now() + make_interval(days => d + 3))
         from unnest(array[365, 400]) d) as over`,
      [org],
    );
    expect(rows[0]!.over).toEqual([true, false]);
    await expect(
      api.db.query(
        `insert into frozen_period (org_id, period_name, from_time, until_time, operator_id, oper_name, login_name)
         values ($1, 'x', now() + interval '110 days', now() + interval '113 days', $2, 'x', 'x')`,
        [org, guardIs.id],
      ),
    ).rejects.toMatchObject({ constraint: 'frozen_period_sum' });
  });

  it.each(['now', 'later'])('that is declared twice at once is one: from %s', async (when) => {
    const asked = { until_time: inHours(5), from_time: when === 'later' ? inHours(1) : null };
    const add = () => chief.call(frozenPeriods.add, { org_id: org, period_name: 'Holiday', ...asked });
    const both = (await Promise.all([add(), add()])).map(desc).sort();
    expect(both).toEqual([errors.frozenTwice.en, 'given'].sort());
    // one of another name, or until another time, is another
    await freeze({ ...asked, period_name: 'Another' });
    await freeze({ ...asked, until_time: inHours(6) });
  });

  it('is listed by pages, those that are not over first', async () => {
    for (const n of [1, 2, 3])
      await freeze({ from_time: inHours(n), until_time: inHours(n + 1), period_name: `P${n}` });
    const page = async (of: number) => await chief.ok(frozenPeriods.list, { page: of, size: 2 });
    const [one, two] = [await page(1), await page(2)];
    expect([one.more, one.rows.map((row) => row.period_name)]).toEqual([true, ['P1', 'P2']]);
    expect(two.rows.map((row) => row.period_name)).toContain('P3');
  });

  it('says how many codes that somebody knows stand into it, of this organisation and those below alone', async () => {
    const { rows } = await api.db.query<{ id: number }>(
      `insert into unlock_password (device_id, org_id, sealed, fingerprint, told_time, state) values ($1, $2, '\\x00', '\\x00', now(), 'disclosed') returning id`,
      [lock.id, org],
    );
    expect(await chief.ok(frozenPeriods.codes, { org_id: top })).toEqual({ codes: 0, numbers: [] });
    await api.db.query(
      `insert into password_disclosure (password_id, device_id, org_id, operator_id, oper_name, reason, address) values ($1, $2, $3, $4, 'x', 'x', 'x')`,
      [rows[0]!.id, lock.id, org, guardIs.id],
    );
    expect(await chief.ok(frozenPeriods.codes, { org_id: top })).toEqual({ codes: 1, numbers: [lock.sn] });
    expect(await chief.ok(frozenPeriods.codes, { org_id: other })).toEqual({ codes: 0, numbers: [] });
    const stranger = await api.signedIn(await buildOperator(api.db, other));
    expect(desc(await stranger.call(frozenPeriods.codes, { org_id: org }))).toBe(errors.notFound.en);
  });

  it('is one of twenty at most that are not over, also where two are declared at once', async () => {
    await api.db.query(
      `insert into frozen_period (org_id, period_name, from_time, until_time, operator_id, oper_name, login_name)
       select $1, n::text, now() + interval '1 hour', now() + interval '2 hours', $2, 'x', 'x' from generate_series(1, 19) n`,
      [org, guardIs.id],
    );
    const add = () => chief.call(frozenPeriods.add, { org_id: org, period_name: 'Holiday', until_time: inHours(5) });
    const both = (await Promise.all([add(), add()])).map(desc).sort();
    expect(both).toEqual([errors.frozenTooMany.en.replace('{limit}', '20'), 'given'].sort());
  });
});
