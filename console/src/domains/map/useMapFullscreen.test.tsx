import { act, renderHook } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { useNotices } from '../../platform/notices.ts';
import { inEnglish } from '../../testing/inEnglish.ts';
import { useMapFullscreen } from './useMapFullscreen.ts';

inEnglish();
const browser = (parts: Record<string, unknown>): void => {
  for (const [name, value] of Object.entries(parts))
    Object.defineProperty(document, name, { value, configurable: true, writable: true });
};
const changed = () => document.dispatchEvent(new Event('fullscreenchange'));
afterEach(() => useNotices.setState({ shown: [] }));

it('the map has the whole screen for as long as the page has it', async () => {
  browser({ fullscreenEnabled: true, fullscreenElement: null });
  document.documentElement.requestFullscreen = vi.fn(async () => browser({ fullscreenElement: document.body }));
  const { result } = renderHook(() => useMapFullscreen());
  await act(async () => result.current[1]());
  expect(result.current[0]).toBe(true);
  // left by the browser's own key
  browser({ fullscreenElement: null });
  act(() => void changed());
  expect(result.current[0]).toBe(false);
});

it('takes the screen that the page has already', async () => {
  browser({ fullscreenEnabled: true, fullscreenElement: document.body });
  document.documentElement.requestFullscreen = vi.fn();
  const { result } = renderHook(() => useMapFullscreen());
  await act(async () => result.current[1]());
  expect(result.current[0]).toBe(true);
  expect(document.documentElement.requestFullscreen).not.toHaveBeenCalled();
});

it('where the browser refuses it says so, and the map stays as it is', async () => {
  browser({ fullscreenEnabled: false, fullscreenElement: null });
  const { result } = renderHook(() => useMapFullscreen());
  await act(async () => result.current[1]());
  expect(result.current[0]).toBe(false);
  expect(useNotices.getState().shown.map(({ text }) => text)).toEqual(['Browser fullscreen not available']);
});
