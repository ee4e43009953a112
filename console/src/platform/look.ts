import { loadScreenPreferences, setScreenPreference, useScreenPreferences } from './screenPreferences.ts';
import { useSession } from './session.ts';
import { defaultLook, type Look, type Mode, modes, rememberedMode, useSettings } from './settings.ts';
import { remember } from './storage.ts';
import { tell } from './windows.ts';

const name = 'shell';

/** Whatever is stored, as a look: what is missing or makes no sense is the default. `mode`: that of this browser. */
export const readLook = (stored: unknown, mode: Mode): Look => {
  const value: Record<string, unknown> = typeof stored === 'object' && stored !== null ? { ...stored } : {};
  const flag = (key: 'tabsView' | 'fixedHeader' | 'sidebarLogo' | 'pinyinSearch'): boolean => {
    const found = value[key];
    return typeof found === 'boolean' ? found : defaultLook[key];
  };
  const { colour } = value;
  return {
    mode: modes.find((m) => m === value.mode) ?? mode,
    colour: typeof colour === 'string' && /^#[\da-f]{6}$/i.test(colour) ? colour : defaultLook.colour,
    tabsView: flag('tabsView'),
    fixedHeader: flag('fixedHeader'),
    sidebarLogo: flag('sidebarLogo'),
    pinyinSearch: flag('pinyinSearch'),
  };
};

const apply = (): void => {
  const look = readLook(useScreenPreferences.getState().values[name], rememberedMode());
  remember('theme', look.mode);
  useSettings.setState(look);
};

const nowLook = (): Look => readLook(useSettings.getState(), rememberedMode());

/** Applies at once, and is remembered for the person. */
export const changeLook = (change: Partial<Look>): void => {
  const look = { ...nowLook(), ...change };
  setScreenPreference(name, look);
  tell({ kind: 'look', look });
};

export const resetLook = (): void => {
  remember('theme', null);
  setScreenPreference(name, null);
  tell({ kind: 'look', look: null });
};

/** Another window of this browser changed it, and saves it too. */
export const hearLook = (look: unknown): void => {
  if (look === null) remember('theme', null);
  useScreenPreferences.setState(({ values }) => ({ values: { ...values, [name]: look } }));
};

/** Before the first drawing: the copy of this browser, then the server's word, then every change. */
export const startLook = (): void => {
  useScreenPreferences.subscribe(apply);
  const load = (): void => void loadScreenPreferences(useSession.getState().oper?.id ?? null);
  useSession.subscribe(load);
  load();
};
