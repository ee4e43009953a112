import i18next from 'i18next';
import { expect, it, vi } from 'vitest';
import { inEnglish } from '../testing/inEnglish.ts';
import { setLang } from './i18n.ts';
import { useNotices } from './notices.ts';
import { useSettings } from './settings.ts';

vi.mock('../app/words/zh.ts', () => {
  throw new TypeError('Failed to fetch dynamically imported module');
});
inEnglish();

it('keeps the language whose words are there when those of the other cannot be fetched, and says so', async () => {
  expect(await setLang('zh')).toBe(false);
  expect(i18next.language).toBe('en');
  expect(useSettings.getState().lang).toBe('en');
  expect(i18next.t('language', { ns: 'app' })).toBe('Language');
  expect(useNotices.getState().shown.map((n) => n.text)).toEqual([
    'The words of the other language could not be loaded. The language stays as it is.',
  ]);
});
