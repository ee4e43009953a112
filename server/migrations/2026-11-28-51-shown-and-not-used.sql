-- A one-time password that was shown and not used in its time is in force still, and somebody knows it.
alter table unlock_password add column exposed boolean not null default false;
create index unlock_password_shown on unlock_password (id) where state = 'disclosed';
