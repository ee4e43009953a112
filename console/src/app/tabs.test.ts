import { createMemoryRouter } from 'react-router';
import { describe, expect, it } from 'vitest';
import { dropTabs, followPlaces, keepTabs, keptOf, tabsFrom } from './keepTabs.ts';
import {
  afterClosing,
  close,
  closeAll,
  closeLeft,
  closeOthers,
  closeRight,
  entitle,
  freshTabs,
  keepOnly,
  keptPages,
  refresh,
  type Tabs,
  useTabs,
  visit,
} from './tabs.ts';

const at = (path: string, search = ''): { path: string; search: string; hash: string } => ({ path, search, hash: '' });
const walk = (...paths: string[]): Tabs =>
  paths.reduce((tabs, path) => visit(tabs, at(path), { pinned: path === '/dashboard' }), {
    tabs: [],
    recent: [],
    alive: [],
  } as Tabs);
const paths = (state: Tabs): string[] => state.tabs.map((t) => t.path);

describe('tabs', () => {
  it('keeps a filter that was asked for right before another page was, which drew only that', async () => {
    useTabs.setState(walk('/a', '/b'));
    const router = createMemoryRouter([{ path: '*' }], { initialEntries: ['/a'] });
    const stop = followPlaces(router);
    await router.navigate('/a?x=1', { replace: true });
    await router.navigate('/b');
    await router.navigate('/c');
    stop();
    expect(useTabs.getState().tabs).toMatchObject([{ path: '/a', search: '?x=1' }, { path: '/b' }]);
  });
  it('keeps one tab a path and remembers its newest query', () => {
    const state = visit(walk('/a', '/b'), at('/a', '?x=1'));
    expect(paths(state)).toEqual(['/a', '/b']);
    expect(state.tabs[0]?.search).toBe('?x=1');
  });
  it('puts pinned tabs first and never closes them', () => {
    const state = walk('/a', '/dashboard', '/b');
    expect(paths(state)).toEqual(['/dashboard', '/a', '/b']);
    expect(paths(close(state, '/dashboard'))).toHaveLength(3);
    expect(paths(closeAll(state))).toEqual(['/dashboard']);
    expect(paths(closeOthers(state, '/b'))).toEqual(['/dashboard', '/b']);
  });
  it('closes what stands left or right of a tab, pinned ones excepted', () => {
    const state = walk('/dashboard', '/a', '/b', '/c');
    expect(paths(closeLeft(state, '/b'))).toEqual(['/dashboard', '/b', '/c']);
    expect(paths(closeRight(state, '/a'))).toEqual(['/dashboard', '/a']);
    expect(paths(closeRight(state, '/dashboard'))).toEqual(['/dashboard']);
  });
  it('goes back to the page visited before the closed one', () => {
    expect(afterClosing(close(walk('/a', '/b', '/c', '/a', '/c'), '/c'))).toBe('/a');
    expect(afterClosing(close(walk('/a'), '/a'))).toBe('/dashboard');
  });
  it('refreshes one tab only', () => {
    expect(refresh(walk('/a', '/b'), '/b').tabs.map((t) => t.revision)).toEqual([0, 1]);
  });
  it('takes the title a page gives itself, and gives it back', () => {
    const named = entitle(walk('/a', '/b'), '/b', { zh: '批次', en: 'Batch' });
    expect(named.tabs[1]?.title).toEqual({ zh: '批次', en: 'Batch' });
    expect(entitle(named, '/b', null).tabs[1]?.title).toBeUndefined();
  });
  it('loses the tabs of pages the operator may no longer open', () => {
    const state = keepOnly(walk('/dashboard', '/a', '/b'), new Set(['/dashboard', '/a']));
    expect(paths(state)).toEqual(['/dashboard', '/a']);
    expect(state.recent).toEqual(['/a', '/dashboard']);
  });
});

describe('pages kept built', () => {
  const many = Array.from({ length: keptPages + 2 }, (_, i) => `/p${i}`);
  it('gives up the one not seen for longest, and keeps its tab', () => {
    const state = walk(...many);
    expect(state.alive).toHaveLength(keptPages);
    expect(state.alive).not.toContain('/p0');
    expect(state.alive).not.toContain('/p1');
    expect(paths(state)).toHaveLength(many.length);
    expect(visit(state, at('/p0')).alive).toContain('/p0');
  });
  it('never gives up one that holds unsaved input', () => {
    const state = visit(walk(...many.slice(0, keptPages)), at('/new'), { holds: (path) => path === '/p0' });
    expect(state.alive).toContain('/p0');
    expect(state.alive).not.toContain('/p1');
  });
  it('forgets a closed one', () => {
    expect(close(walk('/a', '/b'), '/a').alive).toEqual(['/b']);
  });
});

describe('tabs after a reload', () => {
  const before = visit(walk('/dashboard', '/a', '/b'), at('/a', '?x=1'));
  const stored: unknown = JSON.parse(JSON.stringify(keptOf(7, before)));
  it('stand as they stood, none of them built yet', () => {
    const state = tabsFrom(stored, 7);
    expect(paths(state)).toEqual(['/dashboard', '/a', '/b']);
    expect(state.tabs[1]?.search).toBe('?x=1');
    expect(state.alive).toEqual([]);
    expect(afterClosing(close(visit(state, at('/a')), '/a'))).toBe('/b');
  });
  it('are called what the record in them was called', () => {
    const title = { zh: '浙B·5T618', en: '浙B·5T618' };
    const kept = JSON.parse(JSON.stringify(keptOf(7, entitle(before, '/a', title)))) as unknown;
    expect(tabsFrom(kept, 7).tabs.map((tab) => tab.title)).toEqual([undefined, title, undefined]);
  });
  it('are not shown to somebody else', () => {
    expect(tabsFrom(stored, 8)).toEqual(freshTabs());
  });
  it.each([
    null,
    'x',
    { operator: 7 },
    { operator: 7, tabs: [1, { path: '/a' }] },
    { operator: 7, tabs: [{ path: '/a', search: '', hash: '', title: 1 }] },
  ])('%j is no tab', (value) => {
    expect(paths(tabsFrom(value, 7))).toEqual(['/dashboard']);
  });
});

it('a shell that rested behind the wall has its pages still, another person’s does not', () => {
  dropTabs();
  const stop = keepTabs(1);
  useTabs.setState((tabs) => visit(tabs, { path: '/device', search: '?q=7', hash: '' }));
  stop();
  keepTabs(1)();
  expect(useTabs.getState().alive).toEqual(['/device']);
  keepTabs(2)();
  expect(useTabs.getState().alive).toEqual([]);
  dropTabs();
});
