-- An organisation is not moved away from people above it who have seals of it in hand: they would see them no longer, nobody could hand them on, and
-- those people could never leave (operator_holds_seals).
create function organisation_leaves_seals() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if exists (select from operator p join seal s on s.holder_id = p.id and s.state = 'blank'
      where p.org_id in (select orgs_above(old.parent_id)) and p.org_id not in (select orgs_above(new.id))
        and s.org_id in (select orgs_below(new.id))) then
    raise check_violation using constraint = 'organisation_leaves_seals', message = 'people above have seals of it in hand';
  end if;
  return null;
end $$;
create trigger organisation_leaves_seals after update of parent_id on organisation for each row
  when (new.parent_id is distinct from old.parent_id) execute function organisation_leaves_seals();
revoke execute on function organisation_leaves_seals() from public;
