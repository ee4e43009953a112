-- Whoever has seals in hand sees them: they are of its organisation, or of one below. Whoever gives somebody seals and whoever moves that person elsewhere
-- meanwhile wait for each other, and the second is refused (the other half: operator_holds_seals): nobody could hand such seals on.
create function seals_with_holder() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  taken bigint[];
begin
  if tg_op = 'INSERT' then
    taken := array(select id from changed where state = 'blank' and holder_id is not null);
  else
    taken := array(select n.id from changed n join before o using (id) where n.state = 'blank' and n.holder_id is not null
      and (o.state <> 'blank' or o.holder_id is distinct from n.holder_id));
  end if;
  if taken = '{}' then return null; end if;
  perform from operator where id in (select holder_id from changed where id = any (taken)) order by id for share;
  if exists (select from (select distinct holder_id, org_id from changed where id = any (taken)) n left join operator p on p.id = n.holder_id
      where not exists (select from orgs_above(n.org_id) a(id) where a.id = p.org_id)) then
    raise check_violation using constraint = 'seal_holder_elsewhere', message = 'whoever has a seal in hand sees it';
  end if;
  return null;
end $$;
create trigger seals_with_new_holder after insert on seal referencing new table as changed
  for each statement execute function seals_with_holder();
create trigger seals_with_holder after update on seal referencing old table as before new table as changed
  for each statement execute function seals_with_holder();
revoke execute on function seals_with_holder() from public;
