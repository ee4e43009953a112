-- In a frozen period nobody is newly let open either, and an unseal in one keeps in which it was given, and by what right: docs/decisions/0149-frozen-periods.md.

-- Kinds of orders that open the lock, or by which somebody opens it from then on who did not: `letsOpen` in contract/src/lock/orderKinds.ts.
create function lets_open(kind text) returns boolean language sql immutable
  as $$ select kind in ('unseal', 'factory_reset', 'set_unlock_password', 'add_cards', 'set_area', 'release_cards') $$;

-- The periods that hold for an organisation at a moment, also by the word of those above.
create function frozen_at(org bigint, at timestamptz) returns setof frozen_period
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select f.* from frozen_period f where f.org_id in (select orgs_above(org)) and f.end_time is null and f.from_time <= at and f.until_time > at
$$;
revoke execute on function frozen_at(bigint, timestamptz) from public;

create or replace function is_frozen(org bigint) returns boolean
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$ select exists (select from frozen_at(org, now())) $$;

-- Of an unseal as before. What lets somebody open later is nobody's to order then: of a password or a card nobody knows when it is used.
create or replace function order_frozen(one command) returns boolean
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select lets_open(one.kind) and exists (
    select from frozen_at(one.org_id, now()) f
     where not (one.kind = 'unseal' and one.assignment_id is null and one.authorisation_id is null
        and exists (select from operator o join role_button rb on rb.role_id = o.role_id
            join button b on b.id = rb.button_id and b.btn_code = 'unfreeze' join menu m on m.id = b.menu_id and m.menu_code = 'approval'
            join role_menu rm on rm.role_id = o.role_id and rm.menu_id = m.id join menu_enabled e on e.id = m.id
           where o.id = one.operator_id and o.org_id in (select orgs_above(f.org_id)))
        and (one.api_key_id is null or exists (
          select from api_key k where k.id = one.api_key_id and k.physical and 'approval:unfreeze' = any (k.scope)))))
$$;
create or replace function order_barred(one command) returns text
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select case when order_frozen(one) then 'frozen' when one.kind = 'unseal' then coalesce(
    case when one.authorisation_id is not null then authorisation_barred(one.authorisation_id, one.device_id) end,
    case when one.approval_id is null then unseal_barred(one.org_id, one.device_id) end) end
$$;

-- An unseal that was given, or left, in periods: which, and by which role whoever gave it may end them. It stays when they are gone.
alter table command add column in_frozen jsonb;
create function kept_in_frozen(one command) returns jsonb
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select jsonb_build_object('periods', jsonb_agg(jsonb_build_object('id', f.id, 'name', f.period_name, 'from_time', f.from_time,
      'until_time', f.until_time) order by f.from_time, f.id),
      'role', coalesce((select r.role_name from operator o join role r on r.id = o.role_id where o.id = one.operator_id), ''))
    from frozen_at(one.org_id, now()) f having count(*) > 0
$$;
revoke execute on function kept_in_frozen(command) from public;

create or replace function order_is_not_frozen() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if tg_op = 'INSERT' and order_frozen(new) then
    raise check_violation using constraint = 'frozen_period', message = format('device %s is in a frozen period', new.device_id);
  end if;
  new.in_frozen := coalesce(new.in_frozen, kept_in_frozen(new));
  return new;
end $$;
drop trigger order_is_not_frozen on command;
create trigger order_is_not_frozen before insert on command for each row when (lets_open(new.kind)) execute function order_is_not_frozen();
create trigger order_leaves_in_frozen before update of state on command for each row
  when (new.kind = 'unseal' and new.state = 'sent' and old.state = 'queued') execute function order_is_not_frozen();

-- The ledger names the period as a right among the others, and by its name.
create or replace function command_to_ledger() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    insert into ledger (org_id, fact, device_id, source, source_id, at, operator_id, oper_name, by_right, details)
    select n.org_id, 'order.given', n.device_id, 'command', n.id, n.create_time, n.operator_id, n.oper_name,
      concat_ws(', ', ledger_right_of_order(n.authorisation_id, n.assignment_id, n.approval_id, n.api_key_id),
        'unfreeze ' || (n.in_frozen #>> '{periods,0,id}')),
      jsonb_strip_nulls(jsonb_build_object('kind', n.kind, 'reason', nullif(n.reason, ''), 'reason_text', n.reason_text,
        'frozen', jsonb_path_query_array(n.in_frozen, '$.periods[*].name'), 'role', nullif(n.in_frozen ->> 'role', '')))
    from added n where n.physical or n.doubtful
    on conflict do nothing;
    return null;
  end if;
  insert into ledger (org_id, fact, device_id, source, source_id, at, details)
  select n.org_id, 'order.' || n.state, n.device_id, 'command', n.id,
    coalesce(case n.state when 'sent' then n.sent_time when 'answered_ok' then n.answer_time when 'answered_fail' then n.answer_time
      when 'held' then n.finish_time when 'failed' then n.finish_time when 'expired' then n.finish_time
      when 'cancelled' then n.finish_time end, now()),
    jsonb_strip_nulls(jsonb_build_object('kind', n.kind, 'ordered_by', n.oper_name, 'cause', n.cause,
      'frozen', case when n.state = 'sent' then jsonb_path_query_array(n.in_frozen, '$.periods[*].name') end))
  from added n join was w on w.id = n.id
  where (n.physical or n.doubtful) and n.state <> w.state
  on conflict do nothing;
  insert into ledger (org_id, fact, device_id, source, source_id, at, details)
  select n.org_id, 'proof.' || coalesce(n.evidence, 'withdrawn'), n.device_id, 'command', n.id,
    case when n.evidence is null then now() else coalesce(n.evidence_time, now()) end,
    jsonb_strip_nulls(jsonb_build_object('kind', n.kind, 'ordered_by', n.oper_name, 'event', n.evidence_event_id))
  from added n join was w on w.id = n.id
  where (n.physical or n.doubtful) and (n.evidence, n.evidence_event_id) is distinct from (w.evidence, w.evidence_event_id)
  on conflict do nothing;
  insert into ledger (org_id, fact, device_id, source, source_id, at, operator_id, oper_name, details)
  select n.org_id, 'order.settled', n.device_id, 'command', n.id, n.settle_time, n.settler_id, n.settler,
    jsonb_strip_nulls(jsonb_build_object('kind', n.kind, 'ordered_by', n.oper_name, 'stage', n.settle_stage,
      'reason', nullif(n.settlement, '')))
  from added n join was w on w.id = n.id
  where (n.physical or n.doubtful) and n.settle_time is not null and w.settle_time is null
  on conflict do nothing;
  return null;
end $$;

-- An authorisation to unseal does not begin in one: neither by its own time nor by being agreed to meanwhile. Sealing opens nothing.
create function authorisation_is_frozen(org bigint, begins timestamptz) returns void
language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  period text := (select f.period_name from frozen_at(org, greatest(begins, now())) f order by f.until_time desc limit 1);
begin
  if period is not null then
    raise check_violation using constraint = 'frozen_newly', hint = period, message = 'an authorisation would begin in a frozen period';
  end if;
end $$;
create function authorisation_begins_frozen() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform authorisation_is_frozen(d.org_id, new.from_time) from authorisation_device x join device d on d.id = x.device_id
    where x.authorisation_id = new.id and x.end_time is null;
  return null;
end $$;
create trigger authorisation_begins_frozen after update of state on authorisation for each row
  when (new.state = 'active' and old.state <> 'active' and new.orders = 'unseal') execute function authorisation_begins_frozen();
create function authorised_device_begins_frozen() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform authorisation_is_frozen(d.org_id, a.from_time) from authorisation a, device d
    where a.id = new.authorisation_id and a.state = 'active' and a.orders = 'unseal' and d.id = new.device_id;
  return null;
end $$;
create trigger authorised_device_begins_frozen after insert on authorisation_device for each row
  execute function authorised_device_begins_frozen();
revoke execute on function authorisation_is_frozen(bigint, timestamptz), authorisation_begins_frozen(), authorised_device_begins_frozen() from public;

-- Rules of cards take away in one, and give when it is over.
alter table lock_sync drop constraint lock_sync_cause_check;
alter table lock_sync add constraint lock_sync_cause_check check (cause in ('otherCards', 'refused', 'unsupported', 'northEastOnly', 'tooManyAreas',
  'tooManyCards', 'right', 'unusable', 'frozen'));
