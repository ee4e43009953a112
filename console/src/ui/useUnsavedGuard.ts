import { type RefObject, useEffect } from 'react';
import { markUnsaved } from '../platform/unsaved.ts';
import { usePage } from './page.ts';

/**
 * Nothing typed is lost by accident: closing the tab or the window asks first, and so does going back (LeaveGuard).
 * Leaving for another tab does not, the page is kept. `saved`: true once it is saved, before React has drawn that; `keeps`:
 * the page keeps it while it goes from one record to another.
 */
export const useUnsavedGuard = (dirty: boolean, saved: RefObject<boolean>, keeps = false): void => {
  const { path } = usePage();
  useEffect(() => (dirty ? markUnsaved(path, () => saved.current, { keeps }) : undefined), [dirty, path, saved, keeps]);
};
