import { availableParallelism } from 'node:os';
import { defineConfig } from '@playwright/test';
import { browserArgs, findBrowser } from './src/browser.ts';

const { executablePath, env } = await findBrowser();

const isSeveral = process.env.PLOMB_HOUSE === 'several';

/**
 * Each test file has a product of its own, so two go on side by side: while one page waits for its answer the other uses the
 * core. No more than two: they are to find a machine that answers as people know it. Several processes fill it alone, and so
 * does what is tagged `@alone`, which `npm run e2e` runs behind the others.
 */
export default defineConfig({
  testDir: 'tests',
  globalSetup: './src/prepare.ts',
  outputDir: '../test-results',
  workers: isSeveral ? 1 : Math.min(2, availableParallelism()),
  // of several, seven processes and their servers begin one after the other
  timeout: isSeveral ? 300_000 : 180_000,
  expect: { timeout: 30_000 },
  reporter: [['list'], ['./src/seenReporter.ts']],
  forbidOnly: true,
  use: {
    // what cannot be pressed for so long never can: the test is over, not the time of all others
    actionTimeout: 60_000,
    // nothing is clicked while it slides in
    contextOptions: { reducedMotion: 'reduce' },
    viewport: { width: 1440, height: 900 },
    launchOptions: { executablePath, env, args: browserArgs },
    screenshot: 'only-on-failure',
    // films and copies of every page would be made of each test and looked at for none: an eighth of the time; "--trace on" makes them
    trace: { mode: 'retain-on-failure', screenshots: false, snapshots: false },
  },
});
