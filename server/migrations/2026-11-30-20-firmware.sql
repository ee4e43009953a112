-- Versions of what runs on locks, roll-outs of one to many of them, and what became of it at each.

create table firmware (
  id bigint generated always as identity primary key,
  org_id bigint not null references organisation,
  device_type_id bigint not null references device_type,
  firmware_version text not null,
  firmware_path text not null references file,
  maker_code text not null default '',
  signature text not null default '',
  remark text not null default '',
  state text not null default 'draft' check (state in ('draft', 'published', 'withdrawn')),
  oper_name text not null default '',
  create_time timestamptz not null default now(),
  publish_name text not null default '',
  publish_time timestamptz,
  withdraw_name text not null default '',
  withdraw_time timestamptz
);
comment on table firmware is 'managed: drafts are deleted by their organisation; what was published stays, as few rows as releases';
create unique index firmware_once on firmware (org_id, device_type_id, firmware_version);
create index firmware_type on firmware (device_type_id);
create index firmware_file on firmware (firmware_path);
select isolate('firmware', 'org_id');
grant select, insert, update, delete on firmware to plomb_app;
grant select on firmware to plomb_platform;

-- What locks were sent is fixed, whoever writes it.
create function keep_firmware() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if tg_op = 'DELETE' then
    if old.state <> 'draft' then
      raise exception 'a firmware that was published stays' using errcode = '23514', constraint = 'firmware_fixed';
    end if;
    return old;
  end if;
  if new.state <> old.state and (old.state, new.state) not in (('draft', 'published'), ('published', 'withdrawn')) then
    raise exception 'no step of a firmware' using errcode = '23514', constraint = 'firmware_step';
  end if;
  if (new.org_id, new.create_time) <> (old.org_id, old.create_time)
    or (old.state <> 'draft' or new.state <> old.state)
      and (new.device_type_id, new.firmware_version, new.firmware_path, new.maker_code, new.signature, new.remark)
        <> (old.device_type_id, old.firmware_version, old.firmware_path, old.maker_code, old.signature, old.remark) then
    raise exception 'a firmware that was published is not changed' using errcode = '23514', constraint = 'firmware_fixed';
  end if;
  return new;
end $$;
create trigger keep_firmware before update or delete on firmware for each row execute function keep_firmware();

-- A file that no firmware names any more goes a day later.
create function firmware_file() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  delete from file_use where file_id = old.firmware_path and used_by = 'firmware ' || old.id;
  return null;
end $$;
create trigger firmware_file_changed after update of firmware_path on firmware for each row
  when (new.firmware_path <> old.firmware_path) execute function firmware_file();
create trigger firmware_file_deleted after delete on firmware for each row execute function firmware_file();

create table firmware_rollout (
  id bigint generated always as identity primary key,
  org_id bigint not null references organisation,
  firmware_id bigint not null references firmware,
  operator_id bigint not null references operator, -- it goes on only as long as this person may begin one
  oper_name text not null,
  login_name text not null,
  state text not null default 'draft' check (state in ('draft', 'running', 'paused', 'stopped', 'ended', 'done')),
  canary integer not null,
  wave_size integer not null,
  hours integer not null,
  wave integer not null default 0, -- the one under way; 0 is the canary
  accepted integer not null default 0, -- failures of that wave a person has seen, and went on
  reason text not null default '',
  create_time timestamptz not null default now(),
  start_time timestamptz,
  deadline timestamptz, -- no lock begins later
  end_time timestamptz,
  check ((state = 'draft') = (start_time is null))
);
create index firmware_rollout_org on firmware_rollout (org_id, id desc);
create index firmware_rollout_firmware on firmware_rollout (firmware_id);
create index firmware_rollout_running on firmware_rollout (id) where state in ('running', 'paused', 'stopped');
create index firmware_rollout_operator on firmware_rollout (operator_id, id desc);
select isolate('firmware_rollout', 'org_id');
grant select, insert, update, delete on firmware_rollout to plomb_app, plomb_platform;

create table firmware_rollout_step (
  id bigint generated always as identity primary key,
  rollout_id bigint not null references firmware_rollout on delete cascade,
  org_id bigint not null,
  step text not null,
  oper_name text not null default '', -- '' = by itself
  reason text not null default '',
  at timestamptz not null default now()
);
create index firmware_rollout_step_of on firmware_rollout_step (rollout_id, id desc);
select isolate('firmware_rollout_step', 'org_id');
grant select, insert on firmware_rollout_step to plomb_app, plomb_platform;

-- One row for each lock of a roll-out, also for those that get none.
create table firmware_issue (
  id bigint generated always as identity primary key,
  rollout_id bigint not null references firmware_rollout on delete cascade,
  device_id bigint not null references device on delete cascade,
  org_id bigint not null, -- the device's, when it was previewed
  sn text not null,
  firmware_id bigint not null,
  firmware_version text not null,
  refusal text not null default '', -- why it gets none; '' = it does
  wave integer not null default 0,
  state text not null default 'created'
    check (state in ('created', 'queued', 'sending', 'verifying', 'success', 'failed', 'cancelled', 'timed_out')),
  cause text,
  former_version text not null default '',
  told_version text not null default '',
  serial integer, -- of the first part, for going on on another connection
  parts integer not null default 0,
  parts_total integer not null default 0,
  attempt integer not null default 0,
  create_time timestamptz not null default now(),
  send_time timestamptz,
  answer_time timestamptz, -- the lock said that it took it
  end_time timestamptz,
  unique (rollout_id, device_id),
  check (refusal = '' or state = 'created')
);
create index firmware_issue_device on firmware_issue (device_id);
create index firmware_issue_org on firmware_issue (org_id, id desc);
create index firmware_issue_standing on firmware_issue (rollout_id, wave, state) where refusal = '';
-- a lock is sent one at a time
create unique index firmware_issue_under_way on firmware_issue (device_id) where state in ('queued', 'sending', 'verifying');
select isolate('firmware_issue', 'org_id');
grant select, insert, update, delete on firmware_issue to plomb_app, plomb_platform;

-- The steps of contract/src/firmware/steps.ts, whoever takes them.
create function keep_firmware_steps() returns trigger
language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if tg_table_name = 'firmware_rollout' then
    if (old.state, new.state) not in (('draft', 'running'), ('running', 'paused'), ('running', 'stopped'), ('paused', 'running'),
      ('stopped', 'running'), ('running', 'ended'), ('paused', 'ended'), ('stopped', 'ended'), ('running', 'done'), ('done', 'running')) then
      raise exception 'no step of a roll-out' using errcode = '23514', constraint = 'firmware_step';
    end if;
  elsif (old.state, new.state) not in (('created', 'queued'), ('queued', 'sending'), ('sending', 'verifying'),
      ('verifying', 'success'), ('created', 'failed'), ('queued', 'failed'), ('sending', 'failed'), ('verifying', 'failed'),
      ('created', 'cancelled'), ('queued', 'cancelled'), ('created', 'timed_out'), ('queued', 'timed_out'),
      ('sending', 'timed_out'), ('verifying', 'timed_out'), ('failed', 'created'), ('timed_out', 'created')) then
    raise exception 'no step of an issue' using errcode = '23514', constraint = 'firmware_step';
  end if;
  return new;
end $$;
create trigger keep_steps before update of state on firmware_rollout for each row
  when (new.state <> old.state) execute function keep_firmware_steps();
create trigger keep_steps before update of state on firmware_issue for each row
  when (new.state <> old.state) execute function keep_firmware_steps();

revoke execute on function keep_firmware(), firmware_file(), keep_firmware_steps() from public;
