-- Whoever writes of a device's password holds the device first, and does not keep out those who only name it: each disclosure,
-- order and event does.
create or replace function keep_unlock_password(device bigint, sealed bytea, fingerprint bytea, told timestamptz) returns boolean
language plpgsql as $$
declare
  held unlock_password;
begin
  perform from public.device d where d.id = keep_unlock_password.device for no key update;
  select * into held from unlock_password p where p.device_id = device and p.end_time is null;
  if found and held.fingerprint = keep_unlock_password.fingerprint then
    update unlock_password p set told_time = greatest(p.told_time, told) where p.id = held.id;
    return true;
  end if;
  if exists (select from unlock_password p where p.device_id = device
      and (p.told_time > told or p.fingerprint = keep_unlock_password.fingerprint and p.end_time >= told)) then
    return false;
  end if;
  update unlock_password p set state = 'superseded', end_time = told where p.id = held.id;
  insert into unlock_password (device_id, org_id, sealed, fingerprint, told_time)
    select d.id, d.org_id, keep_unlock_password.sealed, keep_unlock_password.fingerprint, told
      from public.device d where d.id = device;
  return true;
end $$;
