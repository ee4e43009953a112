import { on } from 'node:events';
import { Worker } from 'node:worker_threads';
import { openLanes } from '../lanes.ts';
import { Refusal } from '../refusal.ts';
import type { SheetFaultCode } from './fault.ts';
import type { SheetPart } from './read.ts';

type Message =
  | { part: SheetPart }
  | { end: true }
  | { fault: { code: SheetFaultCode; values: Record<string, number> } };

/** Sheets opened at once in this process: each is a thread and what it holds. */
const AT_ONCE = 3;
const THREAD_MB = 160;
/** that reading itself may take; what is done with a part is not counted */
const MOST_MS = 20_000;

const lanes = openLanes(AT_ONCE);

/** The rows of a spreadsheet or a text, in parts, read in a thread of its own. `whose` waits in turn with others. */
export async function* sheetOf(bytes: Uint8Array, whose: string): AsyncGenerator<SheetPart> {
  const { promise: closed, resolve: close } = Promise.withResolvers<void>();
  await new Promise<void>((start) => {
    void lanes.run(whose, () => {
      start();
      return closed;
    });
  });
  const worker = new Worker(new URL('./worker.ts', import.meta.url), {
    workerData: bytes,
    resourceLimits: { maxOldGenerationSizeMb: THREAD_MB, maxYoungGenerationSizeMb: 16 },
  });
  const over = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const wait = (): void => {
    timer = setTimeout(() => over.abort(new Refusal('sheetTooSlow')), MOST_MS);
  };
  try {
    wait();
    worker.once('error', (error) => over.abort(error));
    for await (const [message] of on(worker, 'message', { signal: over.signal }) as AsyncIterable<[Message]>) {
      clearTimeout(timer);
      if ('fault' in message) throw new Refusal(message.fault.code, message.fault.values);
      if ('end' in message) return;
      yield message.part;
      wait();
      worker.postMessage('next');
    }
  } catch (error) {
    const why = over.signal.aborted ? over.signal.reason : error;
    if (why instanceof Error && 'code' in why && why.code === 'ERR_WORKER_OUT_OF_MEMORY')
      throw new Refusal('sheetInflated');
    throw why;
  } finally {
    clearTimeout(timer);
    await worker.terminate();
    close();
  }
}
