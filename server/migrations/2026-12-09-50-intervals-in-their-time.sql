-- How often a lock reported and woke when: what a time without a report meant is judged by that, and not by how it reports
-- today. A row says what holds from its time on; the first of a device also says, from -infinity, what held before.
create table interval_told (
  device_id bigint not null,
  org_id bigint not null,
  since timestamptz not null,
  device_type_id bigint not null references device_type,
  -- as the lock said itself; null = as its type says
  report_interval integer,
  sleep_interval integer,
  primary key (device_id, since),
  foreign key (device_id, org_id) references device (id, org_id) on update cascade on delete cascade
);
select isolate('interval_told', 'org_id');
grant select on interval_told to plomb_app, plomb_platform;
create index interval_told_type on interval_told (device_type_id);

-- What locks of a type were taken to report at.
create table device_type_interval (
  device_type_id bigint not null references device_type on delete cascade,
  since timestamptz not null,
  report_interval integer not null,
  sleep_interval integer not null,
  primary key (device_type_id, since)
);
alter table device_type_interval enable row level security;
alter table device_type_interval force row level security;
create policy of_own_types on device_type_interval to plomb_app using (exists (select from device_type t where t.id = device_type_id));
create policy everything on device_type_interval to plomb_platform using (true);
create policy owner on device_type_interval to current_user using (true);
grant select on device_type_interval to plomb_app, plomb_platform;

-- As many changes of a device or a type as stay: the oldest give way.
create function note_interval(device bigint, org bigint, type_before bigint, type bigint, report_before integer, sleep_before integer,
  report integer, sleep integer) returns void
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  insert into interval_told
    select device, org, '-infinity', type_before, report_before, sleep_before
    where not exists (select from interval_told i where i.device_id = device);
  insert into interval_told as i values (device, org, clock_timestamp(), type, report, sleep)
    on conflict (device_id, since) do update set device_type_id = excluded.device_type_id,
      report_interval = excluded.report_interval, sleep_interval = excluded.sleep_interval;
  delete from interval_told i where i.device_id = device and i.since < (
    select since from interval_told k where k.device_id = device order by since desc offset 499 limit 1);
end $$;

create function interval_changes() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  d device;
begin
  select * into d from device where id = new.device_id;
  perform note_interval(d.id, d.org_id, d.device_type_id, d.device_type_id, old.report_interval, old.sleep_interval,
    new.report_interval, new.sleep_interval);
  return null;
end $$;
create trigger interval_changes after update of report_interval, sleep_interval on lock_state for each row
  when (old.report_interval is distinct from new.report_interval or old.sleep_interval is distinct from new.sleep_interval)
  execute function interval_changes();

-- Another type has other intervals; what the lock told of its own ends with the former one (intervals_end).
create function interval_type_changes() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  s lock_state;
begin
  select * into s from lock_state where device_id = new.id;
  perform note_interval(new.id, new.org_id, old.device_type_id, new.device_type_id, s.report_interval, s.sleep_interval, null, null);
  return null;
end $$;
-- by its name before intervals_end
create trigger interval_type_changes after update of device_type_id on device for each row
  when (old.device_type_id <> new.device_type_id) execute function interval_type_changes();

create function type_interval_changes() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  insert into device_type_interval
    select new.id, '-infinity', old.report_interval, old.sleep_interval
    where not exists (select from device_type_interval i where i.device_type_id = new.id);
  insert into device_type_interval values (new.id, clock_timestamp(), new.report_interval, new.sleep_interval)
    on conflict (device_type_id, since) do update
      set report_interval = excluded.report_interval, sleep_interval = excluded.sleep_interval;
  delete from device_type_interval i where i.device_type_id = new.id and i.since < (
    select since from device_type_interval k where k.device_type_id = new.id order by since desc offset 499 limit 1);
  return null;
end $$;
create trigger type_interval_changes after update of report_interval, sleep_interval on device_type for each row
  when (old.report_interval <> new.report_interval or old.sleep_interval <> new.sleep_interval)
  execute function type_interval_changes();

-- What the orders that are still there say, in the order of their answers, as intervals_were_told took them. What a lock
-- reported at before the first of them nobody knows: its type's.
with answered as (
  select c.device_id, c.id, c.answer_time as since, c.kind = 'factory_reset' as ends,
    coalesce(c.result -> 'parameters' ->> 'report_interval', given.args ->> 'report_interval')::numeric as report,
    coalesce(c.result -> 'parameters' ->> 'sleep_interval', given.args ->> 'sleep_interval')::numeric as sleep
  from command c
    cross join lateral (select case when c.kind = 'set_intervals' and c.state = 'answered_ok' then c.args else '{}' end as args) given
  where c.answer_time is not null and (c.state = 'answered_ok' and c.kind in ('set_intervals', 'query_parameters', 'factory_reset')
    or c.state = 'answered_fail' and c.result is not null)
), told as (
  select device_id, id, since, ends, case when report between 5 and 86400 then report::int end as report,
    case when sleep between 60 and 604800 then sleep::int end as sleep
  from answered where ends or report is not null or sleep is not null
), spans as (
  -- what one answer leaves out still holds from those before it, back to a reset
  select *, count(*) filter (where ends) over w as life from told window w as (partition by device_id order by since, id)
), filled as (
  select *, count(report) over w as reports, count(sleep) over w as sleeps
  from spans window w as (partition by device_id, life order by since, id)
), stood as (
  select device_id, since, max(report) over (partition by device_id, life, reports) as report,
    max(sleep) over (partition by device_id, life, sleeps) as sleep
  from filled
)
insert into interval_told
  select d.id, d.org_id, s.since, d.device_type_id, s.report, s.sleep from stood s join device d on d.id = s.device_id
  on conflict do nothing;
insert into interval_told
  select distinct on (d.id) d.id, d.org_id, '-infinity'::timestamptz, d.device_type_id, null::int, null::int
  from interval_told i join device d on d.id = i.device_id;
-- where they say something else than what holds, what holds is known from now on, and of those that say nothing at all always
insert into interval_told
  select d.id, d.org_id, case when last.device_id is null then '-infinity' else coalesce(greatest(s.exchange_time, last.since + interval '1 millisecond'), now()) end,
    d.device_type_id, s.report_interval, s.sleep_interval
  from device d join lock_state s on s.device_id = d.id
    left join lateral (select * from interval_told i where i.device_id = d.id order by since desc limit 1) last on true
  where s.report_interval is distinct from last.report_interval or s.sleep_interval is distinct from last.sleep_interval;

revoke execute on function note_interval(bigint, bigint, bigint, bigint, integer, integer, integer, integer), interval_changes(),
  interval_type_changes(), type_interval_changes() from public;
