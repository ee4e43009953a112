import { act, renderHook } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
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

it('follows the system into the dark everywhere, also what is shown between the change and the word of it', async () => {
  // like Chromium: whoever asks after a change and before its event is told, and the event is not sent any more
  let isDark = false;
  let known = false;
  const heard = new Set<(event: { matches: boolean }) => void>();
  vi.stubGlobal('matchMedia', () => ({
    get matches() {
      known = isDark;
      return isDark;
    },
    addEventListener: (_: 'change', listener: (event: { matches: boolean }) => void) => heard.add(listener),
    removeEventListener: (_: 'change', listener: (event: { matches: boolean }) => void) => heard.delete(listener),
  }));
  vi.resetModules();
  const { useDark } = await import('./settings.ts');
  const shown = renderHook(() => useDark());
  expect(shown.result.current).toBe(false);

  isDark = true;
  const later = renderHook(() => useDark());
  act(() => {
    if (known !== isDark) for (const listener of heard) listener({ matches: isDark });
  });
  expect([shown.result.current, later.result.current]).toEqual([true, true]);
});
