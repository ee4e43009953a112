-- An authorisation takes the steps that were agreed (decision 0060) and no other, whoever writes.
create function keep_authorisation_steps() returns trigger
language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if (old.state, new.state) not in (
      ('pending_first', 'pending_second'), ('pending_first', 'active'), ('pending_second', 'active'),
      ('pending_first', 'declined'), ('pending_second', 'declined'),
      ('pending_first', 'withdrawn'), ('pending_second', 'withdrawn'),
      ('pending_first', 'lapsed'), ('pending_second', 'lapsed'),
      ('active', 'expired'), ('active', 'ended')) then
    raise check_violation using constraint = 'authorisation_step', message = format('no step of an authorisation: %s to %s', old.state, new.state);
  end if;
  return new;
end $$;
-- after the one that says that what has ended stays so: of several the first by name is asked first
create trigger keep_authorisation_steps before update of state on authorisation for each row
  when (new.state <> old.state) execute function keep_authorisation_steps();
revoke execute on function keep_authorisation_steps() from public;
