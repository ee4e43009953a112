import { isDeepStrictEqual } from 'node:util';
import type { ErrorCode } from '@plomb/contract/errors';
import type { Text } from '@plomb/contract/kit/text';
import { seedDictionaries, seedMark } from '@plomb/contract/seeds';
import {
  type Dictionaries,
  type DictOrigin,
  dictionaries,
  dictionaryItems,
} from '@plomb/contract/system/dictionaries/dictionaries';
import { sql } from 'kysely';
import { crud } from '../../../platform/crud.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { rootOnly } from '../../../platform/rootOnly.ts';
import { type Ctx, type FileRows, type Served, serve } from '../../../platform/serve.ts';
import { allDictionaries, dictionaryVersion } from './queries.ts';

interface Deps {
  /** words changed: every open console should know */
  changed(): void;
}

const unlikeSeeds = (all: Dictionaries): Dictionaries =>
  Object.fromEntries(Object.entries(all).filter(([code, one]) => !isDeepStrictEqual(one, seedDictionaries[code])));

interface Dictionary {
  dict_code: string;
  origin: DictOrigin;
  items: number;
}

export const dictionaryRoutes = ({ changed }: Deps): Served[] => {
  const plain = crud(dictionaries, {
    table: 'dictionary',
    rows: sql`(select d.*, (select count(*) from dictionary_item i where i.dictionary_id = d.id) as items,
      concat_ws(' ', d.dict_text ->> 'zh', d.dict_text ->> 'en', (select string_agg(concat_ws(' ', item_code, item_text ->> 'zh',
        item_text ->> 'en'), ' ') from dictionary_item i where i.dictionary_id = d.id)) as words from dictionary d)`,
    search: ['dict_code', 'words'],
    label: 'dict_code',
  });
  const items = crud(dictionaryItems, {
    table: 'dictionary_item',
    rows: sql`(select i.*, d.dict_code, concat_ws(' ', i.item_text ->> 'zh', i.item_text ->> 'en') as words
      from dictionary_item i join dictionary d on d.id = i.dictionary_id)`,
    search: ['item_code', 'words'],
    label: 'item_code',
  });
  /** a file has the words of its reader's language */
  async function* inWords(rows: FileRows, field: string, { lang }: Ctx): FileRows {
    for await (const part of rows) yield part.map((row) => ({ ...row, [field]: (row[field] as Text)[lang] }));
  }
  /** who may, and what everybody is told afterwards */
  const changing = async (ctx: Ctx): Promise<void> => {
    await rootOnly(ctx);
    ctx.afterCommit(changed);
  };

  return [
    ...serve(dictionaries, {
      ...plain,
      list: (input, ctx) => plain.list({ ...input, sort: input.sort ?? 'dict_code' }, ctx),
      export: (input, ctx) => inWords(plain.export(input, ctx), 'dict_text', ctx),
      all: async ({ version, seeds }, { client }) => {
        const now = await dictionaryVersion(client);
        if (version === now) return { version: now, dictionaries: null };
        const all = await allDictionaries(client);
        return { version: now, dictionaries: seeds === seedMark ? unlikeSeeds(all) : all };
      },
      add: async (input, ctx) => {
        await changing(ctx);
        return plain.add(input, ctx);
      },
      update: async (input, ctx) => {
        await changing(ctx);
        const [now] = await dictionariesOf(ctx, [input.id]);
        if (now && now.origin !== 'own' && now.dict_code !== input.dict_code) throw new Refusal('dictCodeFixed');
        return plain.update(input, ctx);
      },
      delete: async (input, ctx) => {
        await changing(ctx);
        const refusal = refusalToDelete(await dictionariesOf(ctx, input.ids));
        if (refusal) throw new Refusal(refusal);
        return plain.delete(input, ctx);
      },
    }),

    ...serve(dictionaryItems, {
      ...items,
      list: async ({ dictionary_id }, { client }) => {
        const { rows } = await client.query(
          `select i.id, dictionary_id, dict_code, item_code, item_text, colour, enabled, sort, fixed
           from dictionary_item i join dictionary d on d.id = i.dictionary_id
           where dictionary_id = $1 order by sort, i.id`,
          [dictionary_id],
        );
        return { rows };
      },
      export: (input, ctx) => inWords(items.export(input, ctx), 'item_text', ctx),
      add: async (input, ctx) => {
        await changing(ctx);
        const [dictionary] = await dictionariesOf(ctx, [input.dictionary_id]);
        if (!dictionary) throw new Refusal('notFound');
        if (dictionary.origin === 'protocol') throw new Refusal('dictClosed');
        const added = await items.add(input, ctx);
        await ctx.client.query(
          `update dictionary_item set sort = (select coalesce(max(sort), 0) + 1 from dictionary_item where dictionary_id = $2)
           where id = $1`,
          [added.id, input.dictionary_id],
        );
        ctx.note(`${dictionary.dict_code}: ${input.item_code}`);
        return added;
      },
      update: async (input, ctx) => {
        await changing(ctx);
        const [now] = await itemsOf(ctx, [input.id]);
        if (!now || now.dictionary_id !== input.dictionary_id) throw new Refusal('notFound');
        if (now.fixed && now.item_code !== input.item_code) throw new Refusal('dictCodeFixed');
        const done = await items.update(input, ctx);
        ctx.note(`${now.dict_code}: ${now.item_code}`);
        return done;
      },
      delete: async (input, ctx) => {
        await changing(ctx);
        const rows = await itemsOf(ctx, input.ids);
        if (rows.some((r) => r.fixed)) throw new Refusal('dictBuiltIn');
        const done = await items.delete(input, ctx);
        ctx.note(rows.map((r) => `${r.dict_code}: ${r.item_code}`).join(', '));
        return done;
      },
      order: async ({ dictionary_id, ids }, ctx) => {
        await changing(ctx);
        const [dictionary] = await dictionariesOf(ctx, [dictionary_id]);
        if (!dictionary) throw new Refusal('notFound');
        // an item that came or went meanwhile: the order meant another list
        if (new Set(ids).size !== ids.length || dictionary.items !== ids.length) throw new Refusal('conflict');
        const { rowCount } = await ctx.client.query(
          `update dictionary_item set sort = place from unnest($2::bigint[]) with ordinality as wanted (id, place)
           where dictionary_item.id = wanted.id and dictionary_id = $1`,
          [dictionary_id, ids],
        );
        if (rowCount !== ids.length) throw new Refusal('conflict');
        ctx.note(dictionary.dict_code);
        return {};
      },
    }),
  ];
};

const refusalToDelete = (found: readonly Dictionary[]): ErrorCode | null => {
  if (found.some((d) => d.origin !== 'own')) return 'dictBuiltIn';
  return found.some((d) => d.items > 0) ? 'dictHasItems' : null;
};

const dictionariesOf = async ({ client }: Ctx, ids: readonly number[]): Promise<Dictionary[]> => {
  const { rows } = await client.query<Dictionary>(
    `select dict_code, origin, (select count(*) from dictionary_item i where i.dictionary_id = d.id) as items
     from dictionary d where id = any($1) order by id for update`,
    [ids],
  );
  return rows;
};

interface Item {
  dictionary_id: number;
  dict_code: string;
  item_code: string;
  fixed: boolean;
}
const itemsOf = async ({ client }: Ctx, ids: readonly number[]): Promise<Item[]> => {
  const { rows } = await client.query<Item>(
    `select dictionary_id, dict_code, item_code, fixed from dictionary_item i join dictionary d on d.id = i.dictionary_id
     where i.id = any($1) order by i.id for update of i`,
    [ids],
  );
  return rows;
};
