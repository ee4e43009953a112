import { cards } from '@plomb/contract/cards/cards';
import { cardMatrix } from '@plomb/contract/cards/matrix';
import { regionalRules } from '@plomb/contract/cards/rules';
import type { CommandKind } from '@plomb/contract/lock/orderKinds';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApi, type TestApi } from '../../testing/api.ts';
import { buildDevice, buildOperator, buildOrganisation } from '../../testing/build.ts';
import type { Caller } from '../../testing/client.ts';
import { type Behaviour, behaviours, lockThatKeeps, openTurn } from './testing/cardLock.ts';

/** The way of a lock to what rules want of it and back (domain.md §12), with a fault at each of its orders. */
let api: TestApi;
let org: number;
let chief: Caller;
let turn: () => Promise<void>;
beforeAll(async () => {
  api = await startApi();
  org = await buildOrganisation(api.db);
  chief = await api.signedIn(await buildOperator(api.db, org));
  await api.db.query("update param set param_text = '3600' where param_name = 'fresh_proof_seconds'");
  await api.params.refresh();
  turn = openTurn(api);
});
afterAll(() => api.stop());

let serial = 91_000_000;
const aCard = async () => {
  const ic_no = String(++serial);
  const said = { card_no: '', card_type: 'single' as const, lon: null, lat: null, radius: null };
  return { ...(await chief.ok(cards.add, { ic_no, ic_name: `Card ${ic_no}`, ...said })), ic_no };
};
const circle = (name: string, centre: [number, number]) => ({
  name,
  area: { shape: 'circle' as const, centre, radius: 800 },
});
const [yard, port] = [circle('Yard', [121.5, 31.2]), circle('Port', [121.9, 30.6])];

const prepared = async () => {
  const [one, two] = [await aCard(), await aCard()];
  const device = await buildDevice(api.db, org, 'jt701');
  const lock = lockThatKeeps(api, device, turn);
  const rule = {
    ...{ rule_name: `Rule ${++serial}`, areas: [yard], card_ids: [one.id, two.id], device_ids: [device.id] },
    ...{ from_time: null, until_time: null, hours: null, status: 1 as const, org_id: org },
  };
  let id = 0;
  return {
    lock,
    device,
    cards: [one.ic_no, two.ic_no] as const,
    standing: async () => (await chief.ok(cardMatrix.lock, { device_id: device.id })).lock,
    push: () => chief.ok(cardMatrix.push, { device_ids: [device.id] }),
    add: async () => {
      id = (await chief.ok(regionalRules.add, rule)).id;
    },
    change: () => chief.ok(regionalRules.update, { id, ...rule, areas: [port], card_ids: [two.id] }),
    remove: () => chief.ok(regionalRules.delete, { ids: [id] }),
    isGone: async () => (await chief.call(regionalRules.detail, { id })).verify.sign === 'notFound',
  };
};
type World = Awaited<ReturnType<typeof prepared>>;
type Keeps = World['lock']['keeps'];

interface Phase {
  begins(world: World): Promise<unknown>;
  kinds: readonly CommandKind[];
  /** what the lock keeps in the end: which cards, how many areas, and whether it keeps to them */
  ends(world: World): [string[], number, boolean];
}
const names = ['a rule is new', 'its area and its cards are others', 'it is deleted'] as const;
const phases: Phase[] = [
  {
    begins: ({ add }) => add(),
    kinds: ['set_area', 'confine_cards', 'add_cards', 'query_cards'],
    ends: ({ cards: [one, two] }) => [[one, two], 1, true],
  },
  {
    begins: ({ change }) => change(),
    kinds: ['delete_cards', 'query_cards', 'set_area', 'delete_area'],
    ends: ({ cards: [, two] }) => [[two], 1, true],
  },
  {
    begins: ({ remove }) => remove(),
    kinds: ['delete_cards', 'query_cards', 'release_cards', 'delete_area'],
    ends: () => [[], 0, false],
  },
];
const inPhase = async (nth: number): Promise<World> => {
  const world = await prepared();
  for (const { begins, kinds } of phases.slice(0, nth)) {
    await begins(world);
    expect(await world.lock.all()).toEqual(kinds);
  }
  await phases[nth]!.begins(world);
  return world;
};
/** No card opens it but inside areas, whatever is half done. */
const opensNowhereElse = ({ cards: held, areas, confined }: Keeps) => held.size === 0 || (confined && areas.size > 0);
const arrived = async (world: World, nth: number) => {
  const { cards: held, areas, confined } = world.lock.keeps;
  expect([[...held].sort(), areas.size, confined]).toEqual(phases[nth]!.ends(world));
  if (nth < 2) expect(await world.standing()).toMatchObject({ state: 'synced', cause: null });
  else expect([await world.isGone(), (await world.standing()).state]).toEqual([true, null]);
};

const faults = behaviours.filter((how) => how !== 'obeys');
const each = names.flatMap((when, nth) =>
  phases[nth]!.kinds.flatMap((kind, place) => faults.map((how) => ({ when, nth, kind, place, how }))),
);
/** Of its areas and its switch its yes is all there is: it cannot be asked for them. */
const isBelieved = (kind: CommandKind, how: Behaviour) =>
  how === 'pretends' && !['add_cards', 'delete_cards', 'query_cards'].includes(kind);

describe('a lock comes to what is wanted, and opens nowhere else on its way,', () => {
  it.each(each.filter(({ kind, how }) => !isBelieved(kind, how)))(
    'when $when, with one order it $how: $place, $kind',
    async ({ nth, kind, place, how }) => {
      const world = await inPhase(nth);
      const { lock } = world;
      let given = 0;
      let last: CommandKind | null = null;
      for (let at = 0; at < 20; at++) {
        const got = await lock.gets();
        if (!got) break;
        if (given === place) expect(got.out.kind).toBe(kind);
        // nothing is given a second time that may have come: the lock is asked first what it holds
        if (got.out.kind === 'add_cards') expect(last).not.toBe('add_cards');
        await got.answers(given === place ? how : 'obeys');
        expect(opensNowhereElse(lock.keeps)).toBe(true);
        last = got.out.kind;
        given++;
      }
      await arrived(world, nth);
    },
  );
});

describe('a lock is left to a person after three times in vain,', () => {
  const stubborn = each.filter(
    ({ kind, how }) => kind !== 'query_cards' && (how === 'refuses' || (how === 'silent' && kind.endsWith('_cards'))),
  );
  it.each(stubborn)('when $when, of an order it $how: $kind', async ({ nth, kind, how }) => {
    const world = await inPhase(nth);
    const { lock } = world;
    // an order that may be sent again is sent three times itself
    const vain = new Set<number>();
    for (let at = 0; at < 20; at++) {
      const got = await lock.gets();
      if (!got) break;
      const isIt = got.out.kind === kind;
      if (isIt) vain.add(got.out.id);
      await got.answers(isIt ? how : 'obeys');
      expect(opensNowhereElse(lock.keeps)).toBe(true);
    }
    expect(vain.size).toBe(3);
    expect(await world.standing()).toMatchObject({ state: 'drift', cause: 'refused' });
    expect(await world.isGone()).toBe(false);
    await world.push();
    await lock.all();
    await arrived(world, nth);
  });
});
