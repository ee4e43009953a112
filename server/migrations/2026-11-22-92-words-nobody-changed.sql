-- A word of the product that nobody changed follows the release: this is the word the last release brought. Unknown for
-- those that are there already, which stay as they are, but for the one that has become another word since.
alter table dictionary_item add column seed_text jsonb;

update dictionary_item i set seed_text = '{"zh": "迟到", "en": "Late"}'
from dictionary d
where d.id = i.dictionary_id and d.dict_code = 'connection' and i.item_code = 'late';
