import { z } from 'zod';
import { call, EnableStatus, Id, Line, Nothing } from '../../kit/call.ts';
import { exportCall } from '../../kit/exporting.ts';
import { statusCall, Version } from '../../kit/resource.ts';

const Name = z.object({ zh: Line(60).min(1, { error: 'required' }), en: Line(60).min(1, { error: 'required' }) });
const Code = z
  .string()
  .max(40, { error: 'menuCode' })
  .regex(/^[A-Za-z][A-Za-z0-9_-]*$/, { error: 'menuCode' });

/** Paths of the shell and of the server itself: a menu's code becomes a path, so no new menu may take them. */
export const reservedCodes: readonly string[] = [
  'login',
  'auth-redirect',
  'redirect',
  'dashboard',
  'profile',
  'assets',
  'base',
  'download',
  'health',
  'metrics',
];

/** `0` = a folder, `devices/DevicesPage` = a page of the console, or a link to somewhere else. */
const MenuUrl = z
  .string()
  .trim()
  .max(300)
  .regex(/^(0|[A-Za-z][\w-]*(\/[\w-]+)*|https?:\/\/\S+|mailto:\S+|tel:\S+)$/, { error: 'menuUrl' });

/** `needed`: the product works with it, so its code and its path stay and it cannot be deleted. */
const Button = z.object({
  id: Id,
  btnCode: z.string(),
  btnName: Name,
  actionUrl: z.string(),
  needed: z.boolean(),
  version: Version,
});
const MenuRow = z.object({
  id: Id,
  menuCode: z.string(),
  menuName: Name,
  menuUrl: z.string(),
  menuIcon: z.string(),
  status: EnableStatus,
  hidden: z.boolean(),
  /** a number up to 2 shows a menu of the top level; see the specification, section 2 */
  remarks: z.string(),
  sid: Id.nullable(),
  needed: z.boolean(),
  /** roles that hold it, the root role left out */
  roles: z.int(),
  buttons: z.array(Button),
  version: Version,
});
export type MenuRow = z.output<typeof MenuRow>;
export type ButtonRow = z.output<typeof Button>;

const write = {
  menuCode: Code,
  menuName: Name,
  menuUrl: MenuUrl,
  menuIcon: Line(40),
  hidden: z.boolean(),
  remarks: Line(40),
  sid: Id.nullable(),
};
const buttonWrite = {
  btnCode: Code,
  btnName: Name,
  actionUrl: z
    .string()
    .trim()
    .max(200)
    .regex(/^\/[\w./-]+$/, { error: 'actionUrl' }),
};
const filter = { keyword: Line(100).optional(), status: EnableStatus.optional() };
const title = { zh: '菜单', en: 'menu' };

/**
 * Menus and their buttons. They are the same for every organisation, so only operators of the root organisation change
 * them; a list is the whole tree in its order.
 */
export const menus = {
  list: call({
    path: '/menu/list',
    title: { zh: '查询菜单', en: 'Search menu' },
    permit: 'menu:list',
    business: null,
    input: z.object(filter),
    output: z.object({
      /** what matches, with the folders above it */
      rows: z.array(MenuRow),
      total: z.int(),
      /** the caller belongs to the root organisation */
      editable: z.boolean(),
    }),
  }),
  add: call({
    path: '/menu/add',
    title: { zh: '新增菜单', en: 'Add menu' },
    permit: 'menu:add',
    business: 'insert',
    input: z.object(write),
    output: z.object({ id: Id }),
  }),
  update: call({
    path: '/menu/update',
    title: { zh: '修改菜单', en: 'Edit menu' },
    permit: 'menu:update',
    business: 'update',
    input: z.object({ id: Id, ...write, version: Version.optional() }),
    output: z.object({ id: Id }),
  }),
  delete: call({
    path: '/menu/delete',
    title: { zh: '删除菜单', en: 'Delete menu' },
    permit: 'menu:delete',
    business: 'delete',
    input: z.object({ ids: z.array(Id).min(1).max(100) }),
    output: Nothing,
  }),
  status: statusCall('menu', 'menu', title),
  /** The whole tree in its new order, in one call: where each menu hangs, and after which it comes. */
  order: call({
    path: '/menu/order',
    title: { zh: '调整菜单顺序', en: 'Reorder menus' },
    permit: 'menu:update',
    business: 'update',
    input: z.object({
      tree: z
        .array(z.object({ id: Id, sid: Id.nullable() }))
        .min(1)
        .max(2000),
    }),
    output: Nothing,
  }),
  export: exportCall({
    path: 'menu',
    menu: 'menu',
    title,
    filter,
    fields: ['menuCode', 'nameZh', 'nameEn', 'menuUrl', 'menuIcon', 'status', 'hidden', 'remarks', 'parent', 'buttons'],
  }),
  addButton: call({
    path: '/menu/button/add',
    title: { zh: '新增按钮', en: 'Add button' },
    permit: 'menu:update',
    business: 'insert',
    input: z.object({ menuId: Id, ...buttonWrite }),
    output: z.object({ id: Id }),
  }),
  updateButton: call({
    path: '/menu/button/update',
    title: { zh: '修改按钮', en: 'Edit button' },
    permit: 'menu:update',
    business: 'update',
    input: z.object({ id: Id, ...buttonWrite, version: Version.optional() }),
    output: z.object({ id: Id }),
  }),
  deleteButton: call({
    path: '/menu/button/delete',
    title: { zh: '删除按钮', en: 'Delete button' },
    permit: 'menu:update',
    business: 'delete',
    input: z.object({ id: Id }),
    output: Nothing,
  }),
};
