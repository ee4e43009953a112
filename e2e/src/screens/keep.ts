import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { chromium } from '@playwright/test';
import { browserArgs, findBrowser } from '../browser.ts';
import { adminPassword, startProduct } from '../product.ts';
import { keptFile, type Studio } from './studio.ts';

/**
 * A demonstration and a browser that stay between two looks: starting them costs more than the pictures of a page. They
 * end by themselves when nobody has looked for a while, or when told to. See studio.ts for the other side.
 */
const idle = 10 * 60_000;
const [made = ''] = process.argv.slice(2);
const { executablePath, env } = await findBrowser();
const product = await startProduct(['--demo']);
// composed without the graphics card that is not there: the map's own drawing needs its software, the pages do not
const browser = await chromium.launchServer({
  executablePath,
  env,
  args: [...browserArgs, '--disable-gpu-compositing', '--disable-gpu-rasterization'],
});
const studio: Studio = { made, url: product.url, browser: browser.wsEndpoint(), password: adminPassword };

let isEnding = false;
const end = async (): Promise<void> => {
  if (isEnding) return;
  isEnding = true;
  door.close();
  await browser.close();
  await product.stop();
  process.exit();
};
let timer = setTimeout(end, idle);
const door = createServer((request, response) => {
  clearTimeout(timer);
  const ends = request.url === '/end';
  if (!ends) timer = setTimeout(end, idle);
  response.end(JSON.stringify(studio), ends ? () => void end() : undefined);
});
// without the browser nobody can look: the next look starts both
browser.once('close', () => void end());
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void end());
door.listen(0, '127.0.0.1', async () => {
  const at = door.address();
  await writeFile(keptFile, String(typeof at === 'object' && at ? at.port : 0));
  process.send?.('ready');
  process.disconnect?.();
});
