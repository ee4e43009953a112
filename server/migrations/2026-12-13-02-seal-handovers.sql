-- Lead seals change hands by two who both sign, each by an own sign-in; and what each holder got, used and cannot explain is added up
-- as it happens. See docs/decisions/0124-hands-of-seals.md.

create table seal_handover (
  id bigint generated always as identity primary key,
  org_id bigint not null references organisation, -- of whoever gives
  to_org_id bigint not null references organisation, -- of whoever takes
  medium text not null check (medium in ('qr', 'nfc', 'rfid')),
  purpose text not null check (purpose in ('issue', 'return')),
  state text not null default 'offered' check (state in ('offered', 'accepted', 'partly', 'declined', 'withdrawn')),
  count integer not null check (count between 1 and 1000),
  received integer not null default 0 check (received between 0 and count),
  missing integer not null default 0, -- when it was answered; what was found or taken after all says its number
  numbers text not null, -- as people read them: the first and the last
  giver_id bigint not null, -- stay told, also when those persons have left
  giver_name text not null,
  giver_org text not null,
  taker_id bigint not null check (taker_id <> giver_id),
  taker_name text not null,
  taker_org text not null,
  remark text not null default '',
  answer text not null default '', -- what the taker said to it
  offer_time timestamptz not null default now(),
  answer_time timestamptz,
  check ((state = 'offered') = (answer_time is null))
);
create index seal_handover_org on seal_handover (org_id, id desc);
create index seal_handover_to_org on seal_handover (to_org_id, id desc);
create index seal_handover_open on seal_handover (taker_id) where state = 'offered';
select isolate('seal_handover', 'org_id');
create policy seen_by_taker on seal_handover for select to plomb_app using (to_org_id = any ((select plomb_orgs())::bigint[]));
create policy answered_by_taker on seal_handover for update to plomb_app using (to_org_id = any ((select plomb_orgs())::bigint[]));
grant select, insert, update (state, received, missing, answer, answer_time) on seal_handover to plomb_app, plomb_platform;

create table seal_handover_item (
  handover_id bigint not null references seal_handover,
  seal_id bigint not null references seal,
  org_id bigint not null references organisation,
  to_org_id bigint not null references organisation,
  number text not null,
  -- what became of it: `gone`: used or scrapped before it was taken; `found`, `late`: it was missing, and was found or taken after all
  outcome text check (outcome in ('received', 'missing', 'gone', 'kept', 'found', 'late')),
  primary key (handover_id, seal_id)
);
-- a seal is offered to one person at a time
create unique index seal_offered_once on seal_handover_item (seal_id) where outcome is null;
create index seal_handover_item_seal on seal_handover_item (seal_id);
select isolate('seal_handover_item', 'org_id');
create policy seen_by_taker on seal_handover_item for select to plomb_app using (to_org_id = any ((select plomb_orgs())::bigint[]));
create policy answered_by_taker on seal_handover_item for update to plomb_app using (to_org_id = any ((select plomb_orgs())::bigint[]));
grant select, insert, update (outcome) on seal_handover_item to plomb_app, plomb_platform;

-- What was agreed stays: a hand-over is answered once.
create function seal_handover_stays() returns trigger language plpgsql as $$
begin
  if old.state not in ('offered', 'partly') or (new.id, new.org_id, new.to_org_id, new.medium, new.purpose, new.count, new.giver_id, new.taker_id,
      new.offer_time) is distinct from (old.id, old.org_id, old.to_org_id, old.medium, old.purpose, old.count, old.giver_id, old.taker_id,
      old.offer_time) then
    raise check_violation using constraint = 'seal_handover_stays', message = 'what was handed over stays as it was';
  end if;
  return new;
end $$;
create trigger seal_handover_stays before update on seal_handover for each row execute function seal_handover_stays();

alter table seal add column handover_id bigint references seal_handover; -- by which it changed hands last, or went missing
create index seal_of_series on seal (series_id, org_id);
create index seal_missing on seal (handover_id) where state = 'blank' and holder_id is null;
-- who has a seal of a series knows the series, also when it was made above
create policy of_its_seals on seal_series for select to plomb_app
  using (exists (select from seal s where s.series_id = seal_series.id));

-- Who had a seal when: one row whenever it comes into a hand or leaves one.
create table seal_movement (
  id bigint generated always as identity primary key,
  org_id bigint not null,
  seal_id bigint not null references seal,
  medium text not null,
  holder_id bigint not null, -- stays told, also when that person has left
  holder_name text not null,
  kind text not null check (kind in ('received', 'used', 'given', 'returned', 'scrapped', 'missing', 'found')),
  at timestamptz not null,
  handover_id bigint references seal_handover
);
create index seal_movement_seal on seal_movement (seal_id, id);
create index seal_movement_why on seal_movement (holder_id, at) where kind in ('missing', 'found');
create trigger seal_movement_append_only before update or delete on seal_movement for each statement execute function append_only();
select isolate('seal_movement', 'org_id');
grant select on seal_movement to plomb_app, plomb_platform;

-- The same added up by the hour, so that a month of any time zone is a sum of few rows however many seals there are.
create table seal_account (
  org_id bigint not null,
  holder_id bigint not null,
  medium text not null,
  hour timestamptz not null,
  holder_name text not null,
  received integer not null default 0,
  used integer not null default 0,
  given integer not null default 0,
  returned integer not null default 0,
  scrapped integer not null default 0,
  missing integer not null default 0,
  found integer not null default 0,
  primary key (org_id, holder_id, medium, hour)
);
select isolate('seal_account', 'org_id');
grant select on seal_account to plomb_app, plomb_platform;

create function seal_movement_to_account() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  insert into seal_account as a (org_id, holder_id, medium, hour, holder_name, received, used, given, returned, scrapped, missing, found)
  select org_id, holder_id, medium, date_trunc('hour', at, 'UTC') as hour, max(holder_name),
    count(*) filter (where kind = 'received'), count(*) filter (where kind = 'used'), count(*) filter (where kind = 'given'),
    count(*) filter (where kind = 'returned'), count(*) filter (where kind = 'scrapped'), count(*) filter (where kind = 'missing'),
    count(*) filter (where kind = 'found')
  from added group by org_id, holder_id, medium, hour
  order by org_id, holder_id, medium, hour -- two at once wait for each other in the same order
  on conflict (org_id, holder_id, medium, hour) do update set holder_name = excluded.holder_name,
    received = a.received + excluded.received, used = a.used + excluded.used, given = a.given + excluded.given,
    returned = a.returned + excluded.returned, scrapped = a.scrapped + excluded.scrapped, missing = a.missing + excluded.missing,
    found = a.found + excluded.found;
  return null;
end $$;
create trigger account_of_movements after insert on seal_movement referencing new table as added
  for each statement execute function seal_movement_to_account();

create function seal_made_to_movement() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  insert into seal_movement (org_id, seal_id, medium, holder_id, holder_name, kind, at)
  select org_id, id, medium, holder_id, holder_name, 'received', create_time from added
  where holder_id is not null and state = 'blank' order by id;
  return null;
end $$;
create trigger movement_of_new_seals after insert on seal referencing new table as added
  for each statement execute function seal_made_to_movement();

-- A seal is in a hand as long as it is blank and somebody holds it.
create function seal_moved_to_movement() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  insert into seal_movement (org_id, seal_id, medium, holder_id, holder_name, kind, at, handover_id)
  select m.org_id, m.seal_id, m.medium, m.holder_id, m.holder_name, m.kind, m.at, m.handover_id
  from (
    select o.org_id, o.id as seal_id, o.medium, o.holder_id, o.holder_name, 1 as nth,
      case when n.state = 'sealed' then 'used' when n.state <> 'blank' then 'scrapped' when n.holder_id is null then 'missing'
        when h.purpose = 'return' then 'returned' else 'given' end as kind,
      case when n.handover_id is distinct from o.handover_id then coalesce(h.answer_time, now())
        when n.last_time is distinct from o.last_time then n.last_time else now() end as at,
      case when n.state = 'blank' then n.handover_id end as handover_id
    from before o join changed n on n.id = o.id left join seal_handover h on h.id = n.handover_id
    where o.state = 'blank' and o.holder_id is not null and (n.state <> 'blank' or n.holder_id is distinct from o.holder_id)
    union all
    select n.org_id, n.id, n.medium, n.holder_id, n.holder_name, 2,
      case when o.state = 'blank' and o.holder_id is null then 'found' else 'received' end,
      case when n.handover_id is distinct from o.handover_id then coalesce(h.answer_time, now())
        when n.last_time is distinct from o.last_time then n.last_time else now() end,
      case when o.state = 'blank' then n.handover_id end
    from before o join changed n on n.id = o.id left join seal_handover h on h.id = n.handover_id
    where n.state = 'blank' and n.holder_id is not null and (o.state <> 'blank' or o.holder_id is distinct from n.holder_id)
  ) m order by m.seal_id, m.nth;
  return null;
end $$;
create trigger movement_of_seals after update on seal referencing old table as before new table as changed
  for each statement execute function seal_moved_to_movement();

-- Seals of a hand-over take their way: the taker may be of an organisation that sees neither them nor where they go. Only what was
-- offered, is still blank and is still where it was moves; how many did is answered.
create function hand_seals(handover bigint, wanted text[], becomes text) returns integer
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  h seal_handover;
  moved bigint[];
begin
  select * into strict h from seal_handover where id = handover for update;
  perform from seal where id in (select seal_id from seal_handover_item where handover_id = handover and number = any (wanted))
    order by id for update;
  if becomes in ('received', 'missing') then
    select coalesce(array_agg(s.id), '{}') into moved from seal_handover_item i join seal s on s.id = i.seal_id
    where i.handover_id = handover and i.number = any (wanted) and i.outcome is null and s.state = 'blank' and s.holder_id = h.giver_id;
    if becomes = 'received' then
      update seal set holder_id = h.taker_id, holder_name = h.taker_name, org_id = h.to_org_id, handover_id = h.id where id = any (moved);
    else
      update seal set holder_id = null, holder_name = '', handover_id = h.id where id = any (moved);
    end if;
    update seal_handover_item set outcome = case when seal_id = any (moved) then becomes else 'gone' end
    where handover_id = handover and number = any (wanted) and outcome is null;
  elsif becomes in ('found', 'late') then
    select coalesce(array_agg(s.id), '{}') into moved from seal_handover_item i join seal s on s.id = i.seal_id
    where i.handover_id = handover and i.number = any (wanted) and i.outcome = 'missing' and s.state = 'blank' and s.holder_id is null
      and s.handover_id = handover;
    update seal set holder_id = h.giver_id, holder_name = h.giver_name where id = any (moved);
    if becomes = 'late' then
      update seal set holder_id = h.taker_id, holder_name = h.taker_name, org_id = h.to_org_id where id = any (moved);
    end if;
    update seal_handover_item set outcome = becomes where handover_id = handover and seal_id = any (moved);
  else
    raise exception 'seals are not handed so: %', becomes;
  end if;
  return cardinality(moved);
end $$;
revoke execute on function hand_seals(bigint, text[], text) from public;
grant execute on function hand_seals(bigint, text[], text) to plomb_app, plomb_platform;

-- What is in a hand already is where its account begins.
insert into seal_movement (org_id, seal_id, medium, holder_id, holder_name, kind, at)
select org_id, id, medium, holder_id, holder_name, 'received', create_time from seal where holder_id is not null and state = 'blank' order by id;

-- In the ledger: what was offered and answered, a row each; and of a seal that went missing or was found, itself.
create function seal_handover_to_ledger() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  insert into ledger (org_id, fact, source, source_id, at, operator_id, oper_name, by_right, details)
  select o.org, case new.state when 'offered' then 'seal.offered' when 'declined' then 'seal.declined' when 'withdrawn' then 'seal.withdrawn'
      else 'seal.taken' end,
    'seal_handover', new.id, coalesce(new.answer_time, new.offer_time),
    case when new.state in ('offered', 'withdrawn') then new.giver_id else new.taker_id end,
    case when new.state in ('offered', 'withdrawn') then new.giver_name else new.taker_name end, 'organisation',
    jsonb_strip_nulls(jsonb_build_object('number', new.numbers, 'medium', new.medium, 'purpose', new.purpose, 'count', new.count,
      'receiver', new.taker_name, 'giver', new.giver_name, 'missing', nullif(new.missing, 0),
      'reason', nullif(case when new.state = 'offered' then new.remark else new.answer end, '')))
  from (select new.org_id as org) o
  on conflict do nothing;
  return null;
end $$;
create trigger ledger_of_seal_offers after insert on seal_handover for each row execute function seal_handover_to_ledger();
create trigger ledger_of_seal_answers after update of state on seal_handover for each row when (old.state = 'offered')
  execute function seal_handover_to_ledger();

create function seal_movement_to_ledger() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  insert into ledger (org_id, fact, seal_id, source, source_id, at, operator_id, oper_name, by_right, details)
  select n.org_id, case n.kind when 'missing' then 'seal.missing' when 'found' then 'seal.found' else 'seal.handed' end, n.seal_id, 'seal_movement', n.id, n.at,
    n.holder_id, n.holder_name, 'organisation',
    jsonb_strip_nulls(jsonb_build_object('number', s.number, 'medium', n.medium, 'receiver', h.taker_name, 'handover', n.handover_id))
  from added n join seal s on s.id = n.seal_id left join seal_handover h on h.id = n.handover_id
  where n.kind in ('missing', 'found', 'given', 'returned') order by n.id
  on conflict do nothing;
  return null;
end $$;
create trigger ledger_of_seal_movements after insert on seal_movement referencing new table as added
  for each statement execute function seal_movement_to_ledger();

revoke execute on function seal_movement_to_account(), seal_made_to_movement(), seal_moved_to_movement(), seal_handover_to_ledger(),
  seal_movement_to_ledger() from public;
