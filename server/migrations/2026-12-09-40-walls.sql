-- A session that only looks, for a wall of a control room: it ends by its own time, not when nobody touches anything.
alter table session add column wall boolean not null default false;
