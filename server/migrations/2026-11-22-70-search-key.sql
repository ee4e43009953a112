-- How searches compare texts: full-width characters folded, lower case, without the spaces, dots, middle dots and
-- hyphens that only group a number or a plate for the eye. `searchKey` of the contract is the same rule for the
-- console; a test holds both together. One plain expression, so that the planner can look into it and an index on
-- `search_key(column)` is used.
create function search_key(t text) returns text language sql immutable parallel safe as $$
  select lower(translate(normalize(t, NFKC),
    e'\t .-\u00b7\u2010\u2011\u2012\u2013\u2014\u2015\u2022\u2027\u2212\u22c5\u30fb', ''))
$$;
