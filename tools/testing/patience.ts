import { vi } from 'vitest';

/** What is waited for ends with the test's own time: the second that is given else is a time on a busy machine. */
const PATIENCE = 20_000;

const { waitFor } = vi;
vi.waitFor = (callback, options = PATIENCE) => waitFor(callback, options);
