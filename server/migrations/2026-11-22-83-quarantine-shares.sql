-- What a lock said itself is not pushed out by somebody who uses its number, nor a report whose time was not believed by
-- messages that nobody understood. Those are kept whole too: their lock was told so, and has forgotten them.
alter table quarantine add column authenticated boolean not null default true;
create function quarantine_kind(reason text) returns text language sql immutable as $$
  select case when reason like 'not understood %' then reason else '' end
$$;
create index quarantine_shares on quarantine (device_id, authenticated, quarantine_kind(reason), id desc);

-- Of each device, from itself and from those who only say to be it: the newest 5,000 reports, and of each kind of message
-- that was not understood the newest 500.
create or replace function quarantine_share() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  share record;
  boundary bigint;
begin
  for share in select distinct device_id, authenticated, quarantine_kind(reason) as kind from added loop
    select id into boundary from quarantine
     where device_id = share.device_id and authenticated = share.authenticated and quarantine_kind(reason) = share.kind
     order by id desc offset case when share.kind = '' then 5000 else 500 end limit 1;
    if boundary is not null then
      delete from quarantine
       where device_id = share.device_id and authenticated = share.authenticated and quarantine_kind(reason) = share.kind
         and id <= boundary;
    end if;
  end loop;
  return null;
end $$;
