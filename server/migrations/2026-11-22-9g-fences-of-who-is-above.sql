-- A fence rings for the locks of its organisation and of those below, also where an organisation goes elsewhere with all it has.
create function fences_of_who_is_above() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  with recursive
  below as (
    select id from organisation where id = new.id
    union all select o.id from organisation o join below b on o.parent_id = b.id),
  above as (
    select id, parent_id from organisation where id = new.id
    union all select o.id, o.parent_id from organisation o join above a on o.id = a.parent_id)
  delete from fence_device fd using fence f, device d
   where f.id = fd.fence_id and d.id = fd.device_id and d.org_id in (select id from below)
     and f.org_id not in (select id from below union all select id from above);
  return null;
end $$;
create trigger fences_of_who_is_above after update of parent_id on organisation for each row
  when (new.parent_id is distinct from old.parent_id) execute function fences_of_who_is_above();
revoke execute on function fences_of_who_is_above() from public;

delete from fence_device fd using fence f, device d
 where f.id = fd.fence_id and d.id = fd.device_id and f.org_id not in (
   with recursive above as (
     select id, parent_id from organisation where id = d.org_id
     union all select o.id, o.parent_id from organisation o join above a on o.id = a.parent_id)
   select id from above);
