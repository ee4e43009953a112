-- One order to many locks: which devices are meant is fixed before anything is ordered, then each gets an order of its own.

create table batch (
  id bigint generated always as identity primary key,
  org_id bigint not null references organisation,
  operator_id bigint not null references operator, -- the orders are given in this person's name and sight
  oper_name text not null,
  login_name text not null,
  api_key_id bigint,
  kind text not null,
  args jsonb not null,
  total integer not null default 0, -- devices in it
  unfit integer not null default 0, -- of them those that get no order
  reason text not null default '',
  reason_code text,
  reason_text jsonb,
  job_id bigint references job on delete set null, -- the one that gives the orders
  create_time timestamptz not null default now(),
  start_time timestamptz -- null: a draft, nothing is ordered
);
create index batch_org on batch (org_id, id desc);
create index batch_job on batch (job_id);
create index batch_operator on batch (operator_id, id desc);
select isolate('batch', 'org_id');
grant select, insert, update, delete on batch to plomb_app, plomb_platform;

-- The devices of a batch, as they were when it was prepared. A device stands in it once.
create table batch_device (
  batch_id bigint not null references batch on delete cascade,
  device_id bigint not null references device on delete cascade,
  org_id bigint not null,
  refusal text not null default '', -- why it gets no order, by its code; '' = it does
  field text not null default '', -- of the order's arguments, the one that is refused
  primary key (batch_id, device_id)
);
create index batch_device_device on batch_device (device_id);
create index batch_device_refusal on batch_device (batch_id, refusal, device_id);
select isolate('batch_device', 'org_id');
grant select, insert, update, delete on batch_device to plomb_app, plomb_platform;

-- Its order, which is one like any other. Of one batch a device gets one, however often the work is begun anew.
alter table command add column batch_id bigint references batch;
create unique index once_in_a_batch on command (batch_id, device_id) where batch_id is not null;
create index command_batch on command (batch_id, stage) include (org_id) where batch_id is not null;
