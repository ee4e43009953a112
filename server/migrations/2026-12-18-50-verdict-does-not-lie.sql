-- What a verdict rests on that the row of a batch does not say: docs/decisions/0137-what-a-verdict-may-not-miss.md.

-- Words of locks that are stored and not judged yet, of the time of one batch that the caller sees.
create function batch_words_due(batch bigint) returns table (device_id bigint, due integer)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select e.device_id, count(*)::integer
  from logistics_batch b join batch_position p on p.batch_id = b.id and p.nth is not null join lock_event e on e.device_id = p.device_id
    join batch_word_due d on d.event_id = e.id
  where b.id = batch and b.org_id = any ((select plomb_orgs())::bigint[]) and e.at between b.create_time and coalesce(b.end_time, now())
  group by e.device_id
$$;
comment on function batch_words_due is 'outside of row-level security: rows of batch_word_due are the platform''s own';
revoke all on function batch_words_due from public;
grant execute on function batch_words_due to plomb_app, plomb_platform;

-- Since when a lock is on a position whose plan was written anew; null: since its batch began.
alter table batch_position add column device_since timestamptz;
comment on column batch_position.device_since is 'null: since the batch began';
create function position_takes_lock() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  new.device_since := case when new.device_id is not null then clock_timestamp() end;
  return new;
end $$;
create trigger position_takes_lock before update of device_id on batch_position for each row
  when (new.device_id is distinct from old.device_id) execute function position_takes_lock();
