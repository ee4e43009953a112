-- Who may open a position is named anew on the road, too, where they have left or are elsewhere: by an amendment of two, as where it may be opened.
create or replace function position_goes_on() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare
  plan constant text[] := array['nth', 'position', 'process_name', 'medium', 'device_id', 'planned_number', 'photos_asked', 'open_stops',
    'second_person'];
  carried constant text := (select state from logistics_batch where id = new.batch_id);
begin
  if (new.org_id, new.batch_id) <> (old.org_id, old.batch_id) or old.nth is null then
    raise check_violation using constraint = 'batch_position', message = 'a position stays with its batch';
  end if;
  if exists (select from unnest(plan) c where to_jsonb(new) -> c is distinct from to_jsonb(old) -> c)
    and (carried <> 'draft' or exists (select from batch_step where batch_id = new.batch_id)) then
    raise check_violation using constraint = 'batch_applied', message = 'what is sealed with what stays, once something is';
  end if;
  if new.openers is distinct from old.openers and carried not in ('draft', 'in_transit') then
    raise check_violation using constraint = 'batch_applied', message = 'of what is over nobody is named anew';
  end if;
  if new.open and not old.open then
    raise check_violation using constraint = 'batch_position', message = 'a position that is over stays so';
  end if;
  if new.state <> old.state and (carried not in ('draft', 'in_transit') or not (old.state in ('waiting', 'opened') and new.state = 'sealed'
    or old.state = 'sealed' and new.state in ('waiting', 'opened'))) then
    raise check_violation using constraint = 'batch_position', message = 'a position does not go from ' || old.state || ' to ' || new.state;
  end if;
  if new.last_time < old.last_time then
    raise check_violation using constraint = 'batch_later', message = 'something later is known of the position';
  end if;
  return new;
end $$;

create function openers_are_amended() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if not exists (select from batch_amendment a join logistics_batch b on b.id = a.batch_id
    where a.batch_id = new.batch_id and a.at = now() and a.before ? 'positions' and (a.witness_id is not null or b.state <> 'in_transit')) then
    raise check_violation using constraint = 'batch_amend_two', message = 'what is changed of a plan stands beside it';
  end if;
  return null;
end $$;
revoke execute on function openers_are_amended() from public;
create constraint trigger openers_are_amended after update on batch_position deferrable initially deferred for each row
  when (new.openers is distinct from old.openers) execute function openers_are_amended();
