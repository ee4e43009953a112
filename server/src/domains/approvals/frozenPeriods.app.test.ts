import { calls } from '@plomb/contract/calls';
import { errors, fieldErrors } from '@plomb/contract/errors';
import type { InputOf } from '@plomb/contract/kit/call';
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
    expect(await unseal()).toBe(errors.frozen.en);
    expect(JSON.stringify(await logged())).toContain('（未通过：封控期）');
    expect(desc(await guard.call(orders.unlockPassword, { device_id: lock.id, reason: 'customs check' }))).toBe(
      errors.passwordFrozen.en,
    );
    // what is refused is not asked for, and no second person makes it possible
    await chief.ok(approvalRules.set, { org_id: org, kind: 'unseal', needed: true });
    expect(desc(await guard.call(approvals.ask, { ...request(), kind: 'unseal' }))).toBe(errors.frozen.en);
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
      errors.frozen.en,
    );
  });

  it('the list of who can open says so, until when, and of a later moment from when on', async () => {
    const until = inHours(5);
    await freeze({ until_time: until });
    const of = async (at?: string) =>
      (await openersOf(chief, lock.id, 'person', at ? { at } : {})).find(({ id }) => id === guardIs.id);
    expect(await of()).toMatchObject({
      ...{ answer: 'refused', clause: 'frozen', change: until },
      why: { en: errors.frozen.en, zh: errors.frozen.zh },
    });
    expect(await of(inHours(6))).toMatchObject({ answer: 'may', change: null });
    const begins = inHours(8);
    await freeze({ from_time: begins, until_time: inHours(9) });
    expect(await of(inHours(6))).toMatchObject({ answer: 'may', change: begins });
    expect(await guard.ok(approvals.needed, { device_id: lock.id })).toMatchObject({
      frozen: { name: 'Holiday', until },
    });
    expect(await chief.ok(approvals.needed, { device_id: lock.id })).toMatchObject({ frozen: { binds: false } });
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
  expect(await unseal(below)).toBe(errors.frozen.en);
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
