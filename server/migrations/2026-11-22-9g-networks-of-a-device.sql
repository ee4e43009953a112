-- From which network a device counts as itself, since when, and from which it did before: for a person to see, where nothing
-- but its number proves it.
alter table device_connection
  add column network text not null default '',
  add column network_before text not null default '',
  add column network_time timestamptz;
