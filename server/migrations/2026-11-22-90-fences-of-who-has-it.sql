-- A fence rings for the locks of its organisation and of those below. A lock that goes elsewhere is no longer one of them:
-- or the giver's fence would ring for the taker, who cannot see it.
create function fences_of_owner() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  delete from fence_device fd using fence f
   where fd.device_id = new.id and f.id = fd.fence_id and f.org_id not in (
     with recursive above as (
       select id, parent_id from organisation where id = new.org_id
       union all select o.id, o.parent_id from organisation o join above a on o.id = a.parent_id)
     select id from above);
  return null;
end $$;
create trigger fences_of_owner after update of org_id on device for each row
  when (new.org_id <> old.org_id) execute function fences_of_owner();
revoke execute on function fences_of_owner() from public;

delete from fence_device fd using fence f, device d
 where f.id = fd.fence_id and d.id = fd.device_id and f.org_id not in (
   with recursive above as (
     select id, parent_id from organisation where id = d.org_id
     union all select o.id, o.parent_id from organisation o join above a on o.id = a.parent_id)
   select id from above);
