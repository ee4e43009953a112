import type { Lang } from '@plomb/contract/kit/text';
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

/** What the settings panel offers; it follows the person to every computer (see look.ts). */
export interface Look {
  mode: Mode;
  /** #rrggbb */
  colour: string;
  tabsView: boolean;
  fixedHeader: boolean;
  sidebarLogo: boolean;
  pinyinSearch: boolean;
}
/** Settings defaults of the specification, section 9. */
export const defaultLook: Look = {
  mode: 'system',
  colour: '#1890ff',
  tabsView: true,
  fixedHeader: true,
  sidebarLogo: false,
  pinyinSearch: true,
};

/** Beside it, what belongs to this computer: the language, also of the sign-in, and the size, which suits a screen. */
export interface Settings extends Look {
  lang: Lang;
  size: UiSize;
}

/** The mode is remembered here too: the page is drawn in it before anything is known (public/theme.js). */
export const rememberedMode = (): Mode => oneOf(modes, remembered('theme'), 'system');

export const useSettings = create<Settings>(() => ({
  ...defaultLook,
  mode: rememberedMode(),
  lang: pickLang(remembered('language'), navigator.language),
  size: oneOf(uiSizes, remembered('size'), 'medium'),
}));

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

// Kept by its events alone: a browser that is asked between a change and its event tells nobody of it any more
const darkQuery = matchMedia('(prefers-color-scheme: dark)');
const useSystemDark = create(() => ({ dark: darkQuery.matches }));
darkQuery.addEventListener('change', ({ matches }) => useSystemDark.setState({ dark: matches }));

/** Whether the screen is dark now, by choice or by the system's. */
export const useDark = (): boolean => {
  const mode = useSettings((s) => s.mode);
  const system = useSystemDark((s) => s.dark);
  return mode === 'dark' || (mode === 'system' && system);
};
