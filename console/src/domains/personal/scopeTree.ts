import type { OutputOf } from '@plomb/contract/kit/call';
import type { Lang } from '@plomb/contract/kit/text';
import type { apiKeys } from '@plomb/contract/personal/apiKeys';

export type ScopeMenu = OutputOf<typeof apiKeys.options>['menus'][number];

export interface ScopeNode {
  key: string;
  title: string;
  children?: ScopeNode[];
}

/** Menus as a tree with their buttons as leaves; a leaf's key is the permit itself, a menu's is `#` and its id. */
export const scopeTree = (menus: readonly ScopeMenu[], lang: Lang): ScopeNode[] => {
  const present = new Set(menus.map((m) => m.id));
  const below = (sid: number | null): ScopeNode[] =>
    menus
      .filter((m) => (m.sid !== null && present.has(m.sid) ? m.sid : null) === sid)
      .map((m) => ({
        key: `#${m.id}`,
        title: m.menu_name[lang],
        children: [...m.buttons.map((b) => ({ key: b.scope, title: b.btn_name[lang] })), ...below(m.id)],
      }));
  return below(null);
};

/** Of what is ticked, what a key is given: a menu is ticked because all of its buttons are. */
export const permitsOf = (ticked: readonly (string | number | bigint)[]): string[] =>
  ticked.map(String).filter((key) => !key.startsWith('#'));
