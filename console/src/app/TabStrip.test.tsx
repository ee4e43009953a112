import { screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { inEnglish } from '../testing/inEnglish.ts';
import { showPage } from '../testing/showPage.tsx';
import type { Page } from './pages.ts';
import { TabStrip } from './TabStrip.tsx';
import { freshTabs, useTabs, visit } from './tabs.ts';

const paths = ['/dashboard', '/alarm', '/map'];
const pages = paths.map((path): Page => ({ path, title: { zh: path, en: path }, view: '', trail: [] }));
let narrowed: () => void;
const shown: string[] = [];

inEnglish();
beforeEach(() => {
  useTabs.setState(paths.reduce((tabs, path) => visit(tabs, { path, search: '', hash: '' }), freshTabs()));
  shown.length = 0;
  vi.spyOn(HTMLElement.prototype, 'scrollIntoView').mockImplementation(function (this: HTMLElement) {
    shown.push(this.dataset.path ?? '');
  });
  vi.stubGlobal(
    'ResizeObserver',
    class {
      constructor(tell: () => void) {
        narrowed = tell;
      }
      observe(): void {}
      disconnect(): void {}
    },
  );
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

it('keeps the tab that one is on in sight, also when something takes room beside the tabs', async () => {
  showPage(<TabStrip pages={pages} path="/map" />, '/map');
  await screen.findByRole('link', { current: 'page' });
  expect(shown).toContain('/map');
  shown.length = 0;
  narrowed();
  expect(shown).toEqual(['/map']);
});
