import { approvalRules } from '@plomb/contract/approvals/approvals';
import { devices } from '@plomb/contract/devices/devices';
import { deviceLife } from '@plomb/contract/devices/life';
import { stock } from '@plomb/contract/devices/stock';
import {
  type LockStep,
  lockSteps,
  type Standing,
  StockStatus,
  type StockStep,
  stockStepNames,
} from '@plomb/contract/devices/stockSteps';
import { agreed, everyStanding } from '@plomb/contract/devices/testing/custodyTable';
import { errors } from '@plomb/contract/errors';
import { sealPassword } from '@plomb/contract/session/sealedPassword';
import { session } from '@plomb/contract/session/session';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hashOf } from '../../platform/access.ts';
import { newApiKey } from '../../platform/apiKeys.ts';
import { startApi, type TestApi } from '../../testing/api.ts';
import { setUpSecondFactor } from '../../testing/authenticator.ts';
import {
  type BuiltDevice,
  type BuiltOperator,
  buildDevice,
  buildOperator,
  buildOrganisation,
} from '../../testing/build.ts';
import type { Caller } from '../../testing/client.ts';
import { findOverdue } from './overdue.ts';
import { followLocks } from './stockFollow.ts';

let api: TestApi;
let parent: number;
let giver: number;
let taker: number;
let keeper: BuiltOperator;
let keeperCalls: Caller;
let receiver: BuiltOperator;
let receiverCalls: Caller;
let colleague: BuiltOperator;
beforeAll(async () => {
  api = await startApi();
  parent = await buildOrganisation(api.db);
  giver = await buildOrganisation(api.db, parent);
  taker = await buildOrganisation(api.db, parent);
  keeper = await buildOperator(api.db, parent);
  colleague = await buildOperator(api.db, parent);
  receiver = await buildOperator(api.db, taker);
  keeperCalls = await api.signedIn(keeper);
  receiverCalls = await api.signedIn(receiver);
});
afterAll(() => api.stop());

interface Change {
  status?: StockStatus;
  state?: string;
  lost?: boolean;
  reusable?: boolean;
  inspected?: string;
  receiverId?: number | null;
  org?: number;
}
/** By the database's own rule there is one way from the beginning to each status. */
const wayTo: Record<StockStatus, readonly StockStatus[]> = {
  1: [],
  2: [2],
  3: [2, 3],
  4: [2, 3, 4],
  5: [2, 3, 4, 5],
  6: [2, 3, 4, 6],
  7: [2, 3, 4, 6, 7],
};
/** A device that stands where the test begins. */
const deviceAt = async ({
  status = 1,
  state = 'in_use',
  lost = false,
  reusable = true,
  inspected,
  receiverId = null,
  org = giver,
}: Change = {}): Promise<BuiltDevice> => {
  const device = await buildDevice(api.db, org);
  for (const next of wayTo[status])
    await api.db.query('update device set stock_status = $2 where id = $1', [device.id, next]);
  if (!reusable)
    await api.db.query(
      'update device_type set reusable = false where id = (select device_type_id from device where id = $1)',
      [device.id],
    );
  await api.db.query(
    `update device set device_state = $2, lost = $3, inspect_time = now() - $4::interval, receiver_id = $5,
       issue_time = case when stock_status = 3 then now() end where id = $1`,
    [device.id, state, lost, inspected ?? null, receiverId],
  );
  return device;
};
const fit = (device: BuiltDevice) =>
  api.db.query('update lock_state set receive_time = now(), electric = 90 where device_id = $1', [device.id]);
const standing = async ({ id }: BuiltDevice) =>
  (
    await api.db.query<{ stock_status: number; device_state: string; lost: boolean; org_id: number }>(
      'select stock_status, device_state, lost, org_id from device where id = $1',
      [id],
    )
  ).rows[0]!;
const recorded = async ({ id }: BuiltDevice) =>
  (
    await api.db.query<Record<string, unknown>>(
      `select step, from_status, to_status, org_id, to_org_id, oper_name, receiver, witness, reason, source from custody
       where device_id = $1 order by id`,
      [id],
    )
  ).rows;

const drawn = { by: 'drawn', path: 'M40 120L200 60L320 140M400 40L400 40' } as const;
/** What each step asks for, as somebody who does everything right sends it. */
const asked = (step: StockStep, device: BuiltDevice) => ({
  numbers: [device.sn],
  ...(step === 'issue' && { receiver_id: receiver.id }),
  ...(step === 'transfer' && { org_id: taker }),
  ...((step === 'scrap' || step === 'final_inspection_failed') && { witness_id: colleague.id }),
  ...(step === 'final_inspection_failed' && { photo: 'p'.repeat(24) }),
  ...(step === 'scrap' && { replacement: 'none' }),
  ...(step === 'receive' && { signature: drawn }),
  reason: '盘点',
});
/** A picture made for this. */
const picture = async (purpose: string, org: number) => {
  const { rows } = await api.db.query<{ id: string }>(
    `with c as (insert into file_content (sha256, bytes) values (encode(sha256(random()::text::bytea), 'hex'), 1) returning sha256)
     insert into file (id, org_id, purpose, type, sha256, bytes)
     select left(sha256, 24), $1, $2, 'image/png', sha256, 1 from c returning id`,
    [org, purpose],
  );
  return rows[0]!.id;
};
const take = (caller: Caller, step: StockStep, input: object) => caller.call(stock[step] as never, input as never);

/** A device that stands so, with all beside its standing as any step may want it. */
const readyAt = async ({ stock_status, device_state, lost, reusable }: Standing): Promise<BuiltDevice> => {
  const device = await deviceAt({
    status: stock_status,
    state: device_state,
    lost,
    reusable,
    inspected: '1 hour',
    receiverId: stock_status === 3 ? receiver.id : null,
  });
  await fit(device);
  return device;
};
/** By whom it is to be taken, with all it asks for. */
const takeRight = async (step: StockStep, device: BuiltDevice) =>
  take(step === 'receive' ? receiverCalls : keeperCalls, step, {
    ...asked(step, device),
    ...(step === 'final_inspection_failed' && { photo: await picture('custody', giver) }),
  });
const known = ({ reusable: _, ...rest }: Standing) => rest;

describe('a device', () => {
  it('goes its whole life: in, inspected, issued, received, recycled, inspected, in again', async () => {
    const device = await deviceAt();
    await fit(device);
    const numbers = [device.sn];
    await keeperCalls.ok(stock.stock_in, { numbers });
    await keeperCalls.ok(stock.preliminary_inspection, { numbers });
    await keeperCalls.ok(stock.issue, { numbers, receiver_id: receiver.id });
    expect(await receiverCalls.ok(stock.incoming, {})).toMatchObject({ rows: [{ sn: device.sn, oper_name: /./ }] });
    await receiverCalls.ok(stock.receive, { numbers, signature: drawn });
    expect(await standing(device)).toMatchObject({ stock_status: 4, org_id: taker });
    await keeperCalls.ok(stock.recycle, { numbers });
    await keeperCalls.ok(stock.final_inspection_passed, { numbers });
    expect(await standing(device)).toMatchObject({ stock_status: 2 });
    expect((await recorded(device)).map((row) => [row.step, row.from_status, row.to_status])).toEqual([
      ['stock_in', 1, 2],
      ['preliminary_inspection', 2, 2],
      ['issue', 2, 3],
      ['receive', 3, 4],
      ['recycle', 4, 5],
      ['final_inspection_passed', 5, 2],
    ]);
    const records = await keeperCalls.ok(stock.list, { device_id: device.id });
    expect(records.rows[3]).toMatchObject({ step: 'issue', receiver: `Operator ${receiver.loginName}`, source: 'web' });
    // the inspection ended with the issue
    expect((await take(keeperCalls, 'issue', asked('issue', device))).verify.desc).toMatch(/24/);
  });

  it('that is refused by its receiver is in stock again, and with its giver', async () => {
    const device = await deviceAt({ status: 3, receiverId: receiver.id });
    await receiverCalls.ok(stock.return, { numbers: [device.sn], reason: '外壳破损' });
    expect(await standing(device)).toMatchObject({ stock_status: 2, org_id: giver });
    expect(await recorded(device)).toMatchObject([{ step: 'return', reason: '外壳破损', org_id: giver }]);
  });

  it('goes to another organisation with its custody seen by both', async () => {
    const device = await deviceAt({ status: 4 });
    await keeperCalls.ok(stock.transfer, { numbers: [device.sn], org_id: taker, reason: '调拨' });
    expect(await standing(device)).toMatchObject({ stock_status: 4, org_id: taker });
    expect((await receiverCalls.ok(stock.list, { device_id: device.id })).rows).toMatchObject([{ step: 'transfer' }]);
    const stranger = await api.signedIn(await buildOperator(api.db, await buildOrganisation(api.db)));
    expect((await stranger.ok(stock.list, { device_id: device.id })).rows).toEqual([]);
    expect((await take(keeperCalls, 'transfer', asked('transfer', device))).verify.desc).toMatch(
      /已属于该组织|already/,
    );
  });

  it('that is scrapped stays so, whatever is asked, and whatever a program writes', async () => {
    const device = await deviceAt({ status: 6 });
    await keeperCalls.ok(stock.scrap, {
      numbers: [device.sn],
      reason: '封断',
      witness_id: colleague.id,
      replacement: 'none',
    });
    expect(await standing(device)).toMatchObject({ stock_status: 7, device_state: 'scrapped' });
    expect(await recorded(device)).toMatchObject([{ witness: `Operator ${colleague.loginName}` }]);
    for (const step of stockStepNames)
      expect((await keeperCalls.ok(stock.check, { step, numbers: [device.sn] })).rows).toMatchObject([
        { refusal: 'deviceScrapped' },
      ]);
    for (const step of stockStepNames)
      expect([step, (await take(keeperCalls, step, asked(step, device))).verify.sign]).not.toContain('success');
    await expect(
      api.db.query("update device set device_state = 'in_use' where id = $1", [device.id]),
    ).rejects.toMatchObject({ constraint: 'device_scrapped' });
  });
});

describe('a step', () => {
  it.each(stockStepNames)(
    '%s leads where the table says, and changes nothing where it does not list it',
    async (step) => {
      for (const before of everyStanding) {
        // what is used once differs where the table says so
        if (!before.reusable && agreed({ ...before, reusable: true }, step) === agreed(before, step)) continue;
        const device = await readyAt(before);
        const { verify } = await takeRight(step, device);
        const after = agreed(before, step);
        expect([before, verify.sign]).toEqual([before, after ? 'success' : expect.not.stringMatching(/^success$/)]);
        expect([before, await standing(device)]).toMatchObject([before, known(after ?? before)]);
        expect(await recorded(device)).toMatchObject(
          after ? [{ step, from_status: before.stock_status, to_status: after.stock_status }] : [],
        );
      }
    },
  );

  describe.each(Object.values(StockStatus))('taken together with another of a device at %i', (stock_status) => {
    const before: Standing = { stock_status, device_state: 'in_use', lost: false, reusable: true };
    const possible = stockStepNames.filter((step) => agreed(before, step));
    const pairs = possible.flatMap((one, i) => possible.slice(i).map((other) => [one, other] as const));
    it.each(pairs)('%s and %s: one comes after the other, or is refused', async (...both) => {
      const device = await readyAt(before);
      const answers = await Promise.all(both.map((step) => takeRight(step, device)));
      const done = answers.filter(({ verify }) => verify.sign === 'success');
      const steps = (await recorded(device)).map((row) => row.step as StockStep);
      expect(steps.length).toBe(done.length);
      const after = steps.reduce<Standing | null>((now, step) => now && agreed(now, step), before);
      expect(after).not.toBeNull();
      expect(await standing(device)).toMatchObject(known(after!));
      // where neither may follow the other there is one winner
      const [one, other] = both;
      const follows = (first: StockStep, second: StockStep) => agreed(agreed(before, first)!, second) !== null;
      if (!follows(one, other) && !follows(other, one)) expect(done).toHaveLength(1);
      expect(done.length).toBeGreaterThan(0);
    });
  });

  it('says which device of many is not fit, and leaves all as they are', async () => {
    const [good, bad] = [await deviceAt(), await deviceAt({ status: 4 })];
    const answer = await take(keeperCalls, 'stock_in', { numbers: [good.sn, bad.sn] });
    expect(answer.verify.desc).toContain(bad.sn);
    expect(await standing(good)).toMatchObject({ stock_status: 1 });
  });

  it('takes a foreign device for one that does not exist', async () => {
    const foreign = await deviceAt({ org: await buildOrganisation(api.db) });
    const nobody = { numbers: ['99999999'] };
    const [one, other] = [
      await take(keeperCalls, 'stock_in', { numbers: [foreign.sn] }),
      await take(keeperCalls, 'stock_in', nobody),
    ];
    expect([one.verify.sign, other.verify.sign]).toEqual(['notFound', 'notFound']);
    expect(one.verify.desc).toBe(other.verify.desc);
  });

  it('with a picture takes one that was made for it, in sight, and only once', async () => {
    const device = await deviceAt({ status: 5 });
    const asking = asked('final_inspection_failed', device);
    const own = await picture('custody', giver);
    for (const photo of [
      'p'.repeat(24),
      await picture('logo', giver),
      await picture('custody', await buildOrganisation(api.db)),
    ])
      expect(await take(keeperCalls, 'final_inspection_failed', { ...asking, photo })).toMatchObject({
        verify: { sign: 'validation' },
        data: { photo: expect.any(String) },
      });
    expect(await standing(device)).toMatchObject({ device_state: 'in_use' });
    await keeperCalls.ok(stock.final_inspection_failed, { ...asking, photo: own } as never);
    expect(await standing(device)).toMatchObject({ stock_status: 5, device_state: 'scrapped' });
    const second = await deviceAt({ status: 5 });
    const again = { ...asked('final_inspection_failed', second), photo: own };
    expect((await take(keeperCalls, 'final_inspection_failed', again)).verify.sign).toBe('validation');
  });

  it('to an organisation, for a person or before a witness of somebody else is none', async () => {
    const elsewhere = await buildOrganisation(api.db);
    const stranger = await buildOperator(api.db, elsewhere);
    for (const [step, change, wrong] of [
      ['transfer', { status: 4 }, { org_id: elsewhere }],
      ['issue', { status: 2, inspected: '1 hour' }, { receiver_id: stranger.id }],
      ['scrap', { status: 6 }, { witness_id: stranger.id }],
    ] as const) {
      const device = await deviceAt(change);
      const answers = [];
      for (const id of Object.values({ ...wrong, nobody: 999_999_999 })) {
        const asking = {
          ...asked(step, device),
          ...Object.fromEntries(Object.keys(wrong).map((field) => [field, id])),
        };
        answers.push((await take(keeperCalls, step, asking)).verify);
      }
      expect(answers[0]!.sign).not.toBe('success');
      expect(answers[0]).toEqual(answers[1]);
      expect(await standing(device)).toMatchObject({ stock_status: change.status, org_id: giver });
      expect(await recorded(device)).toEqual([]);
    }
  });

  it.each([
    ['an inspection that is too old', { status: 2, inspected: '25 hours' }, 'issue', {}],
    ['a receiver who does not exist', { status: 2, inspected: '1 hour' }, 'issue', { receiver_id: 999_999_999 }],
    ['no reason', { status: 4 }, 'report_lost', { reason: ' ' }],
    ['a witness who is the same person', { status: 6 }, 'scrap', { witness_id: 'self' }],
  ] as const)('is refused for %s', async (_, change, step, wrong) => {
    const device = await deviceAt(change);
    const self = 'witness_id' in wrong ? { witness_id: keeper.id } : wrong;
    expect((await take(keeperCalls, step, { ...asked(step, device), ...self })).verify.sign).not.toBe('success');
    expect(await standing(device)).toMatchObject({ stock_status: change.status, device_state: 'in_use' });
    expect(await recorded(device)).toEqual([]);
  });

  it('that receives is the named receiver’s alone', async () => {
    const device = await deviceAt({ status: 3, receiverId: receiver.id });
    for (const caller of [keeperCalls, await api.signedIn(await buildOperator(api.db, taker))])
      expect((await take(caller, 'receive', { numbers: [device.sn], signature: drawn })).verify.sign).not.toBe(
        'success',
      );
    expect(await standing(device)).toMatchObject({ stock_status: 3, org_id: giver });
  });

  it('that receives is signed by whoever takes it, once for all that is taken together', async () => {
    const together = [
      await deviceAt({ status: 3, receiverId: receiver.id }),
      await deviceAt({ status: 3, receiverId: receiver.id }),
    ];
    const alone = await deviceAt({ status: 3, receiverId: receiver.id });
    const typed = { by: 'typed', name: ` operator  ${receiver.loginName.toUpperCase()} ` } as const;
    await receiverCalls.ok(stock.receive, { numbers: together.map(({ sn }) => sn), signature: drawn });
    await receiverCalls.ok(stock.receive, { numbers: [alone.sn], signature: typed });

    const stepOf = async (caller: Caller, { id }: BuiltDevice) =>
      (await caller.ok(stock.list, { device_id: id })).rows[0]!;
    // by its giver and by its taker
    for (const caller of [keeperCalls, receiverCalls]) {
      const step = await stepOf(caller, together[1]!);
      expect(step).toMatchObject({ step: 'receive', signature: drawn });
      const paper = await caller.ok(stock.receipt, { id: step.id });
      expect(paper).toMatchObject({ signature: drawn, receiver: `Operator ${receiver.loginName}` });
      expect(paper.rows.map(({ sn }) => sn)).toEqual(together.map(({ sn }) => sn).sort());
      const other = await stepOf(caller, alone);
      expect(other.signature).toMatchObject({ by: 'typed', name: expect.stringContaining('operator') });
      expect((await caller.ok(stock.receipt, { id: other.id })).number).not.toBe(paper.number);
      const life = (await caller.ok(deviceLife.list, { id: together[0]!.id, kind: 'custody' })).rows;
      expect(life).toMatchObject([{ custody: { step: 'receive', signature: drawn } }]);
    }
  });

  it.each([
    ['without a signature', undefined],
    ['by another name', { by: 'typed', name: 'Operator somebody' }],
    ['by a stroke that says nothing', { by: 'drawn', path: 'M1 1L2 2' }],
    ['by what is no line', { by: 'drawn', path: 'M1 1L400 100"/><script>' }],
  ])('that receives %s is refused beside the field', async (_, signature) => {
    const device = await deviceAt({ status: 3, receiverId: receiver.id });
    const answer = await take(receiverCalls, 'receive', { numbers: [device.sn], signature });
    expect(answer.verify.sign).toBe('validation');
    expect(Object.keys(answer.data as object)[0]).toMatch(/^signature/);
    expect(await recorded(device)).toEqual([]);
  });

  it('was signed for ever: nobody changes a signature, and none comes but with a step', async () => {
    const { rows } = await api.owner.query<{ id: number }>(
      "insert into signature (operator_id, typed) values ($1, 'x') returning id",
      [receiver.id],
    );
    for (const change of ["update signature set typed = 'y'", 'delete from signature'])
      await expect(api.owner.query(change)).rejects.toThrow(/append/);
    for (const sql of [
      "insert into signature (operator_id, typed) values (1, 'x')",
      "update signature set typed = 'y'",
    ])
      await expect(api.pools.app.query(sql)).rejects.toMatchObject({ code: '42501' });
    expect(rows).toHaveLength(1);
  });

  it('that two take at once has one winner', async () => {
    const device = await deviceAt({ status: 3, receiverId: receiver.id });
    const numbers = [device.sn];
    const answers = await Promise.all([
      receiverCalls.call(stock.receive, { numbers, signature: drawn }),
      keeperCalls.call(stock.return, { numbers, reason: '改派' }),
      receiverCalls.call(stock.receive, { numbers, signature: drawn }),
    ]);
    expect(answers.filter(({ verify }) => verify.sign === 'success')).toHaveLength(1);
    expect(await recorded(device)).toHaveLength(1);
  });

  it('is told beforehand, without changing anything', async () => {
    const device = await deviceAt({ status: 2 });
    const { rows } = await keeperCalls.ok(stock.check, {
      step: 'preliminary_inspection',
      numbers: [device.sn.replace(/(\d{4})(?=\d)/g, '$1 '), '9999 9999'],
    });
    expect(rows).toMatchObject([
      { number: device.sn, refusal: 'inspectionFailed', failed: ['heard', 'battery'], device: { stock_status: 2 } },
      { number: '99999999', refusal: 'deviceMissing', device: null },
    ]);
    await fit(device);
    expect(
      (await keeperCalls.ok(stock.check, { step: 'preliminary_inspection', numbers: [device.sn] })).rows,
    ).toMatchObject([{ refusal: null, failed: [] }]);
  });
});

describe('where an organisation wants two people behind a scrapping', () => {
  let org: number;
  let port: number;
  let store: BuiltOperator;
  let storeCalls: Caller;
  let witness: BuiltOperator;
  beforeAll(async () => {
    org = await buildOrganisation(api.db, parent);
    port = await buildOrganisation(api.db, org);
    store = await buildOperator(api.db, parent);
    storeCalls = await api.signedIn(store);
    witness = await buildOperator(api.db, parent);
    await storeCalls.ok(approvalRules.set, { org_id: org, kind: 'scrap', needed: true });
  });
  const signed = async (step: 'scrap' | 'final_inspection_failed', password: string, caller = storeCalls) => ({
    witness_password: sealPassword(await caller.ok(session.key, {}), stock[step].path, password),
  });
  const refused = async (device: BuiltDevice, more: object, caller = storeCalls) =>
    (await take(caller, 'scrap', { ...asked('scrap', device), witness_id: witness.id, ...more })).verify.desc;
  const asIt = { stock_status: 6, device_state: 'in_use' };

  it('nothing is scrapped by one: not in place, not at its final inspection, and whatever code writes it', async () => {
    const [sealed, back] = [await deviceAt({ status: 6, org: port }), await deviceAt({ status: 5, org: port })];
    expect(await refused(sealed, {})).toBe(errors.witnessSigns.en);
    const inspected = { ...asked('final_inspection_failed', back), photo: await picture('custody', port) };
    expect((await take(storeCalls, 'final_inspection_failed', inspected)).verify.desc).toBe(errors.witnessSigns.en);
    const written = api.db.query(
      `insert into custody (device_id, org_id, to_org_id, step, from_status, to_status, device_state, operator_id, source, witness_id)
       values ($1, $2, $2, 'scrap', 6, 7, 'scrapped', $3, 'web', $4)`,
      [sealed.id, port, store.id, witness.id],
    );
    await expect(written).rejects.toMatchObject({ constraint: 'scrap_by_two' });
    expect([await standing(sealed), await standing(back)]).toMatchObject([asIt, { device_state: 'in_use' }]);
    expect([await recorded(sealed), await recorded(back)]).toEqual([[], []]);
  });

  it('it is known before anybody fills in a form, and asked for nowhere else', async () => {
    const [theirs, ours] = [await deviceAt({ status: 6, org: port }), await deviceAt({ status: 6 })];
    const signs = async (step: StockStep, ...devices: BuiltDevice[]) =>
      (await storeCalls.ok(stock.check, { step, numbers: devices.map(({ sn }) => sn) })).witness_signs;
    expect(await signs('scrap', ours, theirs)).toBe(true);
    const used = await deviceAt({ status: 4, org: port });
    expect(await signs('scrap', ours, used)).toBe(false); // it is of those that can be taken
    expect([await signs('scrap', ours), await signs('transfer', theirs)]).toEqual([false, false]);
    expect((await take(storeCalls, 'scrap', asked('scrap', ours))).verify.sign).toBe('success');
    expect((await storeCalls.ok(stock.list, { device_id: ours.id })).rows).toMatchObject([{ witness_signed: false }]);
  });

  it('one or many are scrapped once the witness has signed in, and it is told so', async () => {
    const devices = [await deviceAt({ status: 6, org: port }), await deviceAt({ status: 6, org })];
    const numbers = devices.map(({ sn }) => sn);
    expect(await refused(devices[0]!, { numbers, ...(await signed('scrap', witness.password)) })).toBe('');
    for (const { id } of devices)
      expect((await storeCalls.ok(stock.list, { device_id: id })).rows).toMatchObject([
        { step: 'scrap', witness: `Operator ${witness.loginName}`, witness_signed: true, device_state: 'scrapped' },
      ]);
  });

  it('the witness is nobody who cannot approve, who does not see each of them, who typed another password, or a key', async () => {
    const device = await deviceAt({ status: 6, org: port });
    const wrong = errors.witnessWrong.en;
    expect(await refused(device, await signed('scrap', 'another'))).toBe(wrong);
    const looker = await buildOperator(api.db, parent, ['stock:list']);
    expect(await refused(device, { witness_id: looker.id, ...(await signed('scrap', looker.password)) })).toBe(wrong);
    const besides = await buildOperator(api.db, taker);
    expect(await refused(device, { witness_id: besides.id, ...(await signed('scrap', besides.password)) })).toBe(wrong);
    const self = { witness_id: store.id, ...(await signed('scrap', store.password)) };
    expect(await refused(device, self)).toBe(errors.witnessUnknown.en);
    const key = newApiKey();
    await api.db.query(
      `insert into api_key (operator_id, key_name, key_hash, hint, scope, expire_time)
       values ($1, 'store', $2, 'x', '{stock:scrap}', now() + interval '1 day')`,
      [store.id, hashOf(key)],
    );
    const byKey = await api.app.inject({
      method: 'POST',
      url: stock.scrap.path,
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      payload: JSON.stringify({
        ...asked('scrap', device),
        witness_id: witness.id,
        ...(await signed('scrap', witness.password)),
      }),
    });
    expect(byKey.json().verify.desc).toBe(errors.approvalByPerson.en);
    expect(await standing(device)).toMatchObject(asIt);
  });

  it('a code of the witness is asked for where that person has one', async () => {
    const careful = await buildOperator(api.db, parent);
    const { codeAt } = await setUpSecondFactor(await api.signedIn(careful), careful.password);
    const device = await deviceAt({ status: 6, org });
    const typed = async (more: object = {}) =>
      take(storeCalls, 'scrap', {
        ...asked('scrap', device),
        witness_id: careful.id,
        ...(await signed('scrap', careful.password)),
        ...more,
      });
    expect((await typed()).verify.sign).toBe('secondFactor');
    expect(await standing(device)).toMatchObject(asIt);
    expect((await typed({ witness_code: codeAt() })).verify.sign).toBe('success');
  });
});

describe('a device that is scrapped in place', () => {
  const scrap = (device: BuiltDevice, replacement: string, more: BuiltDevice[] = []) =>
    take(keeperCalls, 'scrap', {
      ...asked('scrap', device),
      numbers: [device, ...more].map(({ sn }) => sn),
      replacement,
    });

  it('is replaced by one that fits, whose number stays told; or its use ends by force', async () => {
    const [device, ended] = [await deviceAt({ status: 6 }), await deviceAt({ status: 6 })];
    const spare = await deviceAt({ status: 4 });
    expect((await scrap(device, spare.sn)).verify.sign).toBe('success');
    expect((await scrap(ended, 'none')).verify.sign).toBe('success');
    const told = async ({ id }: BuiltDevice) => (await keeperCalls.ok(stock.list, { device_id: id })).rows[0];
    expect([await told(device), await told(ended)]).toMatchObject([
      { step: 'scrap', replacement: spare.sn },
      { step: 'scrap', replacement: '' },
    ]);
    expect(await standing(spare)).toMatchObject({ stock_status: 4 });
  });

  it.each<[string, Change]>([
    ['is in stock', { status: 2 }],
    ['was opened', { status: 7 }],
    ['is lost', { status: 4, lost: true }],
    ['is in maintenance', { status: 4, state: 'maintenance' }],
    ['is scrapped', { status: 4, state: 'scrapped' }],
  ])('is not replaced by one that %s, and is not scrapped then', async (_, change) => {
    const [device, other] = [await deviceAt({ status: 6 }), await deviceAt(change)];
    expect((await scrap(device, other.sn)).verify.desc).toMatch(/^The replacement must be/);
    expect(await standing(device)).toMatchObject({ stock_status: 6, device_state: 'in_use' });
  });

  it('is not replaced by itself, one of others, one unknown, or together with another', async () => {
    const device = await deviceAt({ status: 6 });
    const foreign = await deviceAt({ status: 4, org: await buildOrganisation(api.db) });
    const answers = [];
    for (const sn of [device.sn, foreign.sn, '99999999', (await deviceAt({ status: 4, org: taker })).sn])
      answers.push((await scrap(device, sn)).verify);
    expect(new Set(answers.map(({ desc }) => desc)).size).toBe(1);
    const [second, spare] = [await deviceAt({ status: 6 }), await deviceAt({ status: 4 })];
    expect((await scrap(device, spare.sn, [second])).verify.desc).toMatch(/one device .* at a time/);
    for (const one of [device, second]) expect(await standing(one)).toMatchObject({ device_state: 'in_use' });
  });

  it('has those that may replace it suggested, the nearest first and of its organisation alone', async () => {
    const org = await buildOrganisation(api.db, parent);
    const at = async (change: Change, lon: number | null) => {
      const device = await deviceAt({ org, ...change });
      await api.db.query('update lock_state set lon = $2, lat = $3 where device_id = $1', [
        device.id,
        lon,
        lon === null ? null : 30,
      ]);
      return device;
    };
    const broken = await at({ status: 6 }, 120);
    const [unplaced, far, near] = [
      await at({ status: 4 }, null),
      await at({ status: 6 }, 120.1),
      await at({ status: 4 }, 120.01),
    ];
    for (const unfit of [{ status: 2 }, { status: 4, lost: true }] as const) await at(unfit, 120);
    await deviceAt({ status: 4, org: taker });
    const own = await api.signedIn(await buildOperator(api.db, org));
    const { rows } = await own.ok(stock.replacements, { number: broken.sn });
    expect(rows.map(({ sn }) => sn)).toEqual([near.sn, far.sn, unplaced.sn]);
    expect(rows.map(({ distance }) => distance && Math.round(distance / 10))).toEqual([96, 963, null]);
    const found = await own.ok(stock.replacements, { number: broken.sn, keyword: far.sn });
    expect(found.rows.map(({ sn }) => sn)).toEqual([far.sn]);
    const stranger = await api.signedIn(await buildOperator(api.db, await buildOrganisation(api.db)));
    expect((await stranger.ok(stock.replacements, { number: broken.sn })).rows).toEqual([]);
  });
});

describe('a device that is issued', () => {
  it('stays its receiver’s to take when it was lost and found, or repaired, meanwhile', async () => {
    const device = await deviceAt({ status: 3, receiverId: receiver.id });
    for (const step of ['report_lost', 'report_found', 'to_maintenance', 'from_maintenance'] as const)
      await keeperCalls.ok(stock[step], { numbers: [device.sn], reason: '盘点' });
    await receiverCalls.ok(stock.receive, { numbers: [device.sn], signature: drawn });
    expect(await standing(device)).toMatchObject({ stock_status: 4, org_id: taker });
  });

  it('is returned together with what was issued to others', async () => {
    const mine = await deviceAt({ status: 3, receiverId: keeper.id });
    const theirs = await deviceAt({ status: 3, receiverId: receiver.id });
    await keeperCalls.ok(stock.return, { numbers: [mine.sn, theirs.sn], reason: '收回' });
    for (const device of [mine, theirs]) {
      expect(await standing(device)).toMatchObject({ stock_status: 2, org_id: giver });
      expect(await recorded(device)).toMatchObject([{ step: 'return' }]);
    }
  });

  it('goes to nobody who cannot have its type', async () => {
    const device = await deviceAt({ status: 2, inspected: '1 hour' });
    await api.db.query(
      `with t as (insert into device_type (org_id, device_type, device_type_name, family, utc_offset_minutes)
         values ($2, 'own of the giver', 'own', 'hhd', 480) returning id)
       update device set device_type_id = t.id from t where device.id = $1`,
      [device.id, giver],
    );
    // and that is known before it is tried
    const check = (more: object) =>
      keeperCalls
        .ok(stock.check, { step: 'issue', numbers: [device.sn], ...more })
        .then(({ rows }) => rows[0]?.refusal);
    expect([await check({}), await check({ receiver_id: receiver.id })]).toEqual([null, 'stockReach']);
    expect((await take(keeperCalls, 'issue', asked('issue', device))).verify.desc).toMatch(/类型|type/);
    expect(await standing(device)).toMatchObject({ stock_status: 2 });
  });

  it('could go to whom and where out of sight as little as to whom and where there is not', async () => {
    const { sn } = await deviceAt({ status: 2, org: taker });
    const nowhere = 1_000_000_007;
    const check = async (step: StockStep, to: object) =>
      (await receiverCalls.call(stock.check, { step, numbers: [sn], ...to })).verify;
    const place = await check('transfer', { org_id: giver });
    expect(place.sign).toBe('notFound');
    expect(await check('transfer', { org_id: nowhere })).toEqual(place);
    const somebody = await check('issue', { receiver_id: keeper.id });
    expect(somebody.sign).toBe('fail');
    expect(await check('issue', { receiver_id: nowhere })).toEqual(somebody);
  });
});

describe('a device in stock', () => {
  it('goes to another organisation by a transfer alone, not by its form', async () => {
    const device = await deviceAt({ status: 4 });
    const { version: _, ...record } = await keeperCalls.ok(devices.detail, { id: device.id });
    const asking = Object.fromEntries(
      Object.keys(devices.add.input.shape).map((field) => [field, record[field as keyof typeof record]]),
    );
    const answer = await keeperCalls.call(devices.update, { ...asking, id: device.id, org_id: taker } as never);
    expect(answer).toMatchObject({
      verify: { sign: 'validation' },
      data: { org_id: expect.stringMatching(/调拨|transfer/) },
    });
    expect(await standing(device)).toMatchObject({ org_id: giver });
  });

  it('that its own word says is sealed is neither moved by its form nor switched off, and retired by its number alone', async () => {
    const device = await deviceAt({ status: 1 });
    const record = await keeperCalls.ok(devices.detail, { id: device.id });
    const form = Object.keys(devices.add.input.shape).map((field) => [field, record[field as keyof typeof record]]);
    const update = (change: object) =>
      keeperCalls.call(devices.update, { ...Object.fromEntries(form), id: device.id, ...change } as never);
    await api.db.query('update lock_state set lock_status = 2 where device_id = $1', [device.id]);
    const { desc } = (await take(keeperCalls, 'stock_in', asked('stock_in', device))).verify;
    const ways = (sealed: string[]) => [
      () => update({ org_id: taker }),
      () => keeperCalls.call(devices.status, { ids: [device.id], status: 2 }),
      () => keeperCalls.call(devices.retire, { ids: [device.id], reason: 'lost at sea', sealed }),
    ];
    for (const way of ways([])) expect((await way()).verify).toEqual({ sign: 'fail', desc });
    expect(await keeperCalls.ok(devices.detail, { id: device.id })).toMatchObject({
      org_id: giver,
      status: 1,
      retired_time: null,
    });
    // a name that is told of it stays possible
    expect((await update({ device_name: 'b' })).verify.sign).toBe('success');
    expect((await ways([device.sn])[2]!()).verify.sign).toBe('success');
  });

  it('needs a new inspection after a repair', async () => {
    const device = await deviceAt({ status: 2, inspected: '1 hour' });
    for (const step of ['to_maintenance', 'from_maintenance'] as const)
      await keeperCalls.ok(stock[step], { numbers: [device.sn], reason: '换锁杆' });
    expect((await take(keeperCalls, 'issue', asked('issue', device))).verify.desc).toMatch(/24/);
  });
});

describe('the database', () => {
  it.each([
    [1, 4],
    [2, 6],
    [5, 4],
    [6, 4],
    [4, 2],
  ] as const)('refuses a step from %i to %i by itself', async (from, to) => {
    const device = await deviceAt({ status: from });
    await expect(
      api.db.query('update device set stock_status = $2 where id = $1', [device.id, to]),
    ).rejects.toMatchObject({ constraint: 'stock_status_step' });
  });
  it('keeps custody for ever', async () => {
    const device = await deviceAt();
    await keeperCalls.ok(stock.stock_in, { numbers: [device.sn] });
    await expect(api.pools.owner.query("update custody set reason = 'x'")).rejects.toThrow(/append only/);
    expect((await keeperCalls.call(devices.delete, { ids: [device.id] })).verify.sign).toBe('conflict');
  });
});

describe('the stock', () => {
  // what the steps before made due is not looked after here
  beforeAll(() => api.db.query('delete from stock_due'));
  const lockSays = async (device: BuiltDevice, status: number) => {
    await api.db.query(
      "update lock_state set lock_status = $2, lock_since = now(), lock_actor = '0417' where device_id = $1",
      [device.id, status],
    );
    return followLocks(api.pools.platform);
  };

  it('follows the lock of a device in use, and says that the lock told it', async () => {
    const device = await deviceAt({ status: 4 });
    expect(await lockSays(device, 2)).toEqual([]);
    expect(await standing(device)).toMatchObject({ stock_status: 6 });
    await lockSays(device, 3);
    expect(await standing(device)).toMatchObject({ stock_status: 6 });
    await lockSays(device, 0);
    await lockSays(device, 2);
    expect((await recorded(device)).map((row) => [row.step, row.source, row.oper_name])).toEqual([
      ['seal', 'device', '0417'],
      ['unseal', 'device', '0417'],
      ['seal', 'device', '0417'],
    ]);
  });

  it('of a lock that says one thing and the other all day is followed once an hour, and then as it is', async () => {
    const device = await deviceAt({ status: 4 });
    const flapped = (times: number, ago: string) =>
      api.owner.query(
        `insert into custody (device_id, org_id, to_org_id, step, from_status, to_status, device_state, source, create_time)
         select d.id, d.org_id, d.org_id, 'seal', 4, 6, 'in_use', 'device', now() - $3::interval
         from device d, generate_series(1, $2) where d.id = $1`,
        [device.id, times, ago],
      );
    await flapped(60, '2 hours');
    await lockSays(device, 2);
    expect(await standing(device)).toMatchObject({ stock_status: 6 });
    await lockSays(device, 0);
    await lockSays(device, 1);
    expect(await standing(device)).toMatchObject({ stock_status: 6 });
    // it is not forgotten
    expect((await api.db.query('select from stock_due where device_id = $1', [device.id])).rowCount).toBe(1);
    const calm = await deviceAt({ status: 4 });
    await lockSays(calm, 2);
    expect(await standing(calm)).toMatchObject({ stock_status: 6 });
  });

  it.each(Object.keys(lockSteps) as LockStep[])(
    'follows a %s where the table says, and is told again without moving again',
    async (step) => {
      const told = { seal: 2, unseal: 0 }[step];
      for (const before of everyStanding) {
        const device = await readyAt(before);
        await api.db.query('update lock_state set lock_status = $2 where device_id = $1', [
          device.id,
          { seal: 0, unseal: 2 }[step],
        ]);
        await api.db.query('delete from stock_due where device_id = $1', [device.id]);
        const after = agreed(before, step);
        for (let times = 0; times < 2; times++) {
          await lockSays(device, told);
          expect([before, await standing(device)]).toMatchObject([before, known(after ?? before)]);
          expect(await recorded(device)).toMatchObject(
            after ? [{ step, from_status: before.stock_status, to_status: after.stock_status, source: 'device' }] : [],
          );
        }
      }
    },
  );

  it('of a lock for a single use is not moved by a seal after it was opened: that rings', async () => {
    const device = await deviceAt({ status: 7, reusable: false });
    expect(await lockSays(device, 2)).toHaveLength(1);
    expect(await standing(device)).toMatchObject({ stock_status: 7 });
  });

  it('that was issued and not received in time rings once, and moves nothing', async () => {
    const issued = async (ago: string, change: Change = {}) => {
      const device = await deviceAt({ status: 3, receiverId: receiver.id, ...change });
      await api.db.query('update device set issue_time = now() - $2::interval where id = $1', [device.id, ago]);
      return device;
    };
    const late = await issued('8 days');
    for (const other of [await issued('6 days'), await issued('8 days', { lost: true })]) {
      await findOverdue(api.pools.platform, 7);
      const { rows } = await api.db.query('select from alarm where device_id = $1', [other.id]);
      expect(rows).toEqual([]);
    }
    const rung = async () =>
      (await api.db.query('select kind, severity, hits from alarm where device_id = $1 order by id', [late.id])).rows;
    const alarm = { kind: 'not_received', severity: 'warning', hits: 1 };
    expect(await rung()).toEqual([alarm]);
    expect(await standing(late)).toMatchObject({ stock_status: 3 });
    // processed it is not rung again, for the same issue
    await api.db.query('update alarm set process_time = now() where device_id = $1', [late.id]);
    expect(await findOverdue(api.pools.platform, 7)).toEqual([]);
    await api.db.query("update alarm set first_time = now() - interval '30 days' where device_id = $1", [late.id]);
    expect(await findOverdue(api.pools.platform, 7)).toHaveLength(1);
    expect(await rung()).toEqual([alarm, alarm]);
  });

  it.each([2, 3, 5] as const)('is not moved by a seal where it stands at %i: that rings', async (status) => {
    const device = await deviceAt({ status });
    expect(await lockSays(device, 2)).toHaveLength(1);
    expect(await standing(device)).toMatchObject({ stock_status: status });
    const { rows } = await api.db.query('select kind from alarm where device_id = $1', [device.id]);
    expect(rows).toEqual([{ kind: 'custody_mismatch' }]);
  });

  it('follows a word told while the device was lost, once it is found', async () => {
    const device = await deviceAt({ status: 4 });
    await keeperCalls.ok(stock.report_lost, { numbers: [device.sn], reason: '盘点' });
    await lockSays(device, 2);
    expect(await standing(device)).toMatchObject({ stock_status: 4 });
    await keeperCalls.ok(stock.report_found, { numbers: [device.sn], reason: '已找到' });
    // before anybody has looked: what is sealed is in use
    expect((await take(keeperCalls, 'recycle', asked('recycle', device))).verify.desc).toMatch(/已施封|sealed/);
    await followLocks(api.pools.platform);
    expect(await standing(device)).toMatchObject({ stock_status: 6 });
  });

  it('of what never came into stock, is lost or in maintenance is left alone, and silent', async () => {
    for (const change of [{ status: 1 }, { status: 4, lost: true }, { status: 4, state: 'maintenance' }] as const) {
      const device = await deviceAt(change);
      expect(await lockSays(device, 2)).toEqual([]);
      expect(await standing(device)).toMatchObject({ stock_status: change.status });
    }
  });
});

it('a step hears first what a lock tells at this moment: a sealed one is not sent to maintenance', async () => {
  const device = await deviceAt({ status: 2 });
  const ingest = await api.owner.connect();
  try {
    await ingest.query('begin');
    await ingest.query('update lock_state set lock_status = 2 where device_id = $1', [device.id]);
    const step = take(keeperCalls, 'to_maintenance', asked('to_maintenance', device));
    const waiting = "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
    await expect.poll(async () => (await api.owner.query(waiting)).rowCount, { timeout: 20_000 }).toBeGreaterThan(0);
    await ingest.query('commit');
    expect((await step).verify.desc).toContain('The lock is sealed, unseal it first');
    expect(await standing(device)).toMatchObject({ device_state: 'in_use' });
  } finally {
    await ingest.query('rollback');
    ingest.release();
  }
});
