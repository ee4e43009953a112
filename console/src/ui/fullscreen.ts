import { notify } from '../platform/notices.ts';

/** In and out of the whole screen; `unavailable` is said where the browser cannot or may not. */
export const toggleFullscreen = async (unavailable: string): Promise<void> => {
  try {
    if (document.fullscreenElement) return await document.exitFullscreen();
    if (document.fullscreenEnabled) return await document.documentElement.requestFullscreen();
  } catch {
    // refused: the same words
  }
  notify('info', unavailable, 3000);
};
