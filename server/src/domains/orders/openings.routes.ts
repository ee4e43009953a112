import { maskedActor } from '@plomb/contract/lock/cards';
import { openings } from '@plomb/contract/orders/openings';
import { reasonIn } from '@plomb/contract/orders/reason';
import type { Pool } from 'pg';
import { openFindLocks } from '../../lock/findLocks.ts';
import { withSwipe } from '../../lock/swipeFields.ts';
import { withPlaces } from '../../lock/withPlaces.ts';
import { cursor } from '../../platform/crud.ts';
import { fieldRefusal, Refusal } from '../../platform/refusal.ts';
import { type Ctx, type FileRows, type Served, serve } from '../../platform/serve.ts';
import { countOpenings, everyOpening, frameOf, openingIds, openingsById } from './openings.ts';
import { readsCards } from './rules.ts';

/** The number of a card whole is for who may give cards, where the lock named it and where it stands for who opened. */
const seenBy = <T extends Record<string, unknown>>(operator: Ctx['operator'], rows: readonly T[]): T[] => {
  if (readsCards(operator)) return [...rows];
  return rows.map((row) => {
    const actor = maskedActor(row.actor as string, row.lso as number | null);
    return { ...row, actor, who: row.who === row.actor ? actor : row.who };
  });
};

/** Why, in the words of who asks for the file. */
async function* inWords(parts: FileRows, { lang, operator }: Ctx): FileRows {
  for await (const part of parts)
    yield seenBy(operator, part).map((row) => ({ ...row, why: reasonIn(lang, row as never) }));
}

const DAY = 86_400_000;
/** Today and the six days before, by UTC. */
const lastDays = (now: number): string[] =>
  Array.from({ length: 7 }, (_, at) => new Date(now - (now % DAY) - (6 - at) * DAY).toISOString());

export const openingRoutes = ({ readers }: { readers: Pool }): Served[] => {
  const findLocks = openFindLocks(readers);
  return serve(openings, {
    list: async ({ size, ...filter }, ctx) => {
      const ids = await openingIds(filter, ctx, size + 1, findLocks);
      return {
        rows: seenBy(ctx.operator, await openingsById(ids.slice(0, size), ctx)) as never,
        more: ids.length > size,
      };
    },
    detail: async ({ id }, ctx) => {
      const [row] = seenBy(ctx.operator, await openingsById([id], ctx));
      if (!row) throw new Refusal('notFound');
      return { ...row, raw: await frameOf(id, ctx, readsCards(ctx.operator)) } as never;
    },
    summary: async ({ days = lastDays(Date.now()), ...of }, ctx) => {
      // whatever clock they begin by, they are the last ones: a count from years ago reads everything
      if (Date.parse(days[0]!) < Date.now() - 9 * DAY) throw fieldRefusal('days', 'outOfRange');
      return countOpenings(days, of, ctx, findLocks);
    },
    export: (input, ctx) => withPlaces(inWords(withSwipe(cursor(ctx, everyOpening(input))), ctx), input, ctx.lang),
  });
};
