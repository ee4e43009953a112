-- What a batch is warned of on the road, and what watches it: docs/decisions/0141-limits-of-a-plan.md.

-- {off_route: {metres, minutes, line} | null, long_stop: {minutes} | null, lock_silent: {minutes} | null}; those planned before are warned of nothing
alter table logistics_batch add column limits jsonb not null default '{"off_route": null, "long_stop": null, "lock_silent": null}';

-- What new plans begin with in an organisation, and in those below it that say nothing themselves.
create table batch_limit (
  org_id bigint primary key references organisation,
  limits jsonb not null,
  changed_by text not null,
  update_time timestamptz not null default now()
);
comment on table batch_limit is 'managed: taken back by its organisation';
select isolate('batch_limit', 'org_id');
grant select, insert, update, delete on batch_limit to plomb_app, plomb_platform;
create function batch_limits_of(org bigint) returns setof batch_limit
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  with recursive up as (
    select o.id, o.parent_id, 0 as depth from organisation o where o.id = org
    union all select o.id, o.parent_id, up.depth + 1 from organisation o join up on o.id = up.parent_id)
  select l.* from up join batch_limit l on l.org_id = up.id order by up.depth limit 1
$$;
revoke execute on function batch_limits_of(bigint) from public;
grant execute on function batch_limits_of(bigint) to plomb_app, plomb_platform;

-- Of each lock on the road what is known of it against its limits, for as long as it is: the platform's own.
create table batch_watch (
  position_id bigint primary key references batch_position,
  batch_id bigint not null references logistics_batch,
  device_id bigint not null,
  place_time timestamptz, -- of the newest place that was looked at
  limits jsonb not null, -- by which
  state jsonb not null, -- `Watched` of contract/src/logistics/limits.ts
  rang text[] not null default '{}' -- runs that go on and rang
);
grant select, insert, update, delete on batch_watch to plomb_platform;

alter table alarm add column batch_id bigint references logistics_batch; -- on whose way it rang; null: on none

-- What a batch on the road is warned of is changed by two, as are the places where it may be opened.
create or replace function batch_is_amended() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if not exists (select from batch_amendment where batch_id = new.id and at = now()
    and (witness_id is not null or old.state <> 'in_transit'
      or (new.destination, new.stops, new.limits) = (old.destination, old.stops, old.limits))) then
    raise check_violation using constraint = case when new.state = 'in_transit' then 'batch_amend_two' else 'batch_step' end,
      message = 'what is changed of a plan stands beside it';
  end if;
  return null;
end $$;
drop trigger batch_is_amended on logistics_batch;
create constraint trigger batch_is_amended after update on logistics_batch deferrable initially deferred for each row
  when ((new.vehicle_id, new.carrier, new.driver, new.owner_id, new.plan_start, new.plan_end, new.start_place, new.end_place, new.destination, new.stops, new.limits)
    is distinct from (old.vehicle_id, old.carrier, old.driver, old.owner_id, old.plan_start, old.plan_end, old.start_place, old.end_place, old.destination, old.stops, old.limits))
  execute function batch_is_amended();
