-- Periods that organisations above declared hold below, where nobody sees those organisations: docs/decisions/0149-frozen-periods.md.
create function frozen_above(org bigint) returns table (period_name text, from_time timestamptz, until_time timestamptz)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select f.period_name, f.from_time, f.until_time from frozen_period f
   where f.org_id in (select orgs_above(org)) and f.org_id <> org and f.end_time is null and f.until_time > now()
     and org = any ((select plomb_orgs())::bigint[])
$$;
revoke execute on function frozen_above(bigint) from public;
grant execute on function frozen_above(bigint) to plomb_app;

-- Whose each is, and who stands above it: whoever unseals in one may end it.
create or replace function frozen_periods(org bigint) returns jsonb
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select coalesce(jsonb_agg(jsonb_build_object('name', f.period_name, 'from_time', f.from_time, 'until_time', f.until_time, 'org_id', f.org_id,
      'above', array(select orgs_above(f.org_id))) order by f.from_time, f.id), '[]')
    from frozen_period f where f.org_id in (select orgs_above(org)) and f.end_time is null and f.until_time > now()
$$;
-- Whether an order would open in one without the right to: that is of whoever sees the lock and stands where every period that holds may be
-- ended, with the button to, and of a key that was given it besides.
create or replace function order_frozen(one command) returns boolean
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select one.kind = 'unseal' and exists (
    select from frozen_period f where f.org_id in (select orgs_above(one.org_id)) and f.end_time is null and f.from_time <= now() and f.until_time > now()
      and not (one.assignment_id is null and one.authorisation_id is null
        and exists (select from operator o join role_button rb on rb.role_id = o.role_id
            join button b on b.id = rb.button_id and b.btn_code = 'unfreeze' join menu m on m.id = b.menu_id and m.menu_code = 'approval'
            join role_menu rm on rm.role_id = o.role_id and rm.menu_id = m.id join menu_enabled e on e.id = m.id
           where o.id = one.operator_id and o.org_id in (select orgs_above(f.org_id)))
        and (one.api_key_id is null or exists (
          select from api_key k where k.id = one.api_key_id and k.physical and 'approval:unfreeze' = any (k.scope)))))
$$;

-- Nor does an organisation leave a period, now or to come, by being moved: whoever may end it ends it first.
create function organisation_leaves_frozen() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if exists (select from frozen_period f where f.end_time is null and f.until_time > now()
      and f.org_id in (select orgs_above(old.parent_id)) and f.org_id not in (select orgs_above(new.parent_id))) then
    raise check_violation using constraint = 'organisation_frozen', message = format('organisation %s is in a frozen period', new.id);
  end if;
  return new;
end $$;
create trigger organisation_leaves_frozen before update of parent_id on organisation for each row
  when (new.parent_id is distinct from old.parent_id) execute function organisation_leaves_frozen();
revoke execute on function organisation_leaves_frozen() from public;
