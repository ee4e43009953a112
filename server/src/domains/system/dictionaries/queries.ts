import type { Dictionaries } from '@plomb/contract/system/dictionaries/dictionaries';
import type { ClientBase, Pool } from 'pg';

/** A mark of everything the dictionaries say: another one means that consoles have to fetch them again. */
export const dictionaryVersion = async (db: ClientBase | Pool): Promise<string> => {
  const { rows } = await db.query<{ version: string }>(
    `select md5(concat((select string_agg(concat_ws(' ', dict_code, dict_text), ';' order by dict_code) from dictionary), '|',
       (select string_agg(concat_ws(' ', dictionary_id, item_code, item_text, colour, sort, enabled), ';' order by id)
          from dictionary_item))) as version`,
  );
  return rows[0]?.version ?? '';
};

export const allDictionaries = async (db: ClientBase): Promise<Dictionaries> => {
  const { rows } = await db.query<{ all: Dictionaries }>(
    `select coalesce(jsonb_object_agg(dict_code, jsonb_build_object('dict_text', dict_text, 'items', items)), '{}') as all
     from (select dict_code, dict_text, coalesce((select jsonb_agg(jsonb_build_object('item_code', item_code, 'item_text', item_text,
               'colour', colour, 'enabled', enabled) order by sort, i.id) from dictionary_item i where i.dictionary_id = d.id), '[]') as items
             from dictionary d) as every`,
  );
  return rows[0]?.all ?? {};
};
