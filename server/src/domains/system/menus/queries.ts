import type { MenuRow } from '@plomb/contract/system/menus/menus';
import type { ClientBase } from 'pg';
import { isNeededButton, isNeededMenu } from './rules.ts';

/** Changes of menus follow each other, so that two people cannot hang two menus below each other. */
export const lockMenus = async (db: ClientBase): Promise<void> => {
  await db.query("select pg_advisory_xact_lock(hashtext('menu'))");
};

/** The root role holds whatever there is, so its use says nothing. */
const ofOtherRoles = `r.super_role_id is not null
  or not exists (select 1 from organisation g where g.id = r.org_id and g.parent_id is null)`;

type Found = Omit<MenuRow, 'needed' | 'buttons'> & { buttons: Omit<MenuRow['buttons'][number], 'needed'>[] };

/** Fingerprints of what the forms of a menu and of a button write. */
const menuVersion = `md5(row(m.menu_code, m.name_zh, m.name_en, m.menu_url, m.menu_icon, m.hidden, m.remarks, m.sid)::text)`;
const buttonVersion = 'md5(row(b.btn_code, b.name_zh, b.name_en, b.action_url)::text)';

/** The whole tree in its order; menus are few. */
export const menuRows = async (db: ClientBase): Promise<MenuRow[]> => {
  const { rows } = await db.query<Found>(
    `select m.id, m.menu_code as "menuCode", json_build_object('zh', m.name_zh, 'en', m.name_en) as "menuName",
       m.menu_url as "menuUrl", m.menu_icon as "menuIcon", m.status, m.hidden, m.remarks, m.sid, ${menuVersion} as version,
       (select count(*) from role_menu rm join role r on r.id = rm.role_id where rm.menu_id = m.id and (${ofOtherRoles})) as roles,
       coalesce((select json_agg(json_build_object('id', b.id, 'btnCode', b.btn_code,
                   'btnName', json_build_object('zh', b.name_zh, 'en', b.name_en), 'actionUrl', b.action_url, 'version', ${buttonVersion}) order by b.id)
                   from button b where b.menu_id = m.id), '[]') as buttons
     from menu m order by m.sort, m.id`,
  );
  return rows.map((row) => ({
    ...row,
    needed: isNeededMenu(row.menuCode),
    buttons: row.buttons.map((b) => ({ ...b, needed: isNeededButton(row.menuCode, b.btnCode) })),
  }));
};

/** The roles that always hold everything get what is new. */
export const giveToRoot = async (db: ClientBase, what: { menu: number } | { button: number }): Promise<void> => {
  const root = `select r.id, $1::bigint from role r join organisation g on g.id = r.org_id
                 where r.super_role_id is null and g.parent_id is null`;
  if ('menu' in what) await db.query(`insert into role_menu (role_id, menu_id) ${root}`, [what.menu]);
  else await db.query(`insert into role_button (role_id, button_id) ${root}`, [what.button]);
};

export interface ButtonFound {
  id: number;
  btn_code: string;
  action_url: string;
  menu_code: string;
  roles: number;
  version: string;
}
export const buttonById = async (db: ClientBase, id: number): Promise<ButtonFound | undefined> =>
  (
    await db.query<ButtonFound>(
      `select b.id, b.btn_code, b.action_url, m.menu_code, ${buttonVersion} as version,
         (select count(*) from role_button rb join role r on r.id = rb.role_id
           where rb.button_id = b.id and (${ofOtherRoles})) as roles
       from button b join menu m on m.id = b.menu_id where b.id = $1`,
      [id],
    )
  ).rows[0];
