-- An authorisation may be good for so many openings. What counts is an unseal by it that its lock proved; one that waits, is out,
-- or of which nobody knows what came of it may yet be one, so it takes a place until that is known.

alter table authorisation add column max_uses integer check (max_uses between 1 and 999),
  add constraint authorisation_uses_of_unseal check (max_uses is null or orders = 'unseal');
alter table authorisation drop constraint authorisation_end_cause_check;
alter table authorisation add constraint authorisation_end_cause_check
  check (end_cause in ('revoked', 'disabled', 'friendship', 'moved', 'retired', 'recycled', 'left', 'unreviewed', 'used'));
create index authorisation_counted on authorisation (id) where end_time is null and max_uses is not null;

-- Openings by it that were proved, and orders that may become one.
create function authorisation_uses(authorisation_id bigint, out proved integer, out open integer)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select count(*) filter (where c.evidence = 'confirmed'),
    count(*) filter (where c.evidence is distinct from 'confirmed' and c.evidence is distinct from 'contradicted'
      and c.state not in ('answered_fail', 'failed', 'expired', 'cancelled'))
    from command c where c.authorisation_id = $1 and c.kind = 'unseal'
$$;
-- Whether it opens nothing more; what is judged by it is held by authorisation_right before.
create function authorisation_used_up(authorisation_id bigint) returns boolean
language sql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
  select coalesce((select u.proved + u.open >= a.max_uses from authorisation a, authorisation_uses(a.id) u
    where a.id = $1 and a.max_uses is not null), false)
$$;

-- Two at once take turns, so that they do not both take the last opening.
create or replace function authorisation_right(authorisation_id bigint, device_id bigint, operator_id bigint) returns text
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  select a.orders from authorisation a join authorisation_device d on d.authorisation_id = a.id
   where a.id = $1 and d.device_id = $2 and a.holder_id = $3 and a.state = 'active' and d.end_time is null
     and a.from_time <= now() and (a.until_time is null or a.until_time > now()) for no key update of a for share of d
$$;

-- The backstop, whatever code writes the order.
create function no_opening_beyond() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform from authorisation where id = new.authorisation_id for no key update;
  if authorisation_used_up(new.authorisation_id) then
    raise check_violation using constraint = 'authorisation_used_up',
      message = format('authorisation %s has no opening left', new.authorisation_id);
  end if;
  return new;
end $$;
create trigger no_opening_beyond before insert on command for each row
  when (new.authorisation_id is not null and new.kind = 'unseal') execute function no_opening_beyond();

-- Who was authorised to order a device is told with how often it may still be opened.
drop function authorised_people(bigint);
create function authorised_people(device_id bigint)
returns table (id bigint, holder_id bigint, holder_name text, holder_login text, holder_org text, orders text, from_time timestamptz,
  until_time timestamptz, first_name text, second_name text, grants text[], max_uses integer, proved integer, open integer)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select a.id, a.holder_id, a.holder_name, a.holder_login, a.holder_org, a.orders, a.from_time, a.until_time, a.first_name, a.second_name,
    array(select m.menu_code || ':' || b.btn_code
            from operator p join role_button rb on rb.role_id = p.role_id join button b on b.id = rb.button_id
            join menu m on m.id = b.menu_id join role_menu rm on rm.role_id = rb.role_id and rm.menu_id = m.id
            join menu_enabled e on e.id = m.id
           where p.id = a.holder_id and p.status = 1), a.max_uses, u.proved, u.open
    from authorisation_device d join authorisation a on a.id = d.authorisation_id, authorisation_uses(a.id) u
   where d.device_id = $1 and d.end_time is null and a.state = 'active' and (a.until_time is null or a.until_time > now())
   order by a.id
$$;

revoke execute on function authorisation_uses(bigint), authorisation_used_up(bigint), authorised_people(bigint), no_opening_beyond() from public;
grant execute on function authorisation_uses(bigint), authorisation_used_up(bigint), authorised_people(bigint) to plomb_app, plomb_platform;
