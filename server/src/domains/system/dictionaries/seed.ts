import { dictCodes, seedOf } from '@plomb/contract/words';
import type { ClientBase } from 'pg';

/**
 * Brings dictionaries up to this release: new ones and new codes are added, and a word nobody changed since a release
 * brought it becomes this release's; a word, colour or order that an administrator changed stays.
 */
export const syncDictionaries = async (db: ClientBase): Promise<void> => {
  const dictionaries = dictCodes.map((code) => {
    const { title, open } = seedOf(code);
    return { dict_code: code, dict_text: title, origin: open ? 'product' : 'protocol' };
  });
  await db.query(
    `insert into dictionary (dict_code, dict_text, origin)
     select * from jsonb_to_recordset($1) as seed (dict_code text, dict_text jsonb, origin text)
     on conflict (dict_code) do update set origin = excluded.origin where dictionary.origin <> excluded.origin`,
    [JSON.stringify(dictionaries)],
  );
  const items = dictCodes.flatMap((code) =>
    Object.entries(seedOf(code).items).map(([item_code, [zh, en, colour = 'grey']], sort) => ({
      dict_code: code,
      item_code,
      item_text: { zh, en },
      colour,
      sort,
    })),
  );
  await db.query(
    `insert into dictionary_item as item (dictionary_id, item_code, item_text, seed_text, colour, sort, fixed)
     select d.id, item_code, item_text, item_text, colour, sort, true
     from jsonb_to_recordset($1) as seed (dict_code text, item_code text, item_text jsonb, colour text, sort integer)
       join dictionary d using (dict_code)
     on conflict (dictionary_id, item_code) do update set fixed = true, seed_text = excluded.seed_text,
       item_text = case when item.item_text = item.seed_text then excluded.item_text else item.item_text end
     where not item.fixed or item.seed_text is distinct from excluded.seed_text`,
    [JSON.stringify(items)],
  );
};
