-- Since when what a lock reports is put aside: it is heard, and its place and readings are not taken. Null: they are.
alter table device_state add column aside_since timestamptz;

update device_state s set aside_since = q.since
  from (select device_id, min(receive_time) as since, max(receive_time) as last from quarantine
         where authenticated and again_time is null and reason in ('clock_future', 'clock_unset', 'too_old')
           and coalesce((report ->> 'replay')::boolean, false) = false
         group by device_id) q
 where q.device_id = s.device_id and q.last = s.receive_time
   and (s.present_time is null or s.present_time < q.since);

-- What is put aside stays with the organisation that had the device.
create or replace function cards_stay() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  update device_state set lock_actor = '', icc_card_no = '', aside_since = null where device_id = new.id;
  return null;
end $$;
