-- Where an organisation asks for it, the witness of a scrapping signs in: two people stand behind what is never taken back.

alter table approval_rule drop constraint approval_rule_kind_check;
alter table approval_rule add constraint approval_rule_kind_check check (kind in ('unseal', 'factory_reset', 'scrap'));

-- By an own sign-in, there and then, and not by name alone.
alter table custody add column witness_signed boolean not null default false;
alter table custody add constraint custody_witness_signed
  check (not witness_signed or witness_id is not null and operator_id is not null and witness_id <> operator_id);

-- The backstop: whatever code writes it, nothing is scrapped by one alone where two are asked for.
create function scrap_is_witnessed() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if 'scrap' = any (approval_kinds(new.org_id)) then
    raise check_violation using constraint = 'scrap_by_two', message = format('the witness has to sign in for scrapping device %s', new.device_id);
  end if;
  return new;
end $$;
create trigger scrap_is_witnessed before insert on custody for each row
  when (new.device_state = 'scrapped' and not new.witness_signed) execute function scrap_is_witnessed();
revoke execute on function scrap_is_witnessed() from public;
