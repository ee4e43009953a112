import { afterEach, expect, it, vi } from 'vitest';
import { useNotices } from '../platform/notices.ts';
import { toggleFullscreen } from './fullscreen.ts';

const unavailable = 'Browser fullscreen not available';
const said = () => useNotices.getState().shown.map((n) => n.text);
const browser = (parts: Record<string, unknown>): void => {
  for (const [name, value] of Object.entries(parts))
    Object.defineProperty(document, name, { value, configurable: true, writable: true });
};
const request = vi.fn(() => Promise.resolve());
const exit = vi.fn(() => Promise.resolve());

afterEach(() => {
  useNotices.setState({ shown: [] });
  request.mockReset().mockResolvedValue();
  exit.mockReset().mockResolvedValue();
});

it('goes in and out of the whole screen without a word', async () => {
  browser({ fullscreenEnabled: true, fullscreenElement: null, exitFullscreen: exit });
  document.documentElement.requestFullscreen = request;
  await toggleFullscreen(unavailable);
  expect(request).toHaveBeenCalledOnce();
  browser({ fullscreenElement: document.documentElement });
  await toggleFullscreen(unavailable);
  expect(exit).toHaveBeenCalledOnce();
  expect(said()).toEqual([]);
});

it('says when the browser has no whole screen to give, or refuses it', async () => {
  browser({ fullscreenEnabled: false, fullscreenElement: null });
  await toggleFullscreen(unavailable);
  expect(said()).toEqual([unavailable]);
  useNotices.setState({ shown: [] });
  browser({ fullscreenEnabled: true });
  request.mockRejectedValue(new TypeError('Permissions check failed'));
  document.documentElement.requestFullscreen = request;
  await toggleFullscreen(unavailable);
  expect(said()).toEqual([unavailable]);
});
