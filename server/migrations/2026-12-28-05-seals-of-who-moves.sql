-- Seals stay with the organisation in whose hand they are counted: whoever goes to another one, or away, hands them over first. Nobody else could.
create function operator_holds_seals() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if exists (select from seal where holder_id = old.id and state = 'blank') then
    raise check_violation using constraint = 'operator_holds_seals', message = 'seals are in hand';
  end if;
  return case tg_op when 'DELETE' then old else new end;
end $$;
create trigger operator_holds_seals before delete on operator for each row execute function operator_holds_seals();
create trigger operator_takes_no_seals before update of org_id on operator for each row when (new.org_id <> old.org_id)
  execute function operator_holds_seals();
