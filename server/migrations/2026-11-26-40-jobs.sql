-- Long work of people: a row each, done in parts that are one transaction each, by whichever process does the jobs.

create table job (
  id bigint generated always as identity primary key,
  org_id bigint not null references organisation,
  operator_id bigint not null, -- it is done in this person's name and sight; who it was stays told
  kind text not null,
  subject text not null,
  subject_id bigint not null,
  state text not null default 'queued' check (state in ('queued', 'running', 'done', 'failed', 'cancelled')),
  done integer not null default 0 check (done >= 0), -- set with the work itself: what is counted is committed
  total integer not null check (total >= 0),
  attempts integer not null default 0, -- begun so often since the last part was done
  next_time timestamptz not null default now(), -- not begun again before
  failure text not null default '', -- a refusal of the contract, by its code
  failure_values jsonb not null default '{}',
  create_time timestamptz not null default now(),
  start_time timestamptz,
  end_time timestamptz,
  check ((end_time is not null) = (state in ('done', 'failed', 'cancelled')))
);
create index job_under_way on job (id) where state in ('queued', 'running');
create index job_operator on job (operator_id, id desc);
select isolate('job', 'org_id');
grant select, insert, update, delete on job to plomb_app, plomb_platform;
