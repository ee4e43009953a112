import type { GrantMenu, Grants, RoleLock } from '@plomb/contract/system/roles/roles';
import { sql } from 'kysely';
import type { ClientBase, Pool } from 'pg';
import type { SessionOperator } from '../platform/access.ts';

/** Changes of roles follow each other, so that what is checked still holds when it is written. */
export const lockRoles = async (db: ClientBase): Promise<void> => {
  await db.query("select pg_advisory_xact_lock(hashtext('role'))");
};

/** Whose role it is, as seen from the caller's own: see RoleLock. */
const lockSql = (own: string) => `case
    when r.super_role_id is null and exists (select 1 from organisation g where g.id = r.org_id and g.parent_id is null)
      then 'root'
    when r.id = ${own} then 'own'
    when r.id in (select role_above(${own})) then 'above' end`;

/** What the list of roles shows, as one subselect; folders hold nothing themselves and are not counted. */
export const roleRows = (ownRoleId: number) => sql`(
  select r.id, r.org_id, o.org_name, r.role_name, r.super_role_id, coalesce(p.role_name, '') as super_role_name,
    r.create_time, r.second_factor_required, r.second_factor_by_message, ${sql.raw(lockSql(String(ownRoleId)))} as locked,
    (select count(*) from operator u where u.role_id = r.id) as operators,
    (select count(*) from role_menu rm join menu m on m.id = rm.menu_id
      where rm.role_id = r.id and m.menu_url <> '0') as menus,
    (select count(*) from role_button rb where rb.role_id = r.id) as buttons
  from role r join organisation o on o.id = r.org_id left join role p on p.id = r.super_role_id)`;

export interface RoleRow {
  id: number;
  org_id: number;
  org_name: string;
  role_name: string;
  super_role_id: number | null;
  super_role_name: string;
  super_org_name: string;
  version: number;
  locked: RoleLock | null;
}

export const roleById = async (db: ClientBase, id: number, ownRoleId: number): Promise<RoleRow | undefined> =>
  (
    await db.query<RoleRow>(
      `select r.id, r.org_id, o.org_name, r.role_name, r.super_role_id, coalesce(p.role_name, '') as super_role_name,
         coalesce(g.org_name, '') as super_org_name, r.version, ${lockSql('$2::bigint')} as locked
       from role r join organisation o on o.id = r.org_id left join role p on p.id = r.super_role_id
         left join organisation g on g.id = p.org_id
       where r.id = $1`,
      [id, ownRoleId],
    )
  ).rows[0];

export const grantsOf = async (db: ClientBase, roleId: number): Promise<Grants> => {
  const { rows } = await db.query<Grants>(
    `select array(select rm.menu_id from role_menu rm join menu m on m.id = rm.menu_id
                   where rm.role_id = $1 and m.menu_url <> '0' order by 1) as menus,
       array(select button_id from role_button where role_id = $1 order by 1) as buttons`,
    [roleId],
  );
  return rows[0] as Grants;
};

/**
 * What the caller may give and take: what its role holds, and of that, for an API key, what the key was given. A menu
 * goes with a button under it.
 */
export const ownGrants = async (db: ClientBase, caller: SessionOperator): Promise<Grants> => {
  const held = await grantsOf(db, caller.roleId);
  if (!caller.apiKey) return held;
  const { rows } = await db.query<{ id: number; menu_id: number }>(
    `select b.id, b.menu_id from button b join menu m on m.id = b.menu_id
     where b.id = any($1) and m.menu_code || ':' || b.btn_code = any($2)`,
    [held.buttons, [...caller.grants]],
  );
  const menus = new Set(rows.map((row) => row.menu_id));
  return { menus: held.menus.filter((id) => menus.has(id)), buttons: rows.map((row) => row.id) };
};

/** Every menu with its buttons, in the order of the sidebar. */
export const grantMenus = async (db: ClientBase): Promise<GrantMenu[]> =>
  (
    await db.query<GrantMenu>(
      `select m.id, m.menu_code, json_build_object('zh', m.name_zh, 'en', m.name_en) as menu_name, m.menu_icon,
         m.menu_url = '0' as folder, m.sid,
         coalesce((select json_agg(json_build_object('id', b.id, 'btn_code', b.btn_code,
                     'btn_name', json_build_object('zh', b.name_zh, 'en', b.name_en)) order by b.id)
                     from button b where b.menu_id = m.id), '[]') as buttons
       from menu m order by m.sort, m.id`,
    )
  ).rows;

export interface Below extends Grants {
  id: number;
  role_name: string;
}
/** Roles below one, with what they hold. */
export const rolesBelow = async (db: ClientBase, roleId: number): Promise<Below[]> =>
  (
    await db.query<Below>(
      `select r.id, r.role_name,
         array(select menu_id from role_menu where role_id = r.id order by 1) as menus,
         array(select button_id from role_button where role_id = r.id order by 1) as buttons
       from role r where r.id in (select role_below($1)) order by r.role_name, r.id`,
      [roleId],
    )
  ).rows;

/** How many operators hold each role, and how many of them use a session now (one is touched once a minute). */
export const peopleOf = async (
  platform: Pool,
  roleIds: readonly number[],
): Promise<Map<number, { operators: number; online: number }>> => {
  const { rows } = await platform.query<{ role_id: number; operators: number; online: number }>(
    `select u.role_id, count(*) as operators,
       count(*) filter (where exists (select 1 from session s where s.operator_id = u.id and s.end_time is null
                                       and s.seen_time > now() - interval '2 minutes')) as online
     from operator u where u.role_id = any($1) and u.status = 1 group by u.role_id`,
    [roleIds],
  );
  return new Map(rows.map((r) => [r.role_id, { operators: r.operators, online: r.online }]));
};

/**
 * Whether a role may stand in an organisation: the role above it, those below it and the operators who hold it must
 * each belong to it, or above, below and below it, so that everybody sees the role they have.
 */
export const fitsOrganisation = async (
  db: ClientBase,
  roleId: number | null,
  orgId: number,
  superRoleId: number | null,
): Promise<boolean> => {
  const { rows } = await db.query<{ fits: boolean }>(
    `with recursive
     up as (select id, parent_id from organisation where id = $2
            union select o.id, o.parent_id from organisation o join up on o.id = up.parent_id),
     down as (select id from organisation where id = $2
              union select o.id from organisation o join down on o.parent_id = down.id)
     select not exists (select 1 from role r where r.id = $3 and r.org_id not in (select id from up))
        and not exists (select 1 from role r where r.super_role_id = $1 and r.org_id not in (select id from down))
        and not exists (select 1 from operator u where u.role_id = $1 and u.org_id not in (select id from down)) as fits`,
    [roleId, orgId, superRoleId],
  );
  return rows[0]?.fits ?? false;
};
