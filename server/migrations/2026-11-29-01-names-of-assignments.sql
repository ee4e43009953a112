-- An assignment keeps how its device and both organisations were called when it was given: the owner reads by whose right its lock
-- was ordered, the other side which device it was, and neither needs the other's sight. What has ended keeps nobody from being deleted.
alter table device_assignment
  add column sn text not null default '',
  add column org_name text not null default '',
  add column to_org_name text not null default '';
update device_assignment a set sn = d.sn, org_name = o.org_name, to_org_name = g.org_name
  from device d, organisation o, organisation g where d.id = a.device_id and o.id = a.org_id and g.id = a.to_org_id;
create function name_assignment() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  select d.sn, o.org_name, g.org_name into new.sn, new.org_name, new.to_org_name
    from device d, organisation o, organisation g where d.id = new.device_id and o.id = new.org_id and g.id = new.to_org_id;
  return new;
end $$;
create trigger name_assignment before insert on device_assignment for each row execute function name_assignment();

alter table device_assignment
  alter column org_id drop not null, alter column to_org_id drop not null, alter column giver_org_id drop not null,
  alter column operator_id drop not null,
  drop constraint device_assignment_org_id_fkey, drop constraint device_assignment_to_org_id_fkey,
  drop constraint device_assignment_giver_org_id_fkey, drop constraint device_assignment_operator_id_fkey,
  add constraint device_assignment_org_id_fkey foreign key (org_id) references organisation on delete set null,
  add constraint device_assignment_to_org_id_fkey foreign key (to_org_id) references organisation on delete set null,
  add constraint device_assignment_giver_org_id_fkey foreign key (giver_org_id) references organisation on delete set null,
  add constraint device_assignment_operator_id_fkey foreign key (operator_id) references operator on delete set null,
  add constraint device_assignment_of_somebody
    check (end_time is not null or org_id is not null and to_org_id is not null and giver_org_id is not null);

-- As long as it holds it is withdrawn first.
create function organisation_has_assignments() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if exists (select from device_assignment where end_time is null and old.id in (org_id, to_org_id, giver_org_id)) then
    raise foreign_key_violation using constraint = 'organisation_has_assignments',
      message = format('organisation %s has devices distributed to others, or has others'' devices', old.id);
  end if;
  return old;
end $$;
create trigger organisation_has_assignments before delete on organisation for each row execute function organisation_has_assignments();

-- Newest first of one organisation and state, whatever else there is; and whose devices an organisation was given, one by one.
alter table device_assignment add column state text not null generated always as (
  case when refusal <> '' then 'refused' when end_time is not null then 'ended' when sending then 'allowed' else 'forbidden' end) stored;
drop index device_assignment_org, device_assignment_to_org;
create index device_assignment_org on device_assignment (org_id, state, id desc);
create index device_assignment_to_org on device_assignment (to_org_id, state, id desc);
create index device_assignment_owners on device_assignment (to_org_id, org_id) where end_time is null;
create index device_assignment_distribution on device_assignment (distribution_id, id desc);
