import { cleanup } from '@testing-library/react';
import { afterEach, vi } from 'vitest';

/** What a test drew, and what it put in the place of the browser's own, is gone after it. */
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});
