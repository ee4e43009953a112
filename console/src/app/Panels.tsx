import { useTranslation } from 'react-i18next';
import { notCome } from '../platform/notCome.ts';
import { useKeys } from '../ui/keys.ts';
import { later } from '../ui/later.tsx';
import type { Page } from './pages.ts';
import { closePanel, openPanel, searchKeys, usePanel } from './panel.ts';

const Palette = later(async () => (await import('./Palette.tsx')).Palette, { ahead: false });
const SettingsPanel = later(async () => (await import('./SettingsPanel.tsx')).SettingsPanel, { ahead: false });
const KeysHelp = later(async () => (await import('./KeysHelp.tsx')).KeysHelp, { ahead: false });
const ErrorLog = later(async () => (await import('./ErrorLog.tsx')).ErrorLog, { ahead: false });

const panel = { close: closePanel, missing: notCome(closePanel) };

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
    <>
      {open === 'search' && <Palette pages={pages} {...panel} />}
      {open === 'settings' && <SettingsPanel {...panel} />}
      {open === 'keys' && <KeysHelp {...panel} />}
      {open === 'errors' && <ErrorLog {...panel} />}
    </>
  );
};
