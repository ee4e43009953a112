const still = (event: TouchEvent): void => event.preventDefault();

/**
 * A ref of what a finger draws: nothing is thrown when the finger is lifted while it moves. `touch-action: none` alone
 * keeps it from scrolling only: the browser takes the next tap for the one that stops the scroll, and it is lost.
 */
export const drawn = (element: HTMLElement | null): (() => void) => {
  element?.addEventListener('touchmove', still, { passive: false });
  return () => element?.removeEventListener('touchmove', still);
};
