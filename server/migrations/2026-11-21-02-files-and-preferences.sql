-- Files asked for and not fetched yet; what each operator likes its screens to be.

create table file_ticket (
  id_hash bytea primary key,
  path text not null,
  operator_id bigint not null references operator on delete cascade,
  input jsonb not null,
  expire_time timestamptz not null
);

create table ui_preference (
  operator_id bigint not null references operator on delete cascade,
  name text not null check (name ~ '^[\w./-]{1,80}$'),
  value jsonb not null check (octet_length(value::text) <= 16384),
  primary key (operator_id, name)
);

grant select, insert, update, delete on file_ticket, ui_preference to plomb_platform;
grant insert on file_ticket to plomb_app;
grant select, insert, update, delete on ui_preference to plomb_app;
