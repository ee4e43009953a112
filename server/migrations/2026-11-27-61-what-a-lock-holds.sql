-- What stands in a lock: the cards that may open it and the parameters it was set to or told. Kept by its answers in the order
-- they come, because orders end: by retention, and for whoever has the lock next, who does not see them.
create table device_card (
  device_id bigint not null references device on delete cascade,
  org_id bigint not null, -- whose order told of it: whoever has the lock later counts it, and does not read it
  number text not null,
  known text not null check (known in ('told', 'taken', 'perhaps')),
  time timestamptz not null,
  command_id bigint not null,
  primary key (device_id, org_id, number)
);
select isolate('device_card', 'org_id');
grant select on device_card to plomb_app, plomb_platform;

create table device_parameter (
  device_id bigint not null,
  org_id bigint not null,
  name text not null,
  -- the lock's yes to the order that set it, and whose that was
  confirmed bigint, confirmed_time timestamptz, confirmed_id bigint, confirmed_org_id bigint,
  -- as the lock told it
  read bigint, read_time timestamptz,
  -- sent after that, and no answer says whether it was taken; what was read later settles it, and leaves whose wish it was
  perhaps bigint, perhaps_time timestamptz, perhaps_id bigint, perhaps_org_id bigint,
  primary key (device_id, name),
  foreign key (device_id, org_id) references device (id, org_id) on update cascade on delete cascade
);
select isolate('device_parameter', 'org_id');
grant select on device_parameter to plomb_app, plomb_platform;

-- Takes an order that was sent or answered into account.
create function keep_held(c command) returns void
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  yes constant boolean := c.state = 'answered_ok';
  -- the lock has not got it: it said so, or it was not written after all
  no constant boolean := c.state = 'answered_fail' or c.attempt = 0;
  since constant timestamptz := coalesce(c.answer_time, now());
  named text[] := '{}';
  owner bigint;
begin
  -- the device has had another lock since
  if c.create_time <= (select s.exchange_time from device_state s where s.device_id = c.device_id) then return; end if;
  if c.kind = 'factory_reset' then
    if yes then
      delete from device_card where device_id = c.device_id;
      delete from device_parameter where device_id = c.device_id;
    end if;
    return;
  end if;

  if c.kind in ('add_cards', 'delete_cards') then
    named := array(select jsonb_array_elements_text(coalesce(c.args -> 'cards', '[]')));
  elsif c.kind = 'query_cards' and yes then
    named := array(select jsonb_array_elements_text(coalesce(c.result -> 'cards' -> 'numbers', '[]')));
  end if;
  if c.kind = 'delete_cards' then
    if yes then delete from device_card where device_id = c.device_id and number = any(named); end if;
  elsif c.kind = 'add_cards' and no then
    delete from device_card where device_id = c.device_id and command_id = c.id and known = 'perhaps';
  elsif yes then
    insert into device_card
      select distinct c.device_id, c.org_id, n, case c.kind when 'add_cards' then 'taken' else 'told' end, since, c.id from unnest(named) n
      on conflict (device_id, org_id, number) do update
        set known = excluded.known, time = excluded.time, command_id = excluded.command_id;
  elsif c.kind = 'add_cards' then
    insert into device_card select distinct c.device_id, c.org_id, n, 'perhaps', c.create_time, c.id from unnest(named) n
      on conflict do nothing;
  end if;
  -- as many as a lock tells of in all its pages
  if named <> '{}' then
    delete from device_card d using (select org_id, number from device_card where device_id = c.device_id
      order by time desc, number offset 500) past
      where d.device_id = c.device_id and d.org_id = past.org_id and d.number = past.number;
  end if;

  select d.org_id into owner from device d where d.id = c.device_id;
  insert into device_parameter as p (device_id, org_id, name, confirmed, confirmed_time, confirmed_id, confirmed_org_id,
      read, read_time, perhaps, perhaps_time, perhaps_id, perhaps_org_id)
    select c.device_id, owner, name,
      case when yes then given end, case when yes and given is not null then since end,
      case when yes and given is not null then c.id end, case when yes and given is not null then c.org_id end,
      told, case when told is not null then since end,
      case when not yes and not no then given end, case when not yes and not no and given is not null then coalesce(c.sent_time, c.create_time) end,
      case when not yes and not no and given is not null then c.id end,
      case when not yes and not no and given is not null then c.org_id end
    from (select name, case when jsonb_typeof(g.value) = 'number' then trunc((g.value #>> '{}')::numeric)::bigint end as given,
        case when jsonb_typeof(t.value) = 'number' then trunc((t.value #>> '{}')::numeric)::bigint end as told
      from (values ('report_interval', 'set_intervals', 'report_interval'), ('sleep_interval', 'set_intervals', 'sleep_interval'),
          ('heartbeat_interval', null, null), ('low_battery', 'set_low_battery', 'percent'),
          ('auto_seal_mode', 'auto_seal_mode', 'mode')) n (name, kind, argument)
        left join lateral (select c.args -> n.argument as value where n.kind = c.kind) g on true
        left join lateral (select c.result -> 'parameters' -> n.name as value where yes or no) t on true) said
    where given is not null or told is not null
    on conflict (device_id, name) do update set
      confirmed = coalesce(excluded.confirmed, p.confirmed), confirmed_time = coalesce(excluded.confirmed_time, p.confirmed_time),
      confirmed_id = coalesce(excluded.confirmed_id, p.confirmed_id),
      confirmed_org_id = coalesce(excluded.confirmed_org_id, p.confirmed_org_id),
      read = coalesce(excluded.read, p.read), read_time = coalesce(excluded.read_time, p.read_time),
      perhaps = coalesce(excluded.perhaps, p.perhaps), perhaps_time = coalesce(excluded.perhaps_time, p.perhaps_time),
      perhaps_id = coalesce(excluded.perhaps_id, p.perhaps_id),
      perhaps_org_id = coalesce(excluded.perhaps_org_id, p.perhaps_org_id);
  -- a yes settles whatever was sent before, a no only its own
  update device_parameter p set perhaps = null, perhaps_time = null, perhaps_id = null, perhaps_org_id = null
    where p.device_id = c.device_id and (no and p.perhaps_id = c.id or yes and p.confirmed_id = c.id and p.perhaps_id <= c.id);
end $$;

create function lock_holds() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform keep_held(new);
  return null;
end $$;
create trigger lock_holds after update of state on command for each row
  when (new.kind in ('add_cards', 'delete_cards', 'query_cards', 'set_intervals', 'set_low_battery', 'auto_seal_mode',
      'query_parameters', 'factory_reset')
    and (new.state <> old.state and new.state in ('sent', 'answered_ok', 'answered_fail') or new.attempt < old.attempt))
  execute function lock_holds();

-- What the orders that are still there say, in the order of their answers.
do $$
declare
  c command;
begin
  for c in select * from command where attempt > 0 and kind in ('add_cards', 'delete_cards', 'query_cards', 'set_intervals',
      'set_low_battery', 'auto_seal_mode', 'query_parameters', 'factory_reset')
    order by coalesce(answer_time, sent_time, create_time), id loop
    perform keep_held(c);
  end loop;
end $$;

-- How many cards may open a lock, of whoever gave them: asked by who has it.
create function cards_held(device bigint) returns integer
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select count(distinct number)::int from device_card c where c.device_id = device
    and exists (select from device d where d.id = device and d.org_id = any (plomb_orgs()))
$$;

-- Whose order set a password that stays; the password itself goes with the lock.
alter table static_password add column setter_org_id bigint;
update static_password p set setter_org_id = coalesce((select c.org_id from command c where c.id = p.command_id), p.org_id);

revoke execute on function keep_held(command), lock_holds(), cards_held(bigint) from public;
grant execute on function cards_held(bigint) to plomb_app;

-- Another lock holds nothing of what the former did, and cards the former may have taken are in doubt like all that are taken back.
create or replace function locks_exchanged(named bigint[]) returns void
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  since constant timestamptz := clock_timestamp(); -- whatever this had to wait for came before it
begin
  update command c set state = taken_back(c), cause = 'exchanged', finish_time = case when taken_back(c) = 'cancelled' then now() end
    where device_id = any(named) and state = 'queued';
  delete from device_card where device_id = any(named);
  delete from device_parameter where device_id = any(named);
  insert into device_move select id, org_id, since from device where id = any(named) on conflict do nothing;
  -- the next terminal that registers is the one
  delete from device_registration where device_id = any(named);
  update unlock_password set state = 'superseded', end_time = now() where device_id = any(named) and end_time is null;
  update static_password set state = 'past' where device_id = any(named) and state in ('current', 'uncertain');
  update management_lease set end_time = least(now(), until_time), ended_by = 'unusable'
    where device_id = any(named) and end_time is null;
  -- whoever is on the line under the former number is nobody's any more, and takes no order
  update device_connection set connected = false, gateway = '', epoch = epoch + 1, remote_address = '', connect_time = null,
    seen_time = null, network = '', network_before = '', network_time = null where device_id = any(named);
  update device_state set exchange_time = since,
    lock_status = 255, lock_since = null, lock_actor = '', lock_source = null, sealed_by_platform = false, unseal_time = null,
    lock_time = null, lock_serial = 0, lock_fault = 0, present_time = null, device_time = null, receive_time = null, serial = 0,
    fault = 0, lon = null, lat = null, fix = false, velocity = null, heading = null, altitude = null, satellites = null,
    place_time = null, electric = null, charging = null, voltage = null, temperature = null, mileage = null, signal = null,
    mcc = null, mnc = null, lac = null, cid = null, icc_card_no = '', sim_card = '', ver = '', report_reson = '',
    outside_fence = false, fence_time = null, low_battery = false, battery_time = null, clock_offset_ms = 0, clock = null,
    report_interval = null, sleep_interval = null, aside_since = null
  where device_id = any(named);
end $$;
