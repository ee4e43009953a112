-- What a batch is told late, and what the database holds of it: docs/decisions/0129-what-batches-hold-to.md.

-- Stops have ids of their own, which positions name: a stop that is put before another shifts nothing.
alter table logistics_batch disable trigger user;
update logistics_batch b set stops = (select jsonb_agg(s || jsonb_build_object('id', 's' || n) order by n)
  from jsonb_array_elements(b.stops) with ordinality x(s, n)) where b.stops <> '[]';
alter table logistics_batch enable trigger user;
alter table batch_position alter column open_stops drop default;
create function pg_temp.stop_ids(was integer[]) returns text[] language sql as $$ select array(select 's' || (x + 1) from unnest(was) x) $$;
alter table batch_position alter column open_stops type text[] using pg_temp.stop_ids(open_stops), alter column open_stops set default '{}';

-- A position that a plan is written anew without stays: what is told late of it has somewhere to stand.
alter table batch_position drop constraint batch_position_batch_id_nth_key;
alter table batch_position alter column nth drop not null,
  add constraint batch_position_nth unique (batch_id, nth) deferrable initially deferred,
  add constraint batch_position_dropped check (nth is not null or not open and state = 'waiting'),
  add constraint batch_position_sealed check (state <> 'sealed' or sealed_time is not null and (medium = 'lock' or seal_id is not null));
comment on column batch_position.nth is 'null: the plan was written anew without it';
revoke delete on batch_position from plomb_app, plomb_platform;

-- All of a batch is of its organisation, and a step of its positions.
alter table logistics_batch add constraint logistics_batch_whose unique (id, org_id);
alter table batch_position add constraint batch_position_of unique (id, batch_id),
  add constraint batch_position_whose foreign key (batch_id, org_id) references logistics_batch (id, org_id);
alter table batch_step add constraint batch_step_whose foreign key (batch_id, org_id) references logistics_batch (id, org_id),
  add constraint batch_step_at foreign key (position_id, batch_id) references batch_position (id, batch_id);
alter table batch_amendment add constraint batch_amendment_whose foreign key (batch_id, org_id) references logistics_batch (id, org_id);

create function batch_begins() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if new.state <> 'draft' or new.abnormal or new.scrapped then
    raise check_violation using constraint = 'batch_step', message = 'a batch begins as a draft';
  end if;
  return new;
end $$;
create trigger batch_begins before insert on logistics_batch for each row execute function batch_begins();

-- It leaves with all of its positions sealed, and is completed by whoever opened the last; otherwise it is ended by force.
create function batch_moves() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if new.state = 'in_transit' and (select coalesce(bool_or(state <> 'sealed'), true) from batch_position where batch_id = new.id and nth is not null) then
    raise check_violation using constraint = 'batch_step', message = 'a batch leaves with all of its positions sealed';
  end if;
  if new.state = 'completed' and new.result = 'normal'
    and exists (select from batch_position where batch_id = new.id and nth is not null and state = 'sealed') then
    raise check_violation using constraint = 'batch_step', message = 'a batch is completed when nothing of it is sealed any more';
  end if;
  if new.state = 'cancelled' and not new.abnormal
    and exists (select from batch_position where batch_id = new.id and state = 'sealed') then
    raise check_violation using constraint = 'batch_step', message = 'a batch on which something is sealed is ended by force';
  end if;
  return new;
end $$;
create trigger batch_moves before update of state on logistics_batch for each row when (new.state <> old.state) execute function batch_moves();

create function position_begins() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if new.state <> 'waiting' or not new.open or new.nth is null
    or (select state from logistics_batch where id = new.batch_id) is distinct from 'draft' then
    raise check_violation using constraint = 'batch_position', message = 'a position is planned while its batch is a draft, and waits';
  end if;
  return new;
end $$;
create trigger position_begins before insert on batch_position for each row execute function position_begins();

create function position_goes_on() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare
  plan constant text[] := array['nth', 'position', 'process_name', 'medium', 'device_id', 'planned_number', 'photos_asked', 'openers',
    'open_stops', 'second_person'];
  carried constant text := (select state from logistics_batch where id = new.batch_id);
begin
  if (new.org_id, new.batch_id) <> (old.org_id, old.batch_id) or old.nth is null then
    raise check_violation using constraint = 'batch_position', message = 'a position stays with its batch';
  end if;
  if exists (select from unnest(plan) c where to_jsonb(new) -> c is distinct from to_jsonb(old) -> c)
    and (carried <> 'draft' or exists (select from batch_step where batch_id = new.batch_id)) then
    raise check_violation using constraint = 'batch_applied', message = 'what is sealed with what stays, once something is';
  end if;
  if new.open and not old.open then
    raise check_violation using constraint = 'batch_position', message = 'a position that is over stays so';
  end if;
  if new.state <> old.state and (carried not in ('draft', 'in_transit') or not (old.state in ('waiting', 'opened') and new.state = 'sealed'
    or old.state = 'sealed' and new.state in ('waiting', 'opened'))) then
    raise check_violation using constraint = 'batch_position', message = 'a position does not go from ' || old.state || ' to ' || new.state;
  end if;
  if new.last_time < old.last_time then
    raise check_violation using constraint = 'batch_later', message = 'something later is known of the position';
  end if;
  return new;
end $$;
create trigger position_goes_on before update on batch_position for each row execute function position_goes_on();

-- What is changed of a plan stands beside it, in the same transaction: who, what it was, what it is, why; and by two, where it says anew
-- where a batch on the road may be opened.
alter table batch_amendment add column witness_id bigint, add column witness text not null default '',
  add constraint batch_amendment_two check (witness_id is null or witness_id <> operator_id);
create function batch_is_amended() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if not exists (select from batch_amendment where batch_id = new.id and at = now()
    and (witness_id is not null or old.state <> 'in_transit' or (new.destination, new.stops) = (old.destination, old.stops))) then
    raise check_violation using constraint = case when new.state = 'in_transit' then 'batch_amend_two' else 'batch_step' end,
      message = 'what is changed of a plan stands beside it';
  end if;
  return null;
end $$;
create constraint trigger batch_is_amended after update on logistics_batch deferrable initially deferred for each row
  when ((new.vehicle_id, new.carrier, new.driver, new.owner_id, new.plan_start, new.plan_end, new.start_place, new.end_place, new.destination, new.stops)
    is distinct from (old.vehicle_id, old.carrier, old.driver, old.owner_id, old.plan_start, old.plan_end, old.start_place, old.end_place, old.destination, old.stops))
  execute function batch_is_amended();

create or replace function batch_amendment_to_ledger() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  insert into ledger (org_id, fact, journey_id, source, source_id, at, operator_id, oper_name, by_right, details)
  select n.org_id, 'batch.amended', n.batch_id, 'batch_amendment', n.id, n.at, n.operator_id, n.oper_name, 'organisation',
    jsonb_strip_nulls(jsonb_build_object('serial', b.serial, 'plate', b.plate, 'reason', nullif(n.reason, ''), 'witness', nullif(n.witness, '')))
      || jsonb_build_object('before', n.before, 'after', n.after)
  from added n join logistics_batch b on b.id = n.batch_id
  on conflict do nothing;
  return null;
end $$;

-- Words that are due are rows of their own: one that is judged anew while it is followed waits for nobody, and is not lost.
alter table batch_word_due drop constraint batch_word_due_pkey,
  add column id bigint generated always as identity primary key,
  add column tries integer not null default 0,
  add column next_time timestamptz not null default now();
create index batch_word_due_next on batch_word_due (next_time, id);
grant select, insert, update, delete on batch_word_due to plomb_platform;
create or replace function batch_word_due() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  insert into batch_word_due (event_id)
    select e.id from added e where e.authenticated and exists (select from batch_position p where p.device_id = e.device_id);
  return null;
end $$;

-- A lock that is sealed on a batch in the yard is opened by one person there, and on the road where its position may be.
create or replace function journey_places(devices bigint[]) returns table (device_id bigint, inside boolean, age double precision)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select s.device_id, exists (
      select from (select case b.state when 'draft' then b.start_place else b.destination end as o union all
        select x.stop from jsonb_array_elements(b.stops) x(stop) where b.state = 'in_transit' and x.stop ->> 'id' = any (p.open_stops)) a
       where in_shape(null, (o ->> 'lon')::float8, (o ->> 'lat')::float8, (o ->> 'radius')::float8, s.lon, s.lat)),
    case when s.lon is not null and s.place_time is not null then greatest(extract(epoch from now() - s.place_time), 0) end
    from batch_position p join logistics_batch b on b.id = p.batch_id and (b.state = 'in_transit' or b.state = 'draft' and p.state = 'sealed')
      join lock_state s on s.device_id = p.device_id
   where p.device_id = any($1) and p.open
$$;

-- A lock on a batch that has not ended does not change hands, nor is it taken out of use. Firmware waits for its end: domains/firmware/rules.ts.
create function lock_on_batch(device bigint) returns text
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select b.serial from batch_position p join logistics_batch b on b.id = p.batch_id where p.device_id = device and p.open
$$;
revoke execute on function lock_on_batch(bigint) from public;
grant execute on function lock_on_batch(bigint) to plomb_app, plomb_platform;
create function lock_stays_on_batch() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  on_batch constant text := lock_on_batch(new.id);
begin
  if on_batch is not null then
    raise check_violation using constraint = 'lock_on_batch', message = 'the lock is on batch ' || on_batch, hint = on_batch;
  end if;
  return new;
end $$;
create trigger lock_stays_on_batch before update of org_id, retired_time, device_state, stock_status on device for each row
  when (new.org_id <> old.org_id or new.retired_time is not null and old.retired_time is null
    or new.device_state <> old.device_state and new.device_state <> 'in_use' or new.stock_status = 5 and old.stock_status <> 5)
  execute function lock_stays_on_batch();
revoke execute on function batch_begins(), batch_moves(), position_begins(), position_goes_on(), batch_is_amended(),
  lock_stays_on_batch() from public;
