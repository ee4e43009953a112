import { act, renderHook } from '@testing-library/react';
import type { Location } from 'react-router';
import { beforeEach, expect, it } from 'vitest';
import type { Page } from './pages.ts';
import { freshTabs, keepOnly, moved, useTabs } from './tabs.ts';
import { useVisits } from './useVisits.ts';

const page = (): Page => ({ path: '/menu', title: { zh: '菜单', en: 'Menus' }, trail: [], view: 'x/MenusPage' });
const at = (search: string): Location => ({
  pathname: '/menu',
  search,
  hash: '',
  state: null,
  key: search,
});
const tab = () => useTabs.getState().tabs.find(({ path }) => path === '/menu');
const visits = (first: Location) =>
  renderHook(({ page, location }) => useVisits(page, location), { initialProps: { page: page(), location: first } });

beforeEach(() => useTabs.setState(freshTabs()));

it('menus that come while a step is not drawn yet do not put its tab back', () => {
  const drawn = at('?id=1');
  const { rerender } = visits(drawn);
  expect(tab()?.search).toBe('?id=1');
  act(() => useTabs.setState((tabs) => moved(tabs, { path: '/menu', search: '?id=1&view=order', hash: '' })));
  rerender({ page: page(), location: drawn });
  expect(tab()?.search).toBe('?id=1&view=order');
  rerender({ page: page(), location: at('?id=1&view=order') });
  expect(tab()?.search).toBe('?id=1&view=order');
});

it('a page that was taken away and is there again has its tab again', () => {
  const drawn = at('');
  const { rerender } = visits(drawn);
  act(() => useTabs.setState((tabs) => keepOnly(tabs, new Set(['/dashboard']))));
  expect(tab()).toBeUndefined();
  rerender({ page: page(), location: drawn });
  expect(tab()).toBeDefined();
  expect(useTabs.getState().recent[0]).toBe('/menu');
});
