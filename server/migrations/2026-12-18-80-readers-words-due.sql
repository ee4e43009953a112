-- What is not judged yet of a batch, by position: words of its locks, and what readers said of the chips that are on it.
drop function batch_words_due(bigint);
create function batch_words_due(batch bigint) returns table (position_id bigint, due integer)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select w.position_id, count(*)::integer
  from logistics_batch b cross join lateral (
    select p.id as position_id from batch_position p join lock_event e on e.device_id = p.device_id join batch_word_due d on d.event_id = e.id
    where p.batch_id = b.id and p.nth is not null and e.at between b.create_time and coalesce(b.end_time, now())
    union all
    select s.position_id from batch_step s join rfid_record r on r.seal_id = s.seal_id join batch_word_due d on d.record_id = r.id
    where s.batch_id = b.id and s.step = 0 and r.at between s.at and coalesce(b.end_time, now())
  ) w
  where b.id = batch and b.org_id = any ((select plomb_orgs())::bigint[])
  group by w.position_id
$$;
comment on function batch_words_due is 'outside of row-level security: rows of batch_word_due are the platform''s own';
revoke all on function batch_words_due from public;
grant execute on function batch_words_due to plomb_app, plomb_platform;
