import { renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { BrowserRouter } from 'react-router';
import { beforeEach, expect, it } from 'vitest';
import type { Page } from './pages.ts';
import { freshTabs, useTabs, visit } from './tabs.ts';
import { useTabActions } from './useTabActions.ts';

const page = (path: string): Page => ({ path, title: { zh: path, en: path }, view: '', trail: [] });
const pages = ['/dashboard', '/alarm', '/map'].map(page);

const actions = () =>
  renderHook(() => useTabActions(pages), {
    wrapper: ({ children }: { children: ReactNode }) => <BrowserRouter>{children}</BrowserRouter>,
  }).result.current;

// the map is drawn; where one is going is said by the address, at once
beforeEach(() =>
  useTabs.setState(
    ['/dashboard', '/alarm', '/map'].reduce((tabs, path) => visit(tabs, { path, search: '', hash: '' }), freshTabs()),
  ),
);

it('closing a tab on the way to it goes back to the page that is drawn, where it would else come again', () => {
  window.history.replaceState(null, '', '/alarm');
  actions().act('close', '/alarm');
  expect(window.location.pathname).toBe('/map');
});

it('closing the tab that is drawn on the way to another leads on to that', () => {
  window.history.replaceState(null, '', '/dashboard');
  actions().act('close', '/map');
  expect(window.location.pathname).toBe('/dashboard');
});

it('closing all but one tab leads to that one', () => {
  window.history.replaceState(null, '', '/map');
  actions().act('closeOthers', '/alarm');
  expect(window.location.pathname).toBe('/alarm');
});
