import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

/** See `tools/testing/patience.ts`. */
const patient = { setupFiles: ['tools/testing/patience.ts'], expect: { poll: { timeout: 20_000 } } };

/** `unit` needs nothing but Node; `app` runs the whole server on a real PostgreSQL (see server/src/testing). */
export default defineConfig({
  test: {
    // Vitest leaves one core free: of two that is half of the time, most of it waiting for a database
    maxWorkers: Math.max(2, availableParallelism() - 1),
    projects: [
      {
        test: {
          ...patient,
          name: 'unit',
          // they keep nothing between them: read once for all of them, the modules cost a third of the time
          isolate: false,
          include: ['{contract,protocols,gateway,server,simulator,bench,tools,e2e/src,console/basemap}/**/*.test.ts'],
          exclude: ['**/node_modules/**', '**/*.app.test.ts'],
          // sockets and processes of their own, on a machine that is busy with something else
          testTimeout: 30_000,
        },
      },
      {
        test: {
          ...patient,
          name: 'console',
          include: ['console/src/**/*.test.{ts,tsx}'],
          environment: 'happy-dom',
          setupFiles: [...patient.setupFiles, 'console/src/testing/patience.ts', 'console/src/testing/tidy.ts'],
          // a person's typing, letter by letter, on a machine that is busy with something else
          testTimeout: 120_000,
        },
      },
      {
        test: {
          ...patient,
          name: 'app',
          // as above; each file has a server and a database of its own, and what a module of the server keeps is no test's; one that asks
          // everything of everybody takes half a minute, and twice as long beside others: the limit is for what hangs
          isolate: false,
          include: ['{server,gateway,simulator,bench}/**/*.app.test.ts'],
          globalSetup: ['server/src/testing/database.setup.ts'],
          testTimeout: 180_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
});
