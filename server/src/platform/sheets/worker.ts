import { once } from 'node:events';
import { parentPort, workerData } from 'node:worker_threads';
import { SheetFault } from './fault.ts';
import { readSheet } from './read.ts';

/** A thread of its own: whatever a file does to it, requests are answered meanwhile, and its memory is bounded. */
const port = parentPort;
if (!port) throw new Error('A thread, and no program');
try {
  for await (const part of readSheet(Buffer.from(workerData as Uint8Array))) {
    if (part.rows.length === 0) continue;
    port.postMessage({ part });
    await once(port, 'message'); // the next when this is done with
  }
  port.postMessage({ end: true });
} catch (error) {
  if (!(error instanceof SheetFault)) throw error;
  port.postMessage({ fault: { code: error.code, values: error.values } });
}
port.close();
