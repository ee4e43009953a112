import { calls } from '@plomb/contract/calls';
import { MOST_JUDGED, type Openable } from '@plomb/contract/devices/openable';
import { MOST_OPENERS } from '@plomb/contract/devices/openers';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { startApi, type TestApi } from '../../testing/api.ts';
import { type BuiltDevice, type BuiltOperator, buildOperator, buildOrganisation } from '../../testing/build.ts';
import type { Caller } from '../../testing/client.ts';
import { buildOwnership, buildSealed, inDays } from '../../testing/openers.ts';

const { openable, openers, assignments, authorisations } = calls;
const buttons = [
  'map:list',
  'map:unseal',
  'map:seal',
  'assignment:order',
  'authorisation:order',
  'authorisation:apply',
];
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

const ofPerson = (who: number, change: object = {}, by = asChief) =>
  by.ok(openable.list, { of: 'operator', who, ...change });
const keyOf = async (id: number, scope: string[], physical = true): Promise<number> => {
  const { rows } = await api.db.query<{ id: number }>(
    `insert into api_key (operator_id, key_name, key_hash, hint, scope, expire_time, physical)
     values ($1, 'Gate', sha256(convert_to(gen_random_uuid()::text, 'UTF8')), 'x', $2, now() + interval '2 days', $3) returning id`,
    [id, scope, physical],
  );
  return rows[0]!.id;
};
const befriended = (one: number, other: number) =>
  api.db.query('insert into friendship (low_id, high_id) values (least($1::bigint, $2), greatest($1::bigint, $2))', [
    one,
    other,
  ]);
/** Agreed to by one, and by a second where it takes two: of people outside. */
const authorised = async (holder: BuiltOperator, device = lock, from = -0.01, until = 3) => {
  const asHolder = await api.signedIn(holder);
  const { id } = await asHolder.ok(authorisations.apply, {
    ...{ person_id: chief.id, numbers: [device.sn], orders: 'unseal', max_uses: null, reason: 'rail transfer' },
    ...{ from_time: inDays(from), until_time: inDays(until) },
  });
  await asChief.ok(authorisations.agree, { id, as: 'first' });
  const second = await api.signedIn(await buildOperator(api.db, top));
  const { state } = await asChief.ok(authorisations.detail, { id });
  if (state === 'pending_second') await second.ok(authorisations.agree, { id, as: 'second' });
  return id;
};
const shortly = ({ what, lock: of, answer, clause }: Openable) => ({ what, lock: of.id, answer, clause });

it('asked from either side, a person and a lock have one answer, whatever refuses', async () => {
  const [guard, looker] = [
    await buildOperator(api.db, owner, buttons),
    await buildOperator(api.db, owner, ['map:list']),
  ];
  const situations: [string, () => Promise<unknown>][] = [
    ['all is well', async () => undefined],
    ['a second person', () => api.db.query("insert into approval_rule (org_id, kind) values ($1, 'unseal')", [owner])],
    ['battery', () => api.db.query('update lock_state set electric = 3 where device_id = $1', [lock.id])],
    ['lost', () => api.db.query('update device set lost = true where id = $1', [lock.id])],
    ['disabled', () => api.db.query('update device set status = 2 where id = $1', [lock.id])],
  ];
  const seen = new Set<string>();
  for (const [name, happens] of situations) {
    await happens();
    for (const operation of ['unseal', 'seal', 'unlockPassword', 'add_cards'] as const)
      for (const { id } of [guard, looker]) {
        const { rows } = await asChief.ok(openers.list, { device_id: lock.id, operation, operator_id: id });
        const other = (await ofPerson(id, { operation })).rows;
        const { lock: of, ...told } = other[0]!;
        expect([name, operation, other.length, of.id, told]).toEqual([name, operation, 1, lock.id, rows[0]]);
        seen.add(`${told.answer} ${told.clause}`);
      }
  }
  expect([...seen].sort()).toEqual([
    ...['approval approval', 'may null', 'refused battery', 'refused button', 'refused state', 'refused use'],
  ]);
});

it('a role reaches the locks of its organisation and of those below, and no others', async () => {
  const below = await buildSealed(api, await buildOrganisation(api.db, owner));
  await buildSealed(api, port);
  const guard = await buildOperator(api.db, owner, buttons);
  const told = await ofPerson(guard.id);
  expect(new Set(told.rows.map(shortly))).toEqual(
    new Set([lock, below].map(({ id }) => ({ what: 'person', lock: id, answer: 'may', clause: null }))),
  );
  expect(told.asked).toMatchObject({ login_name: guard.loginName, seen: true, ended: false });
  await api.db.query('update device set retired_time = now(), status = 2 where id = $1', [below.id]);
  expect((await ofPerson(guard.id)).rows.map((one) => one.lock.id)).toEqual([lock.id]);
  await api.db.query('update operator set status = 2 where id = $1', [guard.id]);
  expect(await ofPerson(guard.id)).toMatchObject({ rows: [], asked: { ended: true } });
});

it('is counted whole, narrowed by answer, kind and words, and read by pages', async () => {
  const guard = await buildOperator(api.db, owner, buttons);
  const others = [await buildSealed(api, owner), await buildSealed(api, owner), await buildSealed(api, owner)];
  await api.db.query('update lock_state set electric = 2 where device_id = $1', [others[0]!.id]);
  const all = await ofPerson(guard.id);
  expect(all.counts!.person).toMatchObject({ may: 3, refused: 1 });
  // those that may first
  expect(all.rows.map(({ answer }) => answer)).toEqual(['may', 'may', 'may', 'refused']);
  const pages = await Promise.all([1, 2, 3].map((page) => ofPerson(guard.id, { page, size: 2 })));
  expect(pages.map(({ total, rows }) => [total, rows.length])).toEqual([
    [4, 2],
    [4, 2],
    [4, 0],
  ]);
  const flat = await ofPerson(guard.id, { answer: 'refused' });
  expect([flat.total, flat.rows[0]!.lock.id, flat.rows[0]!.clause, flat.counts!.person.may]).toEqual([
    ...[1, others[0]!.id, 'battery', 3],
  ]);
  expect((await ofPerson(guard.id, { keyword: lock.sn })).rows.map((one) => one.lock.id)).toEqual([lock.id]);
  expect((await ofPerson(guard.id, { what: 'authorised' })).total).toBe(0);
});

it('what was distributed to its organisation, authorised to it and shown to it stands before what its role reaches', async () => {
  const guard = await buildOperator(api.db, port, buttons);
  await buildSealed(api, port);
  const [shared, shownOne] = [await buildSealed(api, owner), await buildSealed(api, port)];
  await asChief.ok(assignments.add, { devices: [{ id: shared.id, sending: true }], org_ids: [port], orders: 'unseal' });
  await befriended(guard.id, chief.id);
  await authorised(guard);
  const { rows } = await api.owner.query<{ id: number }>(
    `insert into unlock_password (device_id, org_id, sealed, fingerprint, told_time, state)
     values ($1, $2, '', '', now(), 'disclosed') returning id`,
    [shownOne.id, port],
  );
  const sent = (oper: number, name: string, receiver: number | null) =>
    api.owner.query(
      `insert into password_disclosure (password_id, device_id, org_id, operator_id, oper_name, reason, address, sent_name, receiver_id,
         recipient, channel, until_time, message_id)
       select $1, $2, $3, $4, 'x', 'gate', '', $5, $6, case when $5 = '' then '' else 'g***@example.org' end,
         case when $5 <> '' then 'mail' end, case when $5 <> '' then now() + interval '1 hour' end,
         case when $5 <> '' then nextval('application_id_seq') end`,
      [rows[0]!.id, shownOne.id, port, oper, name, receiver],
    );
  await sent(guard.id, '', null);
  // sent by it to a driver: that driver knows it
  await sent(guard.id, 'Driver', null);
  await sent(chief.id, 'Guard', guard.id);
  const told = await ofPerson(guard.id);
  expect(told.rows.map(({ what, lock: of, answer }) => [what, of.id, answer])).toEqual([
    ['code', shownOne.id, 'may'],
    ['code', shownOne.id, 'may'],
    ['authorised', lock.id, 'may'],
    ['assigned', shared.id, 'may'],
    ...told.rows.slice(4).map((one) => ['person', one.lock.id, 'may']),
  ]);
  expect(told.rows).toHaveLength(6);
  expect((await ofPerson(guard.id, { operation: 'seal' })).rows.map(({ what }) => what)).not.toContain('code');
  // after its end
  const later = await ofPerson(guard.id, { at: inDays(4), what: 'authorised' });
  expect(later.rows.map(shortly)).toEqual([{ what: 'authorised', lock: lock.id, answer: 'refused', clause: 'right' }]);
});

it('a key may what both it and its owner may, until it ends, and its owner names it', async () => {
  const guard = await buildOperator(api.db, owner, buttons);
  const [gate, timid, reader] = [
    await keyOf(guard.id, ['map:unseal']),
    await keyOf(guard.id, ['map:unseal'], false),
    await keyOf(guard.id, ['map:list']),
  ];
  const ofKey = (who: number, change: object = {}) => asChief.ok(openable.list, { of: 'key', who, ...change });
  expect((await ofKey(gate)).rows.map(shortly)).toEqual([{ what: 'key', lock: lock.id, answer: 'may', clause: null }]);
  for (const one of [timid, reader]) expect((await ofKey(one)).rows[0]).toMatchObject({ clause: 'button' });
  expect((await ofKey(gate)).asked.owner).toEqual({ id: guard.id, name: expect.any(String) });
  expect((await ofPerson(guard.id)).keys.map(({ id }) => id)).toEqual([gate, timid]);
  expect(await ofKey(gate, { at: inDays(3) })).toMatchObject({ rows: [], asked: { ended: true } });
  await api.db.query('update api_key set revoke_time = now() where id = $1', [gate]);
  expect(await ofKey(gate)).toMatchObject({ rows: [], asked: { ended: true } });
});

it('of a friend elsewhere it tells what opens locks in sight, and nothing of its own organisation', async () => {
  const elsewhere = await buildOrganisation(api.db);
  const friend = await buildOperator(api.db, elsewhere, buttons);
  await buildSealed(api, elsewhere);
  await befriended(friend.id, chief.id);
  expect(await ofPerson(friend.id)).toMatchObject({ rows: [], asked: { seen: false, roleName: '' }, keys: [] });
  await authorised(friend);
  const told = await ofPerson(friend.id);
  expect(told.rows.map(shortly)).toEqual([{ what: 'authorised', lock: lock.id, answer: 'may', clause: null }]);
  // whoever is no friend of it knows it by the lock alone, like the list of who can open that
  const other = await api.signedIn(await buildOperator(api.db, owner));
  expect((await ofPerson(friend.id, {}, other)).rows.map(shortly)).toEqual(told.rows.map(shortly));
  const away = await api.signedIn(await buildOperator(api.db, port));
  expect((await away.call(openable.list, { of: 'operator', who: friend.id })).verify.sign).toBe('notFound');
});

it('nobody learns of people, keys or locks out of its sight', async () => {
  const elsewhere = await buildOrganisation(api.db);
  const stranger = await buildOperator(api.db, elsewhere, buttons);
  const theirs = await keyOf(stranger.id, ['map:unseal']);
  for (const asked of [
    { of: 'operator', who: stranger.id },
    { of: 'operator', who: 987_654_321 },
    { of: 'key', who: theirs },
    { of: 'key', who: 987_654_321 },
  ] as const)
    expect((await asChief.call(openable.list, asked)).verify.sign).toBe('notFound');
  // of a guard in sight that holds an authorisation to a lock elsewhere, only that guard is told
  const guard = await buildOperator(api.db, port, ['whoCanOpen:list', ...buttons]);
  const portChief = await api.signedIn(await buildOperator(api.db, port));
  await befriended(guard.id, chief.id);
  await authorised(guard);
  expect((await ofPerson(guard.id, {}, portChief)).rows).toEqual([]);
  const own = await ofPerson(guard.id, {}, await api.signedIn(guard));
  expect(own.rows.map(({ lock: of }) => [of.id, of.seen])).toEqual([[lock.id, false]]);
  // what was distributed to its organisation is told to who may see that
  const shared = await buildSealed(api, owner);
  await asChief.ok(assignments.add, { devices: [{ id: shared.id, sending: true }], org_ids: [port], orders: 'unseal' });
  expect((await ofPerson(guard.id, {}, portChief)).rows.map(({ lock: of }) => of.id)).toEqual([shared.id]);
  const plain = await api.signedIn(await buildOperator(api.db, port, ['whoCanOpen:list']));
  expect((await ofPerson(guard.id, {}, plain)).rows).toEqual([]);
});

it('of more locks than are judged a page stands as the list of devices has it, and answers are not counted', async () => {
  const guard = await buildOperator(api.db, owner, buttons);
  await api.owner.query(
    `insert into device (org_id, sn, device_name, device_type_id)
     select $1, (6100000000 + n)::text, 'Lock', (select device_type_id from device where id = $2) from generate_series(1, $3) n`,
    [owner, lock.id, MOST_JUDGED],
  );
  const page = (change: object) => ofPerson(guard.id, change);
  const [first, last] = [await page({ size: 3 }), await page({ size: 50, page: 201 })];
  expect([first.counts, first.total, first.rows.length, last.rows.length]).toEqual([null, MOST_JUDGED + 1, 3, 1]);
  expect(first.rows.map((one) => one.lock.sn)).toEqual(['6100000001', '6100000002', '6100000003']);
  expect(last.rows[0]).toMatchObject({ answer: 'may', lock: { id: lock.id } });
  expect((await asChief.call(openable.list, { of: 'operator', who: guard.id, answer: 'may' })).verify.desc).toMatch(
    /More than 10,000 locks/,
  );
  const narrowed = await page({ keyword: '61000000', answer: 'may', size: 5 });
  expect([narrowed.total, narrowed.counts!.person.may]).toEqual([99, 99]);
  // a right of its own stands before them, and moves every page by one
  await befriended(guard.id, chief.id);
  const far = await buildSealed(api, port);
  await api.db.query(
    `with a as (insert into authorisation (org_id, org_name, holder_id, holder_name, holder_login, holder_org, asked, orders, from_time,
       until_time, reason, is_direct, needs_second, state, first_id, first_name, first_time, friend_id)
       values ($1, 'o', $2, 'h', 'h', 'h', '{}', 'unseal', now() - interval '1 hour', now() + interval '1 day', 'r', false, false, 'active', $3, 'f', now(), $3)
       returning id)
     insert into authorisation_device (authorisation_id, device_id, sn) select id, $4, 'x' from a`,
    [port, guard.id, chief.id, far.id],
  );
  const [one, two] = [await page({ size: 3 }), await page({ size: 3, page: 2 })];
  expect(one.rows.map(({ what }) => what)).toEqual(['authorised', 'person', 'person']);
  expect(two.rows.map((row) => row.lock.sn)).toEqual(['6100000003', '6100000004', '6100000005']);
  expect(one.total).toBe(MOST_JUDGED + 2);
});

it('what is told of locks in sight stands beside no count of what was given out of sight, however much that is', async () => {
  const portChief = await api.signedIn(await buildOperator(api.db, port));
  const stranger = await buildOperator(api.db, await buildOrganisation(api.db), buttons);
  const given = (org: number, sn: number, many: number) =>
    api.db.query(
      `with its as (insert into device (org_id, sn, device_name, device_type_id)
           select $1, ($2::bigint + n)::text, 'Lock', (select device_type_id from device where id = $4) from generate_series(1, $3::int) n returning id, sn),
         a as (insert into authorisation (org_id, org_name, holder_id, holder_name, holder_login, holder_org, asked, orders, from_time,
           until_time, reason, is_direct, needs_second, state, first_id, first_name, first_time, friend_id)
           values ($1, 'o', $5, 'h', 'h', 'h', '{}', 'unseal', now() - interval '1 hour', now() + interval '1 day', 'r', false, false,
             'active', $6, 'f', now(), $6) returning id)
       insert into authorisation_device (authorisation_id, device_id, sn) select a.id, its.id, its.sn from a, its`,
      [org, sn, many, lock.id, stranger.id, chief.id],
    );
  await given(owner, 6_200_000_000, MOST_OPENERS + 1);
  expect((await portChief.call(openable.list, { of: 'operator', who: stranger.id })).verify.sign).toBe('notFound');
  await given(port, 6_300_000_000, 1);
  const told = await ofPerson(stranger.id, {}, portChief);
  expect([told.total, told.cut, told.rows.map(({ lock: of }) => of.sn)]).toEqual([1, [], ['6300000001']]);
});

it('the list goes out as a file, whole and in the words of who asks', async () => {
  const guard = await buildOperator(api.db, owner, ['map:list']);
  const more = await buildSealed(api, owner);
  const columns = ['sn', 'answer', 'why'].map((field) => ({ field, title: field }));
  const { url } = await asChief.ok(openable.export, {
    ...{ of: 'operator', who: guard.id, format: 'csv', columns, timeZone: 'UTC' },
  });
  const { body } = await api.app.inject({ url, headers: { authorization: asChief.token } });
  const lines = body.trim().split(/\r?\n/);
  expect(lines).toHaveLength(3);
  for (const { sn } of [lock, more])
    expect(lines.some((line) => line.includes(sn) && line.includes('No permission'))).toBe(true);
});
