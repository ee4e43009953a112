import { describe, expect, it } from 'vitest';
import { afterClosing, close, closeAll, closeOthers, refresh, type Tabs, visit } from './tabs.ts';

const at = (path: string, search = ''): { path: string; search: string; hash: string } => ({ path, search, hash: '' });
const walk = (...paths: string[]): Tabs =>
  paths.reduce((tabs, path) => visit(tabs, at(path), path === '/dashboard'), { tabs: [], recent: [] } as Tabs);
const paths = (state: Tabs): string[] => state.tabs.map((t) => t.path);

describe('tabs', () => {
  it('keeps one tab a path and remembers its newest query', () => {
    const state = visit(walk('/a', '/b'), at('/a', '?x=1'), false);
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
  it('goes back to the page visited before the closed one', () => {
    expect(afterClosing(close(walk('/a', '/b', '/c', '/a', '/c'), '/c'))).toBe('/a');
    expect(afterClosing(close(walk('/a'), '/a'))).toBe('/dashboard');
  });
  it('refreshes one tab only', () => {
    expect(refresh(walk('/a', '/b'), '/b').tabs.map((t) => t.revision)).toEqual([0, 1]);
  });
});
