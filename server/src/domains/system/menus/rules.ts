import { allCalls } from '@plomb/contract/calls';
import { menuSeeds } from '@plomb/contract/menus';

const buttons = new Set<string>(allCalls.map((c) => c.permit).filter((p) => p.includes(':')));

/** Menus and buttons the product itself works with: they keep their codes and paths, and stay. */
export const isNeededMenu = (code: string): boolean => Object.hasOwn(menuSeeds, code);
export const isNeededButton = (menuCode: string, btnCode: string): boolean => buttons.has(`${menuCode}:${btnCode}`);

interface Node {
  id: number;
  sid: number | null;
}

/** Whether every menu of a tree hangs, over some others, below nothing: no circle, no parent that is not there. */
export const isTree = (nodes: readonly Node[]): boolean => {
  const parents = new Map(nodes.map((n) => [n.id, n.sid]));
  if (parents.size !== nodes.length) return false;
  return nodes.every((node) => {
    let at: number | null | undefined = node.id;
    for (let steps = 0; at !== null; steps++) {
      if (at === undefined || steps > nodes.length) return false;
      at = parents.get(at);
    }
    return true;
  });
};

/** Those that match, and every menu above them, so that the tree holds together. */
export const withAbove = <N extends Node>(nodes: readonly N[], matches: (node: N) => boolean): N[] => {
  const byId = new Map(nodes.map((n) => [n.id, n]));
  const kept = new Set<number>();
  for (const node of nodes.filter(matches))
    for (let at: N | undefined = node; at && !kept.has(at.id); at = at.sid === null ? undefined : byId.get(at.sid))
      kept.add(at.id);
  return nodes.filter((n) => kept.has(n.id));
};
