-- What was added under a key of the caller's own: a request that comes again, because its answer was lost, adds nothing more.
create table addition (
  operator_id bigint not null references operator on delete cascade,
  idempotency_key text not null,
  path text not null,
  input_hash bytea not null, -- with other values the key is not the same request
  record_id bigint not null,
  create_time timestamptz not null default now(),
  primary key (operator_id, idempotency_key)
);
create index addition_time on addition (create_time);
alter table addition enable row level security;
alter table addition force row level security;
create policy of_operators_in_sight on addition to plomb_app
  using (exists (select from operator o where o.id = operator_id));
create policy everything on addition to plomb_platform using (true);
create policy owner on addition to current_user using (true);
grant select, insert on addition to plomb_app;
grant select, insert, update, delete on addition to plomb_platform;
