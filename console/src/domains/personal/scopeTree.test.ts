import { expect, it } from 'vitest';
import { permitsOf, type ScopeMenu, scopeTree } from './scopeTree.ts';

const menu = (id: number, sid: number | null, en: string, buttons: string[] = []): ScopeMenu => ({
  id,
  sid,
  menu_name: { zh: `${en}中`, en },
  buttons: buttons.map((scope) => ({ scope, btn_name: { zh: `${scope}中`, en: scope } })),
});
const menus = [
  menu(1, null, 'Map', ['map:list']),
  menu(2, null, 'Devices'),
  menu(3, 2, 'List', ['device:list', 'device:add']),
];

it('puts buttons below their menus and menus below their folders, in the language of the page', () => {
  const tree = scopeTree(menus, 'en');
  expect(tree.map((n) => n.title)).toEqual(['Map', 'Devices']);
  expect(tree[1]?.children?.[0]?.children?.map((n) => n.key)).toEqual(['device:list', 'device:add']);
  expect(scopeTree(menus, 'zh')[0]?.children?.[0]?.title).toBe('map:list中');
});

it('keeps a menu whose folder is missing at the top', () => {
  expect(scopeTree([menu(3, 99, 'List', ['device:list'])], 'en').map((n) => n.title)).toEqual(['List']);
});

it('gives a key the buttons that are ticked, and nothing for the menus ticked with them', () => {
  expect(permitsOf(['#2', '#3', 'device:list', 'device:add'])).toEqual(['device:list', 'device:add']);
});
