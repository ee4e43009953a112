import { expect, it } from 'vitest';
import { pickLang } from './settings.ts';

it.each([
  ['zh', 'en-GB', 'zh'],
  ['en', 'zh-CN', 'en'],
  [null, 'zh-CN', 'zh'],
  [null, 'zh', 'zh'],
  [null, 'zha', 'en'],
  [null, 'en-US', 'en'],
  [null, 'fr-FR', 'en'],
  ['fr', 'zh-TW', 'zh'],
  [null, '', 'en'],
] as const)('stored %j, browser %j: %s', (stored, browser, lang) => {
  expect(pickLang(stored, browser)).toBe(lang);
});
