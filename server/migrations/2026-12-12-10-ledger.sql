-- The ledger of custody: what was done to a lock, a seal, a journey or a meter, one row a fact, which stays as it was written. What
-- it tells of may end before it does (the words of a lock after some years), so it names its source and copies what counts.
-- Rows come by triggers on what tells the facts, and by nothing else: docs/decisions/0117-ledger.md.

create table ledger (
  id bigint generated always as identity primary key,
  org_id bigint not null, -- whose it was
  fact text not null check (fact ~ '^[a-z]+(\.[a-z_]+)?$'), -- its group, then what it was; words: contract/src/custody/facts.ts
  -- a column, for an expression over the fact is found by no index under row-level security
  fact_group text not null generated always as (split_part(fact, '.', 1)) stored,
  device_id bigint,
  seal_id bigint,
  journey_id bigint,
  meter_id bigint,
  source text not null, -- the table that tells the whole, and its row there
  source_id bigint not null,
  at timestamptz not null, -- when it happened, by our clock
  device_time timestamptz, -- what the lock's or the handset's own clock said
  create_time timestamptz not null default now(),
  operator_id bigint, -- who did it; null: no person did
  oper_name text not null default '',
  by_right text not null default '', -- 'organisation', 'assignment 7', 'authorisation 12, approval 3', 'card', 'none', …
  lat double precision, lon double precision, -- WGS-84
  accuracy real, -- metres
  details jsonb not null default '{}',
  rests_on text[] not null default '{}', -- SHA-256 of frames and photos, hexadecimal
  form smallint not null default 1, -- how the digest is made, see ledger_text
  digest bytea not null
);
create index ledger_org on ledger (org_id, at desc, id desc);
create index ledger_group on ledger (org_id, fact_group, at desc, id desc);
create index ledger_device on ledger (device_id, at desc, id desc) where device_id is not null;
create index ledger_seal on ledger (seal_id, at desc, id desc) where seal_id is not null;
create index ledger_journey on ledger (journey_id, at desc, id desc) where journey_id is not null;
create index ledger_meter on ledger (meter_id, at desc, id desc) where meter_id is not null;
create index ledger_operator on ledger (operator_id, at desc, id desc) where operator_id is not null;
-- a fact is told once, however often its cause is written; these may be true of one source more than once
create unique index ledger_once on ledger (source, source_id, fact, device_id) nulls not distinct
  where fact not in ('lock.judged_again', 'order.queued', 'order.sent', 'proof.confirmed', 'proof.contradicted', 'proof.possible',
    'proof.held', 'proof.withdrawn');

create function ledger_moment(t timestamptz) returns text language sql stable
  as $$ select to_char(t at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') $$;

-- What a row says, as a text that depends on no setting of whoever asks. A column that comes later belongs to a later form, which
-- is added here; what was written in an earlier one is told as that for ever.
create function ledger_text(r ledger) returns text language sql stable as $$
  select case r.form when 1 then jsonb_build_array(r.form, r.id, r.org_id, r.fact, r.device_id, r.seal_id, r.journey_id, r.meter_id,
    r.source, r.source_id, ledger_moment(r.at), ledger_moment(r.device_time), ledger_moment(r.create_time), r.operator_id, r.oper_name,
    r.by_right, r.lat::numeric, r.lon::numeric, r.accuracy::numeric, r.details, to_jsonb(r.rests_on))::text end
$$;
create function ledger_digest(r ledger) returns bytea language sql stable
  as $$ select sha256(convert_to(ledger_text(r), 'UTF8')) $$;

create function digest_ledger() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  new.digest := ledger_digest(new);
  return new;
end $$;
create function ledger_stays() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  raise exception 'the ledger is append only';
end $$;
create trigger ledger_digested before insert on ledger for each row execute function digest_ledger();
create trigger ledger_stays before update or delete on ledger for each statement execute function ledger_stays();
create trigger ledger_never_emptied before truncate on ledger for each statement execute function ledger_stays();
-- also of whoever replays what another database wrote
alter table ledger enable always trigger ledger_digested;
alter table ledger enable always trigger ledger_stays;
alter table ledger enable always trigger ledger_never_emptied;

select isolate('ledger', 'org_id');
grant select on ledger to plomb_app, plomb_platform;

-- What has a page here is not deleted: neither the device, nor the organisation whose it was. A key would be looked up for every row.
create function organisation_keeps_ledger() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if exists (select from ledger where org_id = old.id) then
    raise foreign_key_violation using constraint = 'ledger_org', message = format('organisation %s has rows in the ledger', old.id);
  end if;
  return old;
end $$;
create trigger organisation_keeps_ledger before delete on organisation for each row execute function organisation_keeps_ledger();

create or replace function device_has_history(device bigint) returns boolean
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select exists (select from lock_event where device_id = device) or exists (select from alarm where device_id = device)
      or exists (select from command where device_id = device) or exists (select from quarantine where device_id = device)
      or exists (select from not_understood where device_id = device)
      or exists (select from custody where device_id = device)
      or exists (select from ledger where device_id = device)
      or exists (select from position where device_id = device)
$$;

-- Who moved a lock, as anybody may read it: the same as maskedActor in contract/src/lock/cards.ts (decision 0047).
create function masked_actor(actor text, lso smallint) returns text language sql immutable as $$
  select case when actor = '' or actor like '***%' then actor
    when lso in (5, 9) or coalesce(lso, 0) not in (1, 4, 10, 12) and actor ~* '^[0-9a-f]+$'
      then '***' || substr(actor, greatest(length(actor) - 4, (length(actor) + 1) / 2) + 1)
    else actor end
$$;

-- Words of locks ------------------------------------------------------------------------------------------------------

create function ledger_of_word(forced boolean, counts boolean, lst smallint, ls_before smallint, ls_after smallint) returns text
language sql immutable as $$
  select case when forced then 'lock.forced'
    -- a first word tells what was so before, unless it tells of a deed
    when not counts or ls_before = ls_after or ls_before = 255 and lst = 0 then 'lock.told'
    when ls_after = 2 then 'lock.sealed'
    when ls_after = 3 then 'lock.abnormal'
    when ls_before = 2 then 'lock.unsealed'
    when ls_after = 1 then 'lock.opened'
    when lst = 1 then 'lock.unsealed'
    when ls_after = 0 then 'lock.closed'
    else 'lock.told' end
$$;
create function ledger_right_of_word(lso smallint, without_right boolean) returns text language sql immutable as $$
  select case when without_right then 'none' when lso in (1, 12) then 'order' when lso in (3, 11) then 'password'
    when lso in (4, 10) then 'bluetooth' when lso in (5, 9) then 'card' when lso in (7, 8) then 'automatic'
    when lso = 13 then 'authorisation' else '' end
$$;

create function ledger_details_of_word(e lock_event) returns jsonb language sql immutable as $$
  select jsonb_strip_nulls(jsonb_build_object('code', e.code, 'before', e.ls_before, 'after', e.ls_after, 'lst', e.lst, 'lso', e.lso,
    'fault', nullif(e.fault, 0), 'actor', nullif(masked_actor(e.actor, e.lso), ''), 'rang', nullif(to_jsonb(e.rang), '[]'),
    'late', nullif(e.replay, false), 'inferred', nullif(e.quality = 'inferred', false), 'uncounted', nullif(not e.counts, false),
    'rule', e.swipe ->> 'rule_name', 'verdict', e.swipe ->> 'verdict'))
$$;

-- What a lock told. A word that nobody has proved to be the lock's becomes a fact once its device repeats it with a proof: anybody
-- can say one, as often as they like. One that is judged anew, for an earlier word comes late, is another fact. It rests on the frame
-- it came in; one that was put aside has no time of its own, and rests on what came in that moment.
create function words_to_ledger(told bigint[], judged bigint[]) returns void
language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  insert into ledger (org_id, fact, device_id, source, source_id, at, device_time, by_right, lat, lon, details, rests_on)
  select e.org_id, case when e.id = any (told)
      then ledger_of_word(e.opening_way is not distinct from 'forced', e.counts, e.lst, e.ls_before, e.ls_after) else 'lock.judged_again' end,
    e.device_id, 'lock_event', e.id, e.at, case when e.timed then e.device_time end,
    ledger_right_of_word(e.lso, e.without_right), e.lat, e.lon, ledger_details_of_word(e),
    case when e.timed then
      array(select encode(sha256(p.raw), 'hex') from position p where p.device_id = e.device_id and p.device_time = e.device_time
        and p.serial = e.serial and p.hash = e.hash)
    else
      array(select distinct encode(sha256(q.raw), 'hex') from quarantine q where q.device_id = e.device_id
        and q.receive_time = e.receive_time)
    end
  from lock_event e where e.id = any (told || judged) order by e.id
  on conflict do nothing;
end $$;
create function lock_event_told() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  told bigint[] := array(select id from added where authenticated);
begin
  if told <> '{}' then perform words_to_ledger(told, '{}'); end if;
  return null;
end $$;
create function lock_event_judged() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  told bigint[] := array(select id from added join was using (id) where added.authenticated and not was.authenticated);
  judged bigint[] := array(select n.id from added n join was w using (id) where n.authenticated and w.authenticated
    and (n.at, n.ls_before, n.ls_after, n.lso, n.fault, n.rang, n.counts)
      is distinct from (w.at, w.ls_before, w.ls_after, w.lso, w.fault, w.rang, w.counts));
begin
  if told <> '{}' or judged <> '{}' then perform words_to_ledger(told, judged); end if;
  return null;
end $$;
create trigger ledger_of_words after insert on lock_event referencing new table as added
  for each statement execute function lock_event_told();
create trigger ledger_of_judgements after update on lock_event referencing old table as was new table as added
  for each statement execute function lock_event_judged();

-- Orders --------------------------------------------------------------------------------------------------------------

-- By which right an order was given, as far as its row tells.
create function ledger_right_of_order(authorisation bigint, assignment bigint, approval bigint, api_key bigint) returns text
language sql immutable as $$
  select concat_ws(', ', case when authorisation is not null then 'authorisation ' || authorisation
    when assignment is not null then 'assignment ' || assignment else 'organisation' end,
    'approval ' || approval, 'key ' || api_key)
$$;

-- Orders that move metal or change who can open it: that they were given, what became of their bytes, what the metal did, and as
-- what a person settled them. Whoever gave one does not answer it: that stands in the details.
create function command_to_ledger() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    insert into ledger (org_id, fact, device_id, source, source_id, at, operator_id, oper_name, by_right, details)
    select n.org_id, 'order.given', n.device_id, 'command', n.id, n.create_time, n.operator_id, n.oper_name,
      ledger_right_of_order(n.authorisation_id, n.assignment_id, n.approval_id, n.api_key_id),
      jsonb_strip_nulls(jsonb_build_object('kind', n.kind, 'reason', nullif(n.reason, ''), 'reason_text', n.reason_text))
    from added n where n.physical or n.doubtful
    on conflict do nothing;
    return null;
  end if;
  insert into ledger (org_id, fact, device_id, source, source_id, at, details)
  select n.org_id, 'order.' || n.state, n.device_id, 'command', n.id,
    coalesce(case n.state when 'sent' then n.sent_time when 'answered_ok' then n.answer_time when 'answered_fail' then n.answer_time
      when 'held' then n.finish_time when 'failed' then n.finish_time when 'expired' then n.finish_time
      when 'cancelled' then n.finish_time end, now()),
    jsonb_strip_nulls(jsonb_build_object('kind', n.kind, 'ordered_by', n.oper_name, 'cause', n.cause))
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
create trigger ledger_of_orders after insert on command referencing new table as added
  for each statement execute function command_to_ledger();
create trigger ledger_of_answers after update on command referencing old table as was new table as added
  for each statement execute function command_to_ledger();

-- Approvals, disclosures ----------------------------------------------------------------------------------------------

create function approval_to_ledger() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    insert into ledger (org_id, fact, device_id, source, source_id, at, operator_id, oper_name, by_right, details)
    values (new.org_id, 'approval.asked', new.device_id, 'approval', new.id, new.create_time, new.operator_id, new.oper_name,
      ledger_right_of_order(null, null, null, new.api_key_id),
      jsonb_strip_nulls(jsonb_build_object('kind', new.kind, 'reason', nullif(new.reason, ''), 'reason_text', new.reason_text)));
  end if;
  if new.state <> 'waiting' and (tg_op = 'INSERT' or old.state = 'waiting') then
    insert into ledger (org_id, fact, device_id, source, source_id, at, operator_id, oper_name, details)
    values (new.org_id, 'approval.' || new.state, new.device_id, 'approval', new.id, coalesce(new.end_time, now()),
      case new.state when 'withdrawn' then new.operator_id when 'lapsed' then null else new.decider_id end,
      case new.state when 'withdrawn' then new.oper_name when 'lapsed' then '' else new.decider_name end,
      jsonb_strip_nulls(jsonb_build_object('kind', new.kind, 'ordered_by', new.oper_name, 'way', new.way,
        'reason', nullif(new.remark, ''))));
  end if;
  return null;
end $$;
create trigger ledger_of_approvals after insert or update of state on approval for each row execute function approval_to_ledger();

-- To whom the password of a lock was shown or sent, and that one that was sent never left.
create function disclosure_to_ledger() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  insert into ledger (org_id, fact, device_id, source, source_id, at, operator_id, oper_name, by_right, details)
  values (new.org_id,
    case when tg_op = 'UPDATE' then 'password.never_left' when new.channel is null then 'password.shown' else 'password.sent' end,
    new.device_id, 'password_disclosure', new.id, case when tg_op = 'UPDATE' then now() else new.disclose_time end,
    case when tg_op = 'INSERT' then new.operator_id end, case when tg_op = 'INSERT' then new.oper_name else '' end,
    case when tg_op = 'INSERT' then ledger_right_of_order(null, null, null, new.api_key_id) else '' end,
    jsonb_strip_nulls(jsonb_build_object('reason', nullif(new.reason, ''), 'receiver', nullif(new.sent_name, ''), 'channel', new.channel)))
  on conflict do nothing;
  return null;
end $$;
create trigger ledger_of_disclosures after insert on password_disclosure for each row execute function disclosure_to_ledger();
create trigger ledger_of_codes after update of never_left on password_disclosure for each row
  when (new.never_left and not old.never_left) execute function disclosure_to_ledger();

-- The stock -----------------------------------------------------------------------------------------------------------

-- Every step, with the photo it rests on; whoever gets a device by one has a row of its own that it came.
create function custody_to_ledger() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  insert into ledger (org_id, fact, device_id, source, source_id, at, operator_id, oper_name, by_right, details, rests_on)
  select o.org, case when o.org = n.org_id then 'stock.' || n.step else 'stock.came' end, n.device_id, 'custody', n.id, n.at,
    n.operator_id, n.oper_name, case n.source when 'device' then '' else 'organisation' end,
    jsonb_strip_nulls(jsonb_build_object('step', n.step, 'from', n.from_status, 'to', n.to_status, 'state', n.device_state,
      'by_lock', nullif(n.source = 'device', false), 'receiver', nullif(n.receiver, ''), 'witness', nullif(n.witness, ''),
      'replacement', nullif(n.replacement, ''), 'reason', nullif(n.reason, ''))),
    coalesce((select array[f.sha256] from file f where f.id = n.photo), '{}')
  from added n cross join lateral (select n.org_id as org, 1 as nth union all select n.to_org_id, 2 where n.to_org_id <> n.org_id) o
  order by n.id, o.nth
  on conflict do nothing;
  return null;
end $$;
create trigger ledger_of_custody after insert on custody referencing new table as added
  for each statement execute function custody_to_ledger();

-- Refusals ------------------------------------------------------------------------------------------------------------

-- What was refused to whoever asked it of a device of their own organisation or of one below it. Who asks of any other learns
-- nothing, and neither does anybody of it. The same again within a minute is not told again.
create function refusal_to_ledger() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  insert into ledger (org_id, fact, device_id, source, source_id, at, operator_id, oper_name, details)
  select d.org_id, 'refusal', d.id, 'operation_log', l.id, l.create_time, l.operator_id, l.operate_name,
    jsonb_build_object('call', l.operate_url, 'title', jsonb_build_object('zh', l.title_zh, 'en', l.title_en), 'why', l.error_msg)
  from (select distinct log_id from added) a
    join operation_log l on l.id = a.log_id and not l.success and (l.business_type = 'command' or l.operate_url ~ '^/(stock|lock)/')
    join added n on n.log_id = l.id
    join device d on d.id = n.device_id
  where exists (with recursive up as (
      select o.id, o.parent_id from organisation o where o.id = d.org_id
      union select o.id, o.parent_id from organisation o join up on o.id = up.parent_id)
      select from up where up.id = l.org_id)
    and not exists (select from ledger r where r.device_id = d.id and r.at > l.create_time - interval '1 minute'
      and r.fact = 'refusal' and r.operator_id is not distinct from l.operator_id
      and r.details ->> 'call' = l.operate_url and r.details ->> 'why' = l.error_msg)
  on conflict do nothing;
  return null;
end $$;
create trigger ledger_of_refusals after insert on operation_device referencing new table as added
  for each statement execute function refusal_to_ledger();

revoke execute on function digest_ledger(), ledger_stays(), organisation_keeps_ledger(), words_to_ledger(bigint[], bigint[]),
  lock_event_told(), lock_event_judged(), command_to_ledger(),
  approval_to_ledger(), disclosure_to_ledger(), custody_to_ledger(), refusal_to_ledger() from public;
