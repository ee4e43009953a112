-- What an evidence pack may say: docs/decisions/0147-what-a-pack-may-say.md.

-- Alarms of what was done at the positions of a batch are found by what they are about.
create index alarm_seal_about on alarm (seal_about, kind) where seal_about is not null;

-- Photos that prove something of a batch are in sight of whoever sees it, whoever of another organisation took them.
create function photos_of_batch(batch bigint) returns setof file
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select f.* from file f
  where exists (select from logistics_batch b where b.id = batch and b.org_id = any ((select plomb_orgs())::bigint[]))
    and f.id in (
      select unnest(s.photos) from batch_step s where s.batch_id = batch
      union all
      select unnest(o.photos) from batch_position p join seal_operation o on o.thing = 'position' and o.thing_id = p.id
        where p.batch_id = batch and o.org_id = any ((select plomb_orgs())::bigint[])
      union all
      select unnest(r.photos) from batch_step s join rfid_record r on r.seal_id = s.seal_id and r.at >= s.at
        where s.batch_id = batch and s.step = 0 and r.org_id = any ((select plomb_orgs())::bigint[]))
$$;
comment on function photos_of_batch is 'outside of row-level security: a file is of whoever took it';
revoke all on function photos_of_batch from public;
grant execute on function photos_of_batch to plomb_app, plomb_platform;

-- Packs of one person are counted.
create index evidence_pack_operator on evidence_pack (operator_id, create_time);
