-- Frozen periods of an organisation come to so much together, not each to that: docs/decisions/0149-frozen-periods.md.

-- Whether one more would freeze it for longer than 92 days of some 366, those that overlap counted once. A window that holds the most
-- begins where a period begins, or ends where one ends.
create function frozen_for_too_long(org bigint, begins timestamptz, ends timestamptz) returns boolean
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  with frozen as (
    select unnest(range_agg(f.during)) as during from (
      select tstzrange(begins, ends) as during
      union all
      select tstzrange(from_time, least(until_time, end_time)) from frozen_period
       where org_id = org and coalesce(end_time > from_time, true) and until_time > begins - interval '366 days' and from_time < ends + interval '366 days') f),
  windows as (
    select tstzrange(lower(during), lower(during) + interval '366 days') as during from frozen
    union all select tstzrange(upper(during) - interval '366 days', upper(during)) from frozen)
  select exists (
    select from windows w where w.during && tstzrange(begins, ends) and (
      select sum(upper(held) - lower(held)) from frozen f, lateral (select f.during * w.during as held) h where not isempty(held)) > interval '92 days')
$$;
create function frozen_period_sum() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  -- two at once are counted together
  perform from organisation where id = new.org_id for no key update;
  if frozen_for_too_long(new.org_id, new.from_time, new.until_time) then
    raise check_violation using constraint = 'frozen_period_sum', message = format('organisation %s would be frozen for more than 92 days of 366', new.org_id);
  end if;
  return new;
end $$;
create trigger frozen_period_sum before insert on frozen_period for each row execute function frozen_period_sum();
revoke execute on function frozen_for_too_long(bigint, timestamptz, timestamptz), frozen_period_sum() from public;
grant execute on function frozen_for_too_long(bigint, timestamptz, timestamptz) to plomb_app;
