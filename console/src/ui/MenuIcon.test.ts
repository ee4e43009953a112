import { menuSeeds } from '@plomb/contract/menus';
import { expect, it } from 'vitest';
import { menuIconNames } from './MenuIcon.tsx';

it.each(Object.entries(menuSeeds))('has the icon of the menu %s', (_code, { icon }) => {
  expect(menuIconNames).toContain(icon);
});
