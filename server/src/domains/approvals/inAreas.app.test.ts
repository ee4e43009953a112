import { calls } from '@plomb/contract/calls';
import { errors } from '@plomb/contract/errors';
import type { NamedArea } from '@plomb/contract/lock/outline';
import { sealPassword } from '@plomb/contract/session/sealedPassword';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { startApi, type TestApi } from '../../testing/api.ts';
import { type BuiltOperator, buildDevice, buildOperator, buildOrganisation } from '../../testing/build.ts';
import type { Caller, Reply } from '../../testing/client.ts';
import { openersOf } from '../../testing/openers.ts';
import { queueOf } from '../../testing/queue.ts';

/** One person alone unseals from afar inside some areas, and elsewhere by two, where an organisation says so (decision 0074). */
const { approvals, approvalRules, assignments, batches, orders, session } = calls;
let api: TestApi;
let top: number;
let org: number;
let other: number;
let asker: Caller;
let deciderIs: BuiltOperator;
let decider: Caller;
let lock: { id: number; sn: string };
let pressed = 0;

beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.stop());
beforeEach(async () => {
  top = await buildOrganisation(api.db);
  org = await buildOrganisation(api.db, top);
  other = await buildOrganisation(api.db, top);
  asker = await api.signedIn(await buildOperator(api.db, org));
  deciderIs = await buildOperator(api.db, top);
  decider = await api.signedIn(deciderIs);
  lock = await buildDevice(api.db, org);
  await api.db.query(
    'update lock_state set lock_status = 2, electric = 80, receive_time = now(), lock_time = now() where device_id = $1',
    [lock.id],
  );
});

const circle = (name: string, centre: [number, number], radius: number): NamedArea => ({
  name,
  area: { shape: 'circle', centre, radius },
});
const yard = circle('Yard', [121.5, 31.2], 1000);
const port = circle('Port', [121.5, 31.2], 5000);
const [inYard, inPort, away] = [
  [121.5, 31.2],
  [121.53, 31.2],
  [121.6, 31.2],
] as const;
const at = ([lon, lat]: readonly [number, number], ago = '0') =>
  api.owner.query('update lock_state set lon = $2, lat = $3, place_time = now() - $4::interval where device_id = $1', [
    ...[lock.id, lon, lat, ago],
  ]);
const rule = (areas: NamedArea[] | null, org_id = org, by = decider) =>
  by.ok(approvalRules.set, { org_id, kind: 'unseal', needed: true, areas });
const request = () => ({ device_id: lock.id, reason: 'customs check', idempotency_key: `in-areas-${++pressed}` });
const desc = ({ verify }: Reply) => (verify.sign === 'success' ? 'given' : verify.desc);
const order = async () => desc(await asker.call(orders.unseal, request()));
const shown = async () =>
  desc(await asker.call(orders.unlockPassword, { device_id: lock.id, reason: 'customs check' }));
const listed = async () => (await openersOf(asker, lock.id, 'person')).find(({ clause }) => clause !== 'button')!;
const needed = async () => {
  const { kinds, unseal_barred } = await asker.ok(approvals.needed, { device_id: lock.id });
  return [kinds, unseal_barred];
};
const claim = () => queueOf(api.db, 'test', api.passwords).claim(lock.id);
const newest = async () => (await asker.ok(orders.commands, { device_id: lock.id })).rows[0]!;
const approve = async (id: number) => {
  const { path } = approvals.approve;
  const password = await sealPassword(await decider.ok(session.key, {}), path, deciderIs.password);
  await decider.ok(approvals.approve, { id, password, remark: '' });
};

it('inside them one person alone orders it, by a valid fix of the last half hour; elsewhere a second has to approve it', async () => {
  await rule([yard]);
  for (const [place, ago, barred, why] of [
    [null, '', 'place', errors.approvalPlaceUnknown.en],
    [away, '0', 'outside', errors.approvalOutside.en],
    [inYard, '65 minutes', 'place', errors.approvalPlaceOld.en],
  ] as const) {
    if (place) await at(place, ago);
    expect([await order(), await listed(), await needed()]).toEqual([
      why,
      expect.objectContaining({ answer: 'approval', why: expect.objectContaining({ en: why }) }),
      [['unseal'], barred],
    ]);
    expect(await shown()).toBe(errors.passwordOutside.en);
    const { id } = await asker.ok(batches.prepare, {
      order: { kind: 'unseal', args: {} },
      of: { by: 'ids', ids: [lock.id] },
    });
    const { rows } = await api.db.query('select refusal from batch_device where batch_id = $1', [id]);
    expect(rows).toEqual([{ refusal: expect.stringMatching(/^approval/) }]);
  }
  await at(inYard, '29 minutes');
  expect([await needed(), (await listed()).answer, await order()]).toEqual([[[], null], 'may', 'given']);
  expect(await claim()).toMatchObject({ instruction: { kind: 'unseal' } });
});

it('what was approved leaves wherever the lock is, and nothing is asked for inside', async () => {
  await rule([yard]);
  await at(inYard);
  expect(desc(await asker.call(approvals.ask, { ...request(), kind: 'unseal' }))).toBe(errors.approvalNotNeeded.en);
  await at(away);
  await approve((await asker.ok(approvals.ask, { ...request(), kind: 'unseal' })).id);
  expect(await claim()).toMatchObject({ instruction: { kind: 'unseal' } });
});

it('an order that waited is judged once more when it leaves: taken back where the lock is outside, and kept while nobody knows', async () => {
  await rule([yard]);
  await at(inYard);
  await order();
  await at(inYard, '31 minutes');
  expect(await claim()).toBeNull();
  expect(await newest()).toMatchObject({ state: 'queued', waits_for: 'place' });
  await at(away);
  expect(await claim()).toBeNull();
  expect(await newest()).toMatchObject({ state: 'cancelled', cause: 'outside' });
});

it('holds for those below: a lock has to be inside the areas of each above it, and what takes two everywhere does so', async () => {
  await rule([yard], top);
  await rule([port]);
  for (const [place, says] of [
    [inYard, 'given'],
    [inPort, errors.approvalOutside.en],
  ] as const) {
    await at(place);
    expect(await order()).toBe(says);
  }
  const rows = async () =>
    new Map((await decider.ok(approvalRules.list, {})).rows.map(({ org_id, ...rest }) => [org_id, rest]));
  expect((await rows()).get(org)).toMatchObject({
    kinds: ['unseal'],
    areas: [port],
    above: [],
    areas_above: [['Yard']],
  });
  expect((await rows()).get(top)).toMatchObject({ kinds: ['unseal'], areas: [yard], above: [], areas_above: [] });
  await rule(null, top);
  expect((await rows()).get(org)).toMatchObject({ areas: [port], above: ['unseal'], areas_above: [] });
  await at(inYard);
  expect(await order()).toBe(errors.approvalNeeded.en);
});

it('whoever does not see the lock has nobody to ask', async () => {
  await rule([yard]);
  await decider.ok(assignments.add, { devices: [{ id: lock.id, sending: true }], org_ids: [other], orders: 'unseal' });
  const holder = await api.signedIn(await buildOperator(api.db, other));
  const { rows } = await holder.ok(assignments.list, {});
  const given = async () =>
    desc(await holder.call(assignments.order, { ...request(), id: rows[0]!.id, kind: 'unseal' as const }));
  await at(away);
  expect(await given()).toBe(errors.approvalOutsideByOwner.en);
  await at(inYard);
  expect(await given()).toBe('given');
});

it('are of unseals, and of what takes two; drawn by whoever sets rules, and named with what was before', async () => {
  for (const change of [
    { kind: 'factory_reset' },
    { needed: false },
    { areas: [] },
    { areas: [{ ...yard, name: '' }] },
  ])
    expect(
      (
        await decider.call(approvalRules.set, {
          ...{ org_id: org, kind: 'unseal', needed: true, areas: [yard] },
          ...(change as object),
        })
      ).verify.sign,
    ).toBe('validation');
  await rule([yard]);
  await rule(null);
  const { rows } = await api.db.query<{ changes: unknown[] }>(
    'select changes from operation_log where operate_url = $1 and org_id = $2 order by id desc limit 1',
    [approvalRules.set.path, top],
  );
  expect(JSON.stringify(rows)).toContain('Yard');
});

it('no code writes an unseal outside of them that nobody approved', async () => {
  await at(away);
  await order();
  await api.db.query("update command set state = 'cancelled', finish_time = now() where device_id = $1", [lock.id]);
  await rule([yard]);
  const written = () =>
    api.db.query(
      `insert into command (device_id, org_id, kind, args, physical, again, idempotency_key, reason, operator_id, oper_name, expire_time)
       select device_id, org_id, kind, args, physical, again, 'outside-of-them-' || $2, reason, operator_id, oper_name, expire_time
         from command where device_id = $1 limit 1`,
      [lock.id, ++pressed],
    );
  await expect(written()).rejects.toMatchObject({ constraint: 'approval_needed' });
  await at(inYard);
  await expect(written()).resolves.toMatchObject({ rowCount: 1 });
});
