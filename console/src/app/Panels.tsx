import { lazy, Suspense, useEffect } from 'react';
import { whileRunning } from '../platform/progress.ts';
import type { Page } from './pages.ts';
import { closePanel, openPanel, usePanel } from './panel.ts';

const Palette = lazy(async () => ({ default: (await whileRunning(import('./Palette.tsx'))).Palette }));
const SettingsPanel = lazy(async () => ({
  default: (await whileRunning(import('./SettingsPanel.tsx'))).SettingsPanel,
}));
const ErrorLog = lazy(async () => ({ default: (await whileRunning(import('./ErrorLog.tsx'))).ErrorLog }));

/** Ctrl+K or ⌘K opens the search from anywhere. */
export const Panels = ({ pages }: { pages: readonly Page[] }) => {
  const open = usePanel((s) => s.open);
  useEffect(() => {
    const pressed = (event: KeyboardEvent): void => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey) return;
      event.preventDefault();
      openPanel('search');
    };
    window.addEventListener('keydown', pressed);
    return () => window.removeEventListener('keydown', pressed);
  }, []);
  return (
    <Suspense>
      {open === 'search' && <Palette pages={pages} close={closePanel} />}
      {open === 'settings' && <SettingsPanel close={closePanel} />}
      {open === 'errors' && <ErrorLog close={closePanel} />}
    </Suspense>
  );
};
