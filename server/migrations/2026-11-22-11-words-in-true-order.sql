-- A lock's words are judged in their true order, whenever they are told. So each position keeps what its lock stated and
-- where on our clock it belongs, and each event keeps what it was judged by, what it came to and what it rang.

alter table position
  add column ls smallint, -- as the lock stated it, without an event
  add column at timestamptz, -- on our clock; null: the lock's own time
  add column part smallint not null default 0; -- among several reports made of one frame

alter table device_state
  add column lock_time timestamptz, -- of the newest word of the lock, on our clock
  add column lock_serial integer not null default 0,
  add column lock_fault integer not null default 0, -- what an abnormal status comes from
  add column present_time timestamptz, -- of the newest report, on our clock; device_time is the newest by the lock's
  add column fence_time timestamptz, -- of the newest place that decided whether it is outside
  add column battery_time timestamptz, -- of the newest reading that decided whether it is low
  add column clock jsonb; -- what its clock is being tried for; null: nothing
update device_state set present_time = device_time,
  lock_time = coalesce((select max(least(e.device_time, e.receive_time)) from lock_event e
                        where e.device_id = device_state.device_id), lock_since),
  lock_fault = case when lock_status = 3 then fault else 0 end;

alter table lock_event
  add column at timestamptz, -- on our clock
  add column part smallint not null default 0,
  add column word jsonb, -- what it was judged by; null: it stands as it is
  add column after jsonb, -- what the lock was in after it
  add column counts boolean not null default true, -- false: it rang, and moved nothing
  add column timed boolean not null default true, -- false: the lock's clock was unset, device_time is when it came
  add column doubted boolean not null default false, -- the lock's clock may have been set back
  add column rang text[] not null default '{}',
  add column doubt_rang text[] not null default '{}', -- rang only because of the doubt
  add column rang_time timestamptz not null default now();
update lock_event set at = least(device_time, receive_time);
alter table lock_event alter column at set not null;
create index lock_event_order on lock_event (device_id, at);
create index lock_event_doubted on lock_event (device_id) where doubted;
create index lock_event_untimed on lock_event (device_id, hash) where not timed;

alter table alarm
  add column create_time timestamptz not null default now(),
  add column late boolean not null default false, -- rang long after it happened
  add column doubtful boolean not null default false; -- the lock's clock may have been set back
alter table alarm drop constraint alarm_result_check;
alter table alarm add constraint alarm_result_check
  check (result in ('handled', 'false_alarm', 'maintenance', 'police', 'other', 'explained'));

-- Only what is provable can be proved, whatever the code believes: an order that was sent, is uncertain or was answered,
-- by what happened in its time. An order the platform itself carries out is held, never proved.
alter table command drop constraint command_evidence_check;
alter table command add constraint command_evidence_check
  check (evidence in ('confirmed', 'contradicted', 'possible', 'held'));
create function proof_guard() returns trigger language plpgsql as $$
begin
  if new.evidence = 'confirmed' and old.evidence is distinct from 'confirmed' then
    if not (old.state in ('sent', 'uncertain', 'answered_ok')
            or (old.state = 'answered_fail' and old.answer_time is null and old.evidence is not null)) then
      raise exception 'command % is % and nothing can prove it', old.id, old.state
        using errcode = 'check_violation', constraint = 'proof_guard';
    end if;
    if old.sent_time is null or new.evidence_time is null
       or new.evidence_time not between old.sent_time - interval '31 seconds' and old.sent_time + interval '601 seconds' then
      raise exception 'command % is not proved by what happened at %', old.id, new.evidence_time
        using errcode = 'check_violation', constraint = 'proof_guard';
    end if;
  end if;
  return new;
end $$;
create trigger proof_guard before update of evidence on command for each row execute function proof_guard();
