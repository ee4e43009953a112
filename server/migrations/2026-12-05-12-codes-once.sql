-- A code of a lock is sent once for one press, and not any more once the API key it came by is revoked or has run out.

alter table password_disclosure
  add column api_key_id bigint, -- by which key; null: its person sat at a session
  add column idempotency_key text; -- of one that is sent; null also for those of before
create unique index password_disclosure_press on password_disclosure (operator_id, idempotency_key) where idempotency_key is not null;

create or replace function lock_code_stands(message bigint) returns boolean
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select exists (
    select from password_disclosure x
      join unlock_password p on p.id = x.password_id and p.end_time is null
      join device d on d.id = x.device_id and d.org_id = x.org_id
      join operator s on s.id = x.operator_id
     where x.message_id = message and d.status = 1 and not d.lost and d.device_state <> 'scrapped' and d.retired_time is null
       and not 'unseal' = any (approval_kinds(d.org_id)) and unseal_barred(d.org_id, d.id) is null
       and s.status = 1 and organisation_enabled(s.org_id) and s.org_id in (select orgs_above(d.org_id))
       and (x.api_key_id is null or exists (
         select from api_key k where k.id = x.api_key_id and k.revoke_time is null and k.expire_time > now()))
       and exists (select from role_button rb join button b on b.id = rb.button_id and b.btn_code = 'unlockPassword'
         join menu m on m.id = b.menu_id and m.menu_code = 'map'
         join role_menu rm on rm.role_id = rb.role_id and rm.menu_id = m.id join menu_enabled e on e.id = m.id where rb.role_id = s.role_id)
       and (x.receiver_id is null or exists (
         select from operator r join contact c on c.operator_id = r.id and c.channel = x.channel and c.confirm_time <= x.disclose_time
          where r.id = x.receiver_id and r.status = 1 and organisation_enabled(r.org_id))))
$$;

-- What never left explains no opening: one that was explained by it alone is judged again.
create or replace function code_never_left() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  with untold as (update password_disclosure set never_left = true where message_id = new.id and not never_left returning password_id)
  update unlock_password set judged = false where id in (select password_id from untold) and state = 'consumed' and judged;
  return null;
end $$;
