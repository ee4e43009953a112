import { spawn } from 'node:child_process';
import { resolve } from 'node:path';
import { createServer } from 'vite';
import './build.ts';

/** The server restarts when its files change; the console is served by vite and changes in place. */
const root = resolve(import.meta.dirname, '..');
const page = await createServer({
  root: resolve(root, 'console'),
  configFile: resolve(root, 'console/vite.config.ts'),
});
await page.listen();
const server = spawn(process.execPath, ['--watch', 'server/src/main.ts', ...process.argv.slice(2)], {
  cwd: root,
  stdio: 'inherit',
  // the server has an API and no pages here: what it greets with is where the pages are
  env: { CONSOLE_URL: page.resolvedUrls?.local[0], ...process.env },
});
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => {
    server.kill(signal);
    void page.close();
  });
