import { expect, it } from 'vitest';
import { entriesOf, menuIndex } from './menuIndex.ts';
import type { Page } from './pages.ts';

const page: Page = { path: '/x', title: { zh: '厂商', en: 'Manufacturers' }, view: '', trail: [] };

it('forgives two letters in five, and not more: the fuzziness is 0.4', () => {
  const find = menuIndex(entriesOf([page], 'en'), null);
  // thirteen letters, of which five are wrong (0.38), and six (0.46)
  expect(find('mxnxfxcxuxers')).toHaveLength(1);
  expect(find('mxnxfxcxuxexs')).toHaveLength(0);
});
