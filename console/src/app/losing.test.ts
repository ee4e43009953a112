import { expect, it } from 'vitest';
import { losing, menuTarget } from './losing.ts';
import type { Tab } from './tabs.ts';

const tab = (path: string, search = ''): Tab => ({ path, search, hash: '', revision: 0, pinned: false });
const tabs = [tab('/role', '?grants=7'), tab('/device', '?edit=3'), tab('/map')];
const at = (address: string) => {
  const { pathname, search, hash } = new URL(address, 'http://x');
  return { pathname, search, hash };
};
const step = (from: string, to: string, unsaved: string[], kept = true) =>
  losing(at(from), at(to), {
    pageAt: (p) => p,
    tabs,
    kept,
    holds: (p) => unsaved.includes(p),
    losesWithin: (p) => unsaved.includes(p),
  });

it.each([
  ['/role?grants=7', '/role', ['/role'], '/role'],
  ['/role?grants=7', '/role', [], null],
  ['/role?grants=7', '/map', ['/role'], null],
  // a hidden editor: the menu, a search hit and a toast would all replace its address
  ['/map', '/role', ['/role'], '/role'],
  ['/map', '/device?id=9', ['/device'], '/device'],
  ['/map', '/device?edit=3', ['/device'], null],
  ['/map', '/device?id=9', ['/role'], null],
  ['/map', '/alarm?id=1', ['/role', '/device'], null],
])('from %s to %s with typed input in %j: %s', (from, to, unsaved, lost) => {
  expect(step(from, to, unsaved)).toBe(lost);
});

it('a page that is not kept loses what is typed by any step away', () => {
  expect(step('/wizard', '/map', ['/wizard'], false)).toBe('/wizard');
});

it('a menu leads back to what is being typed', () => {
  expect(menuTarget('/role', tabs, (p) => p === '/role')).toBe('/role?grants=7');
  expect(menuTarget('/role', tabs, () => false)).toBe('/role');
  expect(menuTarget('/new', tabs, () => true)).toBe('/new');
});
