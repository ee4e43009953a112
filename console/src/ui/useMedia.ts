import { useCallback, useSyncExternalStore } from 'react';

/** Whether a media query holds, kept current. */
export const useMedia = (query: string): boolean =>
  useSyncExternalStore(
    useCallback(
      (changed) => {
        const list = matchMedia(query);
        list.addEventListener('change', changed);
        return () => list.removeEventListener('change', changed);
      },
      [query],
    ),
    () => matchMedia(query).matches,
  );

/** Below this, tables become cards. */
export const phoneQuery = '(max-width: 767.98px)';
