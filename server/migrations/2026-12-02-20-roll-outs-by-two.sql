-- A roll-out that stopped by itself goes on by two where an organisation asks for that: whoever asks, and somebody else by an approval.

alter table approval_rule drop constraint approval_rule_kind_check;
alter table approval_rule add constraint approval_rule_kind_check check (kind in ('unseal', 'factory_reset', 'firmware_resume', 'scrap'));

-- What is asked for is of one device, or of one roll-out.
alter table approval alter column device_id drop not null;
alter table approval add column rollout_id bigint references firmware_rollout;
alter table approval drop constraint approval_kind_check;
alter table approval add constraint approval_kind_check check (kind in ('unseal', 'factory_reset', 'firmware_resume'));
alter table approval add constraint approval_of check (
  case kind when 'firmware_resume' then rollout_id is not null and device_id is null
    else device_id is not null and rollout_id is null end);
create unique index approval_rollout_waits on approval (operator_id, rollout_id) where state = 'waiting';
create index approval_rollout on approval (rollout_id) where rollout_id is not null;

alter table firmware_rollout
  add column api_key_id bigint, -- by which key it goes on; null: its person sat at a session
  add column approval_id bigint references approval on delete set null; -- by which it was resumed last
create index firmware_rollout_approval on firmware_rollout (approval_id) where approval_id is not null;
-- Whose second word it took.
alter table firmware_rollout_step add column approver_name text not null default '';

-- Whether it takes two, by the word of its organisation and of those whose locks get it; above those others may be out of sight.
create function rollout_by_two(rollout bigint) returns boolean
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select exists (
    select from (select org_id from firmware_rollout where id = rollout
      union select org_id from firmware_issue where rollout_id = rollout and refusal = '') o
     where 'firmware_resume' = any (approval_kinds(o.org_id)))
$$;
revoke execute on function rollout_by_two(bigint) from public;
grant execute on function rollout_by_two(bigint) to plomb_app, plomb_platform;

-- The backstop: whatever code writes it, none goes on without an approval of this very stop, for whoever it goes on in the name of.
create function resume_is_approved() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if rollout_by_two(new.id) and not exists (
    select from approval a where a.id = new.approval_id and a.state = 'approved' and a.rollout_id = new.id and a.operator_id = new.operator_id
      and a.create_time >= coalesce((select max(s.at) from firmware_rollout_step s where s.rollout_id = new.id and s.step = 'stop'), '-infinity')) then
    raise check_violation using constraint = 'resume_by_two', message = format('a second person has to approve that roll-out %s goes on', new.id);
  end if;
  return new;
end $$;
create trigger resume_is_approved before update of state on firmware_rollout for each row
  when (old.state = 'stopped' and new.state = 'running') execute function resume_is_approved();
revoke execute on function resume_is_approved() from public;
