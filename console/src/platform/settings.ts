import type { Lang } from '@plomb/contract/text';
import { useSyncExternalStore } from 'react';
import { create } from 'zustand';
import { remember, remembered } from './storage.ts';

export const uiSizes = ['default', 'medium', 'small', 'mini'] as const;
export type UiSize = (typeof uiSizes)[number];
export const modes = ['light', 'dark', 'system'] as const;
export type Mode = (typeof modes)[number];

const oneOf = <T extends string>(allowed: readonly T[], value: string | null, otherwise: T): T =>
  allowed.find((a) => a === value) ?? otherwise;

/** A stored choice, else the browser's language, else English. */
export const pickLang = (stored: string | null, browser: string): Lang =>
  stored === 'zh' || stored === 'en' ? stored : /^zh\b/i.test(browser) ? 'zh' : 'en';

/** What one person likes on one computer. */
export interface Settings {
  lang: Lang;
  mode: Mode;
  size: UiSize;
  colour: string;
}

export const useSettings = create<Settings>(() => ({
  lang: pickLang(remembered('language'), navigator.language),
  mode: oneOf(modes, remembered('theme'), 'system'),
  size: oneOf(uiSizes, remembered('size'), 'medium'),
  colour: '#1890ff',
}));

export const setMode = (mode: Mode): void => {
  remember('theme', mode);
  useSettings.setState({ mode });
};

export const setSize = (size: UiSize): void => {
  remember('size', size);
  useSettings.setState({ size });
};

/** Only remembers and tells; the shell loads the words first (i18n.ts), the login page has them at hand. */
export const setLangChoice = (lang: Lang): void => {
  remember('language', lang);
  document.documentElement.lang = lang === 'zh' ? 'zh-CN' : 'en';
  useSettings.setState({ lang });
};

const systemDark = matchMedia('(prefers-color-scheme: dark)');
const watchSystem = (changed: () => void): (() => void) => {
  systemDark.addEventListener('change', changed);
  return () => systemDark.removeEventListener('change', changed);
};
/** Whether the screen is dark now, by choice or by the system's. */
export const useDark = (): boolean => {
  const mode = useSettings((s) => s.mode);
  const system = useSyncExternalStore(watchSystem, () => systemDark.matches);
  return mode === 'dark' || (mode === 'system' && system);
};
