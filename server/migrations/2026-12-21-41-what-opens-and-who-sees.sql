-- A seal that is scrapped on the road opens what it was on: read with the openings without right (docs/decisions/0156-left-of-custody.md).
create index batch_step_scrapped on batch_step (org_id, at) where step = 3;

-- Whoever new seals are made for is not the second person who stands by while they are: two hold what one could keep for themselves.
create function series_witness_holds() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if exists (select from added a join seal_series s on s.id = a.series_id where s.witness_id = a.holder_id) then
    raise check_violation using constraint = 'series_witness_holds', message = 'whoever holds new seals is no witness of their making';
  end if;
  return null;
end $$;
create trigger series_witness_holds after insert on seal referencing new table as added
  for each statement execute function series_witness_holds();
revoke execute on function series_witness_holds() from public;

-- By whose sight a link opens a file of another organisation: of a record that shows it. Null: by that of the file itself.
alter table file_link add column org_id bigint references organisation on delete cascade;
-- A photo of whoever did something with a batch is shown to whoever sees the batch, whosever it is; to nobody by any other number.
create function link_photo_of_batch(batch bigint, photo text, small boolean, reader bigint, key_hash bytea, of_session bytea, until timestamptz)
returns table (type text, bytes bigint)
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  with seen as (select f.*, b.org_id as of_batch from photos_of_batch(batch) f join logistics_batch b on b.id = batch where f.id = photo),
    told as (insert into file_link (id_hash, file_id, thumb, operator_id, session_hash, expire_time, org_id)
      select key_hash, s.id, small, reader, of_session, until, s.of_batch from seen s)
  select s.type, case when small and s.thumb_sha256 is not null then s.thumb_bytes else s.bytes end from seen s
$$;
revoke all on function link_photo_of_batch from public;
grant execute on function link_photo_of_batch to plomb_app;
