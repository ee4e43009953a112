-- Whether an organisation asks for a second authoriser is one of three: on, off, or what stands above it. What one above it asks for
-- binds it; where nobody says anything, it takes two.

alter table authorisation_rule alter column second_permanent drop not null, alter column second_others drop not null;
comment on column authorisation_rule.second_permanent is 'null: as it stands above';
comment on column authorisation_rule.second_others is 'null: as it stands above';

-- What was on was so by itself, and would bind those below by now. Where one above was without, it stays on.
create function as_before(above bigint, which text) returns boolean language plpgsql as $$
declare off boolean;
begin
  execute format('with recursive up as (
      select id, parent_id from organisation where id = $1
      union all select o.id, o.parent_id from organisation o join up on o.id = up.parent_id)
    select exists (select from up join authorisation_rule r on r.org_id = up.id where not r.%I)', which) into off using above;
  return case when off then true end;
end $$;
insert into authorisation_rule (org_id, second_permanent, second_others)
  select id, as_before(parent_id, 'second_permanent'), as_before(parent_id, 'second_others') from organisation
  on conflict (org_id) do update set
    second_permanent = case when authorisation_rule.second_permanent then excluded.second_permanent else false end,
    second_others = case when authorisation_rule.second_others then excluded.second_others else false end;
delete from authorisation_rule where second_permanent is null and second_others is null;
drop function as_before(bigint, text);

-- What holds for an organisation, and what those above it ask for, which may be out of sight.
create function second_authoriser(org bigint)
returns table (permanent boolean, others boolean, permanent_above boolean, others_above boolean)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  with recursive up as (
    select id, parent_id from organisation where id = org
    union all select o.id, o.parent_id from organisation o join up on o.id = up.parent_id)
  select
    coalesce(bool_or(r.second_permanent), true), coalesce(bool_or(r.second_others), true),
    coalesce(bool_or(r.second_permanent) filter (where up.id <> org), false),
    coalesce(bool_or(r.second_others) filter (where up.id <> org), false)
  from up left join authorisation_rule r on r.org_id = up.id
$$;
revoke execute on function second_authoriser(bigint) from public;
grant execute on function second_authoriser(bigint) to plomb_app, plomb_platform;
