import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { whileRunning } from '../platform/progress.ts';
import { useKeys } from '../ui/keys.ts';
import type { Page } from './pages.ts';
import { closePanel, openPanel, searchKeys, usePanel } from './panel.ts';

const Palette = lazy(async () => ({ default: (await whileRunning(import('./Palette.tsx'))).Palette }));
const SettingsPanel = lazy(async () => ({
  default: (await whileRunning(import('./SettingsPanel.tsx'))).SettingsPanel,
}));
const KeysHelp = lazy(async () => ({ default: (await whileRunning(import('./KeysHelp.tsx'))).KeysHelp }));
const ErrorLog = lazy(async () => ({ default: (await whileRunning(import('./ErrorLog.tsx'))).ErrorLog }));

/** Ctrl+K or ⌘K opens the search from anywhere, `?` outside of a field says which keys there are. */
export const Panels = ({ pages }: { pages: readonly Page[] }) => {
  const open = usePanel((s) => s.open);
  const { t } = useTranslation('app');
  useKeys(t('keys.everywhere'), [
    {
      keys: searchKeys,
      does: t('keys.search'),
      inFields: true,
      everywhere: true,
      press: () => openPanel('search'),
    },
    { keys: ['[Shift]+?'], does: t('keys.keys'), everywhere: true, press: () => openPanel('keys') },
    // dialogs, menus and lists hear it themselves
    { keys: ['Escape'], does: t('keys.close'), everywhere: true },
  ]);
  return (
    <Suspense>
      {open === 'search' && <Palette pages={pages} close={closePanel} />}
      {open === 'settings' && <SettingsPanel close={closePanel} />}
      {open === 'keys' && <KeysHelp close={closePanel} />}
      {open === 'errors' && <ErrorLog close={closePanel} />}
    </Suspense>
  );
};
