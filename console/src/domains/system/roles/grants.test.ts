import type { GrantMenu } from '@plomb/contract/system/roles/roles';
import { describe, expect, it } from 'vitest';
import {
  changeOf,
  copied,
  draftOf,
  grantTree,
  lossesBelow,
  pagesAt,
  rebased,
  setButtons,
  tick,
  undone,
  untick,
} from './grants.ts';

const menu = (id: number, sid: number | null, codes: string[] | null): GrantMenu => ({
  id,
  menu_code: `m${id}`,
  menu_name: { zh: '', en: '' },
  menu_icon: '',
  folder: codes === null,
  sid,
  buttons: (codes ?? []).map((btn_code, at) => ({ id: id * 10 + at, btn_code, btn_name: { zh: '', en: '' } })),
});
/** 1 a folder of 2 and 3 · 4 a page with a page 5 below it */
const menus = [
  menu(1, null, null),
  menu(2, 1, ['list', 'add']),
  menu(3, 1, ['list']),
  menu(4, null, ['list', 'add']),
  menu(5, 4, []),
];
const everything = { menus: [2, 3, 4, 5], buttons: [20, 21, 30, 40, 41] };
const tree = grantTree(menus, null, everything);
const draft = (menuIds: number[], buttons: number[] = []) => draftOf({ menus: menuIds, buttons });
const lists = (d: ReturnType<typeof draft>) => ({ menus: [...d.menus].sort(), buttons: [...d.buttons].sort() });

describe('ticking', () => {
  it.each([
    ['a page', 2, { menus: [2], buttons: [20] }],
    ['a folder: all below it', 1, { menus: [2, 3], buttons: [20, 30] }],
    ['a page below a page: that one too', 5, { menus: [4, 5], buttons: [40] }],
    ['a page with pages below: only itself', 4, { menus: [4], buttons: [40] }],
  ])('%s', (_, id, expected) => {
    expect(lists(tick(tree, draft([]), id))).toEqual(expected);
  });

  it('leaves buttons alone where the menu was ticked already', () => {
    expect(lists(tick(tree, draft([2], [21]), 1))).toEqual({ menus: [2, 3], buttons: [21, 30] });
  });

  it('and unticking pass by what is locked', () => {
    const capped = grantTree(menus, { menus: [2, 4, 5], buttons: [21, 40] }, { menus: [2, 3, 5], buttons: [20, 21] });
    expect([2, 3, 4].map((id) => capped.lockOf('menus', id))).toEqual([null, 'parent', 'own']);
    expect(capped.lockOf('buttons', 20)).toBe('parent');
    expect(lists(tick(capped, draft([]), null))).toEqual({ menus: [2, 5], buttons: [] });
    expect(lists(untick(capped, draft([2, 4], [21, 40]), null))).toEqual({ menus: [4], buttons: [40] });
    expect(lists(setButtons(capped, draft([2]), [20, 21], true))).toEqual({ menus: [2], buttons: [21] });
  });
});

it('unticking takes the buttons along, and what is below', () => {
  expect(lists(untick(tree, draft([2, 3, 4, 5], [20, 21, 30, 40]), 4))).toEqual({
    menus: [2, 3],
    buttons: [20, 21, 30],
  });
  expect(pagesAt(tree, 1).map((m) => m.id)).toEqual([2, 3]);
});

it('what was changed is told, undone one by one, and kept when somebody else saved first', () => {
  const before = draft([2, 4], [20, 21, 40]);
  const after = tick(tree, untick(tree, setButtons(tree, before, [21], false), 4), 3);
  const change = changeOf(before, after);
  expect(change).toEqual({ added: { menus: [3], buttons: [30] }, removed: { menus: [4], buttons: [21, 40] } });
  expect(lists(undone(tree, before, after, 'menus', 4))).toEqual({ menus: [2, 3, 4], buttons: [20, 30, 40] });
  expect(lists(undone(tree, before, after, 'menus', 3))).toEqual({ menus: [2], buttons: [20] });
  expect(lists(undone(tree, before, after, 'buttons', 21))).toEqual({ menus: [2, 3], buttons: [20, 21, 30] });
  expect(lists(rebased(change, draft([4, 5], [40])))).toEqual({ menus: [3, 5], buttons: [30] });
  const below = { id: 9, roleName: 'x', operators: 2, menus: [2, 4], buttons: [20] };
  expect(lossesBelow([below, { ...below, id: 8, menus: [2] }], change)).toEqual([
    { id: 9, roleName: 'x', operators: 2, menus: 1, buttons: 0 },
  ]);
});

describe('copying another role', () => {
  it('takes its ticks in place of one’s own', () => {
    expect(lists(copied(tree, draft([2], [20, 21]), draft([3, 4], [30, 41])))).toEqual({
      menus: [3, 4],
      buttons: [30, 41],
    });
  });
  it('takes nothing the role above lacks, and leaves what the person may not give as it is', () => {
    const narrow = grantTree(
      menus,
      { menus: [2, 4, 5], buttons: [20, 40] },
      { menus: [3, 4, 5], buttons: [30, 40, 41] },
    );
    const own = draft([2], [20]);
    expect(lists(copied(narrow, own, draft([2, 3, 4, 5], [20, 21, 30, 40, 41])))).toEqual({
      menus: [2, 4, 5],
      buttons: [20, 40],
    });
  });
  it('takes no page without the page it hangs below, and no button without its page', () => {
    const capped = grantTree(menus, { menus: [2, 5], buttons: [20, 40] }, everything);
    expect(lists(copied(capped, draft([]), draft([4, 5], [40])))).toEqual({ menus: [], buttons: [] });
  });
});
