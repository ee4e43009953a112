import type { MenuRow } from '@plomb/contract/system/menus/menus';
import { describe, expect, it } from 'vitest';
import { unfolded } from '../../../ui/tree.ts';
import { branchBelow, dropped, menuTree, shifted, shiftedIn, shiftedOut } from './tree.ts';

const row = (id: number, sid: number | null, change: Partial<MenuRow> = {}): MenuRow => ({
  id,
  sid,
  menuCode: `m${id}`,
  menuName: { zh: '', en: '' },
  menuUrl: '0',
  menuIcon: '',
  status: 1,
  hidden: false,
  remarks: '1',
  needed: false,
  roles: 0,
  buttons: [],
  version: '',
  ...change,
});
/** 1 over 2 and 3 · 4 over 5 */
const rows = [row(1, null), row(4, null, { status: 2 }), row(3, 1), row(2, 1), row(5, 4)];
const shape = (list: readonly MenuRow[]) => menuTree(list).map((m) => `${'·'.repeat(m.depth)}${m.id}`);

describe('the tree of menus', () => {
  it('stands in order, each with its depth, off below what is disabled', () => {
    expect(shape(rows)).toEqual(['1', '·3', '·2', '4', '·5']);
    expect(menuTree(rows).map((m) => m.off)).toEqual([false, false, false, true, true]);
    expect(unfolded(menuTree(rows), new Set([1])).map((m) => m.id)).toEqual([1, 4, 5]);
    expect([...branchBelow(rows, 4)]).toEqual([4, 5]);
  });

  it.each([
    [2, -1, ['1', '·2', '·3', '4', '·5']],
    [3, -1, ['1', '·3', '·2', '4', '·5']],
    [1, 1, ['4', '·5', '1', '·3', '·2']],
    [5, 1, ['1', '·3', '·2', '4', '·5']],
  ] as const)('%i moved by %i among its own', (id, by, expected) => {
    expect(shape(shifted(rows, id, by))).toEqual(expected);
  });

  it.each([
    [2, 4, 'before', ['1', '·3', '2', '4', '·5']],
    [2, 5, 'after', ['1', '·3', '4', '·5', '·2']],
    [1, 4, 'into', ['4', '·5', '·1', '··3', '··2']],
    [1, 3, 'into', ['1', '·3', '·2', '4', '·5']],
    [1, 1, 'before', ['1', '·3', '·2', '4', '·5']],
  ] as const)('%i dropped on %i: %s', (id, target, place, expected) => {
    expect(shape(dropped(rows, id, target, place))).toEqual(expected);
  });

  it.each([
    [4, ['1', '·3', '·2', '·4', '··5']],
    [2, ['1', '·3', '··2', '4', '·5']],
    [1, ['1', '·3', '·2', '4', '·5']],
  ] as const)('%i goes into the folder above it', (id, expected) => {
    expect(shape(shiftedIn(rows, id))).toEqual(expected);
  });
  it('what stands above it and is a page takes nothing in', () => {
    const page = rows.map((m) => (m.id === 3 ? { ...m, menuUrl: 'a/B' } : m));
    expect(shape(shiftedIn(page, 2))).toEqual(shape(rows));
  });

  it.each([
    [3, ['1', '·2', '3', '4', '·5']],
    [5, ['1', '·3', '·2', '4', '5']],
    [1, ['1', '·3', '·2', '4', '·5']],
  ] as const)('%i comes out of its folder', (id, expected) => {
    expect(shape(shiftedOut(rows, id))).toEqual(expected);
  });
});
