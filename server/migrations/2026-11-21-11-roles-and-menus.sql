-- Roles, menus and buttons become changeable by operators. That no role holds more than the role above it, and that
-- roles form no circle, is held here: code that forgets it is refused, and a role that shrinks takes those below along.

alter table role add column version integer not null default 0;
create index role_super on role (super_role_id);
create index operator_role on operator (role_id);
create index role_menu_menu on role_menu (menu_id);
create index role_button_button on role_button (button_id);

-- A menu counts while it and every folder above it are enabled.
create view menu_enabled as
  with recursive enabled as (
    select id from menu where sid is null and status = 1
    union all
    select m.id from menu m join enabled e on m.sid = e.id where m.status = 1)
  select id from enabled;

-- The functions below look at all roles, also those of organisations the operator does not see.

create function role_above(of_role bigint) returns setof bigint
language sql stable security definer set search_path from current as $$
  with recursive above as (
    select super_role_id as id from role where id = of_role
    union
    select r.super_role_id from role r join above a on r.id = a.id)
  select id from above where id is not null
$$;

create function role_below(of_role bigint) returns setof bigint
language sql stable security definer set search_path from current as $$
  with recursive below as (
    select id from role where super_role_id = of_role
    union
    select r.id from role r join below b on r.super_role_id = b.id)
  select id from below
$$;

create function role_no_circle() returns trigger
language plpgsql security definer set search_path from current as $$
begin
  if new.super_role_id = new.id or new.super_role_id in (select role_below(new.id)) then
    raise exception 'role % would be above itself', new.id using errcode = 'check_violation', constraint = 'role_circle';
  end if;
  return new;
end $$;
create trigger role_no_circle before update of super_role_id on role
  for each row execute function role_no_circle();

-- below another role, what that one does not hold is lost
create function role_moved() returns trigger
language plpgsql security definer set search_path from current as $$
begin
  delete from role_button rb where rb.role_id = new.id
    and not exists (select 1 from role_button p where p.role_id = new.super_role_id and p.button_id = rb.button_id);
  delete from role_menu rm where rm.role_id = new.id
    and not exists (select 1 from role_menu p where p.role_id = new.super_role_id and p.menu_id = rm.menu_id);
  return null;
end $$;
create trigger role_moved after update of super_role_id on role
  for each row when (new.super_role_id is not null and new.super_role_id is distinct from old.super_role_id)
  execute function role_moved();

create function role_menu_within_parent() returns trigger
language plpgsql security definer set search_path from current as $$
begin
  if exists (select 1 from role r where r.id = new.role_id and r.super_role_id is not null
               and not exists (select 1 from role_menu p where p.role_id = r.super_role_id and p.menu_id = new.menu_id)) then
    raise exception 'the role above role % does not hold menu %', new.role_id, new.menu_id
      using errcode = 'check_violation', constraint = 'grant_within_parent';
  end if;
  return new;
end $$;
create trigger role_menu_within_parent before insert or update on role_menu
  for each row execute function role_menu_within_parent();

create function role_button_within_parent() returns trigger
language plpgsql security definer set search_path from current as $$
begin
  if exists (select 1 from role r where r.id = new.role_id and r.super_role_id is not null
               and not exists (select 1 from role_button p where p.role_id = r.super_role_id and p.button_id = new.button_id)) then
    raise exception 'the role above role % does not hold button %', new.role_id, new.button_id
      using errcode = 'check_violation', constraint = 'grant_within_parent';
  end if;
  return new;
end $$;
create trigger role_button_within_parent before insert or update on role_button
  for each row execute function role_button_within_parent();

-- with a menu go its buttons, and both go in every role below
create function role_menu_lost() returns trigger
language plpgsql security definer set search_path from current as $$
begin
  delete from role_button rb using button b
   where rb.role_id = old.role_id and b.id = rb.button_id and b.menu_id = old.menu_id;
  delete from role_menu rm using role r
   where r.super_role_id = old.role_id and rm.role_id = r.id and rm.menu_id = old.menu_id;
  return null;
end $$;
create trigger role_menu_lost after delete on role_menu for each row execute function role_menu_lost();

create function role_button_lost() returns trigger
language plpgsql security definer set search_path from current as $$
begin
  delete from role_button rb using role r
   where r.super_role_id = old.role_id and rb.role_id = r.id and rb.button_id = old.button_id;
  return null;
end $$;
create trigger role_button_lost after delete on role_button for each row execute function role_button_lost();

-- Grants are written for roles in sight only. They are read without bounds: an operator's own role, and the roles above
-- it, may belong to an organisation it does not see.
create function hold_grants(t regclass) returns void language plpgsql as $$
begin
  execute format('alter table %s enable row level security', t);
  execute format('alter table %s force row level security', t);
  execute format('create policy seen on %s for select to plomb_app using (true)', t);
  execute format('create policy given on %s for insert to plomb_app with check (exists (select 1 from role r where r.id = role_id))', t);
  execute format('create policy taken on %s for delete to plomb_app using (exists (select 1 from role r where r.id = role_id))', t);
  execute format('create policy everything on %s to plomb_platform using (true)', t);
  execute format('create policy owner on %s to current_user using (true)', t);
end $$;
select hold_grants('role_menu'), hold_grants('role_button');
drop function hold_grants(regclass);

-- Menus are the same for everybody: all read them, only operators of the root organisation write them.
create function hold_for_root(t regclass) returns void language plpgsql as $$
declare
  root constant text := '(exists (select 1 from organisation o where o.parent_id is null))';
begin
  execute format('alter table %s enable row level security', t);
  execute format('alter table %s force row level security', t);
  execute format('create policy seen on %s for select to plomb_app using (true)', t);
  execute format('create policy added on %s for insert to plomb_app with check %s', t, root);
  execute format('create policy changed on %s for update to plomb_app using %s', t, root);
  execute format('create policy removed on %s for delete to plomb_app using %s', t, root);
  execute format('create policy everything on %s to plomb_platform using (true)', t);
  execute format('create policy owner on %s to current_user using (true)', t);
end $$;
select hold_for_root('menu'), hold_for_root('button');
drop function hold_for_root(regclass);

grant select on menu_enabled to plomb_app, plomb_platform;
grant insert, update, delete on role, menu, button to plomb_app;
grant insert, delete on role_menu, role_button to plomb_app;
