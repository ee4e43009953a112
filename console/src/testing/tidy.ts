import { cleanup } from '@testing-library/react';
import { setI18n } from 'react-i18next';
import { afterEach, vi } from 'vitest';

// files of one worker share what libraries keep, and nothing of ours: each has modules, words and a browser's memory of its own
vi.resetModules();
setI18n(undefined as never);
localStorage.clear();
sessionStorage.clear();
history.replaceState(null, '', '/');

/** What a test drew, and what it put in the place of the browser's own, is gone after it. */
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});
