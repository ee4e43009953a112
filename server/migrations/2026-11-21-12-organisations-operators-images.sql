-- Organisations and operators become editable by those above them; pictures that people upload.

alter table organisation add column admin_id bigint references operator on delete set null;
create index organisation_admin on organisation (admin_id);
-- a temporary password: whoever set it knows it, so the person is asked for one of their own
alter table operator add column must_change boolean not null default false;

-- Signing in needs every organisation above to be enabled too. Asked by plomb_platform, which sees all of them.
create function organisation_enabled(org bigint) returns boolean language sql stable as $$
  with recursive above as (
    select parent_id, status from organisation where id = org
    union all select o.parent_id, o.status from organisation o join above a on o.id = a.parent_id)
  select bool_and(status = 1) from above
$$;

-- A request may put an organisation only below one it sees, and never move the top of its own scope. Moves wait for each
-- other: two of them at once could close a circle that neither sees.
create function organisation_place() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and new.parent_id is not distinct from old.parent_id then
    return new;
  end if;
  if current_user = 'plomb_app' and (
    coalesce(new.parent_id <> all (plomb_orgs()), true)
    or (tg_op = 'UPDATE' and coalesce(old.parent_id <> all (plomb_orgs()), true)))
  then
    raise insufficient_privilege using message = 'the organisation above is out of scope';
  end if;
  perform pg_advisory_xact_lock(hashtext('organisation tree'));
  if exists (
    with recursive above as (
      select id, parent_id from organisation where id = new.parent_id
      union select o.id, o.parent_id from organisation o join above a on o.id = a.parent_id)
    select from above where id = new.id)
  then
    raise check_violation using constraint = 'organisation_circle', message = 'an organisation cannot stand below itself';
  end if;
  return new;
end $$;
create trigger organisation_place before insert or update of parent_id on organisation
  for each row execute function organisation_place();

-- An operator's role belongs to the operator's organisation or to one above it, as far as the caller sees.
create function operator_role_above() returns trigger language plpgsql as $$
begin
  if not exists (
    with recursive above as (
      select id, parent_id from organisation where id = new.org_id
      union select o.id, o.parent_id from organisation o join above a on o.id = a.parent_id)
    select from role r join above a on a.id = r.org_id where r.id = new.role_id)
  then
    raise check_violation using constraint = 'operator_role_above', message = 'the role belongs to another organisation';
  end if;
  return new;
end $$;
create trigger operator_role_above before insert or update of role_id, org_id on operator
  for each row execute function operator_role_above();

-- Requests see no sessions; this ends those of operators in their scope, in the transaction that gives the reason.
create function end_sessions(operators bigint[]) returns void
language sql security definer set search_path from current as $$
  update session set end_time = now() where end_time is null
    and operator_id in (select id from operator where id = any (operators) and org_id = any (plomb_orgs()))
$$;
revoke execute on function end_sessions from public;
grant execute on function end_sessions to plomb_app;

create table image (
  id text primary key check (id ~ '^[A-Za-z0-9_-]{24}$'), -- made by the server and unguessable: whoever has it may see it
  org_id bigint not null references organisation on delete cascade,
  operator_id bigint references operator on delete set null,
  purpose text not null,
  type text not null check (type in ('image/jpeg', 'image/png')),
  width integer not null,
  height integer not null,
  bytes bytea not null,
  create_time timestamptz not null default now()
);
alter table image alter column bytes set storage external; -- pictures are compressed already
create index image_org on image (org_id);
select isolate('image', 'org_id');

grant select, insert, update, delete on image to plomb_platform;
grant select, insert on image to plomb_app;
grant usage on sequence organisation_id_seq to plomb_app;
grant insert, update, delete on organisation, operator to plomb_app;
