-- When a lock was where it is shown to be: a report without satellites moves the present on and leaves its place where it was.
-- Of what was known before without a place in the newest report nobody knows when that was: null.
alter table device_state add column place_time timestamptz;
update device_state set place_time = present_time where fix and lon is not null;
