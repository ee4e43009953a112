import { lazy, Suspense, useEffect } from 'react';
import { whileRunning } from '../platform/progress.ts';
import type { Page } from './pages.ts';
import { closePanel, openPanel, usePanel } from './panel.ts';

const Palette = lazy(async () => ({ default: (await whileRunning(import('./Palette.tsx'))).Palette }));
const SettingsPanel = lazy(async () => ({
  default: (await whileRunning(import('./SettingsPanel.tsx'))).SettingsPanel,
}));
const KeysHelp = lazy(async () => ({ default: (await whileRunning(import('./KeysHelp.tsx'))).KeysHelp }));
const ErrorLog = lazy(async () => ({ default: (await whileRunning(import('./ErrorLog.tsx'))).ErrorLog }));

/** Ctrl+K or ⌘K opens the search from anywhere, `?` outside of a field says which keys there are. */
export const Panels = ({ pages }: { pages: readonly Page[] }) => {
  const open = usePanel((s) => s.open);
  useEffect(() => {
    const pressed = (event: KeyboardEvent): void => {
      const withKey = event.ctrlKey || event.metaKey;
      const inField =
        event.target instanceof HTMLElement && event.target.closest('input, textarea, select, [contenteditable]');
      if (event.key.toLowerCase() === 'k' && withKey && !event.altKey) openPanel('search');
      else if (event.key === '?' && !withKey && !event.altKey && !inField) openPanel('keys');
      else return;
      event.preventDefault();
    };
    window.addEventListener('keydown', pressed);
    return () => window.removeEventListener('keydown', pressed);
  }, []);
  return (
    <Suspense>
      {open === 'search' && <Palette pages={pages} close={closePanel} />}
      {open === 'settings' && <SettingsPanel close={closePanel} />}
      {open === 'keys' && <KeysHelp close={closePanel} />}
      {open === 'errors' && <ErrorLog close={closePanel} />}
    </Suspense>
  );
};
