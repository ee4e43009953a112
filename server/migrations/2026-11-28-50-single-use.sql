-- Locks that are used once: opened, they are neither sealed again nor taken into stock.
alter table device_type add column reusable boolean not null default true;
