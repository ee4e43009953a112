import { once } from 'node:events';
import { borrowEmbedded, startEmbedded } from '../platform/postgres/launcher.ts';

/**
 * A program of its own that opens an embedded database, for tests that kill it:
 * `node databaseOpener.ts DATA_DIR [BIN_DIR]` prints one line of JSON and stays until SIGTERM; `BORROW=1` ends at once.
 */
const [dataDir = '', binDir] = process.argv.slice(2);
const options = { dataDir, ...(binDir ? { binDir } : {}) };
try {
  const server = await (process.env.BORROW ? borrowEmbedded(options) : startEmbedded(options));
  // listening before it speaks: whoever reads the line may send the signal at once
  const told = process.env.BORROW ? null : once(process, 'SIGTERM');
  process.stdout.write(`${JSON.stringify({ url: server.url, version: server.version })}\n`);
  if (told) {
    const keepAlive = setInterval(() => undefined, 60_000);
    await told;
    clearInterval(keepAlive);
  }
  await server.stop();
} catch (error) {
  process.stdout.write(`${JSON.stringify({ refusal: error instanceof Error ? error.message : String(error) })}\n`);
  process.exitCode = 1;
}
