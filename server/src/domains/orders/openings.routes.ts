import { openings } from '@plomb/contract/orders/openings';
import { reasonIn } from '@plomb/contract/orders/reason';
import type { Pool } from 'pg';
import { cursor } from '../../platform/crud.ts';
import { Refusal } from '../../platform/refusal.ts';
import { type Ctx, type FileRows, type Served, serve } from '../../platform/serve.ts';
import { openFindLocks } from './findLocks.ts';
import { countOpenings, everyOpening, frameOf, openingIds, openingsById } from './openings.ts';

/** Why, in the words of who asks for the file. */
async function* inWords(parts: FileRows, { lang }: Ctx): FileRows {
  for await (const part of parts) yield part.map((row) => ({ ...row, why: reasonIn(lang, row as never) }));
}

export const openingRoutes = ({ readers }: { readers: Pool }): Served[] => {
  const findLocks = openFindLocks(readers);
  return serve(openings, {
    list: async ({ size, ...filter }, ctx) => {
      const ids = await openingIds(filter, ctx, size + 1, findLocks);
      return { rows: (await openingsById(ids.slice(0, size), ctx)) as never, more: ids.length > size };
    },
    detail: async ({ id }, ctx) => {
      const [row] = await openingsById([id], ctx);
      if (!row) throw new Refusal('notFound');
      return { ...row, raw: await frameOf(id, ctx) } as never;
    },
    summary: (_, ctx) => countOpenings(ctx),
    export: (input, ctx) => inWords(cursor(ctx, everyOpening(input)), ctx),
  });
};
