-- A code that waits is asked about once more when it could leave: its provider may have been away for hours.

-- Whether the code in a message may still go to whom it was written: the password is in force, whoever sends it may still be shown it, and
-- whoever receives it is still reached where it was.
create function lock_code_stands(message bigint) returns boolean
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select exists (
    select from password_disclosure x
      join unlock_password p on p.id = x.password_id and p.end_time is null
      join device d on d.id = x.device_id and d.org_id = x.org_id
      join operator s on s.id = x.operator_id
     where x.message_id = message and d.status = 1 and not d.lost and d.device_state <> 'scrapped' and d.retired_time is null
       and not 'unseal' = any (approval_kinds(d.org_id))
       and s.status = 1 and organisation_enabled(s.org_id) and s.org_id in (select orgs_above(d.org_id))
       and exists (select from role_button rb join button b on b.id = rb.button_id and b.btn_code = 'unlockPassword'
         join menu m on m.id = b.menu_id and m.menu_code = 'map'
         join role_menu rm on rm.role_id = rb.role_id and rm.menu_id = m.id join menu_enabled e on e.id = m.id where rb.role_id = s.role_id)
       and (x.receiver_id is null or exists (
         select from operator r join contact c on c.operator_id = r.id and c.channel = x.channel and c.confirm_time <= x.disclose_time
          where r.id = x.receiver_id and r.status = 1 and organisation_enabled(r.org_id))))
$$;
revoke execute on function lock_code_stands(bigint) from public;
grant execute on function lock_code_stands(bigint) to plomb_platform;

-- What never left told nobody anything: nobody opened by it, and an opening by that password is not explained by it.
alter table password_disclosure add column never_left boolean not null default false;
create unique index password_disclosure_of_message on password_disclosure (message_id) where message_id is not null;
update password_disclosure set never_left = true
 where message_id in (select id from message where purpose = 'lock_code' and state in ('failed', 'lapsed'));
create function code_never_left() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  update password_disclosure set never_left = true where message_id = new.id;
  return null;
end $$;
create trigger code_never_left after update of state on message for each row
  when (new.purpose = 'lock_code' and new.state in ('failed', 'lapsed') and old.state <> new.state) execute function code_never_left();
revoke execute on function code_never_left() from public;
