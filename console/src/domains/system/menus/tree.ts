import type { MenuRow } from '@plomb/contract/system/menus/menus';
import { branchOf, type Placed, treeOf } from '../../../ui/tree.ts';

interface Shown {
  /** it, or a folder above it, is disabled: nobody sees it */
  off: boolean;
}
/** A menu where it stands in the tree. */
export type Branch = MenuRow & Placed & Shown;

interface Node {
  id: number;
  sid: number | null;
}
export const parentOf = (m: Node): number | null => m.sid;

export const menuTree = (rows: readonly MenuRow[]): Branch[] =>
  treeOf<MenuRow, Shown>(rows, parentOf, (m, above) => ({ off: above?.off || m.status === 2 }));

/** A menu and all below it: it cannot hang below any of them. */
export const branchBelow = (tree: readonly Node[], id: number): ReadonlySet<number> => branchOf(tree, parentOf, id);

/** One place up (-1) or down (+1) among its siblings; at the end it stays. */
export const shifted = <N extends Node>(rows: readonly N[], id: number, by: -1 | 1): N[] => {
  const node = rows.find((m) => m.id === id);
  const siblings = rows.filter((m) => m.sid === node?.sid);
  const other = siblings[siblings.findIndex((m) => m.id === id) + by];
  if (!node || !other) return [...rows];
  return rows.map((m) => (m === node ? other : m === other ? node : m));
};

export type Place = 'before' | 'after' | 'into';
/** Beside another menu, or as the last below it. Onto itself or below itself: nothing happens. */
export const dropped = <N extends Node>(rows: readonly N[], id: number, target: number, place: Place): N[] => {
  const node = rows.find((m) => m.id === id);
  const other = rows.find((m) => m.id === target);
  if (!node || !other || branchBelow(rows, id).has(target)) return [...rows];
  const left = rows.filter((m) => m !== node);
  if (place === 'into') return [...left, { ...node, sid: other.id }];
  const at = left.indexOf(other) + (place === 'after' ? 1 : 0);
  return [...left.slice(0, at), { ...node, sid: other.sid }, ...left.slice(at)];
};

/** Into the folder right above it among its own, as the last there; where none is, it stays. */
export const shiftedIn = <N extends Node & { menuUrl: string }>(rows: readonly N[], id: number): N[] => {
  const node = rows.find((m) => m.id === id);
  const siblings = rows.filter((m) => m.sid === node?.sid);
  const above = siblings[siblings.findIndex((m) => m.id === id) - 1];
  return above?.menuUrl === '0' ? dropped(rows, id, above.id, 'into') : [...rows];
};
/** Out of its folder, to stand right after it; on the top level it stays. */
export const shiftedOut = <N extends Node>(rows: readonly N[], id: number): N[] => {
  const above = rows.find((m) => m.id === id)?.sid ?? null;
  return above === null ? [...rows] : dropped(rows, id, above, 'after');
};
