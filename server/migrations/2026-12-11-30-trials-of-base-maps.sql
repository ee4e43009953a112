-- Which base map follows when one does not come, and how each was found when somebody's browser tried it last.
alter table base_map
  add column rank smallint check (rank between 1 and 100), -- null: behind those that have one, by name
  add column tried text check (tried in ('works', 'empty', 'refused', 'away')),
  add column tried_time timestamptz,
  add column tried_ms int check (tried_ms >= 0),
  add column landmark_metres int check (landmark_metres >= 0),
  add constraint base_map_tried check ((tried is null) = (tried_time is null));

-- From another source it is another map: nothing was found of it yet.
create function base_map_untried() returns trigger
language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  new.tried := null;
  new.tried_time := null;
  new.tried_ms := null;
  new.landmark_metres := null;
  return new;
end $$;
create trigger base_map_untried before update on base_map for each row
  when ((old.kind, old.path, old.url, old.tile_schema, old.datum, old.secret, old.style)
    is distinct from (new.kind, new.path, new.url, new.tile_schema, new.datum, new.secret, new.style))
  execute function base_map_untried();
revoke execute on function base_map_untried() from public;
