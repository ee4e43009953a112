-- Where an organisation asks for it, a second person signs in for making a series of running numbers: whoever makes numbers alone can make
-- two of each. See docs/decisions/0136-series-by-two.md.

alter table approval_rule drop constraint approval_rule_kind_check;
alter table approval_rule add constraint approval_rule_kind_check
  check (kind in ('unseal', 'factory_reset', 'firmware_resume', 'scrap', 'seal_series'));

-- By an own sign-in, there and then; stays told, also when that person has left.
alter table seal_series add column witness_id bigint, add column witness text not null default '',
  add constraint seal_series_two check ((witness_id is null) = (witness = '') and witness_id is distinct from operator_id);

-- The backstop: whatever code writes it, no such series is made by one alone where two are asked for.
create function series_is_witnessed() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if 'seal_series' = any (approval_kinds(new.org_id)) then
    raise check_violation using constraint = 'series_by_two', message = 'a second person has to sign in for making a series of seals';
  end if;
  return new;
end $$;
create trigger series_is_witnessed before insert on seal_series for each row
  when (new.first is not null and new.witness_id is null) execute function series_is_witnessed();
revoke execute on function series_is_witnessed() from public;

create or replace function seal_series_to_ledger() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  insert into ledger (org_id, fact, source, source_id, at, operator_id, oper_name, by_right, details)
  select n.org_id, 'seal.made', 'seal_series', n.id, n.create_time, n.operator_id, n.oper_name, 'organisation',
    jsonb_strip_nulls(jsonb_build_object('number', n.prefix, 'medium', n.medium, 'first', n.first, 'count', n.count,
      'witness', nullif(n.witness, '')))
  from added n order by n.id
  on conflict do nothing;
  return null;
end $$;
