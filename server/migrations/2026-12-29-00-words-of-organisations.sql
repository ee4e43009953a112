-- A word is looked for among what the organisations that ask have: an index of trigrams read all that hold it of all others, too (docs/decisions/0145-custody-at-size.md).

-- organisations whose words lie side by side: few for who sees many, and little of others for who sees one
create function word_bucket(org bigint) returns bigint language sql immutable parallel safe as $$ select org & 63 $$;
-- each one, two and three letters that stand side by side in what is kept as it is compared
-- (of a long text letter by letter: each part is counted from its first letter, and one letter that is typed can become eighteen as it is compared)
create function word_keys(bucket bigint, t text) returns bigint[] language sql immutable parallel safe cost 1000 as $$
  select case when length(t) <= 500 then (
    select array_agg(hashtextextended(substr(t, n, size), bucket))
    from generate_series(1, 3) size, generate_series(1, length(t) - size + 1) n
  ) else (
    select array_agg(hashtextextended(part, bucket))
    from (select unnest(array[c, c || lead(c) over nth, c || lead(c) over nth || lead(c, 2) over nth]) as part
      from unnest(string_to_array(t, null)) with ordinality u(c, n) window nth as (order by n)) p
    where part is not null
  ) end
$$;
-- what of these a word asks for
create function word_keys_of(bucket bigint, word text) returns bigint[] language sql immutable parallel safe as $$
  select array_agg(hashtextextended(substr(word, n, least(length(word), 3)), bucket)) from generate_series(1, greatest(length(word) - 2, 1)) n
$$;

do $$
declare of text;
begin
  foreach of in array array['seal_operation', 'batch_step', 'meter_inspection', 'rfid_record', 'rfid_task', 'logistics_batch', 'meter', 'meter_work_order'] loop
    execute format('drop index if exists %I, %I', of || '_search', of || '_pairs');
    execute format('create index %I on %I using gin (word_keys(word_bucket(org_id), search_text))', of || '_words', of);
    execute format('analyze %I', of);
  end loop;
end $$;
-- of all operations hardly any are on seals of meters
create index seal_operation_point_words on seal_operation using gin (word_keys(word_bucket(org_id), search_text)) where thing = 'point';
drop index if exists seal_object_search;
create index seal_object_words on seal using gin (word_keys(word_bucket(org_id), search_key(object))) where medium = 'rfid' and object <> '';
analyze seal;
drop function letter_pairs_of, letter_pairs;
