import { MOST_JUDGED, type Openable, openable } from '@plomb/contract/devices/openable';
import { type OpenerCounts, type OpenerKind, openerKinds } from '@plomb/contract/devices/openers';
import type { Pool } from 'pg';
import type { z } from 'zod';
import { openDeviceIds, openListing } from '../../lock/listing.ts';
import { Refusal } from '../../platform/refusal.ts';
import { type Ctx, type FileRows, type Served, serve } from '../../platform/serve.ts';
import { type Known, knownById } from './openable.queries.ts';
import { type AskedOf, askedOfCard, askedOfKey, askedOfPerson, type OpenedByCard } from './openableOf.ts';
import { momentOf } from './openers.routes.ts';
import { byAnswer, isMeant, type Moment, noneOf } from './openers.ts';

/** Of what is judged at once. */
const BLOCK = 1000;
/** Of a file: all there are. */
const ALL = 10_000_000;

export interface OpenableDeps {
  readers: Pool;
  openedByCard: OpenedByCard;
}
type Asked = Omit<z.output<typeof openable.list.input>, 'page' | 'size'>;

const inOrder = (rows: Openable[]): Openable[] =>
  rows.sort((one, other) => byAnswer(one, other) || one.lock.sn.localeCompare(other.lock.sn));
const countsOf = (rows: readonly Openable[]): Record<OpenerKind, OpenerCounts> => {
  const counts = Object.fromEntries(openerKinds.map((kind) => [kind, noneOf()])) as Record<OpenerKind, OpenerCounts>;
  for (const { what, answer } of rows) counts[what][answer]++;
  return counts;
};

export const openableRoutes = ({ readers, openedByCard }: OpenableDeps): Served[] => {
  const listing = openListing(readers);
  const deviceIds = openDeviceIds(readers);

  const askedOf = (question: Asked, at: number, ctx: Ctx): Promise<AskedOf> => {
    const one = { ...question, at };
    if (question.of === 'card') return askedOfCard(one, openedByCard, ctx);
    return question.of === 'key' ? askedOfKey(one, ctx) : askedOfPerson(one, ctx);
  };

  /** All rights to single locks judged, and the way to judge what a role reaches, which may be a million. */
  const asked = async (question: Asked, ctx: Ctx) => {
    const { operation, keyword, what, answer } = question;
    const at = momentOf(question.at);
    const of = await askedOf(question, at, ctx);
    const momentOfLock = ({ lock, moving }: Known): Moment => ({ operation, lock, moving, at });
    const owners = of.given.map((one) => one.device_org).filter((org) => !ctx.operator.orgIds.includes(org));
    const known = await knownById([...new Set(of.given.map((one) => one.device_id))], owners, ctx);
    const given = of.given.flatMap(({ device_id, opener }): Openable[] => {
      const one = known.get(device_id);
      if (!one || (keyword && !isMeant([one.shown.sn, one.shown.device_name, one.shown.subject], keyword))) return [];
      return [{ ...opener(momentOfLock(one)), lock: one.shown }];
    });
    const own = openerKinds.toReversed().flatMap((kind) => inOrder(given.filter((one) => one.what === kind)));
    const role = of.role && (what === undefined || what === of.role.what) ? of.role : null;
    /** finds devices as whoever is asked of sees them, which is within what the caller sees */
    const as = { operator: { ...ctx.operator, orgIds: role?.orgIds ?? [] } };
    return {
      ...{ of, own, at },
      isShown: (one: Openable): boolean =>
        (what === undefined || one.what === what) && (answer === undefined || one.answer === answer),
      reached: async (most: number): Promise<number[]> => (role ? deviceIds({ keyword }, as, most) : []),
      page: (page: number, size: number) => listing({ keyword, page, size, sort: 'sn' }, as),
      async judged(ids: readonly number[]): Promise<Openable[]> {
        const rows: Openable[] = [];
        for (let from = 0; role && from < ids.length; from += BLOCK) {
          const part = ids.slice(from, from + BLOCK);
          const locks = await knownById(part, [], ctx);
          for (const id of part) {
            const one = locks.get(id);
            if (one) rows.push({ ...role.opener(momentOfLock(one)), lock: one.shown });
          }
        }
        return rows;
      },
    };
  };

  async function* exported(question: Asked, ctx: Ctx): FileRows {
    const { own, reached, judged, isShown } = await asked(question, ctx);
    const inFile = (rows: readonly Openable[]) =>
      rows.filter(isShown).map(({ lock, why, ...row }) => ({ ...row, ...lock, why: why?.[ctx.lang] ?? '' }));
    yield inFile(own);
    const ids = await reached(ALL);
    for (let from = 0; from < ids.length; from += BLOCK) yield inFile(await judged(ids.slice(from, from + BLOCK)));
  }

  return serve(openable, {
    async list({ page, size, ...question }, ctx) {
      const found = await asked(question, ctx);
      const { of, own, at, isShown, judged } = found;
      const told = { asked: of.asked, keys: of.keys, cut: [...of.cut], judge_time: new Date(at).toISOString() };
      const offset = (page - 1) * size;
      const ids = await found.reached(MOST_JUDGED + 1);
      if (ids.length <= MOST_JUDGED) {
        const all = [...own, ...inOrder(await judged(ids))];
        const left = all.filter(isShown);
        return { ...told, rows: left.slice(offset, offset + size), total: left.length, counts: countsOf(all) };
      }
      if (question.answer !== undefined)
        throw new Refusal('tooManyToJudge', { limit: MOST_JUDGED.toLocaleString('en') });
      const first = own.filter(isShown);
      const rows = first.slice(offset, offset + size);
      const from = Math.max(0, offset - first.length);
      const many = size - rows.length;
      // what stands before them moves their pages: one of ours lies in two of the device list's
      const pages = [from, from + Math.max(many, 1) - 1].map((nth) => Math.floor(nth / size) + 1);
      const lists = await Promise.all([...new Set(pages)].map((one) => found.page(one, size)));
      const reached = lists.flatMap((one) => one.ids).slice(from % size, (from % size) + many);
      const { total, totalIsAtLeast } = lists[0]!;
      return {
        ...{ ...told, rows: [...rows, ...(await judged(reached))], counts: null, total: first.length + total },
        ...(totalIsAtLeast && { totalIsAtLeast }),
      };
    },
    export: (question, ctx) => exported(question, ctx),
  });
};
