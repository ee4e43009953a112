-- An organisation may let one person alone unseal from afar inside some areas, and ask for a second person elsewhere. It is its rule of
-- unseals with areas: without any it holds everywhere. Where the lock is decides as for authorisations: by its last valid fix, of half an hour.

alter table approval_rule add column areas jsonb,
  add constraint approval_rule_areas check (areas is null or kind = 'unseal' and areas_sound(areas));
comment on column approval_rule.areas is 'one person alone unseals inside them: [{name, area}], as they were drawn; null: nowhere';
grant update (areas) on approval_rule to plomb_app, plomb_platform;
grant execute on function corners_sound(jsonb), areas_sound(jsonb) to plomb_app;

-- Wherever the lock is.
create or replace function approval_kinds(org bigint) returns text[]
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  with recursive up as (
    select id, parent_id from organisation where id = org
    union all select o.id, o.parent_id from organisation o join up on o.id = up.parent_id)
  select coalesce(array_agg(distinct r.kind order by r.kind), '{}') from approval_rule r join up on up.id = r.org_id where r.areas is null
$$;

-- The areas of the rules that hold for an organisation: its own, and those of all above it, which may be out of sight.
create function unseal_areas(org bigint) returns setof jsonb
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  with recursive up as (
    select id, parent_id from organisation where id = org
    union all select o.id, o.parent_id from organisation o join up on o.id = up.parent_id)
  select r.areas from approval_rule r join up on up.id = r.org_id where r.kind = 'unseal' and r.areas is not null
$$;
-- Where a lock is to them: inside those of every such rule or not, and how many seconds ago; no row: there is no such rule.
create function unseal_place(org bigint, device_id bigint, out inside boolean, out age double precision)
returns setof record language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select r.inside, case when s.lon is not null and s.place_time is not null then greatest(extract(epoch from now() - s.place_time), 0) end
    from lock_state s, lateral (select bool_and(coalesce(inside_areas(a, s.lon, s.lat), false)) as inside from unseal_areas(org) a) r
   where s.device_id = $2 and r.inside is not null
$$;
-- What keeps one person alone from unsealing it: that nobody knows where it is ('place'), or that it is elsewhere ('outside').
create function unseal_barred(org bigint, device_id bigint) returns text
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select case when coalesce(p.age > 1800, true) then 'place' when not p.inside then 'outside' end from unseal_place($1, $2) p
$$;
-- The same of an order: by the areas of its authorisation, and, where no second person has approved it, by those of its organisation.
create function order_barred(one command) returns text
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select case when one.kind = 'unseal' then coalesce(
    case when one.authorisation_id is not null then authorisation_barred(one.authorisation_id, one.device_id) end,
    case when one.approval_id is null then unseal_barred(one.org_id, one.device_id) end) end
$$;
revoke execute on function unseal_areas(bigint), unseal_place(bigint, bigint), unseal_barred(bigint, bigint), order_barred(command) from public;
grant execute on function unseal_areas(bigint), unseal_place(bigint, bigint), unseal_barred(bigint, bigint), order_barred(command)
  to plomb_app, plomb_platform;

-- The backstop: however an order comes to be, it is not written where a second person is asked for and none has approved this very one.
create or replace function order_is_approved() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if (new.kind = any (approval_kinds(new.org_id)) or new.kind = 'unseal' and unseal_barred(new.org_id, new.device_id) is not null)
    and not exists (
    select from approval a where a.id = new.approval_id and a.state = 'approved' and a.device_id = new.device_id
      and a.org_id = new.org_id and a.kind = new.kind and a.operator_id = new.operator_id) then
    raise check_violation using constraint = 'approval_needed', message = format('a second person has to approve %s of device %s', new.kind, new.device_id);
  end if;
  return new;
end $$;

-- A code that waits does not leave for a lock that has gone elsewhere meanwhile.
create or replace function lock_code_stands(message bigint) returns boolean
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select exists (
    select from password_disclosure x
      join unlock_password p on p.id = x.password_id and p.end_time is null
      join device d on d.id = x.device_id and d.org_id = x.org_id
      join operator s on s.id = x.operator_id
     where x.message_id = message and d.status = 1 and not d.lost and d.device_state <> 'scrapped' and d.retired_time is null
       and not 'unseal' = any (approval_kinds(d.org_id)) and unseal_barred(d.org_id, d.id) is null
       and s.status = 1 and organisation_enabled(s.org_id) and s.org_id in (select orgs_above(d.org_id))
       and exists (select from role_button rb join button b on b.id = rb.button_id and b.btn_code = 'unlockPassword'
         join menu m on m.id = b.menu_id and m.menu_code = 'map'
         join role_menu rm on rm.role_id = rb.role_id and rm.menu_id = m.id join menu_enabled e on e.id = m.id where rb.role_id = s.role_id)
       and (x.receiver_id is null or exists (
         select from operator r join contact c on c.operator_id = r.id and c.channel = x.channel and c.confirm_time <= x.disclose_time
          where r.id = x.receiver_id and r.status = 1 and organisation_enabled(r.org_id))))
$$;
