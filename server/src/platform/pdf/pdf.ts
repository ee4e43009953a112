import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { Refusal } from '../refusal.ts';
import type { Document } from './document.ts';

const THREAD_MB = 384;
/** that laying one out may take */
const MOST_MS = 120_000;

/** A document as a PDF, laid out in a thread of its own. */
export const pdfOf = async (document: Document): Promise<Uint8Array> => {
  const worker = new Worker(new URL('./worker.ts', import.meta.url), {
    workerData: document,
    resourceLimits: { maxOldGenerationSizeMb: THREAD_MB },
  });
  try {
    const [bytes] = (await once(worker, 'message', { signal: AbortSignal.timeout(MOST_MS) })) as [Uint8Array];
    return bytes;
  } catch (error) {
    if (error instanceof Error && error.name === 'AbortError') throw new Refusal('fileTooSlow');
    throw error;
  } finally {
    await worker.terminate();
  }
};
