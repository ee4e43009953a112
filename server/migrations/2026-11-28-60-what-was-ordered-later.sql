-- A word about an order says nothing of what was given after it: a late yes to a deletion, a reset or a password takes away
-- only what is older, and a no only what its own order left in doubt. So each order that told of a card has a row of its own, and
-- a parameter every sending that nothing has settled.
alter table device_card drop constraint device_card_pkey, add primary key (device_id, number, command_id);

alter table device_parameter
  add column read_id bigint, -- whose answer told it
  -- what was sent and no answer says whether it was taken, oldest first: value, time, id, org_id. What was read after it
  -- settles it, and leaves whose wish it was
  add column doubts jsonb not null default '[]';
update device_parameter set
  doubts = case when perhaps is null then '[]' else jsonb_build_array(jsonb_build_object(
    'value', perhaps, 'time', perhaps_time, 'id', perhaps_id, 'org_id', perhaps_org_id)) end,
  read_id = case when read is not null then greatest(0, case when read_time > confirmed_time then confirmed_id end,
    case when read_time > perhaps_time then perhaps_id end) end;
alter table device_parameter drop column perhaps, drop column perhaps_time, drop column perhaps_id, drop column perhaps_org_id;

-- Takes an order that was sent or answered into account.
create or replace function keep_held(c command) returns void
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
  if c.create_time <= (select s.exchange_time from lock_state s where s.device_id = c.device_id) then return; end if;
  if c.kind = 'factory_reset' then
    if yes then
      delete from device_card where device_id = c.device_id and command_id < c.id;
      update device_parameter p set
          (confirmed, confirmed_time, confirmed_id, confirmed_org_id) =
            (select p.confirmed, p.confirmed_time, p.confirmed_id, p.confirmed_org_id where p.confirmed_id > c.id),
          (read, read_time, read_id) = (select p.read, p.read_time, p.read_id where p.read_id >= c.id),
          doubts = doubts_besides(p.doubts, c.id, true)
        where p.device_id = c.device_id;
      delete from device_parameter where device_id = c.device_id and confirmed is null and read is null and doubts = '[]';
    end if;
    return;
  end if;

  if c.kind in ('add_cards', 'delete_cards') then
    named := array(select jsonb_array_elements_text(coalesce(c.args -> 'cards', '[]')));
  elsif c.kind = 'query_cards' and yes then
    named := array(select jsonb_array_elements_text(coalesce(c.result -> 'cards' -> 'numbers', '[]')));
  end if;
  if c.kind = 'delete_cards' then
    if yes then
      delete from device_card where device_id = c.device_id and number = any(named) and command_id < c.id;
    end if;
  elsif c.kind = 'add_cards' and no then
    delete from device_card where device_id = c.device_id and command_id = c.id and known = 'perhaps';
  elsif yes then
    insert into device_card
      select distinct c.device_id, c.org_id, n, case c.kind when 'add_cards' then 'taken' else 'told' end, since, c.id from unnest(named) n
      on conflict (device_id, number, command_id) do update set known = excluded.known, time = excluded.time;
    delete from device_card
      where device_id = c.device_id and org_id = c.org_id and number = any(named) and command_id < c.id;
  elsif c.kind = 'add_cards' then
    insert into device_card select distinct c.device_id, c.org_id, n, 'perhaps', c.create_time, c.id from unnest(named) n
      on conflict do nothing;
  end if;
  -- as many as a lock tells of in all its pages, and of orders for one card nobody answered more than are of use
  if named <> '{}' then
    delete from device_card d using (
      select number, command_id, dense_rank() over (order by newest desc, number) as card,
        row_number() over (partition by number order by command_id desc) as told
      from (select *, max(time) over (partition by number) as newest from device_card where device_id = c.device_id) held) past
      where d.device_id = c.device_id and d.number = past.number and d.command_id = past.command_id
        and (past.card > 500 or past.told > 20);
  end if;

  select d.org_id into owner from device d where d.id = c.device_id;
  insert into device_parameter as p (device_id, org_id, name, confirmed, confirmed_time, confirmed_id, confirmed_org_id,
      read, read_time, read_id, doubts)
    select c.device_id, owner, name,
      case when yes then given end, case when yes and given is not null then since end,
      case when yes and given is not null then c.id end, case when yes and given is not null then c.org_id end,
      told, case when told is not null then since end, case when told is not null then c.id end,
      case when yes or no or given is null then '[]' else jsonb_build_array(jsonb_build_object(
        'value', given, 'time', coalesce(c.sent_time, c.create_time), 'id', c.id, 'org_id', c.org_id)) end
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
      read_id = coalesce(excluded.read_id, p.read_id),
      -- a yes settles whatever was sent before, a no only its own
      doubts = doubts_besides(p.doubts, c.id, excluded.confirmed_id is not null) || excluded.doubts;
end $$;

-- The newest twenty that an order does not settle; `before`: nor those given before it.
create function doubts_besides(doubts jsonb, command_id bigint, before boolean) returns jsonb
language sql immutable set search_path = pg_catalog, public, pg_temp as $$
  select coalesce(jsonb_agg(d order by id), '[]') from (
    select d, (d ->> 'id')::bigint as id from jsonb_array_elements(doubts) d
    where (d ->> 'id')::bigint > command_id or not before and (d ->> 'id')::bigint < command_id
    order by id desc limit 20) kept
$$;

-- A password that was ordered later than the one the lock says yes to is in force, or may be.
create or replace function password_was_set() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  newer constant boolean := exists (select from static_password
    where device_id = new.device_id and state = 'current' and command_id > new.id);
begin
  update static_password set state = 'past' where device_id = new.device_id and state in ('current', 'uncertain')
    and coalesce(command_id, 0) < new.id;
  update static_password set state = case when newer then 'past' else 'current' end, set_time = now(), refused_time = null
    where command_id = new.id;
  -- as many as are compared with a new one
  delete from static_password p where p.device_id = new.device_id and p.state = 'past' and p.id <=
    (select q.id from static_password q where q.device_id = new.device_id order by q.id desc offset 5 limit 1);
  return null;
end $$;
revoke execute on function doubts_besides(jsonb, bigint, boolean) from public;
