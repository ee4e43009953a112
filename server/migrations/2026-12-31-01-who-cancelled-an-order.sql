-- Whoever took an order back is found by who they are in the ledger, too. Of orders that ended before this it says nothing.
alter table command
  add column canceller_id bigint, -- stays told, also when that person has left; null: no person did
  add column canceller text not null default '';
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
  insert into ledger (org_id, fact, device_id, source, source_id, at, operator_id, oper_name, by_right, details)
  select n.org_id, 'order.' || n.state, n.device_id, 'command', n.id,
    coalesce(case n.state when 'sent' then n.sent_time when 'answered_ok' then n.answer_time when 'answered_fail' then n.answer_time
      when 'held' then n.finish_time when 'failed' then n.finish_time when 'expired' then n.finish_time
      when 'cancelled' then n.finish_time end, now()),
    by_person.id, coalesce(by_person.name, ''), coalesce(by_person.by_right, ''),
    jsonb_strip_nulls(jsonb_build_object('kind', n.kind, 'ordered_by', n.oper_name, 'cause', n.cause,
      'frozen', case when n.state = 'sent' then jsonb_path_query_array(n.in_frozen, '$.periods[*].name') end))
  from added n join was w on w.id = n.id
  -- taken back by an order's own organisation or one above, or by whoever had the right it was given by
  left join lateral (select n.canceller_id as id, n.canceller as name,
      case when exists (select from operator o where o.id = n.canceller_id and (o.org_id = n.org_id or o.org_id in (select orgs_above(n.org_id))))
        then 'organisation' else ledger_right_of_order(n.authorisation_id, n.assignment_id, null, null) end as by_right
    where n.canceller_id is distinct from w.canceller_id) by_person on true
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
