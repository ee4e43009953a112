-- Hours of a rule are in a zone that the database knows, too: it judges them, inside the transaction of every report that rings.
create function is_time_zone(name text) returns boolean
language sql stable set search_path = pg_catalog, public, pg_temp as $$
  select exists (select from pg_timezone_names z where lower(z.name) = lower(is_time_zone.name))
$$;

create function alarm_rule_zone() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if not is_time_zone(new.schedule ->> 'time_zone') then
    raise check_violation using constraint = 'alarm_rule_zone', message = 'alarm_rule_zone: hours are in a time zone that the database knows';
  end if;
  return new;
end $$;
create trigger alarm_rule_zone before insert or update of schedule on alarm_rule
  for each row when (new.schedule is not null) execute function alarm_rule_zone();

-- As `isScheduled` of the contract says it; a test holds the two to the same. Hours that cannot be read, for zones go too, hold back
-- no alarm and no report: then it rings.
create or replace function is_scheduled(schedule jsonb, at timestamptz) returns boolean
language plpgsql stable set search_path = pg_catalog, public, pg_temp as $$
declare
  l timestamp;
  hour text;
  from_hour text := schedule ->> 'from';
  until_hour text := schedule ->> 'until';
  today boolean;
  day_before boolean;
begin
  -- an offset would be read with its sign reversed
  if schedule is null or schedule ->> 'time_zone' ~ '^[+-]' then return true; end if;
  l := at at time zone (schedule ->> 'time_zone');
  hour := to_char(l, 'HH24:MI');
  today := schedule -> 'days' @> to_jsonb(extract(isodow from l)::int);
  day_before := schedule -> 'days' @> to_jsonb(extract(isodow from l - interval '1 day')::int);
  return coalesce(case
    when from_hour = until_hour then today
    when from_hour < until_hour then today and hour >= from_hour and hour < until_hour
    else today and hour >= from_hour or day_before and hour < until_hour end, true);
exception when data_exception then return true;
end $$;
revoke execute on function is_time_zone(text), alarm_rule_zone() from public;
grant execute on function is_time_zone(text) to plomb_app, plomb_platform;
