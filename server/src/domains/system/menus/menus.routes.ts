import type { InputOf } from '@plomb/contract/kit/call';
import { inBoth } from '@plomb/contract/kit/text';
import { type MenuRow, menus, reservedCodes } from '@plomb/contract/system/menus/menus';
import { fieldRefusal, Refusal } from '../../../platform/refusal.ts';
import { isOfRoot } from '../../../platform/rootOnly.ts';
import { type Ctx, type FileRows, type Served, serve } from '../../../platform/serve.ts';
import { checkRead } from '../../../platform/version.ts';
import { buttonById, giveToRoot, lockMenus, menuRows } from './queries.ts';
import { isNeededButton, isTree, withAbove } from './rules.ts';

/** Every change: by the root organisation only, one after the other, on the tree as it is now. */
const changing = async ({ client }: Ctx): Promise<MenuRow[]> => {
  if (!(await isOfRoot({ client }))) throw new Refusal('menusOfRoot');
  await lockMenus(client);
  return menuRows(client);
};

const filtered = (rows: readonly MenuRow[], { keyword = '', status }: InputOf<typeof menus.list>): MenuRow[] => {
  const sought = keyword.toLowerCase();
  return withAbove(
    rows,
    (m) =>
      (status === undefined || m.status === status) &&
      [m.menuCode, m.menuName.zh, m.menuName.en, m.menuUrl].some((text) => text.toLowerCase().includes(sought)),
  );
};

const checkPlace = (rows: readonly MenuRow[], id: number, sid: number | null): void => {
  if (sid !== null && !rows.some((m) => m.id === sid)) throw new Refusal('notFound');
  if (!isTree(rows.map((m) => (m.id === id ? { id, sid } : m)))) throw new Refusal('menuCircle');
};

/** Menu management must stay within reach, or what was disabled can never be enabled again. */
const checkReachable = (rows: readonly MenuRow[]): void => {
  const byId = new Map(rows.map((m) => [m.id, m]));
  let at = rows.find((m) => m.menuCode === 'menu');
  while (at) {
    if (at.status !== 1) throw new Refusal('menuReachable');
    at = at.sid === null ? undefined : byId.get(at.sid);
  }
};

const checkCode = (rows: readonly MenuRow[], code: string, id: number | null): void => {
  const same = (other: string) => other.toLowerCase() === code.toLowerCase();
  if (reservedCodes.some(same)) throw fieldRefusal('menuCode', 'reservedCode');
  if (rows.some((m) => m.id !== id && same(m.menuCode))) throw new Refusal('duplicate');
};

const add = async (input: InputOf<typeof menus.add>, ctx: Ctx) => {
  const rows = await changing(ctx);
  checkCode(rows, input.menuCode, null);
  checkPlace(rows, 0, input.sid);
  const { rows: added } = await ctx.client.query<{ id: number }>(
    `insert into menu (menu_code, name_zh, name_en, menu_url, menu_icon, hidden, remarks, sid, sort)
     values ($1, $2, $3, $4, $5, $6, $7, $8, (select coalesce(max(sort), 0) + 1 from menu)) returning id`,
    valuesOf(input),
  );
  const menu = added[0]!.id;
  await giveToRoot(ctx.client, { menu });
  ctx.note(input.menuCode);
  return { id: menu };
};

const valuesOf = (m: InputOf<typeof menus.add>): unknown[] => [
  m.menuCode,
  m.menuName.zh,
  m.menuName.en,
  m.menuUrl,
  m.menuIcon,
  m.hidden,
  m.remarks,
  m.sid,
];

const update = async (input: InputOf<typeof menus.update>, ctx: Ctx) => {
  const rows = await changing(ctx);
  const menu = rows.find((m) => m.id === input.id);
  if (!menu) throw new Refusal('notFound');
  await checkRead(ctx, menus.update, ['id', menu.id], input.version, menu.version);
  if (menu.needed && (menu.menuCode !== input.menuCode || menu.menuUrl !== input.menuUrl))
    throw new Refusal('menuNeeded');
  if (menu.menuCode !== input.menuCode) checkCode(rows, input.menuCode, menu.id);
  checkPlace(rows, menu.id, input.sid);
  checkReachable(rows.map((m) => (m.id === menu.id ? { ...m, sid: input.sid } : m)));
  await ctx.client.query(
    `update menu set menu_code = $1, name_zh = $2, name_en = $3, menu_url = $4, menu_icon = $5, hidden = $6,
       remarks = $7, sid = $8 where id = $9`,
    [...valuesOf(input), menu.id],
  );
  ctx.note(input.menuCode);
  return { id: menu.id };
};

const remove = async ({ ids }: { ids: number[] }, ctx: Ctx) => {
  const rows = await changing(ctx);
  const gone = ids.map((id) => rows.find((m) => m.id === id));
  for (const menu of gone) {
    if (!menu) throw new Refusal('notFound');
    if (menu.needed) throw new Refusal('menuNeeded');
    if (rows.some((m) => m.sid === menu.id && !ids.includes(m.id))) throw new Refusal('menuHasChildren');
    if (menu.roles > 0) throw new Refusal('inUse');
  }
  await ctx.client.query('delete from menu where id = any($1)', [ids]);
  ctx.note(gone.map((m) => m?.menuCode).join(', '));
  return {};
};

const status = async (input: { ids: number[]; status: 1 | 2 }, ctx: Ctx) => {
  const rows = await changing(ctx);
  const named = rows.filter((m) => input.ids.includes(m.id));
  if (named.length !== new Set(input.ids).size) throw new Refusal('notFound');
  checkReachable(rows.map((m) => (named.includes(m) ? { ...m, status: input.status } : m)));
  await ctx.client.query('update menu set status = $1 where id = any($2)', [input.status, input.ids]);
  const words = input.status === 1 ? { zh: '启用', en: 'enabled' } : { zh: '停用', en: 'disabled' };
  ctx.note(inBoth((lang) => `${named.map((m) => m.menuCode).join(', ')}: ${words[lang]}`));
  return {};
};

const order = async ({ tree }: InputOf<typeof menus.order>, ctx: Ctx) => {
  const rows = await changing(ctx);
  const placed = new Map(tree.map((n) => [n.id, n.sid]));
  // somebody added or deleted a menu meanwhile
  if (tree.length !== rows.length || !rows.every((m) => placed.has(m.id))) throw new Refusal('conflict');
  if (!isTree(tree)) throw new Refusal('menuCircle');
  checkReachable(rows.map((m) => ({ ...m, sid: placed.get(m.id) ?? null })));
  await ctx.client.query(
    `update menu m set sid = n.sid, sort = n.sort
     from (select * from unnest($1::bigint[], $2::bigint[]) with ordinality as n (id, sid, sort)) n
     where m.id = n.id and (m.sid, m.sort) is distinct from (n.sid, n.sort::integer)`,
    [tree.map((n) => n.id), tree.map((n) => n.sid)],
  );
  return {};
};

async function* exported(input: InputOf<typeof menus.export>, { client }: Ctx): FileRows {
  const rows = await menuRows(client);
  const codes = new Map(rows.map((m) => [m.id, m.menuCode]));
  yield filtered(rows, input)
    .filter((m) => !input.ids || input.ids.includes(m.id))
    .map((m) => ({
      ...m,
      nameZh: m.menuName.zh,
      nameEn: m.menuName.en,
      parent: m.sid === null ? '' : codes.get(m.sid),
      buttons: m.buttons.map((b) => b.btnCode).join(' '),
    }));
}

const addButton = async (input: InputOf<typeof menus.addButton>, ctx: Ctx) => {
  const menu = (await changing(ctx)).find((m) => m.id === input.menuId);
  if (!menu) throw new Refusal('notFound');
  const { rows } = await ctx.client.query<{ id: number }>(
    'insert into button (menu_id, btn_code, name_zh, name_en, action_url) values ($1, $2, $3, $4, $5) returning id',
    [menu.id, input.btnCode, input.btnName.zh, input.btnName.en, input.actionUrl],
  );
  const button = rows[0]!.id;
  await giveToRoot(ctx.client, { button });
  ctx.note(`${menu.menuCode}:${input.btnCode}`);
  return { id: button };
};

const updateButton = async (input: InputOf<typeof menus.updateButton>, ctx: Ctx) => {
  await changing(ctx);
  const button = await buttonById(ctx.client, input.id);
  if (!button) throw new Refusal('notFound');
  await checkRead(ctx, menus.updateButton, ['id', button.id], input.version, button.version);
  if (
    isNeededButton(button.menu_code, button.btn_code) &&
    (button.btn_code !== input.btnCode || button.action_url !== input.actionUrl)
  )
    throw new Refusal('menuNeeded');
  await ctx.client.query('update button set btn_code = $2, name_zh = $3, name_en = $4, action_url = $5 where id = $1', [
    button.id,
    input.btnCode,
    input.btnName.zh,
    input.btnName.en,
    input.actionUrl,
  ]);
  ctx.note(`${button.menu_code}:${input.btnCode}`);
  return { id: button.id };
};

const deleteButton = async ({ id }: { id: number }, ctx: Ctx) => {
  await changing(ctx);
  const button = await buttonById(ctx.client, id);
  if (!button) throw new Refusal('notFound');
  if (isNeededButton(button.menu_code, button.btn_code)) throw new Refusal('menuNeeded');
  if (button.roles > 0) throw new Refusal('inUse');
  await ctx.client.query('delete from button where id = $1', [id]);
  ctx.note(`${button.menu_code}:${button.btn_code}`);
  return {};
};

export const menuRoutes: Served[] = serve(menus, {
  list: async (input, { client }) => {
    const rows = filtered(await menuRows(client), input);
    return { rows, total: rows.length, editable: await isOfRoot({ client }) };
  },
  add,
  update,
  delete: remove,
  status,
  order,
  export: exported,
  addButton,
  updateButton,
  deleteButton,
});
