import { DAYS_AHEAD, type Opener, type OpenerAnswer, openerAnswers, openers } from '@plomb/contract/devices/openers';
import { orders } from '@plomb/contract/orders/orders';
import type { z } from 'zod';
import { locksById, movingOf } from '../../lock/operating.ts';
import { fieldRefusal, Refusal } from '../../platform/refusal.ts';
import { type Ctx, type FileRows, type Served, serve } from '../../platform/serve.ts';
import {
  assignedOf,
  authorisedOf,
  codesOf,
  countPeople,
  keysOf,
  peopleOf,
  reachedFromAbove,
  rolesOf,
} from './openers.queries.ts';
import {
  byAnswer,
  changesOf,
  countsOf,
  isMeant,
  type Moment,
  noneOf,
  openerOfAssigned,
  openerOfAuthorised,
  openerOfCode,
  openerOfKey,
  openerOfPerson,
  verdictOfRole,
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

type Asked = Omit<z.output<typeof openers.list.input>, 'page' | 'size'>;

/** All of one question; people are read by roles and counted by them, so that ten thousand cost what ten do. */
const asked = async ({ device_id, operation, at, answer, keyword, operator_id }: Asked, ctx: Ctx) => {
  const { client } = ctx;
  const time = momentOf(at);
  const [lock] = await locksById(client, [device_id]);
  if (!lock) throw new Refusal('notFound');
  const moment: Moment = { operation, lock, moving: await movingOf(client, [device_id]), at: time };
  const roles = await rolesOf(lock.org_id, ctx);
  const grantsOf = new Map(roles.map(({ id, grants }) => [id, grants]));
  const verdicts = new Map(roles.map(({ id, grants }) => [id, verdictOfRole(moment, grants)]));
  const meant = roles.flatMap(({ id }) => {
    const why = verdicts.get(id)?.why;
    return keyword && why && isMeant([why.zh, why.en], keyword) ? [id] : [];
  });
  const narrowed = { keyword, operatorId: operator_id, roles: meant };
  const person = noneOf();
  for (const { role_id, count } of await countPeople(lock.org_id, narrowed, ctx))
    person[verdicts.get(role_id)!.answer] += count;
  const makers = [
    ...(await keysOf(lock.org_id, orders[operation].permit, new Date(time), ctx)).map(
      (key) => (then: Moment) => openerOfKey(then, key, grantsOf.get(key.role_id) ?? new Set()),
    ),
    ...(await assignedOf(lock, operation, ctx)).map((one) => (then: Moment) => openerOfAssigned(then, one)),
    ...(await authorisedOf(lock, ctx)).map((one) => (then: Moment) => openerOfAuthorised(then, one)),
    // a password opens, and seals nothing
    ...(operation === 'unseal' ? await codesOf(lock, ctx) : []).map((one) => (then: Moment) => openerOfCode(then, one)),
  ];
  const isLeft = (one: Opener): boolean =>
    (operator_id === undefined || one.operator_id === operator_id) && (!keyword || isMeant(wordsOf(one), keyword));
  const rest = makers.map((make) => make(moment)).filter(isLeft);
  const of = (what: Opener['what']) => rest.filter((one) => one.what === what).sort(byAnswer);
  const counts = {
    ...{ person, key: countsOf(of('key')), assigned: countsOf(of('assigned')) },
    ...{ authorised: countsOf(of('authorised')), code: countsOf(of('code')) },
  };
  const wanted: readonly OpenerAnswer[] = answer ? [answer] : openerAnswers;
  const inOrder = wanted.map((one) => roles.flatMap(({ id }) => (verdicts.get(id)?.answer === one ? [id] : [])));
  const people = wanted.reduce((all, one) => all + person[one], 0);
  const others = (['key', 'assigned', 'authorised', 'code'] as const)
    .flatMap(of)
    .filter((one) => wanted.includes(one.answer));
  return {
    ...{ moment, makers, counts, lock },
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

async function* exported(question: Asked, ctx: Ctx): FileRows {
  const { total, part } = await asked(question, ctx);
  for (let from = 0; from < total; from += BLOCK)
    yield (await part(from, BLOCK)).map((row) => ({ ...row, why: row.why?.[ctx.lang] ?? '' }));
}

export const openerRoutes: Served[] = serve(openers, {
  list: async ({ page, size, ...question }, ctx) => {
    const { moment, makers, counts, lock, total, part } = await asked(question, ctx);
    return {
      rows: await part((page - 1) * size, size),
      ...{ total, counts },
      changes: changesOf(moment, makers),
      above: await reachedFromAbove(lock.org_id, ctx),
    };
  },
  export: (question, ctx) => exported(question, ctx),
});
