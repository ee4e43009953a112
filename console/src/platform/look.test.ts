import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { changeLook, hearLook, readLook, resetLook, startLook } from './look.ts';
import { loadScreenPreferences, useScreenPreferences } from './screenPreferences.ts';
import { defaultLook, useSettings } from './settings.ts';

describe('readLook', () => {
  it('is the specification’s default where nothing is stored', () => {
    expect(readLook(undefined, 'system')).toEqual({
      mode: 'system',
      colour: '#1890ff',
      tabsView: true,
      fixedHeader: true,
      sidebarLogo: false,
      pinyinSearch: true,
    });
  });
  it('takes what makes sense and leaves the rest', () => {
    const stored = { mode: 'dark', colour: 'red', tabsView: false, sidebarLogo: 1, other: 1 };
    expect(readLook(stored, 'light')).toEqual({ ...defaultLook, mode: 'dark', tabsView: false });
  });
  it('keeps the mode of the browser until the person has chosen one', () => {
    expect(readLook({ colour: '#13c2c2' }, 'dark')).toMatchObject({ mode: 'dark', colour: '#13c2c2' });
  });
});

describe('a look', () => {
  beforeEach(async () => {
    vi.useFakeTimers();
    vi.stubGlobal('fetch', () => new Promise(() => {})); // the server has not answered yet
    localStorage.clear();
    await loadScreenPreferences(null);
    useScreenPreferences.setState({ values: {}, unsaved: [] });
    startLook();
  });
  afterEach(() => {
    resetLook();
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  it('applies at once, and its mode before the next page is drawn', () => {
    changeLook({ mode: 'dark', colour: '#11a983' });
    expect(useSettings.getState()).toMatchObject({ mode: 'dark', colour: '#11a983', tabsView: true });
    expect(localStorage.getItem('theme')).toBe('dark');
    expect(useScreenPreferences.getState().unsaved).toEqual(['shell']);
  });
  it('goes back to the defaults', () => {
    changeLook({ mode: 'dark', tabsView: false });
    resetLook();
    expect(readLook(useSettings.getState(), 'light')).toEqual(defaultLook);
  });
  it('follows another window without saving it twice', () => {
    hearLook({ sidebarLogo: true });
    expect(useSettings.getState().sidebarLogo).toBe(true);
    expect(useScreenPreferences.getState().unsaved).not.toContain('shell');
  });
});
