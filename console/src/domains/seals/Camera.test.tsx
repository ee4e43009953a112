import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { inEnglish } from '../../testing/inEnglish.ts';
import { showPage } from '../../testing/showPage.tsx';
import { Camera } from './Camera.tsx';

/** What the scanner reads of the pictures, one after the other. */
const seen = vi.hoisted(() => ({ pictures: [] as (string[] | 'broken')[] }));
vi.mock('./labels/reader.ts', () => ({
  readDrawn: async () => {
    const next = seen.pictures.shift() ?? [];
    if (next === 'broken') throw new Error('broken');
    return next;
  },
}));

const stop = vi.fn();
const camera = (open: () => Promise<unknown>): void => {
  Object.defineProperty(navigator, 'mediaDevices', { configurable: true, value: { getUserMedia: open } });
};
inEnglish();
beforeEach(() => {
  stop.mockClear();
  for (const side of ['videoWidth', 'videoHeight'] as const)
    Object.defineProperty(HTMLVideoElement.prototype, side, { configurable: true, get: () => 64 });
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue({
    drawImage: () => {},
    getImageData: () => ({ data: new Uint8ClampedArray(4), width: 1, height: 1 }),
  } as never);
  camera(async () => Object.assign(new MediaStream(), { getTracks: () => [{ stop }] }));
});
afterEach(() => vi.restoreAllMocks());

it('tells each code once, also after a picture that cannot be read, and asks to be closed', async () => {
  seen.pictures = [['A'], 'broken', ['A', 'B']];
  const found = vi.fn();
  const close = vi.fn();
  showPage(<Camera found={found} close={close} />, '/field');
  await vi.waitFor(() => expect(found.mock.calls).toEqual([['A'], ['B']]));
  await userEvent.click(screen.getByRole('button', { name: 'Close the camera' }));
  expect(close).toHaveBeenCalledOnce();
});

it('is let go when it is no longer shown', async () => {
  showPage(<Camera found={() => {}} close={() => {}} />, '/field');
  expect(await screen.findByText('Hold a code before the camera.')).toBeDefined();
  expect(stop).not.toHaveBeenCalled();
  cleanup();
  expect(stop).toHaveBeenCalled();
});

it('says so when nobody lets it look', async () => {
  camera(async () => {
    throw Object.assign(new Error('no'), { name: 'NotAllowedError' });
  });
  showPage(<Camera found={() => {}} close={() => {}} />, '/field');
  expect(await screen.findByText(/does not let this page use its camera/)).toBeDefined();
});

it('says so when this device has none', async () => {
  Object.defineProperty(navigator, 'mediaDevices', { configurable: true, value: undefined });
  showPage(<Camera found={() => {}} close={() => {}} />, '/field');
  expect(await screen.findByText(/has no camera/)).toBeDefined();
});
