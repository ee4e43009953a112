import { allCalls } from '@plomb/contract/calls';
import type { HobbyConfig, MenuItem, Oper } from '@plomb/contract/session/session';
import type { ClientBase, Pool } from 'pg';
import type { OperatorRow } from '../../people/operators.ts';

export const operOf = (row: OperatorRow): Oper => ({
  id: row.id,
  oper_name: row.oper_name,
  login_name: row.login_name,
  organization: { id: row.org_id, org_name: row.org_name, logo: row.logo },
});

/** The operator's preferences; made with the specification's defaults at the first look. */
export const preferencesOf = async (
  db: ClientBase | Pool,
  operatorId: number,
  systemTitle: string,
): Promise<HobbyConfig> => {
  const { rows } = await db.query<Omit<HobbyConfig, 'system_title'>>(
    `with made as (insert into hobby_config (operator_id) values ($1) on conflict (operator_id) do nothing returning *)
     select id, title, map_type, map_level, lat, lon, is_voice, is_police_voice from made
     union all
     select id, title, map_type, map_level, lat, lon, is_voice, is_police_voice from hobby_config where operator_id = $1`,
    [operatorId],
  );
  return { ...(rows[0] as Omit<HobbyConfig, 'system_title'>), system_title: systemTitle };
};

interface MenuRow extends Omit<MenuItem, 'menu_name' | 'buttons'> {
  name_zh: string;
  name_en: string;
  buttons: MenuItem['buttons'] | null;
}

/**
 * The menus the role holds, with the buttons it holds under each, and the menus above them: those are never granted
 * themselves, so a menu may be moved without touching a role.
 */
export const menusOf = async (db: ClientBase, roleId: number): Promise<MenuItem[]> => {
  const { rows } = await db.query<MenuRow>(
    `with recursive held as (
       select m.id, m.sid from role_menu rm join menu m on m.id = rm.menu_id where rm.role_id = $1
       union select m.id, m.sid from menu m join held h on m.id = h.sid)
     select m.id, m.menu_code, m.name_zh, m.name_en, m.menu_url, m.menu_icon, m.hidden, m.remarks, m.sid,
       (select json_agg(json_build_object('btn_code', b.btn_code, 'action_url', b.action_url) order by b.id)
          from role_button rb join button b on b.id = rb.button_id
         where rb.role_id = $1 and b.menu_id = m.id) as buttons
     from held join menu m using (id) join menu_enabled using (id) order by m.sort, m.id`,
    [roleId],
  );
  return rows.map(({ name_zh, name_en, buttons, ...row }) => ({
    ...row,
    menu_name: { zh: name_zh, en: name_en },
    buttons: buttons ?? [],
  }));
};

/** The buttons that what a wall asks for needs. */
const wallPermits: ReadonlySet<string> = new Set(
  allCalls.flatMap((call) => (call.onWalls && call.permit.includes(':') ? [call.permit] : [])),
);
/** What of the menus a session that only looks holds: the console then offers nothing that would be refused. */
export const onWall = (menus: readonly MenuItem[]): MenuItem[] =>
  menus.map((menu) => ({
    ...menu,
    buttons: menu.buttons.filter(({ btn_code }) => wallPermits.has(`${menu.menu_code}:${btn_code}`)),
  }));
