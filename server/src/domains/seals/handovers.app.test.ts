import { randomUUID } from 'node:crypto';
import { ledger } from '@plomb/contract/custody/ledger';
import type { InputOf } from '@plomb/contract/kit/call';
import { sealCalls } from '@plomb/contract/seals/domain';
import { field } from '@plomb/contract/seals/field';
import { operators } from '@plomb/contract/system/operators/operators';
import { organisations } from '@plomb/contract/system/organisations/organisations';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApi, type TestApi } from '../../testing/api.ts';
import { type BuiltOperator, buildOperator, buildOrganisation } from '../../testing/build.ts';
import type { Caller } from '../../testing/client.ts';
import { programOf } from '../../testing/program.ts';

const { qrSeals, handovers, balances, labels, sealKinds } = sealCalls;
let api: TestApi;
let org: number;
let below: number;
let keeper: BuiltOperator;
let station: BuiltOperator;
let gives: Caller;
let takes: Caller;
let kind: number;
let made = 0;

beforeAll(async () => {
  api = await startApi();
  org = await buildOrganisation(api.db);
  below = await buildOrganisation(api.db, org);
  [keeper, station] = [await buildOperator(api.db, org), await buildOperator(api.db, below)];
  [gives, takes] = [await api.signedIn(keeper), await api.signedIn(station)];
  const bolt = { kind_name: 'bolt', iso_class: 'H', maker: '', certificate: '', reusable: false } as const;
  kind = (await gives.ok(sealKinds.add, bolt)).id;
});
afterAll(() => api.stop());

/** Ten numbers in the keeper's hand, which nobody has used. */
const ten = async (): Promise<string[]> => {
  const prefix = `HO ${100 + ++made}`;
  await gives.ok(qrSeals.add, { kind_id: kind, holder_id: keeper.id, prefix, first: 1, count: 10 });
  return Array.from({ length: 10 }, (_, at) => `${prefix} ${String(at + 1).padStart(3, '0')}`);
};
const offered = async (numbers: string[], by = gives, to = station.id) =>
  (await by.ok(handovers.offer, { taker_id: to, purpose: 'issue', medium: 'qr', numbers })).id;
const seal = async (number: string, by = gives) => (await by.ok(qrSeals.list, { keyword: number })).rows[0];
/** This month and all before it. */
const always = () => ({ from: '2020-01-01T00:00:00.000Z', to: new Date(Date.now() + 3_600_000).toISOString() });
const balance = async (of: BuiltOperator, by = gives) =>
  (await by.ok(balances.list, { ...always() })).rows.find(({ holder_id }) => holder_id === of.id);

describe('a hand-over', () => {
  it('is offered by who has the seals and taken by who gets them, also in an organisation below, who sees their life from then on', async () => {
    const numbers = await ten();
    const id = await offered(numbers);
    // it is nobody else's meanwhile, and in the hands of the giver
    expect(await seal(numbers[0]!)).toMatchObject({ holder_name: expect.stringContaining(keeper.loginName) });
    expect(await seal(numbers[0]!, takes)).toBeUndefined();
    expect(await takes.ok(handovers.detail, { id })).toMatchObject({
      state: 'offered',
      count: 10,
      giver_id: keeper.id,
    });
    expect(await takes.ok(handovers.accept, { id, answer: 'counted' })).toEqual({
      id,
      received: 10,
      missing: 0,
      gone: 0,
    });
    expect(await seal(numbers[0]!, takes)).toMatchObject({
      holder_name: expect.stringContaining(station.loginName),
      kind_name: 'bolt',
    });
    const whole = await gives.ok(handovers.detail, { id });
    expect(whole).toMatchObject({
      state: 'accepted',
      received: 10,
      answer: 'counted',
      answer_time: expect.any(String),
    });
    expect(new Set(whole.items.map(({ outcome }) => outcome))).toEqual(new Set(['received']));
    const { id: sealId } = (await seal(numbers[3]!))!;
    expect((await gives.ok(qrSeals.hands, { id: sealId })).rows.map(({ kind }) => kind)).toEqual([
      ...['received', 'given', 'received'],
    ]);
    // whoever is below is told nothing of the series made above, but of its own
    expect((await takes.ok(qrSeals.series, {})).rows).toEqual([]);
    expect((await takes.ok(labels.series, {})).rows).toEqual([]);
  });
  it('goes back to who handed it out, though they are above', async () => {
    const numbers = await ten();
    await takes.ok(handovers.accept, { id: await offered(numbers) });
    expect((await takes.ok(handovers.people, {})).rows).toMatchObject([{ id: keeper.id }]);
    const { id } = await takes.ok(handovers.offer, {
      ...{ taker_id: keeper.id, purpose: 'return', medium: 'qr', numbers: numbers.slice(0, 4) },
    });
    await gives.ok(handovers.accept, { id });
    expect(await seal(numbers[0]!)).toMatchObject({ holder_name: expect.stringContaining(keeper.loginName) });
    expect(await seal(numbers[0]!, takes)).toBeUndefined();
    expect((await balance(station, takes))!.returned).toBe(4);
  });
  it('of what is not there names it: it is nobody’s until it is found, or taken after all', async () => {
    const numbers = await ten();
    const id = await offered(numbers);
    const missing = numbers.slice(7).map((number) => number.replaceAll(' ', '-').toLowerCase());
    expect(await takes.ok(handovers.accept, { id, missing, answer: 'three short' })).toMatchObject({
      ...{ received: 7, missing: 3 },
    });
    expect(await gives.ok(handovers.detail, { id })).toMatchObject({ state: 'partly', received: 7, missing: 3 });
    expect(await seal(numbers[8]!)).toMatchObject({ state: 'blank', holder_name: '' });
    expect((await gives.ok(qrSeals.series, { keyword: numbers[0]!.slice(0, 6) })).rows[0]).toMatchObject({
      ...{ count: 10, in_hand: 7, unexplained: 3 },
    });
    // nobody can use it, and nobody can hand it over
    const again = await gives.call(handovers.offer, {
      ...{ taker_id: station.id, purpose: 'issue', medium: 'qr', numbers: [numbers[8]!] },
    });
    expect(again.verify.desc).toContain('not blank in your hand');
    await gives.ok(handovers.settle, { id, numbers: [numbers[7]!] });
    expect(await seal(numbers[7]!)).toMatchObject({ holder_name: expect.stringContaining(keeper.loginName) });
    await takes.ok(handovers.settle, { id, numbers: [numbers[8]!] });
    expect(await seal(numbers[8]!, takes)).toMatchObject({ holder_name: expect.stringContaining(station.loginName) });
    expect((await gives.ok(handovers.detail, { id })).items.slice(7).map(({ outcome }) => outcome)).toEqual([
      ...['found', 'late', 'missing'],
    ]);
    const { id: sealId } = (await seal(numbers[8]!))!;
    expect((await gives.ok(qrSeals.hands, { id: sealId })).rows.map(({ kind }) => kind)).toEqual([
      ...['received', 'given', 'found', 'missing', 'received'],
    ]);
    // what is no longer missing is not found twice
    for (const one of [gives, takes]) {
      const tried = await one.call(handovers.settle, { id, numbers: [numbers[7]!] });
      expect(tried.verify.desc).toBe('Some of these numbers are not missing');
    }
  });
  describe('and what is told late of before it', () => {
    const photo = async (by: BuiltOperator): Promise<string> => {
      const { rows } = await api.owner.query<{ id: string }>(
        `with content as (insert into file_content (sha256, bytes) values (encode(sha256($1::bytea), 'hex'), 1) returning sha256)
         insert into file (id, org_id, operator_id, purpose, type, sha256, bytes)
         select substr(translate(encode(sha256($1::bytea || 'x'), 'base64'), '+/=', 'aaa'), 1, 24), p.org_id, p.id, 'seal', 'image/jpeg', sha256, 1
         from content, operator p where p.id = $2 returning id`,
        [Buffer.from(randomUUID()), by.id],
      );
      return rows[0]!.id;
    };
    const told = async (number: string, minutes: number, by: BuiltOperator) => ({
      ...{ medium: 'qr' as const, read: number, key: randomUUID(), counter: 1, object: 'door', reason: '' },
      ...{ time: new Date(Date.now() - minutes * 60_000).toISOString(), lat: 30, lon: 121, accuracy: 5 },
      photos: [await photo(by)],
    });
    /** All that is known of them happened so many minutes earlier. */
    const earlier = async (numbers: string[], minutes: number): Promise<void> => {
      await api.owner.query('alter table seal_movement disable trigger user');
      await api.owner.query(
        'update seal_movement set at = at - make_interval(mins => $2) where seal_id in (select id from seal where number = any($1))',
        [numbers, minutes],
      );
      await api.owner.query('alter table seal_movement enable trigger user');
      await api.owner.query(
        'update seal set create_time = create_time - make_interval(mins => $2), last_time = last_time - make_interval(mins => $2) where number = any($1)',
        [numbers, minutes],
      );
    };
    const movements = async (number: string) =>
      (await gives.ok(qrSeals.hands, { id: (await seal(number))!.id })).rows.map(({ kind }) => kind).reverse();
    let numbers: string[];
    let peer: BuiltOperator;
    let peers: Caller;
    beforeAll(async () => {
      peer = await buildOperator(api.db, org);
      peers = await api.signedIn(peer);
    });
    /** Made an hour ago, handed on half an hour ago. */
    const handed = async (missing = 0) => {
      numbers = await ten();
      await earlier(numbers, 30);
      const id = await offered(numbers, gives, peer.id);
      await peers.ok(handovers.accept, { id, missing: numbers.slice(0, missing) });
      await earlier(numbers, 30);
      return id;
    };
    it('by whoever had it then contradicts it: the seal stays blank in the hand that took it, who applies it', async () => {
      await handed();
      const [number, scrapped] = numbers as [string, string];
      expect(await gives.ok(field.seal, await told(number, 45, keeper))).toMatchObject({
        ...{ outcome: 'contradicts', refusal: 'sealHanded', state: 'blank' },
      });
      const remains = { ...(await told(scrapped, 45, keeper)), reason: 'torn' };
      expect(await gives.ok(field.scrap, remains)).toMatchObject({ outcome: 'contradicts', state: 'blank' });
      expect(await seal(number)).toMatchObject({
        ...{ state: 'blank', holder_name: expect.stringContaining(peer.loginName) },
      });
      expect(await movements(number)).toEqual(['received', 'given', 'received']);
      expect(await peers.ok(field.seal, await told(number, 0, peer))).toMatchObject({ outcome: 'done' });
      // nor when it was applied meanwhile, or is back in the hand that once gave it
      expect(await gives.ok(field.seal, await told(number, 44, keeper))).toMatchObject({ outcome: 'contradicts' });
      const back = await offered([numbers[2]!], peers, keeper.id);
      await gives.ok(handovers.accept, { id: back });
      expect(await gives.ok(field.seal, await told(numbers[2]!, 45, keeper))).toMatchObject({
        ...{ outcome: 'contradicts', refusal: 'sealHanded' },
      });
      expect(await gives.ok(field.seal, await told(numbers[2]!, 0, keeper))).toMatchObject({ outcome: 'done' });
    });
    it('by who had it not is refused: who took it later, and who has handed it on', async () => {
      await handed();
      expect(await peers.ok(field.seal, await told(numbers[0]!, 45, peer))).toMatchObject({
        ...{ outcome: 'refused', refusal: 'sealNotHeld' },
      });
      for (const minutes of [0, 15])
        expect(await gives.ok(field.seal, await told(numbers[0]!, minutes, keeper))).toMatchObject({
          ...{ outcome: 'refused', refusal: 'sealNotHeld' },
        });
      // since it was taken it was there
      expect(await peers.ok(field.seal, await told(numbers[0]!, 15, peer))).toMatchObject({ outcome: 'done' });
      expect(await gives.ok(field.seal, await told(numbers[0]!, 45, keeper))).toMatchObject({ outcome: 'contradicts' });
    });
    it('but a clock that is a little behind is one, and nobody did anything with it before they had it', async () => {
      numbers = await ten();
      await earlier(numbers, 30);
      await peers.ok(handovers.accept, { id: await offered(numbers, gives, peer.id) });
      expect(await peers.ok(field.seal, await told(numbers[0]!, 3, peer))).toMatchObject({ outcome: 'done' });
      const { rows } = await api.owner.query<{ kind: string }>(
        `select m.kind from seal_movement m join seal s on s.id = m.seal_id where s.number = $1
         order by date_trunc('milliseconds', m.at), m.id`,
        [numbers[0]],
      );
      expect(rows.map(({ kind }) => kind)).toEqual(['received', 'given', 'received', 'used']);
    });
    it('also where it went back above, and is out of sight by now', async () => {
      await handed();
      const [number, other] = numbers as [string, string];
      const handOn = async (by: Caller, to: BuiltOperator, purpose: 'issue' | 'return', of: Caller) => {
        const { id } = await by.ok(handovers.offer, {
          taker_id: to.id,
          purpose,
          medium: 'qr',
          numbers: [number, other],
        });
        await of.ok(handovers.accept, { id });
        await earlier([number, other], 30);
      };
      await handOn(peers, station, 'issue', takes);
      await handOn(takes, peer, 'return', peers);
      expect((await takes.ok(field.scan, { medium: 'qr', read: number })).seal).toBeNull();
      expect(await takes.ok(field.seal, await told(number, 45, station))).toMatchObject({
        ...{ outcome: 'contradicts', refusal: 'sealHanded', state: 'blank' },
      });
      // of when they had it not yet, or not any more
      expect(await takes.ok(field.seal, await told(other, 75, station))).toMatchObject({ refusal: 'sealNotHeld' });
      expect(await takes.ok(field.seal, await told(other, 15, station))).toMatchObject({ refusal: 'unknownSeal' });
      // nor is anything lost by a clock that stands before all years
      const never = { ...(await told(other, 0, station)), time: '0000-01-01T00:00:00.000Z' };
      expect(await takes.ok(field.seal, never)).toMatchObject({ refusal: 'sealNotHeld' });
      expect(await seal(number)).toMatchObject({ holder_name: expect.stringContaining(peer.loginName) });
    });
    it('of what was missing says where it is: it was used, and is missing no longer', async () => {
      const id = await handed(1);
      const number = numbers[0]!;
      const unexplained = async () => (await balance(keeper))!.unexplained;
      const [before, used] = [await unexplained(), (await balance(keeper))!.used];
      // since it was missing it was in nobody's hand
      expect(await gives.ok(field.seal, await told(number, 15, keeper))).toMatchObject({ refusal: 'sealNotHeld' });
      expect(await gives.ok(field.seal, await told(number, 45, keeper))).toMatchObject({ outcome: 'done' });
      expect(await seal(number)).toMatchObject({ state: 'sealed', holder_name: '' });
      expect((await gives.ok(handovers.detail, { id })).items[0]).toMatchObject({ number, outcome: 'gone' });
      expect(await unexplained()).toBe(before - 1);
      expect((await balance(keeper))!.used).toBe(used + 1);
      expect((await movements(number)).toSorted()).toEqual(['found', 'missing', 'received', 'used']);
      // what is told of it since then is put where it belongs
      expect(await gives.ok(field.patrol, await told(number, 5, keeper))).toMatchObject({ outcome: 'done' });
    });
  });
  it('does not bring what was used before it was taken', async () => {
    const numbers = await ten();
    const id = await offered(numbers);
    await api.owner.query("update seal set state = 'scrapped', holder_id = null, holder_name = '' where number = $1", [
      numbers[0],
    ]);
    expect(await takes.ok(handovers.accept, { id })).toEqual({ id, received: 9, missing: 0, gone: 1 });
    expect(await seal(numbers[0]!)).toMatchObject({ state: 'scrapped' });
  });
  it('that is declined or withdrawn leaves everything where it was, and free to be offered again', async () => {
    const numbers = await ten();
    const declined = await offered(numbers);
    expect((await takes.call(handovers.decline, { id: declined, answer: '' })).verify.sign).toBe('validation');
    await takes.ok(handovers.decline, { id: declined, answer: 'wrong kind' });
    const withdrawn = await offered(numbers);
    await gives.ok(handovers.withdraw, { id: withdrawn });
    expect(await seal(numbers[0]!)).toMatchObject({ holder_name: expect.stringContaining(keeper.loginName) });
    expect(await offered(numbers)).toBeGreaterThan(withdrawn);
  });
  it('is answered once, by the taker alone, and withdrawn by the giver alone', async () => {
    const numbers = await ten();
    const id = await offered(numbers);
    const stranger = await api.signedIn(await buildOperator(api.db, org));
    for (const [by, call] of [
      [gives, handovers.accept],
      [stranger, handovers.accept],
      [takes, handovers.withdraw],
      [stranger, handovers.withdraw],
    ] as const)
      expect((await by.call(call, { id })).verify.desc).toBe('Only those who hand over or take may do this');
    await takes.ok(handovers.accept, { id });
    for (const call of [handovers.accept, handovers.decline] as const)
      expect((await takes.call(call, { id, answer: 'x' })).verify.sign).toBe('conflict');
    expect((await gives.call(handovers.withdraw, { id })).verify.sign).toBe('conflict');
    await expect(api.owner.query("update seal_handover set state = 'declined' where id = $1", [id])).rejects.toThrow(
      'stays',
    );
  });
  it('is signed by persons: no program offers, takes or settles for them', async () => {
    const numbers = await ten();
    const scope = [handovers.offer, handovers.accept, handovers.settle];
    const [giver, taker] = [await programOf(gives, api.caller(), scope), await programOf(takes, api.caller(), scope)];
    const input = { taker_id: station.id, purpose: 'issue', medium: 'qr', numbers } as const;
    const refused = /^A person signs, signed in/;
    expect((await giver(handovers.offer, input)).verify.desc).toMatch(refused);
    const id = await offered(numbers);
    expect((await taker(handovers.accept, { id })).verify.desc).toMatch(refused);
    await takes.ok(handovers.accept, { id, missing: [numbers[0]!] });
    expect((await taker(handovers.settle, { id, numbers: [numbers[0]!] })).verify.desc).toMatch(refused);
  });
  it('goes back to nobody who has left', async () => {
    const giver = await buildOperator(api.db, org);
    const by = await api.signedIn(giver);
    const prefix = `HL ${++made}`;
    await gives.ok(qrSeals.add, { kind_id: kind, holder_id: giver.id, prefix, first: 1, count: 2 });
    const numbers = [`${prefix} 001`, `${prefix} 002`];
    await takes.ok(handovers.accept, { id: await offered(numbers, by) });
    await api.owner.query('update operator set status = 2 where id = $1', [giver.id]);
    expect((await takes.ok(handovers.people, {})).rows.map(({ id }) => id)).not.toContain(giver.id);
    const back = { taker_id: giver.id, purpose: 'return', medium: 'qr', numbers } as const;
    expect((await takes.call(handovers.offer, back)).verify.sign).toBe('fail');
  });
  it('of two at once that offer the same, or answer the same, one is first', async () => {
    const numbers = await ten();
    const input = { taker_id: station.id, purpose: 'issue', medium: 'qr', numbers } as const;
    const offers = await Promise.all([gives.call(handovers.offer, input), gives.call(handovers.offer, input)]);
    expect(offers.map(({ verify }) => verify.sign).toSorted()).toEqual(['conflict', 'success']);
    const id = offers.find(({ verify }) => verify.sign === 'success')!.data.id;
    const answers = await Promise.all([
      takes.call(handovers.accept, { id }),
      takes.call(handovers.decline, { id, answer: 'no' }),
      gives.call(handovers.withdraw, { id }),
    ]);
    expect(answers.map(({ verify }) => verify.sign).toSorted()).toEqual(['conflict', 'conflict', 'success']);
  });
  it('is of blank seals in the own hand, to somebody else in sight', async () => {
    const numbers = await ten();
    const input = { purpose: 'issue' as const, medium: 'qr' as const, numbers };
    const elsewhere = await buildOperator(api.db, await buildOrganisation(api.db));
    const tries: [InputOf<typeof handovers.offer>, unknown][] = [
      [{ ...input, taker_id: keeper.id }, 'Nobody hands seals to themselves'],
      [{ ...input, taker_id: elsewhere.id }, expect.any(String)],
      [
        { ...input, taker_id: station.id, numbers: [...numbers, 'NO SUCH 1'] },
        expect.stringContaining('not blank in your hand'),
      ],
    ];
    for (const [tried, desc] of tries) {
      const { verify } = await gives.call(handovers.offer, tried);
      expect(verify).toMatchObject({ sign: expect.not.stringMatching('success'), desc });
    }
    // somebody else's
    const other = await api.signedIn(await buildOperator(api.db, org));
    expect((await other.call(handovers.offer, { ...input, taker_id: station.id })).verify.sign).toBe('conflict');
    expect((await gives.ok(handovers.mine, { medium: 'qr' })).rows).toContainEqual({
      ...{ first: numbers[0], last: numbers[9], count: 10 },
    });
  });
  it('stands in the ledger: offered, taken, and each seal that changed hands or went missing', async () => {
    const numbers = await ten();
    const id = await offered(numbers.slice(0, 3));
    await takes.ok(handovers.accept, { id, missing: [numbers[2]!], answer: 'one short' });
    const { rows } = await gives.ok(ledger.list, { group: 'seal', size: 100 });
    const mine = rows.filter(({ details }) => String(details.number).startsWith(numbers[0]!.slice(0, 6)));
    expect(mine.map(({ fact }) => fact).toSorted()).toEqual([
      ...[
        'seal.came',
        'seal.came',
        'seal.handed',
        'seal.handed',
        'seal.made',
        'seal.missing',
        'seal.offered',
        'seal.taken',
      ],
    ]);
    expect(mine.find(({ fact }) => fact === 'seal.taken')).toMatchObject({
      ...{ operator_id: station.id, details: { count: 3, missing: 1, reason: 'one short' } },
    });
    // who said so is who took the others
    expect(mine.find(({ fact }) => fact === 'seal.missing')).toMatchObject({
      ...{ operator_id: station.id, details: { giver: `Operator ${keeper.loginName}` } },
    });
    // and the ledger of the other organisation says how its seals came
    const { rows: theirs } = await takes.ok(ledger.list, { group: 'seal', operator_id: station.id, size: 100 });
    expect(theirs.filter(({ details }) => details.handover === id)).toMatchObject(
      [1, 2].map(() => ({ fact: 'seal.came', details: { giver: `Operator ${keeper.loginName}` } })),
    );
  });
});

describe('the balance of a holder', () => {
  it('adds up, what is missing is a term of its own, and opens its why', async () => {
    const [one, two] = [await buildOperator(api.db, org), await buildOperator(api.db, org)];
    const [first, second] = [await api.signedIn(one), await api.signedIn(two)];
    const prefix = `BA ${++made}`;
    await gives.ok(qrSeals.add, { kind_id: kind, holder_id: one.id, prefix, first: 1, count: 20 });
    const numbers = Array.from({ length: 20 }, (_, at) => `${prefix} ${String(at + 1).padStart(3, '0')}`);
    const id = await offered(numbers, first, two.id);
    await second.ok(handovers.accept, { id, missing: numbers.slice(13) });
    const { rows } = await gives.ok(balances.list, { ...always(), keyword: one.loginName });
    expect(rows).toMatchObject([{ opening: 0, received: 20, given: 13, in_hand: 0, unexplained: 7 }]);
    expect(await balance(two)).toMatchObject({ received: 13, in_hand: 13, unexplained: 0 });
    // who has something unexplained stands first
    expect((await gives.ok(balances.list, always())).rows[0]!.unexplained).toBeGreaterThan(0);
    const why = await gives.ok(balances.why, { ...always(), holder_id: one.id });
    expect(why.rows).toMatchObject([{ handover: { id, count: 20, received: 13 } }]);
    expect(why.rows[0]!.numbers.map(({ number, open }) => [number, open])).toEqual(
      numbers.slice(13).map((n) => [n, true]),
    );
    // once they are taken after all, nothing is left to explain
    await second.ok(handovers.settle, { id, numbers: numbers.slice(13) });
    expect(await balance(one)).toMatchObject({ received: 20, given: 20, unexplained: 0 });
    expect(
      (await gives.ok(balances.why, { ...always(), holder_id: one.id })).rows[0]!.numbers.some(({ open }) => open),
    ).toBe(false);
  });
  it('of a month begins with what was left by the one before', async () => {
    const one = await buildOperator(api.db, org);
    await gives.ok(qrSeals.add, { kind_id: kind, holder_id: one.id, prefix: `BB ${++made}`, first: 1, count: 5 });
    const soon = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
    const of = async (from: string, to: string) =>
      (await gives.ok(balances.list, { from, to, keyword: one.loginName })).rows[0];
    expect(await of(soon(-2), soon(2))).toMatchObject({ opening: 0, received: 5, in_hand: 5 });
    expect(await of(soon(2), soon(4))).toMatchObject({ opening: 5, received: 0, in_hand: 5, unexplained: 0 });
    expect(await of(soon(-4), soon(-2))).toBeUndefined();
  });
  it('says so when seals left a hand by no way that is known', async () => {
    const one = await buildOperator(api.db, org);
    const prefix = `BC ${++made}`;
    await gives.ok(qrSeals.add, { kind_id: kind, holder_id: one.id, prefix, first: 1, count: 5 });
    await api.owner.query("update seal set holder_id = null, holder_name = '' where number = $1", [`${prefix} 002`]);
    expect(await balance(one)).toMatchObject({ received: 5, in_hand: 4, unexplained: 1 });
    const why = await gives.ok(balances.why, { ...always(), holder_id: one.id });
    expect(why.rows).toMatchObject([{ handover: null, numbers: [{ number: `${prefix} 002`, scan: null }] }]);
  });
  it('lists each seal that it counts, also one that is out of sight by now', async () => {
    const mate = await buildOperator(api.db, below);
    const mates = await api.signedIn(mate);
    const numbers = (await ten()).slice(0, 2);
    await mates.ok(handovers.accept, { id: await offered(numbers, gives, mate.id) });
    const { id } = await mates.ok(handovers.offer, { taker_id: keeper.id, purpose: 'return', medium: 'qr', numbers });
    await gives.ok(handovers.accept, { id, missing: [numbers[1]!] });
    await gives.ok(handovers.settle, { id, numbers: [numbers[1]!] });
    expect(await seal(numbers[1]!, mates)).toBeUndefined();
    const why = await mates.ok(balances.why, { ...always(), holder_id: mate.id });
    expect(
      why.rows.map(({ handover, numbers: told }) => [
        handover?.id,
        told.map((one) => [one.number, one.kind, one.open]),
      ]),
    ).toEqual([
      [
        id,
        [
          [numbers[1], 'missing', false],
          [numbers[1], 'found', false],
        ],
      ],
    ]);
  });
  it('of all holders counts once what went from one of them to another, and what left their sight', async () => {
    const house = await buildOrganisation(api.db);
    const room = await buildOrganisation(api.db, house);
    const [chief, mate, clerk] = [
      await buildOperator(api.db, house),
      await buildOperator(api.db, room),
      await buildOperator(api.db, room),
    ];
    const [first, second, third] = [await api.signedIn(chief), await api.signedIn(mate), await api.signedIn(clerk)];
    const bolt = { kind_name: 'bolt', iso_class: 'H', maker: '', certificate: '', reusable: false } as const;
    const { id: own } = await first.ok(sealKinds.add, bolt);
    const prefix = `BT ${++made}`;
    await first.ok(qrSeals.add, { kind_id: own, holder_id: chief.id, prefix, first: 1, count: 20 });
    const numbers = Array.from({ length: 10 }, (_, at) => `${prefix} ${String(at + 1).padStart(3, '0')}`);
    await second.ok(handovers.accept, { id: await offered(numbers, first, mate.id) });
    await third.ok(handovers.accept, { id: await offered(numbers.slice(0, 4), second, clerk.id) });
    const { total: all } = await first.ok(balances.list, always());
    expect(all).toMatchObject({ received: 20, given: 0, in_hand: 20, unexplained: 0 });
    // of those below, it came from out of their sight
    const { total: ours } = await second.ok(balances.list, always());
    expect(ours).toMatchObject({ received: 10, given: 0, in_hand: 10 });
    const back = await second.ok(handovers.offer, {
      ...{ taker_id: chief.id, purpose: 'return', medium: 'qr', numbers: numbers.slice(8) },
    });
    await first.ok(handovers.accept, { id: back.id });
    expect((await second.ok(balances.list, always())).total).toMatchObject({ received: 10, returned: 2, in_hand: 8 });
    expect((await first.ok(balances.list, always())).total).toMatchObject({ received: 20, returned: 0, in_hand: 20 });
  });
  it('does not hide what is missing behind what was found of before', async () => {
    const one = await buildOperator(api.db, org);
    const prefix = `BF ${++made}`;
    await gives.ok(qrSeals.add, { kind_id: kind, holder_id: one.id, prefix, first: 1, count: 4 });
    const gone = (number: string, booked: string, what: string) =>
      api.owner.query(
        `insert into seal_movement (org_id, seal_id, medium, holder_id, holder_name, kind, at, booked)
         select org_id, id, medium, $2, 'x', $3, $4, $4 from seal where number = $1`,
        [`${prefix} ${number}`, one.id, what, booked],
      );
    const at = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
    await gone('001', at(4), 'missing');
    await gone('001', at(28), 'found');
    await gone('002', at(28), 'missing');
    await gone('003', at(28), 'missing');
    await gone('003', at(29), 'found');
    const of = async (from: number, to: number) =>
      (await gives.ok(balances.list, { from: at(from), to: at(to), keyword: one.loginName })).rows[0];
    expect(await of(2, 24)).toMatchObject({ opening: 4, in_hand: 3, unexplained: 1, found: 0 });
    expect(await of(24, 48)).toMatchObject({ opening: 3, in_hand: 3, unexplained: 1, found: 1 });
  });
  it('changes no month that is over: what is told late is a correction of the one in which it is told', async () => {
    const one = await buildOperator(api.db, org);
    const prefix = `BL ${++made}`;
    await gives.ok(qrSeals.add, { kind_id: kind, holder_id: one.id, prefix, first: 1, count: 3 });
    await api.owner.query(
      `update seal set state = 'sealed', holder_id = null, holder_name = '', seal_time = now() - interval '2 hours',
         last_time = now() - interval '2 hours', told_time = now() where number = $1`,
      [`${prefix} 001`],
    );
    const at = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
    const of = async (from: number, to: number) =>
      (await gives.ok(balances.list, { from: at(from), to: at(to), keyword: one.loginName })).rows[0];
    expect(await of(-24, -1)).toBeUndefined();
    expect(await of(-1, 1)).toMatchObject({ received: 3, used: 1, late: 1, in_hand: 2 });
    // of a time in which it was done and told nothing is late
    expect(await of(-24, 1)).toMatchObject({ used: 1, late: 0 });
    const why = await gives.ok(balances.why, { from: at(-1), to: at(1), holder_id: one.id });
    expect(why.late).toMatchObject([{ number: `${prefix} 001`, kind: 'used' }]);
    expect(Date.parse(why.late[0]!.booked) - Date.parse(why.late[0]!.at)).toBeGreaterThan(3_600_000);
  });
  it('begins and ends at quarter hours, at which a month of every time zone begins', async () => {
    const one = await buildOperator(api.db, org);
    const number = (await ten())[0]!;
    // Kolkata is five and a half hours ahead of Greenwich
    for (const booked of ['2031-04-30T18:20:00Z', '2031-04-30T18:40:00Z', '2031-05-31T18:20:00Z'])
      await api.owner.query(
        `insert into seal_movement (org_id, seal_id, medium, holder_id, holder_name, kind, at, booked)
         select org_id, id, medium, $2, 'x', 'received', $3, $3 from seal where number = $1`,
        [number, one.id, booked],
      );
    const may = { from: '2031-04-30T18:30:00.000Z', to: '2031-05-31T18:30:00.000Z' };
    expect((await gives.ok(balances.list, { ...may, keyword: one.loginName })).rows).toMatchObject([
      { opening: 1, received: 2, in_hand: 3 },
    ]);
    // of a month by its name that is one of the caller's organisation, whoever looks at it from wherever
    await api.owner.query("update organisation set time_zone = 'Asia/Kolkata' where id = $1", [org]);
    const named = { month: '2031-05', keyword: one.loginName };
    expect(await gives.ok(balances.list, named)).toMatchObject({
      rows: [{ opening: 1, received: 2, in_hand: 3 }],
      time_zone: 'Asia/Kolkata',
    });
    await api.owner.query("update organisation set time_zone = 'UTC' where id = $1", [org]);
    expect((await gives.ok(balances.list, named)).rows).toMatchObject([{ opening: 2, received: 1, in_hand: 3 }]);
    expect((await gives.call(balances.list, { to: may.to })).verify.sign).toBe('validation');
  });
  it('is found by the name that its holder has now, and is one', async () => {
    const one = await buildOperator(api.db, org);
    const add = (first: number) =>
      gives.ok(qrSeals.add, { kind_id: kind, holder_id: one.id, prefix: `BN ${made}`, first, count: 2 });
    made++;
    await add(1);
    await api.owner.query("update operator set oper_name = 'Liu Married' where id = $1", [one.id]);
    await add(3);
    const { rows } = await gives.ok(balances.list, { ...always(), keyword: 'married' });
    expect(rows).toMatchObject([{ holder_id: one.id, holder_name: 'Liu Married', received: 4, in_hand: 4 }]);
  });
  it('says what the seals say', async () => {
    const { rows } = await api.owner.query(
      `select holder_id from (select holder_id, sum(received + found - used - given - returned - scrapped - missing)::int as n
           from seal_account where span = 'month' and start < now() group by holder_id) a
         full join (select holder_id, count(*)::int as n from seal where state = 'blank' and holder_id is not null group by holder_id) s
           using (holder_id)
       where holder_id = any($1) and coalesce(a.n, 0) <> coalesce(s.n, 0)`,
      [[keeper.id, station.id]],
    );
    expect(rows).toEqual([]);
    const { rows: series } = await api.owner.query(
      `select u.series_id from (select series_id, sum(used) as used, sum(in_hand) as in_hand, sum(unexplained) as lost, sum(scrapped) as gone
           from seal_series_sum group by series_id) u
         join (select series_id, count(*) filter (where state in ('sealed', 'spent')) as used,
             count(*) filter (where state = 'blank' and holder_id is not null) as in_hand,
             count(*) filter (where state = 'blank' and holder_id is null) as lost, count(*) filter (where state = 'scrapped') as gone
           from seal group by series_id) s using (series_id)
       where (u.used, u.in_hand, u.lost, u.gone) <> (s.used, s.in_hand, s.lost, s.gone)`,
    );
    expect(series).toEqual([]);
  });
  it('is of the own organisations alone', async () => {
    const stranger = await api.signedIn(await buildOperator(api.db, await buildOrganisation(api.db)));
    expect((await stranger.ok(balances.list, always())).rows).toEqual([]);
    expect((await stranger.ok(balances.why, { ...always(), holder_id: keeper.id })).rows).toEqual([]);
  });
});

it('whoever has seals in hand goes to another organisation, or away, when they are handed over', async () => {
  const leaving = await buildOperator(api.db, org);
  const prefix = `HL ${++made}`;
  await gives.ok(qrSeals.add, { kind_id: kind, holder_id: leaving.id, prefix, first: 1, count: 1 });
  const person = await gives.ok(operators.detail, { id: leaving.id });
  const { operCode, operName, operPhone, loginName, role_id } = person;
  const moved = { id: leaving.id, operCode, operName, operPhone, loginName, role_id, org_id: below };
  const refused = [
    await gives.call(operators.update, moved),
    await gives.call(operators.delete, { ids: [leaving.id] }),
  ];
  for (const { verify } of refused)
    expect(verify.desc).toBe('Seals are still in the hand of this operator: they are handed over first');
  expect(await gives.ok(operators.detail, { id: leaving.id })).toMatchObject(person);

  const id = await offered([`${prefix} 001`], await api.signedIn(leaving), keeper.id);
  await gives.ok(handovers.accept, { id });
  await gives.ok(operators.update, moved);
});

it('an organisation is not moved away from whoever above it has its seals in hand', async () => {
  const depot = await buildOrganisation(api.db, below);
  const holder = await buildOperator(api.db, depot);
  const numbers = await ten();
  await (await api.signedIn(holder)).ok(handovers.accept, { id: await offered(numbers, gives, holder.id) });
  // as whoever opens one that is used again has it
  const opens = 'update seal set holder_id = $2 where number = $1';
  await api.owner.query(opens, [numbers[0], station.id]);
  const refused = await gives.call(organisations.move, { id: depot, parent_id: org });
  expect(refused.verify.desc).toContain('have seals of this one in hand');
  await api.owner.query(opens, [numbers[0], keeper.id]);
  await gives.ok(organisations.move, { id: depot, parent_id: org });
});

it('what arrives late is taken, also when whoever gave it was moved elsewhere or has left meanwhile', async () => {
  const other = await buildOperator(api.db, await buildOrganisation(api.db));
  const moves =
    'update operator p set org_id = o.org_id, role_id = o.role_id from operator o where p.id = $1 and o.id = $2';
  for (const goes of [moves, 'delete from operator where id = $1 and id <> $2']) {
    const giver = await buildOperator(api.db, org);
    const numbers = await ten();
    await (await api.signedIn(giver)).ok(handovers.accept, { id: await offered(numbers, gives, giver.id) });
    const id = await offered(numbers, await api.signedIn(giver));
    await takes.ok(handovers.accept, { id, missing: [numbers[0]!] });
    await api.owner.query(goes, [giver.id, other.id]);
    await takes.ok(handovers.settle, { id, numbers: [numbers[0]!] });
    expect(await seal(numbers[0]!, takes)).toMatchObject({ holder_name: expect.stringContaining(station.loginName) });
  }
});

it('whoever is moved elsewhere in the moment in which they take seals has none, or stays', async () => {
  for (let n = 0; n < 5; n++) {
    const going = await buildOperator(api.db, org);
    const takes = await api.signedIn(going);
    const id = await offered(await ten(), gives, going.id);
    const person = await gives.ok(operators.detail, { id: going.id });
    const { operCode, operName, operPhone, loginName, role_id } = person;
    await Promise.all([
      takes.call(handovers.accept, { id }),
      gives.call(operators.update, { id: going.id, operCode, operName, operPhone, loginName, role_id, org_id: below }),
    ]);
  }
  const { rows } = await api.owner.query(
    `select from seal s join operator p on p.id = s.holder_id where s.state = 'blank' and p.org_id not in (select orgs_above(s.org_id))`,
  );
  expect(rows).toHaveLength(0);
});

it('an organisation that is moved away from the owner of a kind knows its seals as before, hands them on and back, and makes no new ones', async () => {
  const top = await buildOrganisation(api.db);
  const [left, right] = [await buildOrganisation(api.db, top), await buildOrganisation(api.db, top)];
  const depot = await buildOrganisation(api.db, left);
  const [made, one, other] = [
    await buildOperator(api.db, left),
    await buildOperator(api.db, depot),
    await buildOperator(api.db, depot),
  ];
  const [boss, makes] = [await api.signedIn(await buildOperator(api.db, top)), await api.signedIn(made)];
  const bolt = { kind_name: 'wire', iso_class: 'S', maker: '', certificate: '', reusable: false } as const;
  const { id: wire } = await makes.ok(sealKinds.add, bolt);
  await makes.ok(qrSeals.add, { kind_id: wire, holder_id: made.id, prefix: 'MV', first: 1, count: 3 });
  const numbers = ['MV 001', 'MV 002', 'MV 003'];
  const id = await offered(numbers, makes, one.id);
  const had = await api.signedIn(one);
  await had.ok(handovers.accept, { id });
  await had.ok(qrSeals.add, { kind_id: wire, holder_id: one.id, prefix: 'MW', first: 1, count: 1 });
  await boss.ok(organisations.move, { id: depot, parent_id: right });

  const has = await api.signedIn(one);
  expect((await has.ok(qrSeals.list, {})).rows).toHaveLength(4);
  expect((await has.ok(field.scan, { medium: 'qr', read: numbers[0]! })).seal).toMatchObject({ kind_name: 'wire' });
  expect((await has.ok(qrSeals.kinds, {})).rows).toEqual([]);
  const next = { kind_id: wire, holder_id: one.id, prefix: 'MV', first: 4, count: 1 };
  expect((await has.call(qrSeals.add, next)).verify.sign).toBe('fail');
  const on = await offered([numbers[1]!], has, other.id);
  await (await api.signedIn(other)).ok(handovers.accept, { id: on });
  const back = await has.ok(handovers.offer, {
    ...{ taker_id: made.id, purpose: 'return', medium: 'qr', numbers: [numbers[0]!, numbers[2]!, 'MW 001'] },
  });
  await makes.ok(handovers.accept, { id: back.id });
  expect((await makes.ok(qrSeals.list, {})).rows).toHaveLength(3);
  const last = await (await api.signedIn(other)).ok(handovers.offer, {
    ...{ taker_id: one.id, purpose: 'issue', medium: 'qr', numbers: [numbers[1]!] },
  });
  await has.ok(handovers.accept, { id: last.id });
  const rest = await has.ok(handovers.offer, {
    ...{ taker_id: made.id, purpose: 'return', medium: 'qr', numbers: [numbers[1]!] },
  });
  await makes.ok(handovers.accept, { id: rest.id });
  // and its own series, though it has none of those seals any more
  expect((await has.ok(qrSeals.series, {})).rows).toMatchObject([{ prefix: 'MW', kind_name: 'wire' }]);
});
