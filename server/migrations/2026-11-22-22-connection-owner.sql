-- Which run of which gateway holds a device's connection: a word of another that comes late does not mark it closed.
alter table device_connection add column epoch bigint not null default 0;
