import { defineConfig } from '@playwright/test';
import { browserArgs, findBrowser } from './src/browser.ts';

const { executablePath, env } = await findBrowser();

/** One worker: the machine is small, and each test file has a product of its own. */
export default defineConfig({
  testDir: 'tests',
  outputDir: '../test-results',
  workers: 1,
  // seven processes and their servers begin one after the other
  timeout: process.env.PLOMB_HOUSE === 'several' ? 300_000 : 120_000,
  expect: { timeout: 30_000 },
  reporter: [['list']],
  forbidOnly: true,
  use: {
    // nothing is clicked while it slides in
    contextOptions: { reducedMotion: 'reduce' },
    viewport: { width: 1440, height: 900 },
    launchOptions: { executablePath, env, args: browserArgs },
    screenshot: 'only-on-failure',
    // a film would be drawn of every test and looked at for none
    trace: { mode: 'retain-on-failure', screenshots: false },
  },
});
