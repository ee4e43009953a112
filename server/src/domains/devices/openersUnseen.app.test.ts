import { calls } from '@plomb/contract/calls';
import { authorisationLimits } from '@plomb/contract/friends/authorisations';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { startApi, type TestApi } from '../../testing/api.ts';
import { type BuiltDevice, type BuiltOperator, buildOperator, buildOrganisation } from '../../testing/build.ts';
import type { Caller } from '../../testing/client.ts';
import { buildOwnership, inDays, openersOf } from '../../testing/openers.ts';

const { openers, assignments } = calls;
let api: TestApi;
let top: number;
let owner: number;
let port: number;
let chief: BuiltOperator;
let asChief: Caller;
let lock: BuiltDevice;

beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.stop());
beforeEach(async () => {
  ({ top, owner, port, chief, asChief, lock } = await buildOwnership(api));
});
const signedInAt = async (org: number) => api.signedIn(await buildOperator(api.db, org));

const holds = (number: string, known = 'told') =>
  api.owner.query(
    'insert into device_card (device_id, org_id, number, known, time, command_id) values ($1, $2, $3, $4, now(), 0)',
    [lock.id, owner, number, known],
  );
const said = { card_no: '', card_type: 'single' as const, lon: null, lat: null, radius: null };

it('tells of a card that the lock holds and nobody registered', async () => {
  await holds('0000001234');
  await holds('0000009876', 'perhaps');
  const told = await openersOf(asChief, lock.id, 'card');
  expect(told).toMatchObject([
    { name: '0000001234', answer: 'may', card: { ic_no: '0000001234', standing: 'synced', opens: 'everywhere' } },
    { name: '0000009876', answer: 'uncertain', card: { standing: 'doubt', rules: [] } },
  ]);
  const { counts } = await asChief.ok(openers.list, { device_id: lock.id });
  expect(counts.card).toMatchObject({ may: 1, uncertain: 1 });
  // whole for those only who may give cards
  const looker = await api.signedIn(await buildOperator(api.db, owner, ['whoCanOpen:list', 'cardMatrix:list']));
  const covered = await openersOf(looker, lock.id, 'card');
  expect(covered.map(({ name, card }) => [name, card!.ic_no])).toEqual([
    ['***1234', '***1234'],
    ['***9876', '***9876'],
  ]);
  expect(await openersOf(looker, lock.id, 'card', { keyword: '0000001234' })).toEqual([]);
});

it('tells of a held card that is registered beside the line of the lock, by name to whom that is in sight', async () => {
  const asPort = await signedInAt(port);
  const { id } = await asPort.ok(calls.cards.add, { ic_no: '71000001', ic_name: 'Of port', ...said });
  await holds('0071000001');
  expect(await openersOf(asChief, lock.id, 'card')).toMatchObject([{ id, name: 'Of port', answer: 'may' }]);
  expect(await openersOf(await signedInAt(owner), lock.id, 'card')).toMatchObject([
    { name: '0071000001', answer: 'may', card: { ic_no: '0071000001', card_no: '' } },
  ]);
});

it('tells a new owner that somebody before was shown the password in force, and not whom', async () => {
  const { rows } = await api.owner.query<{ id: number }>(
    `insert into unlock_password (device_id, org_id, sealed, fingerprint, told_time, state)
     values ($1, $2, '', '', now(), 'disclosed') returning id`,
    [lock.id, owner],
  );
  const shown = (org: number, name: string) =>
    api.owner.query(
      `insert into password_disclosure (password_id, device_id, org_id, operator_id, oper_name, reason, address)
       values ($1, $2, $3, $4, $5, 'gate', '')`,
      [rows[0]!.id, lock.id, org, chief.id, name],
    );
  await shown(owner, 'Chen Bo');
  await api.owner.query('update device set org_id = $2 where id = $1', [lock.id, port]);
  const asPort = await signedInAt(port);
  expect(await openersOf(asPort, lock.id, 'code')).toMatchObject([{ id: lock.id, name: '', answer: 'may' }]);
  expect(await openersOf(asChief, lock.id, 'code')).toMatchObject([{ name: 'Chen Bo', answer: 'may' }]);
  await shown(port, 'Li Hai');
  const told = await openersOf(asPort, lock.id, 'code');
  expect(told.map(({ name, answer }) => [name, answer])).toEqual([
    ['Li Hai', 'may'],
    ['', 'may'],
  ]);
});

it('counts nobody of an organisation below a disabled one, whoever asks', async () => {
  const below = await buildOrganisation(api.db, port);
  await buildOperator(api.db, below);
  await asChief.ok(assignments.add, { devices: [{ id: lock.id, sending: true }], org_ids: [below], orders: 'unseal' });
  const asOwner = await signedInAt(owner);
  expect(await openersOf(asOwner, lock.id, 'assigned')).toMatchObject([{ answer: 'may', people: 1 }]);
  await api.owner.query('update organisation set status = 2 where id = $1', [port]);
  for (const by of [asChief, asOwner])
    expect(await openersOf(by, lock.id, 'assigned')).toMatchObject([{ answer: 'refused', people: 0 }]);
});

it('a permanent authorisation ends by itself when nobody reviews it', async () => {
  const holder = await buildOperator(api.db, await buildOrganisation(api.db));
  await api.db.query(
    'insert into friendship (low_id, high_id) values (least($1::bigint, $2), greatest($1::bigint, $2))',
    [holder.id, chief.id],
  );
  const { id } = await (await api.signedIn(holder)).ok(calls.authorisations.apply, {
    ...{ person_id: chief.id, numbers: [lock.sn], orders: 'unseal', max_uses: null, reason: 'rail transfer' },
    ...{ from_time: inDays(-0.1), until_time: null },
  });
  await asChief.ok(calls.authorisations.agree, { id, as: 'first' });
  await (await signedInAt(top)).ok(calls.authorisations.agree, { id, as: 'second' });
  await api.owner.query('update authorisation set step_time = now() - make_interval(days => $2) where id = $1', [
    id,
    authorisationLimits.reviewDays - 1,
  ]);
  const [now] = await openersOf(asChief, lock.id, 'authorised');
  expect(now).toMatchObject({ answer: 'may', until_time: null, change: expect.any(String) });
  const later = await openersOf(asChief, lock.id, 'authorised', { at: inDays(2) });
  expect(later).toMatchObject([{ answer: 'refused', clause: 'right' }]);
  const { changes } = await asChief.ok(openers.list, { device_id: lock.id });
  expect(changes).toMatchObject([{ what: 'authorised', answer: 'refused', time: now!.change }]);
});

it('a key does nothing while its owner has a password or a second factor to set', async () => {
  const guard = await buildOperator(api.db, owner);
  await (await api.signedIn(guard)).ok(calls.apiKeys.add, {
    ...{ key_name: 'Gate', scope: ['map:unseal'], physical: true, addresses: [], expire_time: inDays(1) },
  });
  const key = async () => (await openersOf(asChief, lock.id, 'key')).map(({ answer, why }) => [answer, why?.en]);
  expect(await key()).toEqual([['may', undefined]]);
  await api.owner.query('update operator set must_change = true where id = $1', [guard.id]);
  expect(await key()).toEqual([['refused', expect.stringContaining('password')]]);
  await api.owner.query('update operator set must_change = false where id = $1', [guard.id]);
  await api.owner.query(
    `update role set second_factor_required = true, org_id = (select id from organisation where parent_id is null)
     where id = (select role_id from operator where id = $1)`,
    [guard.id],
  );
  expect(await key()).toEqual([['refused', expect.stringContaining('two-factor')]]);
});
