-- A link to a file opens it for whoever may still see the record that it is of. Null: signed in is enough.
alter table file_link add column permits text[];
create or replace function link_photo_of_batch(batch bigint, photo text, small boolean, reader bigint, key_hash bytea, of_session bytea, until timestamptz)
returns table (type text, bytes bigint)
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  with seen as (select f.*, b.org_id as of_batch from photos_of_batch(batch) f join logistics_batch b on b.id = batch where f.id = photo),
    told as (insert into file_link (id_hash, file_id, thumb, operator_id, session_hash, expire_time, org_id, permits)
      select key_hash, s.id, small, reader, of_session, until, s.of_batch, array['logisticsBatch:list'] from seen s)
  select s.type, case when small and s.thumb_sha256 is not null then s.thumb_bytes else s.bytes end from seen s
$$;
