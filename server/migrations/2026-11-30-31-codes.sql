-- A second factor may be a code that is sent by mail or SMS, where the role allows it.

alter table role add column second_factor_by_message boolean not null default false;
grant update (second_factor_by_message) on role to plomb_app;

alter table second_factor add column channel text not null default 'app' check (channel in ('app', 'mail', 'sms'));
alter table second_factor add column recipient text not null default ''; -- of a channel that sends: the address, covered
comment on column second_factor.secret is 'sealed: the key of an app, or the address codes are sent to';

-- What is being set up stands apart from what is on, which may be another one.
create table second_factor_set_up (
  operator_id bigint primary key references operator on delete cascade,
  channel text not null check (channel in ('app', 'mail', 'sms')),
  secret bytea not null, -- sealed, as it will be
  recipient text not null default '',
  create_time timestamptz not null default now()
);
insert into second_factor_set_up (operator_id, channel, secret, create_time)
  select operator_id, 'app', secret, create_time from second_factor where confirm_time is null;
delete from second_factor where confirm_time is null;
alter table second_factor alter column confirm_time set not null;
grant select, insert, update, delete on second_factor_set_up to plomb_platform;

-- Codes that were sent: a keyed hash of each, good once, for ten minutes, and not after five wrong tries.
create table verification_code (
  id bigint generated always as identity primary key,
  operator_id bigint not null references operator on delete cascade,
  purpose text not null check (purpose in ('set_up', 'second_factor')),
  code_hash bytea not null,
  tries integer not null default 0,
  create_time timestamptz not null default now(),
  expire_time timestamptz not null default now() + interval '10 minutes',
  end_time timestamptz -- used, or replaced by a newer one
);
create unique index verification_code_live on verification_code (operator_id, purpose) where end_time is null;
create index verification_code_recent on verification_code (operator_id, create_time);
create index verification_code_old on verification_code (create_time);
grant select, insert, update, delete on verification_code to plomb_platform;
