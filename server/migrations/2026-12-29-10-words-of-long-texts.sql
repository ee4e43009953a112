-- Of a long text the same, letter by letter: each of its parts was counted from its first letter, and ten thousand letters took a second.
-- One letter that is typed can become eighteen as it is compared.
create or replace function word_keys(bucket bigint, t text) returns bigint[] language sql immutable parallel safe cost 1000 as $$
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
