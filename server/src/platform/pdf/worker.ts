import { parentPort, workerData } from 'node:worker_threads';
import type { Document } from './document.ts';
import { render } from './render.ts';

/** A thread of its own: whatever is laid out, requests are answered meanwhile. */
const port = parentPort;
if (!port) throw new Error('A thread, and no program');
port.postMessage(await render(workerData as Document));
