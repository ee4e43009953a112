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
  passwordsOf,
  peopleOf,
  placeOf,
  reachedFromAbove,
  type Seat,
  seatOf,
  seatsOf,
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
  openerOfPassword,
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
const kinds: readonly Kind[] = ['key', 'assigned', 'authorised', 'card', 'code', 'password'];
const none: Ways = { ways: [], cut: false, areas: () => [] };

const nothingElse = { assigned: none, authorised: none, card: none, code: none, password: none };
const nothingHeld: Holding = { grants: new Set(), mayEnd: () => false };

/** All ways beside those of people. */
const waysOf = async (
  { moment, holdings }: { moment: Moment; holdings: ReadonlyMap<string, Holding> },
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
  const key = all(keys.map((one) => (then) => openerOfKey(then, one, holdings.get(seatOf(one)) ?? nothingHeld)));
  // whoever does not see a lock seals and unseals it, and lets nobody else
  if (operation !== 'unseal' && operation !== 'seal') return { of: { ...nothingElse, key }, cards: true };
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
  if (operation === 'seal') return { of: { ...nothingElse, ...ofAll }, cards: true };
  const cards = await openingCards(lock.id, ctx);
  const codes = await codesOf(lock, ctx);
  const passwords = await passwordsOf(lock, ctx);
  return {
    of: {
      ...{ ...ofAll, card: cards ?? none },
      code: all(codes.map((one) => (then) => openerOfCode(then, one))),
      password: all(passwords.map((one) => (then) => openerOfPassword(then, one))),
    },
    cards: cards !== null,
  };
};

/** All of one question; people are read by seats and counted by them, so that ten thousand cost what ten do. */
const asked = async ({ device_id, operation, at, answer, keyword, operator_id }: Asked, ctx: Ctx, deps: OpenerDeps) => {
  const { client } = ctx;
  const time = momentOf(at);
  const [lock] = await locksById(client, [device_id]);
  if (!lock) throw new Refusal('notFound');
  const moment: Moment = { operation, lock, moving: await movingOf(client, [device_id]), at: time };
  const seats = await seatsOf(lock.org_id, ctx);
  const holdings = new Map(seats.map((seat) => [seatOf(seat), seat]));
  const verdicts = new Map(seats.map((seat) => [seatOf(seat), verdictOfRole(moment, seat)]));
  const verdictIn = (seat: Seat) => verdicts.get(seatOf(seat))!;
  const meant = seats.filter((seat) => {
    const { why } = verdictIn(seat);
    return keyword && why && isMeant([why.zh, why.en], keyword);
  });
  const narrowed = { keyword, operatorId: operator_id, seats: meant };
  const person = noneOf();
  for (const { count, ...seat } of await countPeople(lock.org_id, narrowed, ctx))
    person[verdictIn(seat).answer] += count;
  const { of, cards } = await waysOf({ moment, holdings }, ctx, deps);
  const ways = kinds.flatMap((kind) => of[kind].ways);
  const isLeft = (one: Opener): boolean =>
    (operator_id === undefined || one.operator_id === operator_id) && (!keyword || isMeant(wordsOf(one), keyword));
  const rest = ways.map((way) => way.at(time)).filter(isLeft);
  const left = (what: Kind) => rest.filter((one) => one.what === what).sort(byAnswer);
  const counts = {
    ...{ person, key: countsOf(left('key')), assigned: countsOf(left('assigned')) },
    ...{ authorised: countsOf(left('authorised')), card: countsOf(left('card')) },
    ...{ code: countsOf(left('code')), password: countsOf(left('password')) },
  };
  const wanted: readonly OpenerAnswer[] = answer ? [answer] : openerAnswers;
  const inOrder = wanted.map((one) => seats.filter((seat) => verdictIn(seat).answer === one));
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
        ...rows.map(({ role_id, org_id, ...row }) => openerOfPerson(row, verdictIn({ role_id, org_id }))),
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
