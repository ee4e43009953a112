-- Every time labels of a series were printed, and why those that were printed again.

create table seal_print (
  id bigint generated always as identity primary key,
  org_id bigint not null references organisation,
  series_id bigint not null references seal_series,
  -- the numbers of a series were made in their order
  first_id bigint not null references seal,
  last_id bigint not null references seal,
  first_number text not null,
  last_number text not null,
  count integer not null check (count between 1 and 1000),
  again integer not null check (again between 0 and count), -- so many of them had been printed before
  reason text not null default '',
  operator_id bigint not null, -- stays told, also when that person has left
  oper_name text not null,
  create_time timestamptz not null default now(),
  check (first_id <= last_id),
  check (again = 0 or reason <> '')
);
create index seal_print_series on seal_print (series_id, id desc);
create index seal_print_org on seal_print (org_id, id desc);
create trigger seal_print_append_only before update or delete on seal_print for each statement execute function append_only();
select isolate('seal_print', 'org_id');
grant select, insert on seal_print to plomb_app, plomb_platform;

create function seal_print_to_ledger() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  insert into ledger (org_id, fact, source, source_id, at, operator_id, oper_name, by_right, details)
  select n.org_id, 'seal.printed', 'seal_print', n.id, n.create_time, n.operator_id, n.oper_name, 'organisation',
    jsonb_strip_nulls(jsonb_build_object('number', n.first_number, 'last', nullif(n.last_number, n.first_number), 'count', n.count,
      'again', nullif(n.again, 0), 'reason', nullif(n.reason, '')))
  from added n order by n.id
  on conflict do nothing;
  return null;
end $$;
create trigger ledger_of_seal_prints after insert on seal_print referencing new table as added
  for each statement execute function seal_print_to_ledger();
revoke execute on function seal_print_to_ledger() from public;
