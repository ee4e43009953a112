import { create } from 'zustand';

type Panel = 'search' | 'settings' | 'errors' | 'keys';

/** What lies over the shell; one at a time, each fetched when first opened. */
export const usePanel = create<{ open: Panel | null }>(() => ({ open: null }));
export const openPanel = (open: Panel): void => usePanel.setState({ open });
export const closePanel = (): void => usePanel.setState({ open: null });

/** Either opens the search, on any keyboard. */
export const searchKeys: readonly string[] = ['Control+k', 'Meta+k'];
