import { useEffect, useEffectEvent } from 'react';

const typing = 'input, textarea, select, [contenteditable=true]';

interface Keys {
  /** `/`: to the search */
  search: () => void;
  /** Escape: closes the panel of the chosen lock; null = there is none */
  close: (() => void) | null;
}

/** The keys of the workspace, wherever the focus is on it; a dialog, a menu or a field has its own first. */
export const useMapKeys = (keys: Keys): void => {
  const pressed = useEffectEvent((event: KeyboardEvent): void => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
    const at = event.target instanceof Element ? event.target : null;
    if (at?.closest('[role=dialog], [role=menu], .ant-popover, .ant-select-dropdown')) return;
    if (event.key === '/' && !at?.closest(typing)) {
      event.preventDefault();
      keys.search();
    } else if (event.key === 'Escape' && keys.close && !document.querySelector('[role=dialog][aria-modal=true]')) {
      event.preventDefault();
      keys.close();
    }
  });
  useEffect(() => {
    const heard = (event: KeyboardEvent): void => pressed(event);
    window.addEventListener('keydown', heard);
    return () => window.removeEventListener('keydown', heard);
  }, []);
};
