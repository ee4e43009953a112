import { randomBytes } from 'node:crypto';
import { allCalls } from '@plomb/contract/calls';
import type { Call } from '@plomb/contract/kit/call';
import type { MenuSeed } from '@plomb/contract/kit/menu';
import { menuCodes, menuSeeds } from '@plomb/contract/menus';
import type { ClientBase } from 'pg';
import { syncDictionaries } from './domains/system/dictionaries/seed.ts';
import { syncParams } from './domains/system/params/seed.ts';
import { hashPassword } from './platform/passwords.ts';

type Told = Pick<Call, 'path' | 'title'>;
interface ButtonSeed {
  menu: string;
  code: string;
  /** by which it is called: the call of that name, of a list what it reads, else an order, another deed or the first call that takes it */
  by: Told;
  /** of all of them the first, by which buttons were called once: a look-up, of what orders locks */
  first: Told;
}
/** The buttons the product knows: one for every `menu:button` a call names. Whoever gives a right reads the gravest that it allows. */
export const buttonSeeds = (): ButtonSeed[] =>
  [...Map.groupBy(allCalls, ({ permit }) => permit)].flatMap(([permit, of]) => {
    const [menu, code] = permit.split(':');
    const [first] = of;
    if (!menu || !code || !first) return [];
    const named = of.find(({ path }) => path.endsWith(`/${code}`));
    const read = code === 'list' ? of.find(({ path }) => path.startsWith(`/${menu}/`)) : undefined;
    const deed = of.find(({ business }) => business === 'command') ?? of.find(({ business }) => business !== null);
    const by = named ?? read ?? deed ?? first;
    return [{ menu, code, by, first }];
  });

/**
 * Brings menus and buttons up to this release: new ones are added and given to the root role; what an administrator
 * renamed, moved or hid stays as it is.
 */
export const syncMenus = async (db: ClientBase): Promise<void> => {
  const menus = menuCodes.map((code, sort) => {
    const { title, view, icon, parent, hidden = false }: MenuSeed = menuSeeds[code];
    return { menu_code: code, name_zh: title.zh, name_en: title.en, view, icon, parent, sort, hidden };
  });
  // folders first: what lies in one names it
  for (const level of [menus.filter(({ parent }) => parent === null), menus.filter(({ parent }) => parent !== null)])
    await db.query(
      `insert into menu (menu_code, name_zh, name_en, menu_url, menu_icon, remarks, sid, sort, hidden)
       select seed.menu_code, seed.name_zh, seed.name_en, view, icon, case when parent is null then '1' else '2' end, folder.id, seed.sort, seed.hidden
       from jsonb_to_recordset($1) as seed (menu_code text, name_zh text, name_en text, view text, icon text, parent text, sort integer, hidden boolean)
         left join menu folder on folder.menu_code = seed.parent
       order by seed.sort on conflict (menu_code) do nothing`,
      [JSON.stringify(level)],
    );
  const told = ({ path, title }: Told) => ({ name_zh: title.zh, name_en: title.en, action_url: path });
  const buttons = buttonSeeds().map(({ by, first, ...of }, sort) => ({
    ...of,
    sort,
    by: told(by),
    first: told(first),
  }));
  await db.query(
    `with seed as (select * from jsonb_to_recordset($1) as seed (menu text, code text, sort integer, by jsonb, first jsonb)),
     renamed as (update button b set name_zh = by ->> 'name_zh', name_en = by ->> 'name_en', action_url = by ->> 'action_url'
       from seed join menu m on m.menu_code = seed.menu
       where b.menu_id = m.id and b.btn_code = seed.code and by ->> 'action_url' <> first ->> 'action_url'
         and (b.name_zh, b.name_en, b.action_url) = (first ->> 'name_zh', first ->> 'name_en', first ->> 'action_url'))
     insert into button (menu_id, btn_code, name_zh, name_en, action_url)
     select m.id, seed.code, by ->> 'name_zh', by ->> 'name_en', by ->> 'action_url' from seed join menu m on m.menu_code = seed.menu
     order by seed.sort on conflict (menu_id, btn_code) do nothing`,
    [JSON.stringify(buttons)],
  );
  await db.query(
    `with root as (select r.id from role r join organisation o on o.id = r.org_id
                    where r.super_role_id is null and o.parent_id is null),
     m as (insert into role_menu (role_id, menu_id) select root.id, menu.id from root, menu on conflict do nothing)
     insert into role_button (role_id, button_id) select root.id, button.id from root, button on conflict do nothing`,
  );
};

export interface FirstStart {
  /** the first administrator, when this start made it; the password only when it was made at random */
  administrator: { loginName: string; password: string | null } | null;
}

/** Root organisation, root role and one administrator, when there is nobody yet. No password is the same twice. */
export const firstStart = async (db: ClientBase, adminPassword: string | undefined): Promise<FirstStart> => {
  // two processes may start on one new database: the second waits, and finds what the first made
  await db.query("select pg_advisory_xact_lock(hashtext('plomb first start'))");
  const { rows } = await db.query('select 1 from organisation limit 1');
  let administrator: FirstStart['administrator'] = null;
  if (rows.length === 0) {
    const password = adminPassword ?? `${randomBytes(6).toString('hex')}A7`;
    const org = await db.query<{ id: number }>("insert into organisation (org_name) values ('Plomb') returning id");
    const role = await db.query<{ id: number }>(
      "insert into role (org_id, role_name) values ($1, 'Administrator') returning id",
      [org.rows[0]?.id],
    );
    await db.query(
      `insert into operator (org_id, role_id, oper_name, login_name, password_hash)
       values ($1, $2, 'Administrator', 'admin', $3)`,
      [org.rows[0]?.id, role.rows[0]?.id, await hashPassword(password)],
    );
    administrator = { loginName: 'admin', password: adminPassword === undefined ? password : null };
  }
  await syncMenus(db);
  await syncDictionaries(db);
  await syncParams(db);
  return { administrator };
};

/** A setting made once and kept, unless the environment gives it. */
export const keptSecret = async (db: ClientBase, name: string, given: string | undefined): Promise<string> => {
  if (given) return given;
  await db.query('insert into setting (name, value) values ($1, to_jsonb($2::text)) on conflict (name) do nothing', [
    name,
    randomBytes(24).toString('base64url'),
  ]);
  const { rows } = await db.query<{ value: string }>('select value from setting where name = $1', [name]);
  return rows[0]!.value;
};
