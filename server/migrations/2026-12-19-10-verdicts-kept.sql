-- A batch keeps its verdict, what it was judged by, when and by which state of the rules: docs/decisions/0139-a-verdict-that-is-kept.md.

alter table logistics_batch
  add column verdict text check (verdict in ('intact', 'gap', 'breached')),
  add column verdict_reasons jsonb not null default '[]',
  add column verdict_codes text[] not null default '{}', -- of those that speak against it
  add column judged_time timestamptz,
  add column judged_rules integer,
  add column judge_time timestamptz, -- when it has to be judged again though nothing is told; null: time changes nothing of it
  add constraint logistics_batch_judged check ((verdict is null) = (judged_time is null) and (verdict is null) = (judged_rules is null)
    and (verdict is null or transit_time is not null));
create index logistics_batch_judge on logistics_batch (judge_time) where judge_time is not null;
create index logistics_batch_verdict on logistics_batch (verdict, end_time desc, id desc) include (org_id) where end_time is not null;

-- A batch that is over stays as it was, but for what is thought of it.
create or replace function batch_goes_on() returns trigger language plpgsql as $$
declare
  thought constant text[] := array['abnormal', 'abnormal_info', 'search_text', 'verdict', 'verdict_reasons', 'verdict_codes', 'judged_time', 'judged_rules', 'judge_time'];
begin
  if (new.serial, new.org_id, new.creator_id) is distinct from (old.serial, old.org_id, old.creator_id)
    or old.state <> 'draft' and new.vehicle_id <> old.vehicle_id then
    raise check_violation using constraint = 'batch_stays', message = 'what a batch is called and carried by stays';
  end if;
  if old.abnormal and not new.abnormal or old.scrapped and not new.scrapped or new.abnormal_info is distinct from old.abnormal_info and old.abnormal then
    raise check_violation using constraint = 'batch_flag', message = 'a flag of a batch never clears';
  end if;
  if new.state <> old.state and not (old.state = 'draft' and new.state in ('in_transit', 'cancelled') or old.state = 'in_transit' and new.state = 'completed') then
    raise check_violation using constraint = 'batch_step', message = 'a batch does not go from ' || old.state || ' to ' || new.state;
  end if;
  if old.state in ('completed', 'cancelled') and (to_jsonb(new) - thought) is distinct from (to_jsonb(old) - thought) then
    raise check_violation using constraint = 'batch_step', message = 'a batch that is over stays as it was';
  end if;
  return new;
end $$;

-- That something was told by which a batch may be judged otherwise. Whoever tells it only adds a row, and waits for nobody.
create table batch_told (
  id bigint generated always as identity primary key,
  org_id bigint not null,
  batch_id bigint not null, -- without a reference: a report that comes late must not wait for who holds the batch
  next_time timestamptz not null default now()
);
create index batch_told_batch on batch_told (batch_id);
select isolate('batch_told', 'org_id');
grant select, delete on batch_told to plomb_app;
grant select, insert, update, delete on batch_told to plomb_platform;

create function batch_told_step() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  insert into batch_told (org_id, batch_id) select distinct org_id, batch_id from added;
  return null;
end $$;
create trigger batch_told_step after insert on batch_step referencing new table as added for each statement execute function batch_told_step();
create trigger batch_told_amendment after insert on batch_amendment referencing new table as added
  for each statement execute function batch_told_step();
create function batch_told_refusal() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  insert into batch_told (org_id, batch_id)
    select distinct p.org_id, p.batch_id from added a join batch_position p on p.id = a.thing_id where a.thing = 'position' and a.outcome <> 'done';
  return null;
end $$;
create trigger batch_told_refusal after insert on seal_operation referencing new table as added
  for each statement execute function batch_told_refusal();
create function batch_told_move() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  insert into batch_told (org_id, batch_id) values (new.org_id, new.id);
  return null;
end $$;
create trigger batch_told_move after update on logistics_batch for each row
  when (new.transit_time is not null and (new.state, new.transit_time, new.end_time, new.abnormal)
    is distinct from (old.state, old.transit_time, old.end_time, old.abnormal))
  execute function batch_told_move();
-- A report of a time that is long over, by the lock's clock as it is known.
create function batch_told_late() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  insert into batch_told (org_id, batch_id, next_time)
    select distinct b.org_id, b.id, case when b.end_time is null then now() + interval '1 minute' else now() end
    from (select device_id, device_time, receive_time from stored where receive_time - device_time > interval '5 minutes') r
      join batch_position p on p.device_id = r.device_id and p.nth is not null
      join logistics_batch b on b.id = p.batch_id and b.transit_time is not null
      left join lock_state s on s.device_id = r.device_id
      cross join lateral (select r.device_time - coalesce(s.clock_offset_ms, 0) * interval '1 millisecond' as at) t
    where t.at between b.transit_time and coalesce(b.end_time, now()) and r.receive_time - t.at > interval '5 minutes';
  return null;
end $$;
create trigger batch_told_late after insert on position referencing new table as stored for each statement execute function batch_told_late();
revoke execute on function batch_told_step(), batch_told_refusal(), batch_told_move(), batch_told_late() from public;

-- those there are: what is on the road before the rest
insert into batch_told (org_id, batch_id)
  select org_id, id from logistics_batch where transit_time is not null order by end_time nulls last, id;
