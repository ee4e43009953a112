-- The balance of seals goes by when something was told, so that no month that is over changes: what is told late is a correction of the month
-- in which it is told. Added up by quarter hours, days and months, it reads few rows of any month of any time zone, however many years there
-- are. See docs/decisions/0131-balance-of-seals.md.

alter table seal_movement
  add column booked timestamptz not null default now(), -- when it was told; `at`: when it was done
  add column told_late boolean not null default false, -- more than a minute lies between them
  add column other_org_id bigint not null default 0; -- of whose hand it comes, or into whose it goes; 0: nobody's
alter table seal_movement disable trigger seal_movement_append_only;
update seal_movement m set booked = m.at,
  other_org_id = coalesce((select case when m.kind in ('given', 'returned') then h.to_org_id when m.kind = 'received' then h.org_id end
    from seal_handover h where h.id = m.handover_id), 0);
alter table seal_movement enable trigger seal_movement_append_only;
drop index seal_movement_why;
create index seal_movement_why on seal_movement (org_id, booked) where kind in ('missing', 'found');
create index seal_movement_late on seal_movement (org_id, booked) where told_late;

drop trigger account_of_movements on seal_movement;
drop table seal_account;
create table seal_account (
  org_id bigint not null,
  span text not null check (span in ('quarter', 'day', 'month')), -- of UTC
  start timestamptz not null,
  holder_id bigint not null,
  medium text not null,
  other_org_id bigint not null,
  holder_name text not null,
  received integer not null default 0,
  used integer not null default 0,
  given integer not null default 0,
  returned integer not null default 0,
  scrapped integer not null default 0,
  missing integer not null default 0,
  found integer not null default 0,
  primary key (org_id, span, start, holder_id, medium, other_org_id)
);
select isolate('seal_account', 'org_id');
grant select on seal_account to plomb_app, plomb_platform;

create or replace function seal_movement_to_account() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  insert into seal_account as a (org_id, span, start, holder_id, medium, other_org_id, holder_name, received, used, given, returned, scrapped,
    missing, found)
  select org_id, s.span, s.start, holder_id, medium, other_org_id, max(holder_name),
    count(*) filter (where kind = 'received'), count(*) filter (where kind = 'used'), count(*) filter (where kind = 'given'),
    count(*) filter (where kind = 'returned'), count(*) filter (where kind = 'scrapped'), count(*) filter (where kind = 'missing'),
    count(*) filter (where kind = 'found')
  from added cross join lateral (values ('quarter', date_bin('15 minutes', booked, '2000-01-01T00:00:00Z')),
    ('day', date_trunc('day', booked, 'UTC')), ('month', date_trunc('month', booked, 'UTC'))) s(span, start)
  group by org_id, s.span, s.start, holder_id, medium, other_org_id
  order by org_id, s.span, s.start, holder_id, medium, other_org_id -- two at once wait for each other in the same order
  on conflict (org_id, span, start, holder_id, medium, other_org_id) do update set holder_name = excluded.holder_name,
    received = a.received + excluded.received, used = a.used + excluded.used, given = a.given + excluded.given,
    returned = a.returned + excluded.returned, scrapped = a.scrapped + excluded.scrapped, missing = a.missing + excluded.missing,
    found = a.found + excluded.found;
  return null;
end $$;
create trigger account_of_movements after insert on seal_movement referencing new table as added
  for each statement execute function seal_movement_to_account();
insert into seal_account (org_id, span, start, holder_id, medium, other_org_id, holder_name, received, used, given, returned, scrapped,
  missing, found)
select org_id, s.span, s.start, holder_id, medium, other_org_id, max(holder_name),
  count(*) filter (where kind = 'received'), count(*) filter (where kind = 'used'), count(*) filter (where kind = 'given'),
  count(*) filter (where kind = 'returned'), count(*) filter (where kind = 'scrapped'), count(*) filter (where kind = 'missing'),
  count(*) filter (where kind = 'found')
from seal_movement cross join lateral (values ('quarter', date_bin('15 minutes', booked, '2000-01-01T00:00:00Z')),
  ('day', date_trunc('day', booked, 'UTC')), ('month', date_trunc('month', booked, 'UTC'))) s(span, start)
group by org_id, s.span, s.start, holder_id, medium, other_org_id;

alter table seal add column told_time timestamptz; -- when the newest operation that was done was told
create or replace function seal_made_to_movement() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  insert into seal_movement (org_id, seal_id, medium, holder_id, holder_name, kind, at, booked)
  select org_id, id, medium, holder_id, holder_name, 'received', create_time, create_time from added
  where holder_id is not null and state = 'blank' order by id;
  return null;
end $$;

create or replace function seal_moved_to_movement() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  insert into seal_movement (org_id, seal_id, medium, holder_id, holder_name, kind, at, booked, handover_id, other_org_id, told_late)
  select m.org_id, m.seal_id, m.medium, m.holder_id, m.holder_name, m.kind, m.at, m.booked, m.handover_id, m.other_org_id,
    m.at < m.booked - interval '1 minute'
  from (
    select o.org_id, o.id as seal_id, o.medium, o.holder_id, o.holder_name, 1 as nth,
      case when n.state = 'sealed' then 'used' when n.state <> 'blank' then 'scrapped' when n.holder_id is null then 'missing'
        when h.purpose = 'return' then 'returned' else 'given' end as kind,
      case when n.handover_id is distinct from o.handover_id then coalesce(h.answer_time, now())
        when n.last_time is distinct from o.last_time then n.last_time else now() end as at,
      case when n.handover_id is distinct from o.handover_id then coalesce(h.answer_time, now())
        when n.told_time is distinct from o.told_time then n.told_time else now() end as booked,
      case when n.state = 'blank' then n.handover_id end as handover_id,
      case when n.state = 'blank' and n.holder_id is not null then n.org_id else 0 end as other_org_id
    from before o join changed n on n.id = o.id left join seal_handover h on h.id = n.handover_id
    where o.state = 'blank' and o.holder_id is not null and (n.state <> 'blank' or n.holder_id is distinct from o.holder_id)
    union all
    select n.org_id, n.id, n.medium, n.holder_id, n.holder_name, 2,
      case when o.state = 'blank' and o.holder_id is null then 'found' else 'received' end,
      case when n.handover_id is distinct from o.handover_id then coalesce(h.answer_time, now())
        when n.last_time is distinct from o.last_time then n.last_time else now() end,
      case when n.handover_id is distinct from o.handover_id then coalesce(h.answer_time, now())
        when n.told_time is distinct from o.told_time then n.told_time else now() end,
      case when o.state = 'blank' then n.handover_id end,
      case when o.state = 'blank' and o.holder_id is not null then o.org_id else 0 end
    from before o join changed n on n.id = o.id left join seal_handover h on h.id = n.handover_id
    where n.state = 'blank' and n.holder_id is not null and (o.state <> 'blank' or o.holder_id is distinct from n.holder_id)
  ) m order by m.seal_id, m.nth;
  return null;
end $$;
revoke execute on function seal_movement_to_account(), seal_made_to_movement(), seal_moved_to_movement() from public;

-- Of a series, what became of its seals, counted as it happens: a page of series reads no seal.
create table seal_series_sum (
  series_id bigint not null references seal_series,
  org_id bigint not null, -- whose they are by now
  used integer not null default 0,
  in_hand integer not null default 0,
  unexplained integer not null default 0,
  scrapped integer not null default 0,
  primary key (series_id, org_id)
);
select isolate('seal_series_sum', 'org_id');
grant select on seal_series_sum to plomb_app, plomb_platform;
create function seals_to_series() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  insert into seal_series_sum as a (series_id, org_id, used, in_hand, unexplained, scrapped)
  select series_id, org_id, count(*) filter (where state in ('sealed', 'spent')), count(*) filter (where state = 'blank' and holder_id is not null),
    count(*) filter (where state = 'blank' and holder_id is null), count(*) filter (where state = 'scrapped')
  from added group by series_id, org_id order by series_id, org_id
  on conflict (series_id, org_id) do update set used = a.used + excluded.used, in_hand = a.in_hand + excluded.in_hand,
    unexplained = a.unexplained + excluded.unexplained, scrapped = a.scrapped + excluded.scrapped;
  return null;
end $$;
create function seals_moved_in_series() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  insert into seal_series_sum as a (series_id, org_id, used, in_hand, unexplained, scrapped)
  select * from (
    select series_id, org_id, coalesce(sum(n) filter (where state in ('sealed', 'spent')), 0) as used,
      coalesce(sum(n) filter (where state = 'blank' and holder_id is not null), 0) as in_hand,
      coalesce(sum(n) filter (where state = 'blank' and holder_id is null), 0) as unexplained,
      coalesce(sum(n) filter (where state = 'scrapped'), 0) as scrapped
    from (select 1 as n, series_id, org_id, state, holder_id from changed
      union all select -1, series_id, org_id, state, holder_id from before) d group by series_id, org_id) s
  where (s.used, s.in_hand, s.unexplained, s.scrapped) <> (0, 0, 0, 0) order by series_id, org_id
  on conflict (series_id, org_id) do update set used = a.used + excluded.used, in_hand = a.in_hand + excluded.in_hand,
    unexplained = a.unexplained + excluded.unexplained, scrapped = a.scrapped + excluded.scrapped;
  return null;
end $$;
create trigger series_of_new_seals after insert on seal referencing new table as added for each statement execute function seals_to_series();
create trigger series_of_seals after update on seal referencing old table as before new table as changed
  for each statement execute function seals_moved_in_series();
insert into seal_series_sum (series_id, org_id, used, in_hand, unexplained, scrapped)
select series_id, org_id, count(*) filter (where state in ('sealed', 'spent')), count(*) filter (where state = 'blank' and holder_id is not null),
  count(*) filter (where state = 'blank' and holder_id is null), count(*) filter (where state = 'scrapped')
from seal group by series_id, org_id;

-- How often a label was printed stands on its seal: a run of a thousand labels reads no other run.
alter table seal add column printed integer not null default 0;
create function seals_printed() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  update seal s set printed = s.printed + 1 from added n where s.series_id = n.series_id and s.id between n.first_id and n.last_id;
  return null;
end $$;
create trigger printed_seals after insert on seal_print referencing new table as added for each statement execute function seals_printed();
update seal s set printed = n.times from (select s2.id, count(*)::int as times from seal_print p
  join seal s2 on s2.series_id = p.series_id and s2.id between p.first_id and p.last_id group by s2.id) n where n.id = s.id;
revoke execute on function seals_to_series(), seals_moved_in_series(), seals_printed() from public;
create index seal_by_series on seal (series_id, id);
drop index seal_series_id;

-- Whoever handed seals to somebody may have them back, as long as that person is there: also one out of sight.
create function seal_giver(giver bigint, taker bigint) returns table (oper_name text, org_id bigint, org_name text)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select p.oper_name, p.org_id, o.org_name from operator p join organisation o on o.id = p.org_id
  where p.id = giver and p.status = 1 and organisation_enabled(p.org_id)
    and exists (select from seal_handover h where h.taker_id = taker and h.giver_id = giver and h.state in ('accepted', 'partly'))
$$;
revoke execute on function seal_giver(bigint, bigint) from public;
grant execute on function seal_giver(bigint, bigint) to plomb_app, plomb_platform;
create index seal_handover_taken on seal_handover (taker_id, giver_id) where state in ('accepted', 'partly');
