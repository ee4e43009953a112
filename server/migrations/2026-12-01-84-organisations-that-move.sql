-- A lock takes no rule along to another organisation, nor does it where its organisation itself goes elsewhere: nobody there could take
-- out of it what it holds of a rule it left. Its own list tells of the cards, as of any that nobody gave.
create or replace function sync_of_organisation() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  delete from lock_card k using device d, regional_rule r
    where d.id = k.device_id and r.id = k.rule_id and d.org_id in (select orgs_below(new.id)) and r.org_id not in (select orgs_above(d.org_id));
  delete from lock_area a using device d, regional_rule r
    where d.id = a.device_id and r.id = a.rule_id and d.org_id in (select orgs_below(new.id)) and r.org_id not in (select orgs_above(d.org_id));
  perform sync_due(array(select id from device where org_id in (select orgs_below(new.id)) and retired_time is null));
  return null;
end $$;

-- Rules of a lock whose writer may not ask for anything any more: they push nothing, and keep no other from being followed.
alter table lock_sync add column mute bigint[] not null default '{}';
