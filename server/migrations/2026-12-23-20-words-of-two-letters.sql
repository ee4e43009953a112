-- A word of one or two letters, or of signs: an index of trigrams has nothing to say of it, and all that is kept was read. 沪A and 张三 are such words.

-- each two letters that stand side by side in what is kept as it is compared, and its last one; of spaces there are none in it
create function letter_pairs(t text) returns tsvector language sql immutable parallel safe cost 1000 as $$
  select array_to_tsvector(array_remove(string_to_array(
    regexp_replace(t, '(..)', '\1 ', 'g') || ' ' || regexp_replace(substr(t, 2), '(..)', '\1 ', 'g'), ' '), ''))
$$;
-- what of these a word asks for: each of its own, or what begins with the one letter it has
create function letter_pairs_of(word text) returns tsquery language sql immutable parallel safe as $$
  select (string_agg('''' || regexp_replace(pair, '([''\\])', '\1\1', 'g') || '''', ' & ') || case length(word) when 1 then ':*' else '' end)::tsquery
  from (select substr(word, n, 2) as pair from generate_series(1, greatest(length(word) - 1, 1)) n) p
$$;
create index seal_operation_pairs on seal_operation using gin (letter_pairs(search_text));
create index batch_step_pairs on batch_step using gin (letter_pairs(search_text));
create index meter_inspection_pairs on meter_inspection using gin (letter_pairs(search_text));
create index rfid_record_pairs on rfid_record using gin (letter_pairs(search_text));
create index rfid_task_pairs on rfid_task using gin (letter_pairs(search_text));
create index logistics_batch_pairs on logistics_batch using gin (letter_pairs(search_text));
create index meter_pairs on meter using gin (letter_pairs(search_text));
-- how often they are in it is known before the next list is asked for
analyze seal_operation, batch_step, meter_inspection, rfid_record, rfid_task, logistics_batch, meter;
