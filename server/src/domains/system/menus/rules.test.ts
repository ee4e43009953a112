import { describe, expect, it } from 'vitest';
import { isNeededButton, isNeededMenu, isTree, withAbove } from './rules.ts';

const node = (id: number, sid: number | null) => ({ id, sid });

describe('a tree of menus', () => {
  it.each([
    ['empty', [], true],
    ['two levels', [node(1, null), node(2, 1), node(3, 1)], true],
    ['below itself', [node(1, 1)], false],
    ['a circle beside a tree', [node(1, null), node(2, 3), node(3, 2)], false],
    ['below nothing there is', [node(1, 9)], false],
    ['the same menu twice', [node(1, null), node(1, null)], false],
  ])('%s: %j is one: %s', (_, nodes, one) => {
    expect(isTree(nodes)).toBe(one);
  });

  it('keeps the folders above what is found, and the order', () => {
    const nodes = [node(1, null), node(2, 1), node(3, 2), node(4, 1), node(5, null)];
    expect(withAbove(nodes, (n) => n.id === 3).map((n) => n.id)).toEqual([1, 2, 3]);
    expect(withAbove(nodes, () => false)).toEqual([]);
  });
});

it('knows what the product works with', () => {
  expect(isNeededMenu('device')).toBe(true);
  expect(isNeededMenu('constructor')).toBe(false);
  expect(isNeededButton('device', 'list')).toBe(true);
  expect(isNeededButton('device', 'list2')).toBe(false);
});
