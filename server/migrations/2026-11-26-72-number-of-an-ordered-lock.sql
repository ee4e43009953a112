-- The number a lock had when it was ordered: the paper of the order names it, also after the number was corrected.
alter table command add column device_sn text not null default '';
update command c set device_sn = d.sn from device d where d.id = c.device_id;
create or replace function command_of_owner() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  select sn into new.device_sn from device where id = new.device_id and org_id = new.org_id for key share;
  if not found then
    raise foreign_key_violation using constraint = 'command_of_owner',
      message = format('device %s is not of organisation %s', new.device_id, new.org_id);
  end if;
  return new;
end $$;
