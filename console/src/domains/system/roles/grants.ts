import type { GrantMenu, Grants, RoleBelow } from '@plomb/contract/system/roles/roles';
import { childrenOf } from '../../../ui/tree.ts';

/** What the editor holds at one moment: the menus and buttons ticked. Folders are never among them. */
export interface Draft {
  menus: ReadonlySet<number>;
  buttons: ReadonlySet<number>;
}
export const draftOf = ({ menus, buttons }: Grants): Draft => ({ menus: new Set(menus), buttons: new Set(buttons) });

/** Why something cannot be ticked or unticked: the role above lacks it, or the person at the screen does. */
export type Lock = 'parent' | 'own';

export interface Tree {
  /** in the order of the sidebar */
  menus: readonly GrantMenu[];
  byId: ReadonlyMap<number, GrantMenu>;
  childrenOf: (id: number | null) => readonly GrantMenu[];
  lockOf: (kind: keyof Draft, id: number) => Lock | null;
}

export const grantTree = (menus: readonly GrantMenu[], parent: Grants | null, own: Grants): Tree => {
  const byId = new Map(menus.map((m) => [m.id, m]));
  const caps = { parent: parent && draftOf(parent), own: draftOf(own) };
  return {
    menus,
    byId,
    childrenOf: childrenOf(menus, (menu) => menu.sid),
    lockOf: (kind, id) =>
      caps.parent && !caps.parent[kind].has(id) ? 'parent' : caps.own[kind].has(id) ? null : 'own',
  };
};

/** The pages at and below a menu. */
export const pagesAt = (tree: Tree, id: number | null): GrantMenu[] => {
  const menu = id === null ? undefined : tree.byId.get(id);
  return [...(menu && !menu.folder ? [menu] : []), ...tree.childrenOf(id).flatMap((child) => pagesAt(tree, child.id))];
};

/** Titles lead here: the menus above one, outermost first. */
export const above = (tree: Tree, id: number): GrantMenu[] => {
  const sid = tree.byId.get(id)?.sid ?? null;
  const parent = sid === null ? undefined : tree.byId.get(sid);
  return parent ? [...above(tree, parent.id), parent] : [];
};

/** What a click on a menu concerns: a folder stands for all below it, a page for itself. */
const concerned = (tree: Tree, id: number | null): GrantMenu[] => {
  const menu = id === null ? undefined : tree.byId.get(id);
  return menu && !menu.folder ? [menu] : pagesAt(tree, id);
};

/** Ticks a menu with the pages above it, and the button that lists: without it a page opens and shows nothing. */
export const tick = (tree: Tree, draft: Draft, id: number | null): Draft => {
  const pages = concerned(tree, id).flatMap((m) => [m, ...above(tree, m.id).filter((a) => !a.folder)]);
  const free = pages.filter((m) => tree.lockOf('menus', m.id) === null && !draft.menus.has(m.id));
  const lists = free
    .flatMap((m) => m.buttons.filter((b) => b.btn_code === 'list'))
    .filter((b) => tree.lockOf('buttons', b.id) === null);
  return {
    menus: new Set([...draft.menus, ...free.map((m) => m.id)]),
    buttons: new Set([...draft.buttons, ...lists.map((b) => b.id)]),
  };
};

/** Unticks a menu with all below it; their buttons go too. */
export const untick = (tree: Tree, draft: Draft, id: number | null): Draft => {
  const gone = pagesAt(tree, id).filter((m) => tree.lockOf('menus', m.id) === null);
  const buttons = new Set(gone.flatMap((m) => m.buttons.map((b) => b.id)));
  const ids = new Set(gone.map((m) => m.id));
  return {
    menus: new Set([...draft.menus].filter((m) => !ids.has(m))),
    buttons: new Set([...draft.buttons].filter((b) => !buttons.has(b))),
  };
};

export const setButtons = (tree: Tree, draft: Draft, ids: readonly number[], on: boolean): Draft => {
  const free = ids.filter((b) => tree.lockOf('buttons', b) === null);
  return {
    menus: draft.menus,
    buttons: on ? new Set([...draft.buttons, ...free]) : new Set([...draft.buttons].filter((b) => !free.includes(b))),
  };
};

/** What another role holds, as far as it may be given here; what is locked stays as it is. */
export const copied = (tree: Tree, draft: Draft, source: Draft): Draft => {
  const held = (kind: keyof Draft, id: number): boolean =>
    (tree.lockOf(kind, id) === null ? source : draft)[kind].has(id);
  const free = new Set(tree.menus.filter((m) => !m.folder && held('menus', m.id)).map((m) => m.id));
  const pages = tree.menus.filter((m) => free.has(m.id) && above(tree, m.id).every((a) => a.folder || free.has(a.id)));
  return {
    menus: new Set(pages.map((m) => m.id)),
    buttons: new Set(pages.flatMap((m) => m.buttons.map((b) => b.id).filter((b) => held('buttons', b)))),
  };
};

export interface Change {
  added: { menus: number[]; buttons: number[] };
  removed: { menus: number[]; buttons: number[] };
}
const minus = (a: ReadonlySet<number>, b: ReadonlySet<number>): number[] => [...a].filter((x) => !b.has(x));
export const changeOf = (before: Draft, after: Draft): Change => ({
  added: { menus: minus(after.menus, before.menus), buttons: minus(after.buttons, before.buttons) },
  removed: { menus: minus(before.menus, after.menus), buttons: minus(before.buttons, after.buttons) },
});
export const isChanged = ({ added, removed }: Change): boolean =>
  added.menus.length + added.buttons.length + removed.menus.length + removed.buttons.length > 0;

/** The same change made to what somebody else saved meanwhile, as far as it still is one. */
export const rebased = (change: Change, base: Draft): Draft => {
  const menus = new Set([...base.menus, ...change.added.menus].filter((m) => !change.removed.menus.includes(m)));
  const buttons = [...base.buttons, ...change.added.buttons].filter((b) => !change.removed.buttons.includes(b));
  return { menus, buttons: new Set(buttons) };
};

/** A menu or button back to what it was before the editing began. */
export const undone = (tree: Tree, before: Draft, draft: Draft, kind: keyof Draft, id: number): Draft => {
  if (kind === 'buttons') return setButtons(tree, draft, [id], before.buttons.has(id));
  if (!before.menus.has(id)) return untick(tree, draft, id);
  const back = (tree.byId.get(id)?.buttons ?? []).map((b) => b.id).filter((b) => before.buttons.has(b));
  return { menus: new Set([...draft.menus, id]), buttons: new Set([...draft.buttons, ...back]) };
};

/** What roles below lose with it. */
export const lossesBelow = (
  below: readonly RoleBelow[],
  { removed }: Change,
): { id: number; roleName: string; operators: number; menus: number; buttons: number }[] =>
  below
    .map(({ id, roleName, operators, menus, buttons }) => ({
      id,
      roleName,
      operators,
      menus: menus.filter((m) => removed.menus.includes(m)).length,
      buttons: buttons.filter((b) => removed.buttons.includes(b)).length,
    }))
    .filter((r) => r.menus + r.buttons > 0);
