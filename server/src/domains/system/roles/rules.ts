import type { ErrorCode } from '@plomb/contract/errors';

export interface Held {
  menus: ReadonlySet<number>;
  buttons: ReadonlySet<number>;
}

export interface Change {
  added: { menus: number[]; buttons: number[] };
  removed: { menus: number[]; buttons: number[] };
}

const without = (a: ReadonlySet<number>, b: ReadonlySet<number>): number[] => [...a].filter((x) => !b.has(x));

export const changeOf = (before: Held, after: Held): Change => ({
  added: { menus: without(after.menus, before.menus), buttons: without(after.buttons, before.buttons) },
  removed: { menus: without(before.menus, after.menus), buttons: without(before.buttons, after.buttons) },
});

/** Whether all of `some` is in `held`. */
const within = (some: { menus: readonly number[]; buttons: readonly number[] }, held: Held): boolean =>
  some.menus.every((m) => held.menus.has(m)) && some.buttons.every((b) => held.buttons.has(b));

/**
 * Why grants may not become `after`, or null. A role holds no more than the one above it (`parent`; null: none is
 * above), and nobody gives, or takes away, what its own role does not hold: otherwise a lesser administrator makes a
 * role, then an operator, that may do more than itself.
 */
export const refusedGrant = (wanted: {
  before: Held;
  after: Held;
  parent: Held | null;
  own: Held;
  /** the menu each known button stands under */
  menuOfButton: ReadonlyMap<number, number>;
  knownMenus: ReadonlySet<number>;
}): ErrorCode | null => {
  const { before, after, parent, own, menuOfButton, knownMenus } = wanted;
  if (![...after.menus].every((m) => knownMenus.has(m))) return 'notFound';
  if (![...after.buttons].every((b) => menuOfButton.has(b))) return 'notFound';
  if (![...after.buttons].every((b) => after.menus.has(menuOfButton.get(b) as number))) return 'tickMenuFirst';
  const change = changeOf(before, after);
  if (parent && !within(change.added, parent)) return 'grantWithinParent';
  if (!within(change.added, own) || !within(change.removed, own)) return 'beyondOwn';
  return null;
};

/** "+5 menus, −2 buttons" with their codes, for the operation log. */
export const sentenceOf = (roleName: string, change: Change, nameOf: (kind: keyof Held, id: number) => string) => {
  const part = (sign: string, kind: keyof Held, ids: readonly number[]) =>
    ids.map((id) => `${sign}${nameOf(kind, id)}`);
  const parts = [
    ...part('+', 'menus', change.added.menus),
    ...part('+', 'buttons', change.added.buttons),
    ...part('−', 'menus', change.removed.menus),
    ...part('−', 'buttons', change.removed.buttons),
  ];
  return `${roleName}: ${parts.join(' ')}`;
};
