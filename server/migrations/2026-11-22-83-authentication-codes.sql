-- Counts how often somebody let another terminal register: the authentication code is derived from the number and this,
-- so that what the terminals before were given proves nothing any more.
alter table device add column code_generation integer not null default 0;
