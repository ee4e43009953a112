import { parentPort, workerData } from 'node:worker_threads';
import { live } from '@plomb/contract/live/live';
import { FetchClient } from '@plomb/server/testing/fetchClient';

/** What the thread is given: where the product is, who signs in, and the lock that stands open. */
export interface OpenReader {
  url: string;
  username: string;
  password: string;
  id: number;
}
/** A report of that lock: its time, and when its bytes left, on the clock of all threads. */
export interface Sent {
  time: string;
  at: number;
}

const { url, username, password, id } = workerData as OpenReader;
const waiting = new Map<string, number>();
parentPort!.on('message', ({ time, at }: Sent) => waiting.set(time, at));

const client = await FetchClient.open(url);
await client.login(username, password);
const answer = await client.post(live.stream.path, { open: [id] }, new AbortController().signal);
parentPort!.postMessage('open');
const decoder = new TextDecoder();
for await (const chunk of answer.body!) {
  const now = performance.timeOrigin + performance.now();
  const text = decoder.decode(chunk, { stream: true });
  // the next step tells the same once more
  for (const [time, at] of waiting)
    if (text.includes(time)) {
      waiting.delete(time);
      parentPort!.postMessage(now - at);
    }
}
