import { useEffect } from 'react';

/** Once what stood over the page is gone, the keyboard goes on where it was: at what opened it, else in the list. */
export const useFocusBack = (): void => {
  useEffect(() => {
    const before = document.activeElement;
    return () => {
      requestAnimationFrame(() => {
        const now = document.activeElement;
        if (now && now !== document.body && now.isConnected) return; // somebody took it already
        const within = before instanceof HTMLElement && before.isConnected && before !== document.body ? before : null;
        const row = document.querySelector<HTMLElement>('.list-scroll [data-row-key][tabindex="0"]');
        (within ?? row ?? document.querySelector<HTMLElement>('#main'))?.focus({ preventScroll: true });
      });
    };
  }, []);
};
