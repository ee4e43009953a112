import {
  DAYS_AHEAD,
  MOST_OPENERS,
  type Opener,
  type OpenerAnswer,
  type OpenerArea,
  type OpenerKind,
  openerAnswers,
  openers,
} from '@plomb/contract/devices/openers';
import { orders } from '@plomb/contract/orders/orders';
import type { z } from 'zod';
import type { Holding } from '../../lock/frozen.ts';
import { locksById, movingOf } from '../../lock/operating.ts';
import type { Way, Ways } from '../../lock/ways.ts';
import { fieldRefusal, Refusal } from '../../platform/refusal.ts';
import { type Ctx, type FileRows, type Served, serve } from '../../platform/serve.ts';
import {
  aloneIn,
  assignedOf,
  authorisedOf,
  codesOf,
  countPeople,
  keysOf,
  peopleOf,
  placeOf,
  reachedFromAbove,
  rolesOf,
} from './openers.queries.ts';
import {
  byAnswer,
  changesOf,
  countsOf,
  isHeld,
  isMeant,
  type Moment,
  noneOf,
  openerOfAssigned,
  openerOfAuthorised,
  openerOfCode,
  openerOfKey,
  openerOfPerson,
  verdictOfRole,
  wayOf,
  wordsOf,
} from './openers.ts';

const DAY = 86_400_000;
/** Of a part of a file. */
const BLOCK = 500;
/** A minute that was chosen may be over by the time it is asked about. */
const SLACK = 5 * 60_000;

/** The moment that is asked about; of what is over nothing is judged by what is known today. */
export const momentOf = (at: string | undefined): number => {
  const now = Date.now();
  if (at === undefined) return now;
  const time = Date.parse(at);
  if (time < now - SLACK || time > now + DAYS_AHEAD * DAY) throw fieldRefusal('at', 'outOfRange');
  return Math.max(time, now);
};

export interface OpenerDeps {
  /** which cards open a lock; null: the caller may not see cards */
  openingCards(deviceId: number, ctx: Ctx): Promise<Ways | null>;
}

type Asked = Omit<z.output<typeof openers.list.input>, 'page' | 'size'>;
type Kind = Exclude<OpenerKind, 'person'>;
const kinds: readonly Kind[] = ['key', 'assigned', 'authorised', 'card', 'code'];
const none: Ways = { ways: [], cut: false, areas: () => [] };

const nothingHeld: Holding = { grants: new Set(), mayEnd: () => false };

/** All ways beside those of people. */
const waysOf = async (
  { moment, holdings }: { moment: Moment; holdings: ReadonlyMap<number, Holding> },
  ctx: Ctx,
  { openingCards }: OpenerDeps,
): Promise<{ of: Record<Kind, Ways>; cards: boolean }> => {
  const { lock, operation, at } = moment;
  const all = (openers: readonly ((then: Moment) => Opener)[], areas: Ways['areas'] = () => []): Ways => ({
    ways: openers.slice(0, MOST_OPENERS).map((opener): Way => wayOf(moment, opener)),
    cut: openers.length > MOST_OPENERS,
    areas,
  });
  const keys = await keysOf(lock.org_id, orders[operation].permit, new Date(at), ctx);
  const key = all(keys.map((one) => (then) => openerOfKey(then, one, holdings.get(one.role_id) ?? nothingHeld)));
  // whoever does not see a lock seals and unseals it, and lets nobody else
  if (operation !== 'unseal' && operation !== 'seal')
    return { of: { key, assigned: none, authorised: none, card: none, code: none }, cards: true };
  const assigned = await assignedOf(lock, operation, ctx);
  const authorised = await authorisedOf(lock, ctx);
  const areas = (time: number): OpenerArea[] =>
    authorised.flatMap((one) =>
      (one.areas ?? []).map(({ name, area }) => ({ name, area, of: one.holder_name, open: isHeld(one, time) })),
    );
  const ofAll = {
    key,
    assigned: all(assigned.map((one) => (then) => openerOfAssigned(then, one))),
    authorised: all(
      authorised.map((one) => (then) => openerOfAuthorised(then, one)),
      operation === 'unseal' ? areas : undefined,
    ),
  };
  // cards and passwords open, and seal nothing
  if (operation === 'seal') return { of: { ...ofAll, card: none, code: none }, cards: true };
  const cards = await openingCards(lock.id, ctx);
  const codes = await codesOf(lock, ctx);
  return {
    of: { ...ofAll, card: cards ?? none, code: all(codes.map((one) => (then) => openerOfCode(then, one))) },
    cards: cards !== null,
  };
};

/** All of one question; people are read by roles and counted by them, so that ten thousand cost what ten do. */
const asked = async ({ device_id, operation, at, answer, keyword, operator_id }: Asked, ctx: Ctx, deps: OpenerDeps) => {
  const { client } = ctx;
  const time = momentOf(at);
  const [lock] = await locksById(client, [device_id]);
  if (!lock) throw new Refusal('notFound');
  const moment: Moment = { operation, lock, moving: await movingOf(client, [device_id]), at: time };
  const roles = await rolesOf(lock.org_id, ctx);
  const holdings = new Map(roles.map((role) => [role.id, role]));
  const verdicts = new Map(roles.map((role) => [role.id, verdictOfRole(moment, role)]));
  const meant = roles.flatMap(({ id }) => {
    const why = verdicts.get(id)?.why;
    return keyword && why && isMeant([why.zh, why.en], keyword) ? [id] : [];
  });
  const narrowed = { keyword, operatorId: operator_id, roles: meant };
  const person = noneOf();
  for (const { role_id, count } of await countPeople(lock.org_id, narrowed, ctx))
    person[verdicts.get(role_id)!.answer] += count;
  const { of, cards } = await waysOf({ moment, holdings }, ctx, deps);
  const ways = kinds.flatMap((kind) => of[kind].ways);
  const isLeft = (one: Opener): boolean =>
    (operator_id === undefined || one.operator_id === operator_id) && (!keyword || isMeant(wordsOf(one), keyword));
  const rest = ways.map((way) => way.at(time)).filter(isLeft);
  const left = (what: Kind) => rest.filter((one) => one.what === what).sort(byAnswer);
  const counts = {
    ...{ person, key: countsOf(left('key')), assigned: countsOf(left('assigned')) },
    ...{ authorised: countsOf(left('authorised')), card: countsOf(left('card')), code: countsOf(left('code')) },
  };
  const wanted: readonly OpenerAnswer[] = answer ? [answer] : openerAnswers;
  const inOrder = wanted.map((one) => roles.flatMap(({ id }) => (verdicts.get(id)?.answer === one ? [id] : [])));
  const people = wanted.reduce((all, one) => all + person[one], 0);
  const others = kinds.flatMap(left).filter((one) => wanted.includes(one.answer));
  return {
    ...{ time, ways, counts, lock, cards },
    cut: kinds.filter((kind) => of[kind].cut),
    areas: [
      ...(operation === 'unseal' ? await aloneIn(lock, ctx) : []),
      ...kinds.flatMap((kind) => of[kind].areas(time)),
    ],
    total: people + others.length,
    async part(offset: number, limit: number): Promise<Opener[]> {
      const rows = offset < people ? await peopleOf(lock.org_id, { ...narrowed, inOrder, limit, offset }, ctx) : [];
      const from = Math.max(0, offset - people);
      return [
        ...rows.map(({ role_id, ...row }) => openerOfPerson(row, verdicts.get(role_id)!)),
        ...others.slice(from, from + limit - rows.length),
      ];
    },
  };
};

async function* exported(question: Asked, ctx: Ctx, deps: OpenerDeps): FileRows {
  const { total, part } = await asked(question, ctx, deps);
  for (let from = 0; from < total; from += BLOCK)
    yield (await part(from, BLOCK)).map((row) => ({ ...row, why: row.why?.[ctx.lang] ?? '' }));
}

export const openerRoutes = (deps: OpenerDeps): Served[] =>
  serve(openers, {
    list: async ({ page, size, ...question }, ctx) => {
      const { time, ways, lock, part, ...told } = await asked(question, ctx, deps);
      const { total, counts, cut, cards, areas } = told;
      return {
        rows: await part((page - 1) * size, size),
        ...{ total, counts, cut, cards, areas },
        changes: changesOf(time, ways),
        above: await reachedFromAbove(lock.org_id, ctx),
        judge_time: new Date().toISOString(),
        place: await placeOf(lock, ctx),
      };
    },
    export: (question, ctx) => exported(question, ctx, deps),
  });
